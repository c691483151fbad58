/** `schedule()`: a task that an app runs at its times. */
import { markSchedule, type Schedule, type ScheduleDefinition, scheduleProblems } from '#contract/config/schedule.ts'
import { SetupError } from '#contract/config/setup-error.ts'

/**
 * Defines a schedule. Only `export const x = schedule({…})` in `src/schedules.ts` defines one, named by its export; only
 * `fw dev` and `fw start` run it. Throws a `SetupError` for an invalid definition; a cron expression is parsed when
 * schedules start.
 */
export function schedule(definition: ScheduleDefinition): Schedule {
  const [problem] = scheduleProblems(Object.keys(definition), definition as unknown as Record<string, unknown>)
  if (problem !== undefined) throw new SetupError(`The definition of a schedule is invalid. ${problem.message}`)
  if (typeof definition.run !== 'function') throw new SetupError('run of a schedule must be a function.')
  return markSchedule({ ...definition })
}
