import { useForm } from '@fw/runtime'
import { createSignal } from 'solid-js'
import { save } from './notes.api.ts'

/** A form of an island, which leads to its page, or stays with `onDone`. */
export function NoteForm(props: { name: string; stays?: boolean }) {
  const [done, setDone] = createSignal('')
  const form = useForm(save, { name: props.name, ...(props.stays && { onDone: (title) => setDone(title) }) })
  return (
    <form action={form} id={props.name}>
      <input {...form.field('title')} aria-label="Title" />
      <button type="submit">Save</button>
      <output>{done()}</output>
      <p role="alert">{form.error()}</p>
    </form>
  )
}
