import { AnimatePresence, motion } from 'motion-solid'
import { createSignal, Show } from 'solid-js'

/** A panel of motion-solid that enters and leaves. */
export function Drawer() {
  const [isOpen, setOpen] = createSignal(true)
  return (
    <section>
      <button type="button" onClick={() => setOpen(!isOpen())}>
        Toggle
      </button>
      <AnimatePresence>
        <Show when={isOpen()}>
          <motion.div
            class="panel"
            initial={false}
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.1 }}
          >
            A panel
          </motion.div>
        </Show>
      </AnimatePresence>
    </section>
  )
}
