import { createSignal } from 'solid-js'
import { list } from '../server/notes.api.ts'
import { Card } from './card.tsx'

export function Counter(props: { start: number }) {
  const [count, setCount] = createSignal(props.start)
  const load = async () => setCount((await list({ limit: 5 })).length)
  return (
    <div>
      <Card title="In an island" />
      <button type="button" onClick={() => setCount(count() + 1)}>
        count {count()}
      </button>
      <button type="button" onClick={load}>
        load
      </button>
    </div>
  )
}
