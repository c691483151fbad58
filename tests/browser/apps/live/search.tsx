import { live } from '@fw/runtime'
import { createSignal, ErrorBoundary, For, Suspense } from 'solid-js'
import { listCards } from './board.api.ts'

/** Reads nothing until a board is chosen. */
export function Search() {
  const [board, setBoard] = createSignal<string>()
  const cards = live(listCards, () => {
    const name = board()
    return name === undefined ? undefined : { board: name }
  })
  return (
    <section
      class="search"
      data-state={cards.state}
      data-loading={String(cards.loading)}
      data-latest={cards.latest?.length}
    >
      <button type="button" onClick={() => setBoard('s')}>
        Search
      </button>
      <button type="button" onClick={() => setBoard('t')}>
        Other
      </button>
      <button type="button" onClick={() => cards.refetch()}>
        Again
      </button>
      <ErrorBoundary fallback={<p>failed</p>}>
        <Suspense fallback={<p>wait</p>}>
          <ul>
            <For each={cards()}>{(card) => <li>{card.title}</li>}</For>
          </ul>
        </Suspense>
      </ErrorBoundary>
    </section>
  )
}
