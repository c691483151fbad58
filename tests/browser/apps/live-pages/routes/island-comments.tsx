import { listNotes } from '../board.api.ts'
import { Counter } from '../counter.tsx'

export const live = true

/** Like the page of comments, with an island. */
export default async () => {
  const notes = await listNotes()
  return (
    <main>
      <div innerHTML={notes.join('')} />
      <Counter cards={notes.length} />
    </main>
  )
}
