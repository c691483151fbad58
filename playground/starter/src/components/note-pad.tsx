import { intent } from '@fw/runtime'
import { createSignal, For, Show } from 'solid-js'
import type { Note } from '../notes.ts'
import { add as addNote } from '../server/notes.api.ts'

interface NewNote {
  /** What to write down. Default: what is typed in the field. */
  text?: string
}

// This component has an event handler, so it is an island: its code is sent to the browser. Agents read the comment below.
/** The notes, and a field for the next one. */
export function NotePad(props: { notes: Note[] }) {
  const [added, setAdded] = createSignal<Note[]>([])
  const [draft, setDraft] = createSignal('')

  const add = intent('add', {
    description: 'Adds a note and shows it on the page.',
    run: async ({ input }: { input: NewNote }) => {
      const note = await addNote({ text: input.text ?? draft() })
      setAdded([...added(), note])
      setDraft('')
      return note
    },
  })

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    add({}).catch(() => {}) // the line below shows the error
  }

  return (
    <section class="pad">
      <ul>
        <For each={[...props.notes, ...added()]}>{(note) => <li>{note.text}</li>}</For>
      </ul>
      <form onSubmit={submit}>
        <label for="text">New note</label>
        <div class="row">
          <input
            id="text"
            value={draft()}
            onInput={(event) => setDraft(event.currentTarget.value)}
            autocomplete="off"
          />
          <button type="submit" disabled={add.pending()}>
            Add
          </button>
        </div>
        <p role="status">
          <Show when={add.error()}>A note has 1 to 200 characters.</Show>
        </p>
      </form>
    </section>
  )
}
