import { defineStore, type StoreCall } from '@fw/runtime'

type Call = StoreCall<{ n: number }>
const actions = {
  raise: { description: 'One more.', run: ({ state, set }: Call) => set('n', state.n + 1) },
}

export const visits = defineStore({ n: 0 }, { actions }, 'visits')
export const cart = defineStore({ n: 0 }, { actions, persist: 'page' }, 'cart')
