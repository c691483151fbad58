import { createSignal, type JSX, Show } from 'solid-js'

/** Shows its children when it is opened. */
export function Fold(props: { readonly children?: JSX.Element }) {
  const [isOpen, open] = createSignal(false)
  return (
    <div class="fold">
      <button type="button" onClick={() => open(true)}>
        Open
      </button>
      <Show when={isOpen()}>{props.children}</Show>
    </div>
  )
}
