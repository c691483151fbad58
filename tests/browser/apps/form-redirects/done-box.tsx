import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { pay } from './pay.api.ts'

/** Stays on its page when its form has run. */
export function DoneBox() {
  const [done, setDone] = createSignal(0)
  const form = useForm(pay, { name: 'done', onDone: () => setDone(done() + 1) })
  return (
    <form action={form} id="done">
      <input name="order" value="done" />
      <button type="submit">Done {done()}</button>
    </form>
  )
}
