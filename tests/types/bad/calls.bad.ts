import { api, type Call, int, schema } from '@fw/runtime'
import { order, ping, place, search, tag } from '../app/src/server/shop.api.ts'

order() // error TS2554
order({ id: 1 }) // error TS2322
order({ id: 'a', extra: 1 }) // error TS2353
search({ limit: '1' }) // error TS2322
place({ items: [{ sku: 'a' }] }) // error TS2741
tag({ sku: 'a', tags: ['b'], stars: null }) // error TS2322
ping({ a: 1 }) // error TS2322

order({ id: 'a' }).then((found) => found.total) // error TS2339
order({ id: 'a' }).then((found) => found.placedAt.charAt(0)) // error TS2339

export const wrong = api({
  input: schema({ qty: int() }),
  run: async ({ input }) => input.quantity, // error TS2339
})

export const unknownCtx = api({
  run: async ({ ctx }: Call<{ id: string }>) => ctx.userName, // error TS2339
})

export const guard = api({
  guard: 'ask', // error TS2322
  run: async () => 1,
})

export const output = api<{ id: string }, { id: string }>({
  run: async ({ input }) => ({ id: input.id.length }), // error TS2322
})
