/**
 * The state of a schedule that processes share in the data store: which process runs a time, which time is running, which
 * ran last.
 */
import type { DataStore } from '#contract/config/data.ts'
import type { ScheduleDefinition } from '#contract/config/schedule.ts'
import { getTimeZone, whenText } from './tick-times.ts'

/** Longer than the clock difference between two machines. */
const CLAIM_MS = 3_600_000
const DAY_MS = 86_400_000
/** Longer than the longest interval of a schedule. */
const LAST_MS = 800 * DAY_MS
/** Time after which the run of a crashed process no longer counts as running. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000

export interface TickClaims {
  /** Returns true for exactly one process, which runs this time. */
  claim(tick: number): Promise<boolean>
  /** Returns true for the only process that may wait for the run of `tick`. */
  claimAfter(tick: number): Promise<boolean>
  /** Returns the time that ran last, or the latest time when the schedule was first seen. */
  last(): Promise<number | undefined>
  setLast(tick: number): Promise<void>
  /** Returns the time that is currently running, in any process. */
  running(): Promise<number | undefined>
  /** Marks a time as running, until the returned function is called. */
  enter(tick: number): Promise<() => Promise<void>>
}

/**
 * Creates the claims of a schedule. A schedule with changed times starts again: missed times of the old ones don't count.
 */
export function tickClaims(data: DataStore, name: string, definition: ScheduleDefinition): TickClaims {
  const key = `schedule:${name}:${whenText(definition)}:${getTimeZone(definition)}`
  const last = `${key}:last`
  // Independent of the times: a schedule never runs concurrently with itself, even if its times change.
  const running = `schedule:${name}:running`
  const toTick = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return {
    claim: (tick) => data.claim(`${key}:${tick}`, CLAIM_MS),
    claimAfter: (tick) => data.claim(`schedule:${name}:after:${tick}`, DAY_MS),
    last: async () => toTick(await data.read(last)),
    setLast: (tick) => data.write(last, String(tick), LAST_MS),
    running: async () => toTick(await data.read(running)),
    async enter(tick) {
      await data.write(running, String(tick), LEASE_MS)
      let renewed: Promise<unknown> = Promise.resolve()
      // While the store is unavailable no other process can claim either, and the store logs the outage.
      const renew = setInterval(() => {
        renewed = data.write(running, String(tick), LEASE_MS).catch(() => undefined)
      }, RENEW_MS)
      renew.unref()
      return async () => {
        clearInterval(renew)
        // Waits for the last renewal: a mark that is written late would outlive its run.
        await renewed
        await data.remove(running).catch(() => undefined)
      }
    },
  }
}
