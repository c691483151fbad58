import { createSignal, onMount } from 'solid-js'
import { never } from './shop.api.ts'

/** Calls an api when it starts. */
export function Arrival() {
  const [said, setSaid] = createSignal('')
  onMount(() =>
    never().then(
      () => setSaid('done'),
      (error: Error) => setSaid(error.message),
    ),
  )
  return <output>{said()}</output>
}
