import { useForm } from '@fw/runtime'
import { note } from './desk.api.ts'

/** A form in an island, whose page is shown again. */
export function NoteBox() {
  const form = useForm(note, { name: 'box' })
  return (
    <form action={form} id="box" novalidate>
      <input {...form.field('text')} />
      <button type="submit">Box</button>
    </form>
  )
}
