import { listNotes } from '../board.api.ts'

export const live = true

/** The notes are the HTML of users, which the app has sanitized: elements keep their ids and data attributes. */
export default async () => {
  const notes = await listNotes()
  return (
    <main>
      <h1>{notes.length} comments</h1>
      <div innerHTML={notes.join('')} />
    </main>
  )
}
