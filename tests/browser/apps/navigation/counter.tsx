import { createSignal, onCleanup } from 'solid-js'

const ended = () => ((globalThis as { ended?: string[] }).ended ??= [])

export function Counter(props: { label: string }) {
  const [n, set] = createSignal(0)
  onCleanup(() => ended().push(props.label))
  return (
    <button type="button" class="counter" onClick={() => set(n() + 1)}>
      {props.label}: {n()}
    </button>
  )
}
