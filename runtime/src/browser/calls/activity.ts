/** The current activity of this page: calls, and decisions that code waits for. */

let tracked = 0
/** Number of running calls of an agent, and of user decisions that code waits for. */
let running = 0
let awaited = 0

/** Begins a call of an agent. The returned function ends it. */
export function beginCall(): () => void {
  running++
  return () => void running--
}

/** Marks the page as busy until `work` has settled. Returns the same promise. */
export async function track<Result>(work: Result | Promise<Result>): Promise<Result> {
  tracked++
  try {
    return await work
  } finally {
    tracked--
  }
}

/**
 * Announces that a call or a form has been sent: pages that were fetched before may have other content now, such as that of
 * the last user. `navigation/prefetch.ts` has the same literal, because importing it would create a separate chunk.
 */
export function announceSent(): void {
  globalThis.dispatchEvent?.(new Event('fw:sent'))
}

/** Waits for a user's decision. A page without other activity counts as settled in the meantime. */
export async function untilDecided<Result>(decision: Promise<Result>): Promise<Result> {
  awaited++
  try {
    return await decision
  } finally {
    awaited--
  }
}

/** Whether some code waits for a user's decision. */
export function isAwaiting(): boolean {
  return awaited > 0
}

/** Whether no other call of an agent runs. */
export function isAlone(): boolean {
  return running < 2
}

/** Whether work is in progress: tracked work, or an agent's call, unless a call may be waiting for a user. */
export function isBusy(): boolean {
  return tracked > 0 || (running > 0 && !isAwaiting())
}
