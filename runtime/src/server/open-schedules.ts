/** The schedules of an app: loaded once somebody starts or lists them, run as calls of the app itself. */
import { isSchedule, type Schedule, type ScheduleStatus } from '#contract/schedule.ts'
import { SetupError } from '#contract/setup-error.ts'
import type { Keeper } from '../schedule/keep-schedule.ts'
import type { App } from './app.ts'
import { runSchedule } from './run-schedule.ts'

/** What a server does by itself. */
export interface Schedules {
  /**
   * Runs the app's schedules at their times from now on; `fw dev` and `fw start` call it, no other command does. Rejects
   * with a `SetupError` for a cron expression that is none. Once is enough.
   */
  startSchedules(): Promise<void>
  /** No more times are run. Waits for what runs, `drainMs` (10 seconds) at most, and then aborts its signal. */
  stopSchedules(drainMs?: number): Promise<void>
  /** The app's schedules, and how they went in this process. Rejects as `startSchedules` does. */
  listSchedules(): Promise<readonly ScheduleStatus[]>
  /** Runs one now, as at its time, whatever else runs it: for tests of an app. Rejects with what it threw. */
  runSchedule(name: string): Promise<void>
}

const DRAIN_MS = 10_000

/** Throws a `SetupError` for what is no schedule. */
export function openSchedules(app: App): Schedules {
  const given: Readonly<Record<string, unknown>> = app.options.schedules ?? {}
  const schedules = Object.entries(given).map(([name, value]): readonly [string, Schedule] => {
    if (isSchedule(value)) return [name, value]
    throw new SetupError(
      `src/schedules.ts exports "${name}", which is no schedule. Write "export const ${name === 'default' ? 'nightly' : name} = schedule({ … })", and keep other code in another file.`,
    )
  })
  let keepers: Promise<readonly Keeper[]> | undefined
  let running: readonly Keeper[] = []
  let started = false
  let stopped = false
  const kept = () => {
    keepers ??= makeKeepers(schedules, app)
    return keepers
  }
  return {
    async startSchedules() {
      // Most apps have none, and need not load what reads calendars.
      if (started || stopped || schedules.length === 0) return
      started = true
      const made = await kept()
      if (stopped) return
      running = made
      for (const keeper of running) keeper.start()
    },
    async stopSchedules(drainMs = DRAIN_MS) {
      stopped = true
      await Promise.all(running.map((keeper) => keeper.stop(drainMs)))
    },
    listSchedules: async () => (schedules.length === 0 ? [] : (await kept()).map((keeper) => keeper.status())),
    async runSchedule(name) {
      const found = schedules.find(([known]) => known === name)
      if (found === undefined) throw new TypeError(`The app has no schedule "${name}".`)
      const { definition } = found[1]
      const scheduledAt = new Date((app.options.now ?? Date.now)())
      await runSchedule(app, { name, definition, scheduledAt, signal: new AbortController().signal })
    },
  }
}

async function makeKeepers(schedules: readonly (readonly [string, Schedule])[], app: App): Promise<readonly Keeper[]> {
  const { keepSchedule } = await import('../schedule/keep-schedule.ts')
  const { data, log } = app
  const now = app.options.now ?? Date.now
  return schedules.map(([name, { definition }]) =>
    keepSchedule({ name, definition, data, now, log, execute: (run) => runSchedule(app, run) }),
  )
}
