import { api, type Call } from '@fw/runtime'
import { z } from 'zod'

const page = z.object({ page: z.number() })

/** Sign up. */
export const signUp = api({
  // fw-codemod zod-input-to-type: name: Implement .transform() in run, or write this member as a type by hand.
  input: z.object({ email: z.string().email(), name: z.string().transform((text) => text.trim()) }),
  run: async ({ input }) => ({ name: input.name }),
})

/** One of many. */
export const list = api({
  // fw-codemod zod-input-to-type: kinds: Declare string with @minLength 2 as a named type, and use it in the list or union.
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

// fw-codemod zod-input-to-type: Write this schema as a type, because it is not inline.
export const pages = api({ input: page, run: async ({ input }) => input.page })

export const order = api({
  description: 'Orders tea for a table of the garden.',
  input: z.object({
    // fw-codemod zod-input-to-type: name: Implement .trim() in run, or write this member as a type by hand.
    name: z.string().trim(),
    // fw-codemod zod-input-to-type: table: Write the type that callers send, and convert the value in run, because contracts do not coerce.
    table: z.coerce.number(),
    // fw-codemod zod-input-to-type: pots: Implement .default() in run, or write this member as a type by hand.
    pots: z.number().default(1),
    seen: z.boolean(),
    // fw-codemod zod-input-to-type: note: Implement .refine() in run, or write this member as a type by hand.
    note: z.string().refine((text) => text !== ''),
  }),
  run: async ({ input }) => input.name,
})
// @left src/left.ts:9 name: Implement .transform() in run, or write this member as a type by hand.
// @left src/left.ts:16 kinds: Declare string with @minLength 2 as a named type, and use it in the list or union.
// @left src/left.ts:30 Write this schema as a type, because it is not inline.
// @left src/left.ts:36 name: Implement .trim() in run, or write this member as a type by hand.
// @left src/left.ts:38 table: Write the type that callers send, and convert the value in run, because contracts do not coerce.
// @left src/left.ts:40 pots: Implement .default() in run, or write this member as a type by hand.
// @left src/left.ts:43 note: Implement .refine() in run, or write this member as a type by hand.
