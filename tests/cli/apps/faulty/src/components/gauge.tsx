import { createSignal, onMount } from 'solid-js'

/** Works on the server, and fails where it starts. */
export function Gauge(props: { level: number }) {
  const [level, setLevel] = createSignal(props.level)
  if ('document' in globalThis && location.search === '?gauge') throw new Error(`no gauge for ${props.level}`)
  onMount(() => setLevel(level() + 1))
  return <output>{level()}</output>
}
