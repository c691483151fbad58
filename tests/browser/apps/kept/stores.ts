import { defineStore, type StoreCall } from '@fw/runtime'

type Call = StoreCall<{ n: number }>

export const cart = defineStore(
  { n: 0 },
  { actions: { raise: { description: 'One more.', run: ({ state, set }: Call) => set('n', state.n + 1) } } },
  'cart',
)
