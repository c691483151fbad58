import { api, type CacheTag, schema, str } from '@fw/runtime'
import { gate } from './gates.ts'

const tag = (name: string) => name as CacheTag // the tags of an app are known to its compiler

/** Cards by board. */
export const boards: Map<string, string[]> = new Map()
/** Boards whose reads fail. */
export const closed: Set<string> = new Set()

export const listCards = api({
  description: 'Lists the cards of a board.',
  access: 'public',
  readonly: true,
  tags: [tag('board-[board]')],
  input: schema({ board: str() }),
  run: async ({ input }) => {
    await gate(`list ${input.board}`)
    if (closed.has(input.board)) throw new Error('This board is closed.')
    return (boards.get(input.board) ?? []).map((title) => ({ id: title, title }))
  },
})

export const listOwn = api({
  description: 'Lists the cards of the signed-in user.',
  access: 'user',
  readonly: true,
  tags: [tag('board-own')],
  run: ({ ctx }) => [`the secret of ${(ctx as { userId?: string }).userId}`, ...(boards.get('own') ?? [])],
})

export const readDays = api({
  description: 'Returns days by name.',
  access: 'public',
  readonly: true,
  tags: [tag('days')],
  run: () => new Map([['first', new Date(86_400_000)]]),
})

export const addCard = api({
  description: 'Adds a card. A card called "bad" is refused.',
  access: 'public',
  invalidates: [tag('board-[board]')],
  input: schema({ board: str(), title: str({ max: 40 }) }),
  run: async ({ input }) => {
    await gate(input.title)
    if (input.title === 'bad') throw new Error('Refused.')
    boards.set(input.board, [...(boards.get(input.board) ?? []), input.title])
    return { added: input.title }
  },
})
