import { revalidateTag, schedule } from '@fw/runtime'
import { archiveCards } from './archive-cards.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

/** Archives cards that have been done for a week. */
export const tidy = schedule({
  every: '1h',
  missed: 'run-once',
  run: async ({ scheduledAt }) => {
    const boards = await archiveCards(new Date(scheduledAt.getTime() - WEEK_MS))
    if (boards.length > 0) await revalidateTag('archive')
  },
})
