import { api, type Call, type Int } from '@fw/runtime'
import { archiveCards } from '../archive-cards.ts'
import {
  type ArchivedCard,
  addCard,
  type BoardSummary,
  type Card,
  listArchived,
  listBoards,
  listCards,
  moveCard,
  removeCard,
  type Status,
} from '../cards.ts'
import { database } from '../database.ts'

/** All boards, with the number of cards that aren't done. */
export const boards = api({
  title: 'List the boards',
  access: 'public',
  readonly: true,
  tags: ['boards'],
  run: async (_call: Call): Promise<BoardSummary[]> => listBoards(database()),
})

/** The cards of a board in their order. */
export const list = api({
  title: 'List the cards of a board',
  access: 'public',
  readonly: true,
  tags: ['board-[board]'],
  run: async ({ input }: Call<OfBoard>): Promise<Card[]> => listCards(database(), input.board),
})

/** Finished cards that were archived. */
export const archived = api({
  title: 'List the archive',
  access: 'public',
  readonly: true,
  tags: ['archive'],
  run: async (_call: Call): Promise<ArchivedCard[]> => listArchived(database()),
})

/** Add a card to the first column of a board. */
export const add = api({
  title: 'Add a card',
  access: 'public',
  invalidates: ['boards', 'board-[board]'],
  run: async ({ input }: Call<NewCard>): Promise<Card> => addCard(database(), input.board, input.title),
})

/** Move a card to the end of another column. */
export const move = api({
  title: 'Move a card',
  access: 'public',
  invalidates: ['boards', 'board-[board]'],
  run: async ({ input }: Call<Move>): Promise<Card> => moveCard(database(), input.board, input.id, input.status),
})

/** Remove a card for good. */
export const remove = api({
  title: 'Remove a card',
  access: 'public',
  guard: 'confirm',
  effect: 'irreversible',
  invalidates: ['boards', 'board-[board]'],
  run: async ({ input }: Call<OfCard>): Promise<{ removed: Int }> => {
    removeCard(database(), input.board, input.id)
    return { removed: input.id }
  },
})

/** Archive the finished cards of all boards. */
export const archive = api({
  title: 'Archive finished cards',
  access: 'public',
  guard: 'confirm',
  invalidates: ['archive'],
  run: async (_call: Call): Promise<{ boards: string[] }> => ({ boards: await archiveCards(new Date()) }),
})

interface OfBoard {
  /** As `cards.boards` lists it, such as `harbour-day`. */
  board: string
}

interface OfCard extends OfBoard {
  id: Int
}

export interface Move extends OfCard {
  status: Status
}

interface NewCard extends OfBoard {
  /**
   * @minLength 1
   * @maxLength 120
   */
  title: string
}
