import { live } from '@fw/runtime'
import { For } from 'solid-js'
import { listOwn } from './board.api.ts'

/** Shows what only the signed-in user may read. */
export function Own() {
  const cards = live(listOwn)
  return (
    <section class="own">
      <For each={cards.latest}>{(card) => <p>{card}</p>}</For>
      <b>{cards.error ? 'refused' : 'shown'}</b>
    </section>
  )
}
