import { live } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { list, move } from '../server/cards.api.ts'

const COLUMNS = [
  { status: 'todo', title: 'To do' },
  { status: 'doing', title: 'Doing' },
  { status: 'done', title: 'Done' },
]

export function Board(props) {
  const cards = live(list, () => ({ board: props.board }))
  const moveTo = (id, status) => move({ board: props.board, id, status })

  return (
    <>
      <h1>Harbour day</h1>
      <For each={COLUMNS}>
        {(column, index) => (
          <section data-status={column.status}>
            <h2>{column.title}</h2>
            <ul>
              <For each={cards()?.filter(({ status }) => status === column.status)}>
                {(card) => (
                  <li data-card={card.id}>
                    <span>{card.title}</span>
                    <Move card={card} column={COLUMNS[index() - 1]} arrow="←" moveTo={moveTo} />
                    <Move card={card} column={COLUMNS[index() + 1]} arrow="→" moveTo={moveTo} />
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </For>
    </>
  )
}

function Move(props) {
  return (
    <Show when={props.column}>
      {(column) => (
        <button
          type="button"
          aria-label={`Move ${props.card.title} to ${column().title}`}
          onClick={() => props.moveTo(props.card.id, column().status)}
        >
          {props.arrow}
        </button>
      )}
    </Show>
  )
}
