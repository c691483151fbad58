import { createEffect, createSignal, createUniqueId } from 'solid-js'

const KEY = 'glasshouse-note'

/** Only this browser has its content, so the server sends nothing. */
export function Notepad() {
  const [note, setNote] = createSignal(localStorage.getItem(KEY) ?? '')
  const id = createUniqueId()
  createEffect(() => localStorage.setItem(KEY, note()))
  return (
    <div class="card">
      <span class="state" aria-hidden="true">
        only
      </span>
      <h3>
        <label for={id}>Notepad</label>
      </h3>
      <p class="soft">Kept in this browser.</p>
      <textarea id={id} rows={3} value={note()} onInput={(event) => setNote(event.currentTarget.value)} />
    </div>
  )
}
