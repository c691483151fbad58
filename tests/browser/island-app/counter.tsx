import { createSignal } from 'solid-js'

export function Counter(props: { start?: number; label?: string }) {
  const [n, set] = createSignal(props.start ?? 0)
  return (
    <button type="button" class="counter" onClick={() => set(n() + 1)}>
      {props.label ?? 'count'}: {n()}
    </button>
  )
}
