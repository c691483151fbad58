import type { PageMeta } from '@fw/runtime'
import { NotePad } from '../components/note-pad.tsx'
import { search } from '../server/notes.api.ts'

export const meta: PageMeta = { title: 'Notes' }

export default async function Home() {
  const notes = await search({})
  return (
    <>
      <h1>Notes</h1>
      <NotePad notes={notes} />
    </>
  )
}
