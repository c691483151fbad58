import { For, type JSX, Show } from 'solid-js'
import { type Entry, readContents } from '../library.ts'
import type { Heading } from '../markdown.ts'

interface ShellProps {
  /** Of the page that is shown. */
  path: string
  /** Content of the list beside the page. */
  headings?: readonly Heading[]
  children: JSX.Element
}

/** A page between the contents of the whole site and those of its own. Nothing here has a script. */
export function Shell(props: ShellProps) {
  const sections = () => (props.headings ?? []).filter(({ level }) => level === 2)
  return (
    <div class="shell">
      <details class="contents">
        <summary>Contents</summary>
        <nav aria-label="Contents">
          <Contents path={props.path} />
        </nav>
      </details>
      <nav class="sidebar" aria-label="All pages">
        <Contents path={props.path} />
      </nav>
      <main id="main">{props.children}</main>
      <Show when={sections().length > 2}>
        <nav class="on-this-page" aria-label="On this page">
          <p>On this page</p>
          <ul>
            <For each={sections()}>
              {({ id, text }) => (
                <li>
                  <a href={`#${id}`}>{text}</a>
                </li>
              )}
            </For>
          </ul>
        </nav>
      </Show>
    </div>
  )
}

function Contents(props: { path: string }) {
  return (
    <For each={readContents()}>
      {(part) => (
        <>
          <p>{part.title}</p>
          <ul>
            <For each={part.entries}>
              {(entry) => (
                <li>
                  <a href={`/${entry.path}`} aria-current={entry.path === props.path ? 'page' : undefined}>
                    {entry.title}
                  </a>
                </li>
              )}
            </For>
          </ul>
        </>
      )}
    </For>
  )
}

/** The pages before and after one, in the order of the contents. */
export function Neighbours(props: { path: string }) {
  const entries = readContents().flatMap((part) => part.entries)
  const at = entries.findIndex(({ path }) => path === props.path)
  return (
    <Show when={at >= 0}>
      <nav class="neighbours" aria-label="Pages before and after">
        <Neighbour entry={entries[at - 1]} rel="prev" word="Before" />
        <Neighbour entry={entries[at + 1]} rel="next" word="After" />
      </nav>
    </Show>
  )
}

function Neighbour(props: { entry: Entry | undefined; rel: 'prev' | 'next'; word: string }) {
  return (
    <Show when={props.entry}>
      {(entry) => (
        <a class={props.rel} href={`/${entry().path}`} rel={props.rel}>
          <span>{props.word}</span>
          {entry().title}
        </a>
      )}
    </Show>
  )
}
