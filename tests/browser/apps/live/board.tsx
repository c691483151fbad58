import { live } from '@fw/runtime'
import { createSignal, For } from 'solid-js'
import { addCard, listCards } from './board.api.ts'

export function Board(props: { board: string }) {
  const [board, setBoard] = createSignal(props.board)
  const [failure, setFailure] = createSignal('')
  const [title, setTitle] = createSignal('')
  const cards = live(listCards, () => ({ board: board() }))
  const add = async () => {
    setFailure('')
    await addCard({ board: board(), title: title() }).catch((error) => setFailure(error.message))
    document.body.dataset.afterAdd = String(document.querySelectorAll('.board li').length)
  }
  const addAtOnce = async () => {
    setFailure('')
    const optimistic = (current: { id: string; title: string }[], given: { title: string }) => [
      ...current,
      { id: given.title, title: `${given.title}?` },
    ]
    await cards
      .call(addCard, { board: board(), title: title() }, { optimistic })
      .catch((error) => setFailure(error.message))
  }
  return (
    <section class="board" data-state={cards.state}>
      <ul>
        <For each={cards()}>{(card) => <li>{card.title}</li>}</For>
      </ul>
      <input value={title()} onInput={(event) => setTitle(event.currentTarget.value)} />
      <button type="button" onClick={add}>
        Add
      </button>
      <button type="button" onClick={addAtOnce}>
        Add at once
      </button>
      <button type="button" onClick={() => setBoard('b')}>
        Board b
      </button>
      <output>{failure()}</output>
      <i>{cards.error ? 'failed' : 'fine'}</i>
    </section>
  )
}
