import { defineStore, type StoreCall } from '@fw/runtime'

interface Basket {
  cups: number
}

export const basket = defineStore({ cups: 0 } as Basket, {
  actions: {
    add: {
      description: 'One more cup.',
      run: ({ state, set }: StoreCall<Basket>) => set('cups', state.cups + 1),
    },
  },
})
