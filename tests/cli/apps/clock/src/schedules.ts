import { appendFileSync } from 'node:fs'
import { schedule } from '@fw/runtime'
import { note } from './server/clock.api.ts'

/** Says each second that it ran, and which process it was. */
export const tick = schedule({
  every: '1s',
  overlap: 'queue',
  run: async ({ scheduledAt }) => {
    await note({ text: `tick ${scheduledAt.toISOString()} ${process.pid}` })
  },
})

/** Its expression is known when the server starts. */
export const yearly = schedule({
  cron: process.env.CLOCK_CRON ?? '0 0 1 1 *',
  timezone: 'Europe/Berlin',
  missed: 'run-once',
  run: () => appendFileSync('yearly.log', 'ran\n'),
})
