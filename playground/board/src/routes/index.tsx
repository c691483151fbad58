import { href } from '@fw/runtime'
import { For } from 'solid-js'
import { boards } from '../server/cards.api.ts'

export const meta = { title: 'Boards', description: 'Boards of cards, and how many cards of each are open.' }

/** Without an island: the page itself follows the changes. */
export const live = true

export default async function Boards() {
  const all = await boards()
  return (
    <>
      <h1>Boards</h1>
      <ul class="boards">
        <For each={all}>
          {(board) => (
            <li>
              <a href={href('/boards/[board]', { board: board.slug })}>{board.name}</a>
              <span>{board.open === 1 ? '1 open card' : `${board.open} open cards`}</span>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}
