import { api, type Call, int, schema } from '@fw/runtime'
import { expectType } from '../equal.ts'

// Inside a function for signed-in users the app's own userId is not optional: by contextual typing, and where it is written.
export const built = api({
  access: 'user',
  input: schema({ qty: int() }),
  run: ({ input, ctx }) => {
    expectType<(typeof input)['qty'], number>(true)
    expectType<typeof ctx.userId, string>(true)
    expectType<typeof ctx.path, string>(true)
    return ctx.userId
  },
})
expectType<Awaited<ReturnType<typeof built>>, string>(true)
expectType<Parameters<typeof built>[0], { qty: number }>(true)

export const written = api({
  access: 'user',
  run: async ({ input, ctx }: Call<{ id: string }, 'user'>) => ({ id: input.id, of: ctx.userId }),
})
expectType<Awaited<ReturnType<typeof written>>, { id: string; of: string }>(true)
expectType<Parameters<typeof written>[0], { id: string }>(true)

export const explicit = api<{ id: string }, string, { id: string }, 'user'>({
  access: 'user',
  run: async ({ ctx }) => ctx.userId,
})

/** A `run` for every caller also runs for users. */
export const wider = api({ access: 'user', run: async ({ ctx }: Call<{ id: string }>) => ctx.userId?.length ?? 0 })

// Elsewhere it is what the app declares.
export const open = api({
  access: 'public',
  run: ({ ctx }) => {
    expectType<typeof ctx.userId, string | undefined>(true)
    return 1
  },
})
export const undecided = api({
  run: ({ ctx }) => {
    expectType<typeof ctx.userId, string | undefined>(true)
    return 1
  },
})
export const staff = api({ access: { scopes: ['staff'] }, run: ({ ctx }) => ctx.userId ?? '' })

// A function has the input that `run` has.
export const own = api({
  access: ({ ctx, input }) => input.owner === ctx.userId,
  run: async ({ input }: Call<{ owner: string }>) => input.owner,
})
