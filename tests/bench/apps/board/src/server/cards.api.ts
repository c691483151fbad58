import { api, type Call } from '@fw/runtime'
import { type Card, listCards, type Move, moveCard } from '../cards.ts'

/** The cards of a board in their order. */
export const list = api({
  access: 'public',
  readonly: true,
  tags: ['board-[board]'],
  run: ({ input }: Call<{ board: string }>): Card[] => listCards(input.board),
})

/** Move a card to the end of another column. */
export const move = api({
  access: 'public',
  invalidates: ['board-[board]'],
  run: ({ input }: Call<Move>): Card => moveCard(input),
})
