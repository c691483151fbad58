/** Conversions of times, numbers and keys that all stores share. */

/** Maximum lifetime: a hundred years, so that every number is exact in every store. */
const MAX_MS = 3_155_760_000_000

/**
 * Time for which resolved and expired proposals are stored after their lifetime, so that their outcome can still be
 * read.
 */
export const KEEP_SETTLED_MS = 3_600_000

/**
 * Maximum number of stored resolved proposals of a subject, separately for calls that ran and calls that didn't. An
 * agent can create any number of the latter, so they must not displace outcomes.
 */
export const MAX_RESOLVED = 100

/** Minimum time between two sweeps of expired data, because a sweep scans everything. */
export const SWEEP_EVERY_MS = 60_000

/** Maximum length of a published message in UTF-16 code units. A binary WebSocket message of 1 MiB fits in base64. */
const MAX_MESSAGE_LENGTH = 2_097_152

/** Options of every store. */
export interface StoreOptions {
  /**
   * Clock in epoch milliseconds. Default: the machine's clock (for Redis and Postgres: the clock of their machine,
   * which all servers share).
   */
  readonly now?: () => number
  /** Receives a message at the start and at the end of an outage. Default `console.error`. */
  readonly log?: (message: string) => void
}

/** Returns a lifetime or window in whole milliseconds, at least 1. Throws if it isn't a number. */
export function toMilliseconds(duration: number): number {
  if (Number.isNaN(duration)) throw new TypeError('A lifetime must be a number of milliseconds.')
  return Math.min(MAX_MS, Math.max(1, Math.ceil(duration)))
}

/** Returns a number that every store can add exactly. Throws for any other. */
export function toWhole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new TypeError('The amount to add must be a whole number.')
  return amount
}

/**
 * Escapes a key so that every store keeps it distinct: neither NUL nor a lone surrogate survives UTF-8 or C strings,
 * and two keys must never become the same.
 */
export function toKeyText(key: string): string {
  return JSON.stringify(key).slice(1, -1)
}

/** Returns a message that every store can send. Throws for a longer one. */
export function toMessage(text: string): string {
  if (text.length > MAX_MESSAGE_LENGTH)
    throw new RangeError(`A message can have at most ${MAX_MESSAGE_LENGTH} characters.`)
  return text
}
