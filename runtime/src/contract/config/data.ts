/**
 * The store that the `data` option opens: for data that must survive a process or that several processes share. Used by
 * proposals, nonces, rate limits, budgets and threads.
 */
import type { ProposalStore } from '../agent/proposal.ts'

/** The number of hits of a key in a sliding window. */
export interface WindowCount {
  /** Whether this hit was within the limit. A hit above the limit isn't counted. */
  readonly allowed: boolean
  /** Hits that remain in the window after this one. */
  readonly remaining: number
  /** Milliseconds until the oldest counted hit leaves the window; 0 if none is counted. */
  readonly resetMs: number
}

/**
 * A store for the framework's data. Every method rejects with `FwError('unavailable')` while the store can't be reached.
 */
export interface DataStore {
  readonly proposals: ProposalStore
  /** Returns true for exactly one caller of a key until `ttlMs` have passed. For nonces and runs of a schedule. Atomic. */
  claim(key: string, ttlMs: number): Promise<boolean>
  /** Counts a hit in a sliding window, unless it contains `limit` hits already. Atomic. */
  hit(key: string, limit: number, windowMs: number): Promise<WindowCount>
  /**
   * Adds an integer, which may be 0, to the sum of a key, and returns the new sum. The first addition starts its lifetime
   * of `ttlMs`; later additions don't extend it. A key's sum and its string are independent. Atomic.
   */
  add(key: string, amount: number, ttlMs: number): Promise<number>
  /** Returns the string of a key, or undefined for an unknown or expired key. */
  read(key: string): Promise<string | undefined>
  /** Stores a string under a key for `ttlMs`. Replaces an existing one. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  /** Removes a key. An unknown key isn't an error. */
  remove(key: string): Promise<void>
  /**
   * Sends a message to the watchers of a channel in every process that uses the store, this one included. Messages aren't
   * stored: a process that starts to watch later doesn't receive it. Rejects with a `RangeError` for a text of more than
   * `MAX_MESSAGE_LENGTH` UTF-16 code units.
   */
  publish(channel: string, text: string): Promise<void>
  /**
   * Watches a channel. Messages of one process arrive in the order of their publications, at most once. `onGap` reports that
   * messages may have been lost, such as in an outage of the store; it is called when new messages arrive again. Resolves
   * when messages arrive, or after a failed attempt: then the watch begins later, with a call of `onGap`. Never rejects.
   *
   * @returns a function that ends the watch
   */
  watch(channel: string, onMessage: (text: string) => void, onGap: () => void): Promise<() => Promise<void>>
  /** Resolves if the store responds. Used by the readiness path. */
  ping(): Promise<void>
  close(): Promise<void>
}
