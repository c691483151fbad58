/** Errors for callers while a store is unavailable, and log messages about it. */
import { FwError } from '#contract/http/error.ts'

export interface Outage {
  /** Whether the last use of the store failed. */
  readonly active: boolean
  /** Returns the error for a caller. Logs the reason of the first error of an outage; callers never receive the reason. */
  begin(reason: string): FwError
  /** Reports that the store works (again). */
  end(): void
}

/** Minimum time between messages about a store that alternately fails and works. */
const QUIET_MS = 10_000

/** Consequence of an outage for calls, for the log. */
const CALLS_FAIL = 'Calls that need it fail with 503 until it works again.'

/** `name` is the store's name in the log. It must not contain a password. `effect` is the consequence, as a sentence. */
export function createOutage(
  name: string,
  log: (message: string) => void = console.error,
  effect: string = CALLS_FAIL,
): Outage {
  let active = false
  let logged = false
  let quietUntil = Number.NEGATIVE_INFINITY
  return {
    get active() {
      return active
    },
    begin(reason) {
      const now = performance.now()
      if (!active && now >= quietUntil) {
        logged = true
        quietUntil = now + QUIET_MS
        log(`data: ${name} cannot be used: ${reason} ${effect}`)
      }
      active = true
      return new FwError('unavailable', {
        message: 'The data store of this server is not available right now. Try again in a moment.',
        headers: { 'retry-after': '1' },
      })
    },
    end() {
      if (active && logged) log(`data: ${name} works again.`)
      active = false
      logged = false
    },
  }
}
