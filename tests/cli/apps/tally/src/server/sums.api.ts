import { api, type Call } from '@fw/runtime'

/** Adds numbers. */
export const total = api({
  run: ({ input }: Call<{ numbers: number[] }>) => ({ total: input.numbers.reduce((sum, one) => sum + one, 0) }),
})

/** Forgets all sums. */
export const forget = api({ guard: 'confirm', run: () => ({ forgotten: true }) })
