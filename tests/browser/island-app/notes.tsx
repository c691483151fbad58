import { useStore } from '@fw/runtime'
import { draft, notes } from './stores.ts'

export function Notes() {
  const [state, { add }] = useStore(notes)
  const [tab, { write }] = useStore(draft)
  return (
    <p class="notes">
      <button type="button" class="add" onClick={() => add()}>
        {state.lines.join()}
      </button>
      <button type="button" class="write" onClick={() => write()}>
        {tab.text}
      </button>
    </p>
  )
}

export function NoteCount() {
  const [state] = useStore(notes)
  return (
    <button type="button" class="note-count">
      {state.lines.length}
    </button>
  )
}
