import { createSignal, Show } from 'solid-js'
import { OrderBox } from './order-box.tsx'

/** Renders the form in the browser. */
export function LaterBox() {
  const [isShown, setShown] = createSignal(false)
  return (
    <section>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      <Show when={isShown()}>
        <OrderBox />
      </Show>
    </section>
  )
}
