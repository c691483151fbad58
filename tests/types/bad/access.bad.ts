import { api, type Call, schema, str } from '@fw/runtime'

export const anyone = api({
  access: 'public',
  input: schema({}),
  run: async ({ ctx }) => ctx.userId.length, // error TS18048
})

export const undecided = api({
  input: schema({}),
  run: async ({ ctx }) => ctx.userId.length, // error TS18048
})

export const promised = api({
  input: schema({}),
  run: async ({ ctx }: Call<unknown, 'user'>) => ctx.userId.length, // error TS2322
})

export const misspelled = api({
  access: 'users', // error TS2820
  run: async () => 1,
})

export const noScopes = api({
  access: { scope: ['staff'] }, // error TS2353
  run: async () => 1,
})

export const wrongInput = api({
  access: ({ input }) => input.unknown === 'a', // error TS2339
  input: schema({ owner: str() }),
  run: async () => 1,
})

export const late = api({
  access: async () => true, // error TS2322
  run: async () => 1,
})
