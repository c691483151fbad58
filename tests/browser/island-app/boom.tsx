import { createSignal, onMount } from 'solid-js'
import { isServer } from 'solid-js/web'

export function Boom() {
  const [n] = createSignal(0)
  if (!isServer) throw new Error('client boom')
  return <b class="boom">server {n()}</b>
}

export function Recovered() {
  const [n, set] = createSignal(0)
  if (isServer) throw new Error('server boom')
  return (
    <button type="button" class="recovered" onClick={() => set(n() + 1)}>
      recovered {n()}
    </button>
  )
}

export function Late(props: { since: Date; tags: Set<string> }) {
  const [text, set] = createSignal('')
  onMount(() => set(`${props.since instanceof Date} ${props.since.getTime()} ${props.tags.has('a')}`))
  return <i class="late">{text()}</i>
}
