import { createSignal } from 'solid-js'

/** The one island of this site: pages without code have no script at all. */
export function CopyButton(props: { text: string }) {
  const [copied, setCopied] = createSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(props.text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" class="copy" onClick={copy}>
      <span aria-live="polite">{copied() ? 'Copied' : 'Copy'}</span>
    </button>
  )
}
