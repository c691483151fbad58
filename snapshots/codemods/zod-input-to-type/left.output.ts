import { api, type Call } from '@fw/runtime'
import { z } from 'zod'

const page = z.object({ page: z.number() })

/** Sign up. */
export const signUp = api({
  // fw-codemod zod-input-to-type: name: Write what .transform() does in run, or as a type: a type of its own cannot say it.
  input: z.object({ email: z.string().email(), name: z.string().transform((text) => text.trim()) }),
  run: async ({ input }) => ({ name: input.name }),
})

/** One of many. */
export const list = api({
  // fw-codemod zod-input-to-type: kinds: Name string with @minLength 2 as a type of its own, and write the list or the choice with it.
  input: z.object({ kinds: z.array(z.string().min(2)) }),
  run: async ({ input }) => input.kinds,
})

interface GetInput {
  id: number
}

/** Fine. */
export const get = api({
  run: async ({ input }: Call<GetInput>) => input.id,
})

export const pages = api({ input: page, run: async ({ input }) => input.page })

export const order = api({
  description: 'Orders tea for a table of the garden.',
  // fw-codemod zod-input-to-type: name: Write what .trim() does in run, or as a type: a type of its own cannot say it. table: Write the type that callers send, and convert it in run: contracts do not coerce. pots: Write what .default() does in run, or as a type: a type of its own cannot say it. note: Write what .refine() does in run, or as a type: a type of its own cannot say it.
  input: z.object({
    name: z.string().trim(),
    table: z.coerce.number(),
    pots: z.number().default(1),
    seen: z.boolean(),
    note: z.string().refine((text) => text !== ''),
  }),
  run: async ({ input }) => input.name,
})
// @left src/left.ts:9 name: Write what .transform() does in run, or as a type: a type of its own cannot say it.
// @left src/left.ts:16 kinds: Name string with @minLength 2 as a type of its own, and write the list or the choice with it.
// @left src/left.ts:34 name: Write what .trim() does in run, or as a type: a type of its own cannot say it. table: Write the type that callers send, and convert it in run: contracts do not coerce. pots: Write what .default() does in run, or as a type: a type of its own cannot say it. note: Write what .refine() does in run, or as a type: a type of its own cannot say it.
