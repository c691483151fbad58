import { api, type Call } from '@fw/runtime'

interface Wanted {
  readonly id: string
}

/** Finds an order. */
export const find = api({ run: ({ input }: Call<Wanted>) => ({ id: input.id, total: 12 }) })
