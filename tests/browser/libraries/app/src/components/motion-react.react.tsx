/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { AnimatePresence, motion } from 'motion/react'
import { useState } from 'react'

/** A panel of motion that enters and leaves. */
export const Panel = island(function Panel() {
  const [isOpen, setOpen] = useState(true)
  return (
    <section>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      <AnimatePresence initial={false}>
        {isOpen && (
          <motion.div
            key="panel"
            className="panel"
            animate={{ opacity: 1 }}
            exit={{ opacity: 0 }}
            transition={{ duration: 0.1 }}
          >
            A panel
          </motion.div>
        )}
      </AnimatePresence>
    </section>
  )
})
