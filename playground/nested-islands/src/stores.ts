import { defineStore, int, obj, type StoreCall } from '@fw/runtime'

interface Water {
  /** Since the page was opened first. */
  litres: number
}

/** How much water was given, wherever. It outlives the change of pages. */
export const water = defineStore({ litres: 0 } as Water, {
  persist: 'page',
  expose: true,
  actions: {
    pour: {
      description: 'Notes water that was given, in litres.',
      input: obj({ litres: int().min(1).max(20) }),
      run({ input, state, set }: StoreCall<Water, { litres: number }>) {
        set('litres', state.litres + input.litres)
        return state.litres
      },
    },
  },
})
