import { api, type Call } from '@fw/runtime'
import type { Order } from '../order.ts'

/** Stores an order. */
export const store = api({
  run: async ({ input }: Call<{ order: Order; others: Order[] }>) => ({ id: input.order.id }),
})
