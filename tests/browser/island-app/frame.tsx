import { createResource, createSignal, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { gate } from './gates.ts'

/** Its root is dynamic, and it takes markup in several props. */
export function Frame(props: { as: string; heading: JSX.Element; children?: JSX.Element; aside?: JSX.Element }) {
  const [n, set] = createSignal(0)
  return (
    <Dynamic component={props.as} class="frame">
      <header>{props.heading}</header>
      <button type="button" class="framed" onClick={() => set(n() + 1)}>
        framed {n()}
      </button>
      {props.children}
      <aside>{props.aside}</aside>
    </Dynamic>
  )
}

/** Loads data, and lets an outer boundary wait for it. */
export function Loaded(props: { name: string }) {
  const [text] = createResource(async () => {
    await gate(props.name)
    return `loaded ${props.name}`
  })
  return <p class="loaded">{text()}</p>
}
