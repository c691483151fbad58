import { createSignal } from 'solid-js'

/** A button that copies a text. */
export function CopyButton(props: { text: string }) {
  const [label, setLabel] = createSignal('Copy')
  const copy = () =>
    navigator.clipboard.writeText(props.text).then(
      () => setLabel('Copied'),
      () => setLabel('Press Ctrl+C'),
    )
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {label()}
    </button>
  )
}
