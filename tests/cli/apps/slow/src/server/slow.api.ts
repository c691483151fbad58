import { api, type Call } from '@fw/runtime'

/** Answers after a while. */
export const wait = api({
  run: async ({ input }: Call<{ ms: number }>) => {
    console.log(`waiting ${input.ms}`)
    await new Promise((resolve) => setTimeout(resolve, input.ms))
    return { waited: input.ms }
  },
})
