import { createSignal, Show } from 'solid-js'
import { Motion, Presence } from 'solid-motionone'

/** A panel of solid-motionone that enters and leaves. */
export function Panel() {
  const [isOpen, setOpen] = createSignal(true)
  return (
    <section>
      <button type="button" onClick={() => setOpen(!isOpen())}>
        Toggle
      </button>
      <Presence initial={false}>
        <Show when={isOpen()}>
          <Motion.div
            class="panel"
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.1 }}
          >
            A panel
          </Motion.div>
        </Show>
      </Presence>
    </section>
  )
}
