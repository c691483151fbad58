import { createSignal, onCleanup } from 'solid-js'

/** A row of a list. */
export function Row(props: { name: string; key?: string }) {
  const [count, setCount] = createSignal(0)
  onCleanup(() => {
    const lists = globalThis as { ended?: string[] }
    lists.ended ??= []
    lists.ended.push(props.name)
  })
  return (
    <button type="button" class="row" onClick={() => setCount(count() + 1)}>
      {props.name} {count()}
    </button>
  )
}
