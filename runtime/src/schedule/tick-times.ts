/** The times of a schedule: by the calendar (croner) or in even steps. The one place that reads cron expressions here. */

import { Cron } from 'croner'
import { everyMs, type ScheduleDefinition } from '#contract/schedule.ts'
import { SetupError } from '#contract/setup-error.ts'

/** All in epoch milliseconds. Every process gets the same answers. */
export interface TickTimes {
  /** The first time after `at`; undefined when none comes any more. */
  next(at: number): number | undefined
  /** The latest time at or before `at`; undefined when there was none. */
  last(at: number): number | undefined
}

const DEFAULT_ZONE = 'UTC'

/** Throws a `SetupError` for a cron expression that is none. */
export function tickTimes(name: string, { cron, every, timezone }: ScheduleDefinition): TickTimes {
  if (cron === undefined) return stepTimes(everyMs(every) ?? Number.NaN)
  try {
    const job = new Cron(cron, { paused: true, timezone: timezone ?? DEFAULT_ZONE })
    return {
      next: (at) => job.nextRun(new Date(at))?.getTime(),
      // croner leaves out the moment itself, and counts in seconds.
      last: (at) => job.previousRuns(1, new Date(Math.floor(at / 1000) * 1000 + 1000))[0]?.getTime(),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w+: /, '') : String(error)
    throw new SetupError(`The schedule "${name}" has a cron expression that is none: "${cron}". ${reason}`)
  }
}

function stepTimes(step: number): TickTimes {
  const last = (at: number) => Math.floor(at / step) * step
  return { last, next: (at) => last(at) + step }
}

/** As lists show it. */
export function whenText({ cron, every }: ScheduleDefinition): string {
  return cron ?? `every ${every}`
}

/** Whose calendar it is. */
export function getTimeZone({ timezone = DEFAULT_ZONE }: ScheduleDefinition): string {
  return timezone
}
