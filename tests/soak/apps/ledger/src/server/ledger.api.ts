import { appendFileSync } from 'node:fs'
import { api, type Call } from '@fw/runtime'

/** Appends a line to the file in `LEDGER`, so that every run leaves a trace that survives a kill. */
export const write = api({
  guard: 'confirm',
  run: async ({ input }: Call<{ key: string }>): Promise<{ key: string }> => {
    appendFileSync(process.env.LEDGER ?? '/dev/null', `${input.key}\n`)
    return input
  },
})

/**
 * Does the same, and waits a moment afterwards, so that a kill interrupts calls that have started and have no result
 * yet.
 */
export const writeSlowly = api({
  guard: 'confirm',
  run: async ({ input }: Call<{ key: string }>): Promise<{ key: string }> => {
    appendFileSync(process.env.LEDGER ?? '/dev/null', `${input.key}\n`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return input
  },
})

/** Returns its input. */
export const echo = api({
  run: async ({ input }: Call<{ text: string; numbers: number[] }>): Promise<{ text: string; sum: number }> => ({
    text: input.text,
    sum: input.numbers.reduce((sum, number) => sum + number, 0),
  }),
})
