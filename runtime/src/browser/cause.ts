/**
 * The cause of the running code: a person, an agent, or unknown (decisions, section 10). Before an agent
 * has acted in this document, unknown code is the person's; from then on it is the agent's. A trusted gesture marks its
 * handlers; `carry-cause.ts` takes the mark over what they leave for later.
 */
import type { Origin } from '#contract/api.ts'

/** One call of an agent, and the call that made it. */
export interface AgentRun {
  parent?: AgentRun | undefined
}

export interface Cause {
  /** Undefined where it is unknown. */
  readonly origin: Origin | undefined
  readonly run?: AgentRun | undefined
  /** Records a call in place of making it, for as long as the code has this cause: it runs on copies. */
  readonly hold?: (tool: string, input: unknown) => void
  /** When work that goes on later got it (`nextMoment`). */
  since?: number
  /** An agent has answered what a person's work waits for: from then on this is the cause of the work. */
  answer?: Cause
}

/** In browsers with agents of their own (declarative WebMCP). */
export interface AgentSubmit extends SubmitEvent {
  readonly agentInvoked?: boolean
  respondWith?(response: Promise<unknown>): void
}

// A worker sees neither gestures nor acts: its calls are never known to be a person's.
let acts = 'importScripts' in globalThis ? 1 : 0
let onStack: Cause | undefined
/** Returns who caused the event that is handled. Before agents act, nothing pretends that a person did something. */
let readOrigin = (event: Event): Origin | undefined =>
  event.isTrusted && /click|submit|input|change|key|down$|up$/.test(event.type) ? 'human' : undefined

/** Marks the start of an agent's act: from now on, code with an unknown cause is the agent's. See `begin-act.ts`. */
export function noteAct(read: typeof readOrigin): void {
  readOrigin = read
  acts++
}

/** How often agents have acted in this document. */
export function countActs(): number {
  return acts
}

let moments = 0

/** Returns a number that is greater than those that it returned before. */
export function nextMoment(): number {
  return ++moments
}

let handled: Event | undefined
let handledCause: Cause

/** Whatever handles one event has one cause. What the browser's own agent submits is trusted, too. */
function readEventCause(): Cause {
  // There is no other way to see, from inside of what a handler calls, that a handler runs.
  const event = globalThis.event as AgentSubmit | undefined
  const origin = event && (event.agentInvoked ? 'agent' : readOrigin(event))
  if (event === undefined || event !== handled || handledCause.origin !== origin) handledCause = { origin }
  handled = event
  return handledCause
}

/** Returns the cause of what runs now. */
export function currentCause(): Cause {
  const cause = onStack ?? readEventCause()
  return cause.answer ?? cause
}

/** Returns the cause of what runs now, for work that goes on later. */
export function captureCause(): Cause {
  const cause = onStack ?? readEventCause()
  cause.since ??= nextMoment()
  return cause
}

/** Returns the cause that work of earlier has brought along; undefined in the handler of an event. */
export function broughtCause(): Cause | undefined {
  return onStack?.answer ?? onStack
}

/** Returns the origin of a call that is made now. */
export function currentOrigin(): Origin {
  return currentCause().origin ?? (acts === 0 ? 'human' : 'agent')
}

/** Whether a person is known to cause what runs now. */
export function isPersons(): boolean {
  return currentCause().origin === 'human'
}

/** Returns the agent's call that makes what is called now, if it is known. */
export function currentRun(): AgentRun | undefined {
  return (onStack?.answer ?? onStack)?.run
}

/** Replaces the cause of what runs now. Returns the cause before. */
export function replaceCause(cause: Cause | undefined): Cause | undefined {
  const before = onStack
  onStack = cause
  return before
}

/** Runs `call` with a cause, as long as it is on the stack. */
export function runWith<Result>(cause: Cause, call: () => Result): Result {
  const before = replaceCause(cause)
  try {
    return call()
  } finally {
    onStack = before
  }
}

/** Runs `call` with an origin, in whatever event, as long as it is on the stack. */
export function asNow<Result>(origin: Origin, call: () => Result, run?: AgentRun): Result {
  return runWith({ origin, run }, call)
}
