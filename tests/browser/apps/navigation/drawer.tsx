import { createSignal, type JSX, Show } from 'solid-js'

/** Shows its content once it is opened. */
export function Drawer(props: { children?: JSX.Element }) {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <section>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        Open
      </button>
      <Show when={isOpen()}>{props.children}</Show>
    </section>
  )
}
