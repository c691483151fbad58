import { intent } from '@fw/runtime'
import { refresh } from '@fw/runtime/client'
import { createSignal, For, Show } from 'solid-js'
import type { Note } from '../notes.ts'
import { clear as clearNotes } from '../server/notes.api.ts'

// This component has event handlers, so it is an island: its code is sent to the browser. Its intents are tools for agents
// that use the page. Agents read the comment below.
/** The notes, and a field that filters them. */
export function NoteList(props: { notes: Note[] }) {
  const [word, setWord] = createSignal('')
  const shown = () => props.notes.filter(({ text }) => text.toLowerCase().includes(word().toLowerCase()))

  intent('filter', {
    description: 'Shows only the notes that contain a word; all notes for an empty word.',
    run: ({ input }: { input: { word: string } }) => {
      setWord(input.word)
      return shown()
    },
  })

  // A click of a user runs this immediately. For an agent it waits at clearNotes, until a user approves the call.
  const clear = intent('clear', {
    description: 'Deletes all notes.',
    run: async () => {
      const { deleted } = await clearNotes()
      await refresh()
      return { deleted }
    },
  })

  return (
    <section>
      <label for="word">Filter</label>
      <input
        id="word"
        type="search"
        value={word()}
        onInput={(event) => setWord(event.currentTarget.value)}
        autocomplete="off"
      />
      <ul>
        <For each={shown()}>{(note) => <li>{note.text}</li>}</For>
      </ul>
      <Show when={shown().length === 0}>
        <p>No notes.</p>
      </Show>
      <div class="row">
        <button type="button" class="plain" disabled={clear.pending()} onClick={() => clear()}>
          Delete all
        </button>
        <button type="button" class="plain" onClick={() => window.fw?.call('NoteList.clear')}>
          Delete all as an agent
        </button>
      </div>
    </section>
  )
}
