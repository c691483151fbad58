/** A board of cards with an owner each, whose reads are live. */
import { api, type CacheTag, cached, revalidateTag, schema, str } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'

/** Creates an app with its own data. `suffix` makes its tags different from those of other apps in this process. */
export function createBoard(suffix: string) {
  const tag = (name: string) => `${name}${suffix}` as CacheTag
  const cards = new Map<string, string[]>()
  /** Number of runs of each read. */
  const runs = new Map<string, number>()
  const count = (name: string) => runs.set(name, (runs.get(name) ?? 0) + 1)
  const countCards = cached(async () => [...cards.values()].flat().length, { ttl: 600, tags: [tag('count')] })
  const board = {
    list: api({
      access: 'public',
      readonly: true,
      tags: [tag('board-[board]')],
      input: schema({ board: str() }),
      run: ({ input }) => {
        count(`list ${input.board}`)
        return cards.get(input.board) ?? []
      },
    }),
    total: api({
      access: 'public',
      readonly: true,
      run: () => {
        count('total')
        return countCards()
      },
    }),
    plain: api({ access: 'public', readonly: true, run: () => 'nothing changes here' }),
    mine: api({
      access: 'user',
      readonly: true,
      tags: [tag('mine-secret')],
      run: ({ ctx }) => {
        count('mine')
        return `cards of ${(ctx as { readonly userId?: string }).userId}`
      },
    }),
    add: api({
      access: 'public',
      invalidates: [tag('board-[board]'), tag('count')],
      input: schema({ board: str(), card: str() }),
      run: ({ input }) => {
        const list = cards.get(input.board) ?? []
        cards.set(input.board, [...list, input.card])
        return list.length + 1
      },
    }),
    fail: api({
      access: 'public',
      invalidates: [tag('board-[board]')],
      input: schema({ board: str() }),
      run: () => {
        throw new Error('the board is locked')
      },
    }),
    touch: api({
      access: 'public',
      input: schema({ name: str() }),
      run: async ({ input }) => {
        await revalidateTag(tag(input.name))
      },
    }),
  }
  return {
    board,
    tag,
    cards,
    runs,
    options: { apis: { board } } satisfies FwServerOptions,
  }
}
