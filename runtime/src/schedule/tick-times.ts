/**
 * The times of a schedule: a calendar (croner) or fixed intervals. The only module of the runtime that parses cron
 * expressions.
 */

import { Cron } from 'croner'
import { everyMs, type ScheduleDefinition } from '#contract/config/schedule.ts'
import { SetupError } from '#contract/config/setup-error.ts'

/** All times are in epoch milliseconds. Every process computes the same times. */
export interface TickTimes {
  /** Returns the first time after `at`; undefined after the last time. */
  next(at: number): number | undefined
  /** Returns the latest time at or before `at`; undefined if there was none. */
  last(at: number): number | undefined
}

const DEFAULT_ZONE = 'UTC'

/** Creates the times. Throws a `SetupError` for an invalid cron expression. */
export function tickTimes(name: string, { cron, every, timezone }: ScheduleDefinition): TickTimes {
  if (cron === undefined) return stepTimes(everyMs(every) ?? Number.NaN)
  try {
    const job = new Cron(cron, { paused: true, timezone: timezone ?? DEFAULT_ZONE })
    return {
      next: (at) => job.nextRun(new Date(at))?.getTime(),
      // croner excludes the given moment, and counts in seconds.
      last: (at) => job.previousRuns(1, new Date(Math.floor(at / 1000) * 1000 + 1000))[0]?.getTime(),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w+: /, '') : String(error)
    throw new SetupError(`The schedule "${name}" has an invalid cron expression: "${cron}". ${reason}`)
  }
}

function stepTimes(step: number): TickTimes {
  const last = (at: number) => Math.floor(at / step) * step
  return { last, next: (at) => last(at) + step }
}

/** Returns the times as text for lists. */
export function whenText({ cron, every }: ScheduleDefinition): string {
  return cron ?? `every ${every}`
}

/** Returns the time zone of the schedule. */
export function getTimeZone({ timezone = DEFAULT_ZONE }: ScheduleDefinition): string {
  return timezone
}
