import { useForm } from '@fw/runtime'
import { Refresher } from '../refresher.tsx'
import { save } from '../shop.api.ts'

export default function HomePage() {
  const form = useForm(save)
  return (
    <main>
      <h1>Home</h1>
      <Refresher />
      <form action={form} id="plain" novalidate>
        <input {...form.field('title')} aria-label="Title" />
        <input name="note" aria-label="Note" value={form.value('note')} />
        <button type="submit">Save</button>
        <p role="alert">{form.error()}</p>
      </form>
      <a href="/preview">Preview</a>
    </main>
  )
}
