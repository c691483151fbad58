import { useMutation, useQuery, useQueryClient } from '@tanstack/solid-query'
import { For, Show } from 'solid-js'

/** Milliseconds. TanStack Query has no push: another browser learns of a change when it asks again, or is focused. */
const INTERVAL = 1000

const COLUMNS = [
  { status: 'todo', title: 'To do' },
  { status: 'doing', title: 'Doing' },
  { status: 'done', title: 'Done' },
]

async function readJson(response) {
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
  return response.json()
}

export function Board(props) {
  const client = useQueryClient()
  const queryKey = () => ['cards', props.board]
  const cards = useQuery(() => ({
    queryKey: queryKey(),
    queryFn: async ({ signal }) => readJson(await fetch(`/cards?board=${props.board}`, { signal })),
    refetchInterval: INTERVAL,
  }))
  const move = useMutation(() => ({
    mutationFn: async (input) =>
      readJson(
        await fetch('/cards/move', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey() }),
  }))
  const moveTo = (id, status) => move.mutate({ board: props.board, id, status })

  return (
    <>
      <h1>Harbour day</h1>
      <For each={COLUMNS}>
        {(column, index) => (
          <section data-status={column.status}>
            <h2>{column.title}</h2>
            <ul>
              <For each={cards.data?.filter(({ status }) => status === column.status)}>
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
