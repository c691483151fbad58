/** Times and texts as every store takes them. */

/** A hundred years: nothing is kept longer, so that every number stays exact in every store. */
const LONGEST_MS = 3_155_760_000_000

/** Settled and expired proposals are kept this long after their time, so that it can still be seen what became of them. */
export const KEEP_SETTLED_MS = 3_600_000

/**
 * Resolved proposals of one subject that are kept: as many that ran, and as many that did not. An agent can make any
 * number of the latter, so these never take the place of an outcome.
 */
export const MAX_RESOLVED = 100

/** What is over is thrown away at most this often: a full look at everything that is kept costs time. */
export const SWEEP_EVERY_MS = 60_000

/** What every store takes. */
export interface StoreOptions {
  /** Clock in epoch milliseconds. Default: the machine's (for Redis: that of the Redis machine, one for all servers). */
  readonly now?: () => number
  /** Where the one line about an outage goes. Default `console.error`. */
  readonly log?: (message: string) => void
}

/** A lifetime or window as whole milliseconds, at least 1. Throws for what is no number. */
export function toMilliseconds(duration: number): number {
  if (Number.isNaN(duration)) throw new TypeError('A lifetime has to be a number of milliseconds.')
  return Math.min(LONGEST_MS, Math.max(1, Math.ceil(duration)))
}

/** A number that every store adds exactly. Throws for any other. */
export function toWhole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new TypeError('What is added has to be a whole number.')
  return amount
}

/**
 * A text as servers can keep it, one to one: neither NUL nor half a surrogate pair survives UTF-8 or C strings, and two
 * keys must never become one.
 */
export function toKeyText(key: string): string {
  return JSON.stringify(key).slice(1, -1)
}
