/** The schedules of an app: loaded when they are started or listed, run as calls of the app itself. */
import { isSchedule, type Schedule, type ScheduleStatus } from '#contract/config/schedule.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import type { Keeper } from '#schedule/keep-schedule.ts'
import type { App } from './app.ts'
import { runSchedule } from './run-schedule.ts'

/** The scheduling methods of a server. */
export interface Schedules {
  /**
   * Starts the app's schedules. Only `fw dev` and `fw start` call it. Rejects with a `SetupError` for an invalid cron
   * expression. Further calls have no effect.
   */
  startSchedules(): Promise<void>
  /** Stops the schedules. Waits for running ones, `drainMs` (10 seconds) at most, and then aborts their signal. */
  stopSchedules(drainMs?: number): Promise<void>
  /** Returns the app's schedules with their statistics in this process. Rejects like `startSchedules`. */
  listSchedules(): Promise<readonly ScheduleStatus[]>
  /**
   * Runs the schedules whose latest time before `now` (epoch milliseconds) hasn't run in any process, and resolves when they
   * have ended: for a platform that calls the app once a minute. Rejects like `startSchedules`.
   */
  runDueSchedules(now: number): Promise<void>
  /**
   * Runs the latest time of a schedule at or before `now` (epoch milliseconds), however late, unless it ran already, in any
   * process: for the cron of a platform, which calls the app at the times of one schedule. Resolves when the run has ended, to
   * whether this process ran it. Rejects like `startSchedules`, if the data store fails, and with a `TypeError` for a name
   * without a schedule.
   */
  runScheduledTime(name: string, now: number): Promise<boolean>
  /** Runs a schedule now, even if it is running elsewhere: for tests of an app. Rejects with the error of the run. */
  runSchedule(name: string): Promise<void>
}

const DRAIN_MS = 10_000

/** Throws a `SetupError` for an export that isn't a schedule. */
export function openSchedules(app: App, given: Readonly<Record<string, unknown>> = {}): Schedules {
  const schedules = Object.entries(given).map(([name, value]): readonly [string, Schedule] => {
    if (isSchedule(value)) return [name, value]
    throw new SetupError(
      `src/schedules.ts exports "${name}", which is not a schedule. Write "export const ${name === 'default' ? 'nightly' : name} = schedule({ … })", and move other exports to another file.`,
    )
  })
  let keepers: Promise<readonly Keeper[]> | undefined
  let running: readonly Keeper[] = []
  let started = false
  let stopped = false
  const getKeepers = () => {
    keepers ??= makeKeepers(schedules, app)
    return keepers
  }
  return {
    async startSchedules() {
      // Most apps have no schedules and don't need to load the cron parser.
      if (started || stopped || schedules.length === 0) return
      started = true
      const made = await getKeepers()
      if (stopped) return
      running = made
      for (const keeper of running) keeper.start()
    },
    async stopSchedules(drainMs = DRAIN_MS) {
      stopped = true
      await Promise.all(running.map((keeper) => keeper.stop(drainMs)))
    },
    listSchedules: async () => (schedules.length === 0 ? [] : (await getKeepers()).map((keeper) => keeper.status())),
    async runDueSchedules(now) {
      if (schedules.length > 0) await Promise.all((await getKeepers()).map((keeper) => keeper.runDue(now)))
    },
    async runScheduledTime(name, now) {
      const found = (await getKeepers()).find((keeper) => keeper.name === name)
      if (found === undefined) throw createUnknownError(name)
      return found.runOnce(now)
    },
    async runSchedule(name) {
      const found = schedules.find(([known]) => known === name)
      if (found === undefined) throw createUnknownError(name)
      const { definition } = found[1]
      const scheduledAt = new Date(app.now())
      await runSchedule(app, { name, definition, scheduledAt, signal: new AbortController().signal })
    },
  }
}

function createUnknownError(name: string): TypeError {
  return new TypeError(`The app has no schedule "${name}".`)
}

async function makeKeepers(schedules: readonly (readonly [string, Schedule])[], app: App): Promise<readonly Keeper[]> {
  const { keepSchedule } = await import('#schedule/keep-schedule.ts')
  const { data, now, log } = app
  return schedules.map(([name, { definition }]) =>
    keepSchedule({ name, definition, data: data.store, now, log, execute: (run) => runSchedule(app, run) }),
  )
}
