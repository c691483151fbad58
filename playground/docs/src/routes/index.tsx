import { For } from 'solid-js'
import { Shell } from '../components/shell.tsx'
import { readContents } from '../library.ts'

export const meta = { title: 'fw documentation' }

export default function Home() {
  return (
    <Shell path="">
      <h1>fw documentation</h1>
      <p class="lead">
        fw is a TypeScript framework for web applications that people and AI agents use through one definition. Every
        example of these pages is compiled, and every command executed, by the tests of the framework.
      </p>
      <p>
        <a class="button" href="/guide/start">
          Start
        </a>
      </p>
      <For each={readContents()}>
        {(part) => (
          <section class="part">
            <h2>{part.title}</h2>
            <ul>
              <For each={part.entries}>
                {({ path, title, about }) => (
                  <li>
                    <a href={`/${path}`}>{title}</a>
                    <span innerHTML={about.replace(/`([^`]+)`/g, '<code>$1</code>')} />
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </For>
    </Shell>
  )
}
