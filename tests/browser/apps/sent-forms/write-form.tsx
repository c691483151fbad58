import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { save } from './shop.api.ts'

export function WriteForm() {
  const [count] = createSignal(0)
  const form = useForm(save, {
    name: 'write',
    optimistic: true,
    onDone: (title) => {
      if (title === 'faulty') throw new Error('a bug in onDone')
    },
  })
  return (
    <form action={form} id="optimistic">
      <input name="title" aria-label="Title" />
      <input name="note" aria-label="Note" />
      <input type="radio" name="kind" value="a" checked />
      <input type="radio" name="kind" value="b" />
      <button type="submit">Write</button>
      <output>{form.pending() ? 'sending' : count()}</output>
      <p role="alert">{form.error()}</p>
    </form>
  )
}
