import { For } from 'solid-js'
import { Comments } from '../hostile.tsx'

/** A visitor's JSON where the app expects a text. */
const note = JSON.parse('{"t":"<img src=x onerror=\\"document.title=\'xss\'\\">"}') as string

export default function Page() {
  return (
    <main>
      <h1>{note}</h1>
      <ul>
        <For each={[note, note]}>{(item) => <li>{item}</li>}</For>
      </ul>
      <Comments note={note} notes={[note]} />
    </main>
  )
}
