import { live, useForm } from '@fw/runtime'
import { createSignal, For, Show } from 'solid-js'
import type { Card, Status } from '../cards.ts'
import { add, list, type Move, move, remove } from '../server/cards.api.ts'

const COLUMNS: readonly { readonly status: Status; readonly title: string }[] = [
  { status: 'todo', title: 'To do' },
  { status: 'doing', title: 'Doing' },
  { status: 'done', title: 'Done' },
]

/** The board after a move: the card is the last one of its new column. */
function withMoved(cards: readonly Card[], { id, status }: Move): Card[] {
  const moved = cards.filter((card) => card.id === id).map((card) => ({ ...card, status }))
  return [...cards.filter((card) => card.id !== id), ...moved]
}

/** The board with the new card of the form, which has no id of the server yet. */
function withAdded(cards: readonly Card[], fields: FormData): Card[] {
  return [...cards, { id: -1 - cards.length, title: String(fields.get('title')), status: 'todo' }]
}

/** The cards of a board, which follow each change, and show a new card or a move before the server has confirmed it. */
export function Board(props: { board: string }) {
  const cards = live(list, () => ({ board: props.board }))
  const [problem, setProblem] = createSignal('')
  const form = useForm(add, { onDone: () => setProblem(''), optimistic: [cards, withAdded] })

  const attempt = async (work: Promise<unknown>) => {
    setProblem('')
    try {
      await work
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.')
    }
  }
  const moveTo = (id: number, status: Status) =>
    attempt(cards.call(move, { board: props.board, id, status }, { optimistic: withMoved }))
  const removeCard = (id: number) => attempt(remove({ board: props.board, id }))

  return (
    <>
      <p class="problem" role="alert">
        {problem()}
      </p>
      <div class="columns">
        <For each={COLUMNS}>
          {(column, index) => (
            <section class="column" aria-labelledby={`column-${column.status}`}>
              <h2 id={`column-${column.status}`}>{column.title}</h2>
              <ul>
                <For each={cards()?.filter(({ status }) => status === column.status)}>
                  {(card) => (
                    <li class="card" data-card={card.id}>
                      <span>{card.title}</span>
                      <span class="row">
                        <Show when={COLUMNS[index() - 1]}>
                          {(before) => (
                            <button type="button" onClick={() => moveTo(card.id, before().status)}>
                              <span aria-hidden="true">←</span>
                              <span class="visually-hidden">
                                Move {card.title} to {before().title}
                              </span>
                            </button>
                          )}
                        </Show>
                        <Show when={COLUMNS[index() + 1]}>
                          {(after) => (
                            <button type="button" onClick={() => moveTo(card.id, after().status)}>
                              <span aria-hidden="true">→</span>
                              <span class="visually-hidden">
                                Move {card.title} to {after().title}
                              </span>
                            </button>
                          )}
                        </Show>
                        <button type="button" onClick={() => removeCard(card.id)}>
                          <span aria-hidden="true">×</span>
                          <span class="visually-hidden">Remove {card.title}</span>
                        </button>
                      </span>
                    </li>
                  )}
                </For>
              </ul>
            </section>
          )}
        </For>
      </div>
      <form action={form} class="add">
        <input type="hidden" name="board" value={props.board} />
        <label for={form.field('title').id}>New card</label>
        <input {...form.field('title')} autocomplete="off" required />
        <button type="submit">Add</button>
        <p id={form.errorId('title')} class="problem">
          {form.errorAt('title') ?? form.error()}
        </p>
      </form>
    </>
  )
}
