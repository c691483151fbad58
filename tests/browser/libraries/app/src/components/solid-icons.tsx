import { AiFillBell } from 'solid-icons/ai'
import { createSignal, Show } from 'solid-js'

/** A button with an icon that appears after a click. */
export function Bell() {
  const [isRinging, setRinging] = createSignal(false)
  return (
    <button type="button" onClick={() => setRinging(true)}>
      Ring
      <Show when={isRinging()}>
        <AiFillBell class="bell" />
      </Show>
    </button>
  )
}
