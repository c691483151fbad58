import { useForm } from '@fw/runtime'
import { addCard } from '../server/desk.api.ts'

export const head = { title: 'New card' }

/** Not cached, because each copy of the form has a key of its own. */
export default function NewCard() {
  const form = useForm(addCard)
  return (
    <form action={form}>
      <p>{form.error()}</p>
      <label for={form.field('title').id}>Title</label>
      <input {...form.field('title')} required />
      <button type="submit">Add</button>
    </form>
  )
}
