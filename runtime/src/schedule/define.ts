/** `schedule()`: something that an app does by itself, at its times. */
import { markSchedule, type Schedule, type ScheduleDefinition, scheduleProblems } from '#contract/schedule.ts'
import { SetupError } from '#contract/setup-error.ts'

/**
 * Defines a schedule. Only `export const x = schedule({…})` in `src/schedules.ts` is one, named by its export; `fw dev` and
 * `fw start` run it, no other command does. Throws a `SetupError` for what cannot be; a cron expression is read at the start.
 */
export function schedule(definition: ScheduleDefinition): Schedule {
  const [problem] = scheduleProblems(Object.keys(definition), definition as unknown as Record<string, unknown>)
  if (problem !== undefined) throw new SetupError(`A schedule cannot be as it is written. ${problem.message}`)
  if (typeof definition.run !== 'function') throw new SetupError('run of a schedule is a function.')
  return markSchedule({ ...definition })
}
