// The cards that every peer of row `live-board` serves, in memory. The same as tests/bench/apps/board/src/cards.ts.
export const BOARD = 'harbour-day'
export const STATUSES = ['todo', 'doing', 'done']

const TASKS = ['Rent the long tables', 'Ask the ferry for a stop', 'Print the programme', 'Test the sound by the pier']

let cards = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  title: `${TASKS[index % TASKS.length]}, part ${Math.floor(index / TASKS.length) + 1}`,
  status: STATUSES[index % STATUSES.length],
}))

/** Returns the cards of the board in their order. */
export function listCards(board) {
  if (board !== BOARD) throw new Error(`There is no board called "${board}".`)
  return cards
}

/** Moves a card to the end of another column. */
export function moveCard({ board, id, status }) {
  const card = listCards(board).find((one) => one.id === id)
  if (card === undefined) throw new Error(`The board has no card ${id}.`)
  const moved = { ...card, status }
  cards = [...cards.filter((one) => one !== card), moved]
  return moved
}
