import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { api, type Call, FwError } from '@fw/runtime'

// Every run leaves a line here, so that a test sees what ran and what did not.
const LOG = 'notes.log'

interface Add {
  /** What to write down. */
  text: string
  /** @minimum 1 */
  copyCount?: number
  loud?: boolean
  tags?: string[]
  color?: 'red' | 'green'
}

/** Adds a note. */
export const add = api({
  run: ({ input }: Call<Add>) => {
    console.log('this line is not the result')
    appendFileSync(LOG, `add ${JSON.stringify(input)}\n`)
    return { added: input }
  },
})

/** Counts the notes. */
export const count = api({
  readonly: true,
  run: () => ({ count: existsSync(LOG) ? readFileSync(LOG, 'utf8').trim().split('\n').length : 0 }),
})

/** Removes every note. */
export const clear = api({
  guard: 'confirm',
  run: ({ input }: Call<{ reason: string }>) => {
    appendFileSync(LOG, `clear ${input.reason}\n`)
    return { cleared: true }
  },
})

/** Removes the file itself; not for agents. */
export const wipe = api({
  guard: 'forbidden',
  run: () => {
    appendFileSync(LOG, 'wipe\n')
    return { wiped: true }
  },
})

/** Throws. */
export const fail = api({
  run: (): { ok: boolean } => {
    throw new Error('broken on purpose')
  },
})

/** Throws an error with a code of its own. */
export const sell = api({
  run: (): { ok: boolean } => {
    throw new FwError('sold_out', { status: 409, message: 'The last note is sold.' })
  },
})

/** Answers, and leaves a promise behind that nobody awaits; not for agents. */
export const forget = api({
  guard: 'forbidden',
  run: () => {
    void Promise.reject(new Error('forgotten on purpose'))
    return { ok: true }
  },
})
