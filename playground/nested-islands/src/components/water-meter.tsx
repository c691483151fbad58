import { useStore } from '@fw/runtime'
import { water } from '../stores.ts'

/** Shows what the beds pour, wherever they are. */
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
