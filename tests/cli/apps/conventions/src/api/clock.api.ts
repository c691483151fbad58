import { api } from '@fw/runtime'

/** Tell the hour of a clock. */
export const hour = api({
  guard: 'auto',
  run: ({ input }: { input: { minutes: number } }): { hour: number } => ({ hour: Math.floor(input.minutes / 60) }),
})
