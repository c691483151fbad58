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

let held: Cause['hold']

/** From now on calls of tools are passed to `record` instead of sent, except a person's. The returned function ends that. */
export function holdCalls(record: Cause['hold']): () => void {
  held = record
  return () => {
    if (held === record) held = undefined
  }
}

/**
 * Whether the call is one of a run on copies, which may still go on after the run was shown. It must not be made, and its
 * promise never settles.
 */
export function isHeldBack(tool: string, input: unknown): boolean {
  const hold = findHold()
  hold?.(tool, input)
  return hold !== undefined
}

/** Returns the function that records what the code that runs now would call; undefined where calls are made. */
export function findHold(): Cause['hold'] {
  return currentCause().hold ?? (isPersons() ? undefined : held)
}
