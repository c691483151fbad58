import { api, type Call, int, schema } from '@fw/runtime'
import { shared } from './shared.ts'

const scopes = ['orders:write']

/** Finds teas. */
export const search = api({ run: async ({ input }: Call<{ query: string }>) => [input.query] })

/** Refunds an order. */
export const refund = api({
  guard: 'confirm',
  scopes: ['orders:write'],
  input: schema({ amount: int() }),
  run: ({ input }) => input.amount,
})

export const cancel = api({ scopes, run: () => true })

export const list = api({
  // All of them.
  readonly: true,
  scopes: [],
  run: () => [],
})

export const count = api({
  // All of them.
  readonly: true,
  run: () => 1,
})

export const mine = api({ access: 'user', run: () => 1 })

export const spread = api({ ...shared, run: () => 1 })

export const given = api(shared)
