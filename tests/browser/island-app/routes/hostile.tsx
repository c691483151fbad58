import { For } from 'solid-js'
import { Comments } from '../hostile.tsx'
import { NoScript } from '../no-script.tsx'

/** A visitor's JSON where the app expects a text. */
const note = JSON.parse('{"t":"<img src=x onerror=\\"document.title=\'xss\'\\">"}') as string

/** A browser with scripts ends the content of `<noscript>` here, also within quotes. */
const name = '</noscript><img src=x onerror="document.title=\'xss\'">'

export default function Page() {
  return (
    <main>
      <h1>{note}</h1>
      <ul>
        <For each={[note, note]}>{(item) => <li>{item}</li>}</For>
      </ul>
      <Comments note={note} notes={[note]} />
      <noscript>
        <b title={name} class={name} style={{ color: name }} {...{ lang: name }} />
      </noscript>
      <NoScript name={name} />
    </main>
  )
}
