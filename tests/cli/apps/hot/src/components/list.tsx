import { createSignal, For } from 'solid-js'
import { createStore } from 'solid-js/store'

function Row(props: { name: string }) {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <li>
      <button type="button" onClick={() => setOpen(!isOpen())}>
        {props.name} {isOpen() ? 'open' : 'closed'}
      </button>
    </li>
  )
}

export function List() {
  const [state, setState] = createStore({ rows: [{ name: 'one' }, { name: 'two' }, { name: 'three' }] })
  return (
    <div class="list">
      <button type="button" class="turn" onClick={() => setState('rows', (rows) => rows.toReversed())}>
        turn
      </button>
      <ul>
        <For each={state.rows}>{(row) => <Row name={row.name} />}</For>
      </ul>
    </div>
  )
}
