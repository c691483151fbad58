import { defineStore, type StoreCall } from '@fw/runtime'

type Call = StoreCall<{ total: number }>

/** What was counted on this page. */
export const tally = defineStore(
  { total: 0 },
  { actions: { raise: { description: 'Count one.', run: ({ state, set }: Call) => set('total', state.total + 1) } } },
)
