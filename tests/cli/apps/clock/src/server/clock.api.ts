import { appendFileSync } from 'node:fs'
import { api, type Call } from '@fw/runtime'

/** Writes a line. */
export const note = api({
  run: async ({ input }: Call<{ text: string }>) => {
    appendFileSync('clock.log', `${input.text}\n`)
    return { noted: input.text }
  },
})

/** Answers after two seconds have begun. */
export const pause = api({
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 2200))
    return { paused: true }
  },
})
