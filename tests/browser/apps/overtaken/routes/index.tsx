import { useForm } from '@fw/runtime'
import { NoteForm } from '../note-form.tsx'
import { save } from '../notes.api.ts'

export default function HomePage() {
  const form = useForm(save)
  return (
    <main>
      <h1>Home</h1>
      <form action={form} id="plain" novalidate>
        <input {...form.field('title')} aria-label="Title" />
        <button type="submit">Save</button>
        <p role="alert">{form.error()}</p>
      </form>
      <NoteForm name="island" />
      <NoteForm name="staying" stays />
      <a href="/other">Other</a>
    </main>
  )
}
