import { createResource } from 'solid-js'
import { readForecast } from '../forecast.ts'
import { Shade } from './shade.tsx'

/**
 * Streamed late, when the mast has responded, with the island in it. A resource would make it an island; the line below
 * declares that it has no work in a browser.
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
