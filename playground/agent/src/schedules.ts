import { schedule } from '@fw/runtime'
import { recordReminder } from './data/events.ts'
import { takeOverdue } from './data/tickets.ts'
import { deliver } from './server/deliver.ts'

const DAY_MS = 24 * 60 * 60_000

/** Reminds staff once of each ticket whose customer has waited for more than a day. */
export const remind = schedule({
  every: '1h',
  missed: 'run-once',
  run: async ({ scheduledAt }) => {
    for (const ticket of takeOverdue(scheduledAt.getTime() - DAY_MS)) {
      recordReminder(ticket.id, scheduledAt.getTime())
      await deliver({ type: 'reminder', ticket })
    }
  },
})
