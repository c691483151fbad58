import { useStore } from '@fw/runtime'
import { water } from '../stores.ts'

/** Shows the water of all beds. */
export function WaterMeter() {
  const [state] = useStore(water)
  return (
    <p class="meter">
      <span class="state" aria-hidden="true">
        Store
      </span>
      <output>{state.litres}</output> litres given
    </p>
  )
}
