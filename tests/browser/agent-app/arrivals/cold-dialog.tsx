import { intent } from '@fw/runtime'
import { onMount } from 'solid-js'
import { pay } from '../shop.api.ts'

/** Takes the focus when it starts, as a dialog does. */
export function ColdDialog() {
  let button: HTMLButtonElement | undefined
  onMount(() => button?.focus())
  intent('read', { description: 'Reads it.', run: () => 'Confirm?' })
  return (
    <button type="button" ref={button} onClick={() => void pay({ cents: 8 }).catch(() => {})}>
      Confirm
    </button>
  )
}
