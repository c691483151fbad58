/**
 * What the `data` option opens: one place for what must outlive a process or be shared by several (decisions: Proposals).
 * Proposals, nonces, rate limits, budgets and threads stand on it; caches, tasks and schedules will.
 */
import type { ProposalStore } from './proposal.ts'

/** How many hits a key has had in the window that ends now. */
export interface WindowCount {
  /** Whether this hit was inside the limit; one that was not is not counted. */
  readonly allowed: boolean
  /** Hits that are left in the window after this one. */
  readonly remaining: number
  /** Milliseconds until the oldest counted hit leaves the window; 0 when none is counted. */
  readonly resetMs: number
}

/** A store of data beside the app's own. Every method rejects with `FwError('unavailable')` while it cannot be reached. */
export interface DataStore {
  readonly proposals: ProposalStore
  /** True for exactly one caller of a key until `ttlMs` have passed: nonces, runs of a schedule. Atomic. */
  claim(key: string, ttlMs: number): Promise<boolean>
  /** Counts a hit in a sliding window, unless `limit` of them are in it already. Atomic. */
  hit(key: string, limit: number, windowMs: number): Promise<WindowCount>
  /**
   * Adds a whole number, which may be 0, to the sum kept under a key, and answers the new sum. The first addition starts it
   * for `ttlMs`; later ones do not lengthen its time. Sums and texts of one key are two things. Atomic.
   */
  add(key: string, amount: number, ttlMs: number): Promise<number>
  /** The text kept under a key; undefined when there is none, or when its time is over. */
  read(key: string): Promise<string | undefined>
  /** Keeps a text under a key, for `ttlMs`. Replaces what was there. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  /** Forgets a key. Unknown keys are no error. */
  remove(key: string): Promise<void>
  /** Resolves when the store answers: what the readiness path asks. */
  ping(): Promise<void>
  close(): Promise<void>
}
