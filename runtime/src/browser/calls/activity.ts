/**
 * The current activity of this page: calls, decisions that code waits for, and preview runs whose calls are held
 * back.
 */
import { type Cause, currentCause, isPersonsWork } from './cause.ts'

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

/** A call that a preview run would have made. */
export interface HeldCall {
  readonly tool: string
  readonly input: unknown
}

/** A preview run, for code with an unknown cause: it may belong to the run. */
interface PreviewRun {
  readonly hold: Cause['hold']
  /** Rejects once the run is over. */
  readonly over: Promise<never>
}

let previewRun: PreviewRun | undefined

/** Records calls of tools instead of sending them, except a user's calls. The returned function ends the recording. */
export function holdCalls(run: PreviewRun): () => void {
  previewRun = run
  return () => {
    if (previewRun === run) previewRun = undefined
  }
}

/**
 * Returns the result of a call that may belong to a preview run, and so must not be made; `undefined` for other
 * calls. The run's own calls never settle, because the run may continue after its preview was shown. A call that may
 * belong to other code rejects once the run is over.
 */
export function holdBack(tool: string, input: unknown): Promise<never> | undefined {
  const hold = findHold()
  hold?.(tool, input)
  if (hold === undefined || currentCause().hold !== undefined) return hold && new Promise(() => {})
  return previewRun?.over
}

/** Returns the function that records calls of the running code; `undefined` if calls are made. */
export function findHold(): Cause['hold'] {
  return currentCause().hold ?? (isPersonsWork() ? undefined : previewRun?.hold)
}
