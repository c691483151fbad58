import { api, type Call, int, list, schema, str } from '@fw/runtime'

export interface Item {
  sku: string
  qty: number
}

export interface Order {
  id: string
  placedAt: Date
  items: Item[]
}

/** Type-only input, a `Date` in what it answers. */
export const order = api({
  run: async ({ input, ctx }: Call<{ id: string }>): Promise<Order> => ({
    id: `${ctx.userId}/${input.id}`,
    placedAt: new Date(0),
    items: [],
  }),
})

/** Every field may be left out. */
export const search = api({
  run: async ({ input }: Call<{ query?: string; limit?: number }>) => ({ query: input.query ?? '', total: 1 }),
})

/** Explicit type arguments. */
export const place = api<{ items: Item[] }, { id: string }>({
  guard: 'confirm',
  run: async ({ input, ctx }) => ({ id: `${ctx.session?.userId}-${input.items.length}` }),
})

/** Builders. */
export const tag = api({
  input: schema({ sku: str(), tags: list(str()), stars: int().optional(), limit: int().default(20) }),
  run: async ({ input }) => ({ sku: input.sku, tags: input.tags, stars: input.stars, limit: input.limit }),
})

/** No input. */
export const ping = api({ run: async ({ ctx }) => ctx.path })
