// @file src/server/shop.api.ts
import { api } from '@fw/runtime'
import { z } from 'zod'
import { products } from '../products.ts'

/** Find products. */
export const search = api({
  readonly: true,
  input: z.object({
    text: z.string().min(1).max(80).describe('Words of the name.'),
    limit: z.number().int().positive().optional(),
    sort: z.enum(['price', 'name']).optional(),
    tags: z.array(z.string()).max(5),
    country: z.string().length(2),
    within: z.object({ min: z.number().gte(0), max: z.number() }).nullable(),
  }),
  run: async ({ input }) => products.filter(({ name }) => name.includes(input.text)),
})

// A comment that stays.
export const remove = api({ guard: 'confirm', input: z.object({ id: z.uuid() }), async run({ input, ctx }) { return { id: input.id, by: ctx.userId } } })
