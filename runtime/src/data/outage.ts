/** What callers hear while a store cannot be used, and the one line that the log gets about it. */
import { FwError } from '#contract/error.ts'

export interface Outage {
  /** Whether the last use failed. */
  readonly active: boolean
  /** The error for a caller. The first one of an outage is logged with its reason; nothing of that reaches the caller. */
  begin(reason: string): FwError
  /** The store works (again). */
  end(): void
}

/** A store that fails and works by turns does not write more lines than one in this time. */
const QUIET_MS = 10_000

/** `name`: what the log calls the store; it must hold no password. */
export function createOutage(name: string, log: (message: string) => void = console.error): Outage {
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
        log(`data: ${name} cannot be used: ${reason} Calls that need it answer 503 until that is over.`)
      }
      active = true
      return new FwError('unavailable', {
        message: 'The data store of this server is not available right now; try again in a moment.',
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
