/** What processes that share a data store tell each other of a schedule: who runs a time, who is running, what ran last. */
import type { DataStore } from '#contract/data.ts'
import type { ScheduleDefinition } from '#contract/schedule.ts'
import { getTimeZone, whenText } from './tick-times.ts'

/** Clocks of two machines differ by less. */
const CLAIM_MS = 3_600_000
const DAY_MS = 86_400_000
/** Longer than any schedule sleeps. */
const LAST_MS = 800 * DAY_MS
/** A process that died while it ran is forgotten after this. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000

export interface TickClaims {
  /** True for exactly one process, which runs this time. */
  claim(tick: number): Promise<boolean>
  /** True for the one that may wait for the run of `tick`. */
  claimAfter(tick: number): Promise<boolean>
  /** The time that ran last, or that was the latest when the schedule was first seen. */
  last(): Promise<number | undefined>
  setLast(tick: number): Promise<void>
  /** The time whose run goes on, in whichever process. */
  running(): Promise<number | undefined>
  /** Says so, until the answered function is called. */
  enter(tick: number): Promise<() => Promise<void>>
}

/** A schedule whose times are changed starts anew: what the old ones missed is not missed. */
export function tickClaims(data: DataStore, name: string, definition: ScheduleDefinition): TickClaims {
  const key = `schedule:${name}:${whenText(definition)}:${getTimeZone(definition)}`
  const last = `${key}:last`
  // Its runs do not know when the next ones are: a schedule is never beside itself, however it is timed.
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
      // While the store is away nobody else can claim either, and the store tells of that itself.
      const renew = setInterval(() => {
        renewed = data.write(running, String(tick), LEASE_MS).catch(() => undefined)
      }, RENEW_MS)
      renew.unref()
      return async () => {
        clearInterval(renew)
        // A mark that is written late would outlive its run.
        await renewed
        await data.remove(running).catch(() => undefined)
      }
    },
  }
}
