import { createSignal } from 'solid-js'

export function Counter() {
  const [count, setCount] = createSignal(0)
  return (
    <button type="button" class="counter" onClick={() => setCount(count() + 1)}>
      {count()}
    </button>
  )
}
