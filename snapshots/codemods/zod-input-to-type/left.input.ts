import { api } from '@fw/runtime'
import { z } from 'zod'

const page = z.object({ page: z.number() })

/** Sign up. */
export const signUp = api({
  input: z.object({ email: z.string().email(), name: z.string().transform((text) => text.trim()) }),
  run: async ({ input }) => ({ name: input.name }),
})

/** One of many. */
export const list = api({
  input: z.object({ kinds: z.array(z.string().min(2)) }),
  run: async ({ input }) => input.kinds,
})

/** Fine. */
export const get = api({
  input: z.strictObject({ id: z.number() }),
  run: async ({ input }) => input.id,
})

export const pages = api({ input: page, run: async ({ input }) => input.page })

export const order = api({
  description: 'Orders tea for a table of the garden.',
  input: z.object({
    name: z.string().trim(),
    table: z.coerce.number(),
    pots: z.number().default(1),
    seen: z.boolean(),
    note: z.string().refine((text) => text !== ''),
  }),
  run: async ({ input }) => input.name,
})
