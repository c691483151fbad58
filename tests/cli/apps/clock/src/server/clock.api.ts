import { appendFileSync } from 'node:fs'
import { api, type Call, revalidateTag } from '@fw/runtime'

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

/** Tells which process answers, and dies there where that is asked for. */
export const who = api({
  run: ({ input }: Call<{ die?: boolean }>) => {
    if (input.die) setTimeout(() => process.exit(7), 50)
    return { pid: process.pid }
  },
})

/** Drops the page that is kept. */
export const drop = api({
  run: async () => {
    await revalidateTag('kept')
    return { dropped: true }
  },
})

/** Sets the clock, once a person has agreed. */
export const set = api({ guard: 'confirm', run: () => ({ setBy: process.pid }) })
