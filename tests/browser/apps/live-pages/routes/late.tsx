import { createResource, Suspense } from 'solid-js'
import { listCards, listNotes } from '../board.api.ts'

export const live = true

function Notes() {
  const [notes] = createResource(() => listNotes())
  return <p class="notes">{notes()?.join(', ')}</p>
}

export default async () => (
  <main>
    <p class="count">{(await listCards()).length}</p>
    <Suspense fallback={<i>waits</i>}>
      <Notes />
    </Suspense>
  </main>
)
