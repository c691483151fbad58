import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { api, type Call } from '@fw/runtime'

// What outlives the process, and what does not.
const LOG = 'desk.log'
let stamped = 0

/** Counts its own calls since the app was started, and says whose they are. */
export const stamp = api({
  run: ({ ctx }: Call) => {
    stamped += 1
    console.log('this line is of the app')
    return { stamped, user: ctx.userId ?? 'nobody' }
  },
})

/** Fails every other time, over all processes. */
export const lucky = api({
  run: () => {
    appendFileSync(LOG, 'lucky\n')
    const tries = readFileSync(LOG, 'utf8').split('lucky').length - 1
    if (tries % 2 === 1) throw new Error('no luck')
    return { tries }
  },
})

/** Takes an amount from the account, for good. */
export const pay = api({
  guard: 'confirm',
  run: ({ input }: Call<{ cents: number }>) => {
    appendFileSync(LOG, `pay ${input.cents}\n`)
    return { paid: input.cents }
  },
})

/** Says when it has begun, and answers never. */
export const hang = api({
  run: () => {
    appendFileSync(LOG, `hang ${process.pid}\n`)
    return new Promise<{ done: boolean }>(() => undefined)
  },
})

/** Tells whether anything was written down. */
export const written = api({ readonly: true, run: () => ({ written: existsSync(LOG) }) })
