import { createSignal, onMount } from 'solid-js'

/** The address of the app's MCP server, and a button that copies it. */
export function McpAddress() {
  const [address, setAddress] = createSignal('/_fw/mcp')
  const [label, setLabel] = createSignal('Copy')
  onMount(() => setAddress(new URL('/_fw/mcp', location.href).href))

  const copy = () =>
    navigator.clipboard.writeText(address()).then(
      () => setLabel('Copied'),
      () => setLabel('Press Ctrl+C'),
    )
  return (
    <div class="row">
      <code>{address()}</code>
      <button type="button" onClick={copy} aria-live="polite">
        {label()}
      </button>
    </div>
  )
}
