import { createSignal } from 'solid-js'

export function Counter(props) {
  const [count, setCount] = createSignal(props.start)
  return (
    <button type="button" onClick={() => setCount(count() + 1)}>
      Seen {count()} times
    </button>
  )
}
