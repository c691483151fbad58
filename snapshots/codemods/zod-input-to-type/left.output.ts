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

// fw-codemod zod-input-to-type: Write this schema as a type: it is not written out here.
export const pages = api({ input: page, run: async ({ input }) => input.page })

export const order = api({
  description: 'Orders tea for a table of the garden.',
  input: z.object({
    // fw-codemod zod-input-to-type: name: Write what .trim() does in run, or as a type: a type of its own cannot say it.
    name: z.string().trim(),
    // fw-codemod zod-input-to-type: table: Write the type that callers send, and convert it in run: contracts do not coerce.
    table: z.coerce.number(),
    // fw-codemod zod-input-to-type: pots: Write what .default() does in run, or as a type: a type of its own cannot say it.
    pots: z.number().default(1),
    seen: z.boolean(),
    // fw-codemod zod-input-to-type: note: Write what .refine() does in run, or as a type: a type of its own cannot say it.
    note: z.string().refine((text) => text !== ''),
  }),
  run: async ({ input }) => input.name,
})
// @left src/left.ts:9 name: Write what .transform() does in run, or as a type: a type of its own cannot say it.
// @left src/left.ts:16 kinds: Name string with @minLength 2 as a type of its own, and write the list or the choice with it.
// @left src/left.ts:30 Write this schema as a type: it is not written out here.
// @left src/left.ts:36 name: Write what .trim() does in run, or as a type: a type of its own cannot say it.
// @left src/left.ts:38 table: Write the type that callers send, and convert it in run: contracts do not coerce.
// @left src/left.ts:40 pots: Write what .default() does in run, or as a type: a type of its own cannot say it.
// @left src/left.ts:43 note: Write what .refine() does in run, or as a type: a type of its own cannot say it.
