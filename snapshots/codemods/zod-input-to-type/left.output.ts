import { api, type Call } from '@fw/runtime'
import { z } from 'zod'

const page = z.object({ page: z.number() })

/** Sign up. */
export const signUp = api({
  // fw-codemod zod-input-to-type: Write what .transform() does in run, or as a type: a type of its own cannot say it.
  input: z.object({ email: z.string().email(), name: z.string().transform((text) => text.trim()) }),
  run: async ({ input }) => ({ name: input.name }),
})

/** One of many. */
export const list = api({
  // fw-codemod zod-input-to-type: Name string with @minLength 2 as a type of its own, and write the list or the choice with it.
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
// @left src/left.ts:9 Write what .transform() does in run, or as a type: a type of its own cannot say it.
// @left src/left.ts:16 Name string with @minLength 2 as a type of its own, and write the list or the choice with it.
