import { createSignal } from 'solid-js'

export function Clock() {
  const [count, setCount] = createSignal(0)
  return (
    <button type="button" onClick={() => setCount(count() + 1)}>
      Clicks {count()}
    </button>
  )
}
