// @file fw.config.ts
import { defineConfig } from '@fw/runtime'

export default defineConfig({
  access: 'required',
})
// @file src/shop.ts
import { api, type Call, int, schema } from '@fw/runtime'
import { shared } from './shared.ts'

const scopes = ['orders:write']

/** Finds teas. */
export const search = api({ access: 'public', run: async ({ input }: Call<{ query: string }>) => [input.query] })

/** Refunds an order. */
export const refund = api({
  guard: 'confirm',
  access: { scopes: ['orders:write'] },
  input: schema({ amount: int() }),
  run: ({ input }) => input.amount,
})

export const cancel = api({ access: { scopes }, run: () => true })

export const list = api({
  // All of them.
  readonly: true,
  access: 'public',
  run: () => [],
})

export const count = api({
  // All of them.
  access: 'public',
  readonly: true,
  run: () => 1,
})

export const mine = api({ access: 'user', run: () => 1 })

// fw-codemod decide-access: Write who may call this api as "access": a spread object or a computed name may contain it, or "scopes".
export const spread = api({ ...shared, run: () => 1 })

// fw-codemod decide-access: Write who may call this api as "access" in its definition.
export const given = api(shared)
// @left src/shop.ts:36 Write who may call this api as "access": a spread object or a computed name may contain it, or "scopes".
// @left src/shop.ts:39 Write who may call this api as "access" in its definition.
