import { createResource } from 'solid-js'
import { readForecast } from '../forecast.ts'
import { Shade } from './shade.tsx'

/**
 * Late: it is sent when the mast has answered, with the island in it. A resource would make an island of it; the line
 * below says that this one has nothing to do in a browser.
 */
// @fw static
export function ForecastNote() {
  const [forecast] = createResource(readForecast)
  return (
    <div class="forecast">
      <p class="reading">{forecast()?.sky}</p>
      <p class="soft">
        {forecast()?.celsius} °C outside, {forecast()?.sunHours} hours of sun
      </p>
      <Shade sunHours={forecast()?.sunHours ?? 0} />
    </div>
  )
}
