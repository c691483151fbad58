import { api, type Call } from '@fw/runtime'

/** Finds a cup by its color. */
export const search = api({
  readonly: true,
  run: ({ input }: Call<{ color: string }>) => ({ name: `${input.color} cup` }),
})
