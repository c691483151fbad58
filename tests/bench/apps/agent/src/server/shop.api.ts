import { api } from '@fw/runtime'

/** Finds products. */
export const search = api({
  readonly: true,
  run: ({ input }: { input: { query: string } }) => ({ names: [`${input.query} pot`] }),
})
