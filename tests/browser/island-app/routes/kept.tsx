import { NoteCount, Notes } from '../notes.tsx'
import { notes } from '../stores.ts'

export default function Page({ ctx }: { ctx: object }) {
  notes.seed(ctx, { lines: ['seed'] })
  return (
    <main>
      <Notes />
      <NoteCount client:interaction />
    </main>
  )
}
