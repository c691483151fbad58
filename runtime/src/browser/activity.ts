/** What this page is busy with: calls, decisions that code waits for, and runs on copies whose calls are held back. */
import { type Cause, currentCause, isPersons } from './cause.ts'

let underWay = 0
/** Calls of an agent that run, and decisions of a person that code waits for. */
let running = 0
let awaited = 0

/** Begins a call of an agent. The returned function ends it. */
export function beginCall(): () => void {
  running++
  return () => void running--
}

/** The page is busy until `work` has settled. Answers the same promise. */
export async function track<Result>(work: Result | Promise<Result>): Promise<Result> {
  underWay++
  try {
    return await work
  } finally {
    underWay--
  }
}

/** A person decides how the code that waits for it goes on. Until then a page that does nothing else is quiet. */
export async function untilDecided<Result>(decision: Promise<Result>): Promise<Result> {
  awaited++
  try {
    return await decision
  } finally {
    awaited--
  }
}

/** Whether some code waits for a person. */
export function isAwaiting(): boolean {
  return awaited > 0
}

/** Whether no other call of an agent runs. */
export function isAlone(): boolean {
  return running < 2
}

/** Whether something is under way: what was tracked, or an agent's call, which may be one that waits for a person. */
export function isBusy(): boolean {
  return underWay > 0 || (running > 0 && !isAwaiting())
}

/** A call that a run on copies would have made. */
export interface HeldCall {
  readonly tool: string
  readonly input: unknown
}

/** A run on copies, for code whose cause is unknown: it may be the run's. */
interface CopyRun {
  readonly hold: Cause['hold']
  /** Rejects once the run is over. */
  readonly over: Promise<never>
}

let held: CopyRun | undefined

/** From now on calls of tools are recorded instead of sent, except a person's. The returned function ends that. */
export function holdCalls(run: CopyRun): () => void {
  held = run
  return () => {
    if (held === run) held = undefined
  }
}

/**
 * Returns what a call results in that may be one of a run on copies: it must not be made. Undefined for other calls. The run's
 * own calls never settle, as it may go on after it was shown; what may be of other code is refused once the run is over.
 */
export function holdBack(tool: string, input: unknown): Promise<never> | undefined {
  const hold = findHold()
  hold?.(tool, input)
  if (hold === undefined || currentCause().hold !== undefined) return hold && new Promise(() => {})
  return held?.over
}

/** Returns the function that records what the code that runs now would call; undefined where calls are made. */
export function findHold(): Cause['hold'] {
  return currentCause().hold ?? (isPersons() ? undefined : held?.hold)
}
