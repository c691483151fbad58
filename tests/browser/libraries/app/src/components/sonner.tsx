import { island } from '@fw/runtime'
import { Toaster, toast } from 'solid-sonner'

/** A button that shows a toast in the toaster of another island. */
export function Bake() {
  return (
    <button type="button" onClick={() => toast('Bread is ready')}>
      Bake
    </button>
  )
}

function ToasterBody() {
  return <Toaster />
}

export const Toasts = island(ToasterBody, { when: 'load' })
