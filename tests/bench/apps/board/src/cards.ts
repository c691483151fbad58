/** The same as tests/bench/peers/board-cards.mjs. */
import { FwError, type Int } from '@fw/runtime'

export type Status = 'todo' | 'doing' | 'done'

export interface Card {
  id: Int
  title: string
  status: Status
}

export interface Move {
  board: string
  id: Int
  status: Status
}

const BOARD = 'harbour-day'
const STATUSES: readonly Status[] = ['todo', 'doing', 'done']
const TASKS = ['Rent the long tables', 'Ask the ferry for a stop', 'Print the programme', 'Test the sound by the pier']

let cards: readonly Card[] = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  title: `${TASKS[index % TASKS.length]}, part ${Math.floor(index / TASKS.length) + 1}`,
  status: STATUSES[index % STATUSES.length] ?? 'todo',
}))

/** Returns the cards of the board in their order. */
export function listCards(board: string): Card[] {
  if (board !== BOARD) throw new FwError('not_found', { message: `There is no board called "${board}".` })
  return [...cards]
}

/** Moves a card to the end of another column. */
export function moveCard({ board, id, status }: Move): Card {
  const card = listCards(board).find((one) => one.id === id)
  if (card === undefined) throw new FwError('not_found', { message: `The board has no card ${id}.` })
  const moved = { ...card, status }
  cards = [...cards.filter((one) => one !== card), moved]
  return moved
}
