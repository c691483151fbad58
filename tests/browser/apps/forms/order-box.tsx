import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { order } from './desk.api.ts'

export function OrderBox() {
  const [done, setDone] = createSignal('')
  const form = useForm(order, { name: 'box', optimistic: true, onDone: ({ said }) => setDone(said) })
  return (
    <form action={form} id="box" novalidate>
      <input {...form.field('name')} />
      <p id={form.errorId('name')}>{form.errorAt('name')}</p>
      <input name="count" value="1" />
      <button type="submit">Box</button>
      <output>{form.pending() ? 'sending' : done()}</output>
      <b>{form.error()}</b>
    </form>
  )
}
