import { createSignal, onMount, Show } from 'solid-js'
import { visit } from './visits.api.ts'

function Remove(props: { onRemove(): void }) {
  return (
    <button type="button" onClick={() => props.onRemove()}>
      Delete my account
    </button>
  )
}

/** Calls when it starts. */
export function Visitor(props: { html: string }) {
  onMount(() => void visit())
  return <article innerHTML={props.html} />
}

/** Shows the comment of a user once it is opened. */
export function Folded(props: { html: string }) {
  const [html, setHtml] = createSignal('')
  return (
    <section>
      <button type="button" onClick={() => setHtml(props.html)}>
        Open
      </button>
      <article innerHTML={html()} />
    </section>
  )
}

/** Shows the comment of a user below a button. */
export function Review(props: { html: string; isVerified: boolean; isSpread: boolean }) {
  const [isRemoved, setRemoved] = createSignal(false)
  return (
    <section>
      <Remove onRemove={() => setRemoved(true)} />
      <output>{isRemoved() ? 'deleted' : 'kept'}</output>
      <Show when={props.isVerified}>
        <b>Verified</b>
      </Show>
      {props.isSpread ? <article {...{ innerHTML: props.html }} /> : <article innerHTML={props.html} />}
    </section>
  )
}
