import { createSignal, For } from 'solid-js'

/** Shows a visitor's input as text, in a list, and again after a click. */
export function Comments(props: { note: string; notes: readonly string[] }) {
  const [note, set] = createSignal<unknown>('')
  const [notes, setNotes] = createSignal<readonly unknown[]>(props.notes)
  const show = () => {
    set(props.note)
    setNotes([...props.notes, props.note])
  }
  return (
    <div class="comments">
      <p>{props.note}</p>
      <p>{note() as string}</p>
      <ul>
        <For each={notes()}>{(item) => <li>{item as string}</li>}</For>
      </ul>
      <button type="button" onClick={show}>
        {notes().length}
      </button>
    </div>
  )
}
