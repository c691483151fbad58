import { createSignal, type JSX } from 'solid-js'

/** A field of a form, with a state of its own and content of the server. */
export function Picker(props: { sent?: string | undefined; children?: JSX.Element }) {
  const [count, setCount] = createSignal(1)
  return (
    <fieldset class="picker">
      <button type="button" class="more" onClick={() => setCount(count() + 1)}>
        {count()} picked, {props.sent ?? 'none'} sent
      </button>
      <input type="hidden" name="count" value={count()} />
      <input class="search" aria-label="search" />
      {props.children}
    </fieldset>
  )
}
