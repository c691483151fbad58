import { defineStore, type StoreCall } from '@fw/runtime'

type Call = StoreCall<{ n: number }>

export const shelf = defineStore(
  { n: 0 },
  { actions: { raise: { description: 'Put one more on it.', run: ({ state, set }: Call) => set('n', state.n + 1) } } },
)
