/**
 * The cause of the running code: a user, an agent, or unknown. Before an agent has acted in this document, code with an
 * unknown cause has human origin; afterwards it has agent origin. A trusted gesture marks its handlers;
 * `carry-cause.ts` preserves the mark for their later work.
 */
import type { Origin } from '#contract/api.ts'
import { readAgentMark } from './agent-document.ts'

/** One call of an agent, and the call that made it. */
export interface AgentRun {
  parent?: AgentRun | undefined
}

export interface Cause {
  /** `undefined` if unknown. */
  readonly origin: Origin | undefined
  readonly run?: AgentRun | undefined
  /** Moment (`nextMoment`) at which later work got this cause. */
  since?: number
  /** Whether it is the cause of a page that an agent opened, or of code that hears of its call: their own work, such as a clock, is not an act. */
  readonly isPage?: boolean
}

/** In browsers with their own agents (declarative WebMCP). */
export interface AgentSubmit extends SubmitEvent {
  readonly agentInvoked?: boolean
  respondWith?(response: Promise<unknown>): void
}

// A worker sees neither gestures nor acts, so its calls never have a known human origin. Markup of a user may have elements with
// this name, which a document has as a property.
let acts = (globalThis as { importScripts?: unknown }).importScripts instanceof Function || readAgentMark() ? 1 : 0
let onStack: Cause | undefined
/**
 * Returns the origin of the event in progress. Before agents act, no code pretends to be a user. Other events than gestures also
 * report changes, such as `visibilitychange`, and the `change` of a media query.
 */
let readOrigin = ({ isTrusted, target, type }: Event): Origin | undefined =>
  isTrusted &&
  target &&
  'nodeType' in target &&
  /click|submit|input|^change|key|down$|up$/.test(type) &&
  // Scripts cause trusted events, too: the document of an agent may send a form when it starts.
  navigator.userActivation?.isActive !== false
    ? 'human'
    : undefined
/** Returns the event in progress. The window has none while listeners in a shadow root run. */
let findEvent = (): Event | undefined => globalThis.event

/** Sets how the event in progress, and its origin, are read. See `begin-act.ts`. */
export function readEventsBy(read: typeof readOrigin, find: typeof findEvent): void {
  readOrigin = read
  findEvent = find
}

/** Marks the start of an agent's act: from now on, code with an unknown cause has agent origin. */
export function noteAct(): void {
  acts++
}

/** Returns how often agents have acted in this document. */
export function countActs(): number {
  return acts
}

let continuations = 0
let isStep = (_cause: Cause): boolean => false

/** Calls the listener with the cause of each work that continues. There is one listener, which returns whether it is an agent's. */
export function watchContinuations(listener: typeof isStep): void {
  isStep = listener
}

/** Records that work continues. An agent's work, such as a slow intent, may add data for work that a person has begun. */
export function noteContinuation(cause: Cause): void {
  if (isStep(cause)) continuations++
}

/** Returns how often work of agents has continued in this document. */
export function countContinuations(): number {
  return continuations
}

let moments = 0

/** Returns a number that is greater than all it returned before. */
export function nextMoment(): number {
  return ++moments
}

let handled: Event | undefined
let handledCause: Cause

/**
 * Returns the cause of the event in progress, which is the same for all its handlers. Submissions by the browser's
 * own agent are trusted events as well.
 */
function readEventCause(): Cause {
  // A function that a handler calls has no other way to detect that a handler is running.
  const event = findEvent() as AgentSubmit | undefined
  const origin = event && (event.agentInvoked ? 'agent' : readOrigin(event))
  if (event === undefined || event !== handled || handledCause.origin !== origin) handledCause = { origin }
  handled = event
  return handledCause
}

/** Returns the cause of the running code. */
export function currentCause(): Cause {
  return onStack ?? readEventCause()
}

/** Returns the cause of the running code, for its later work. */
export function captureCause(): Cause {
  const cause = currentCause()
  cause.since ??= nextMoment()
  return cause
}

/** Returns the cause that earlier work has preserved; `undefined` in an event handler. */
export function carriedCause(): Cause | undefined {
  return onStack
}

/**
 * Whether the browser calls the running code to report the end of something that code began: it calls a callback, or
 * fires an event such as `load`.
 */
export function isReport(): boolean {
  const event = findEvent()
  if (event === undefined) return onStack === undefined
  // A request fires it for each of its steps, and `readyState` is 4 at the last one.
  const isDone = event.type === 'readystatechange' && (event.target as Partial<XMLHttpRequest>).readyState === 4
  // `touchend` and `dragend` end a gesture.
  const isEnd = isDone || /^(?:load|open|error|abort|success|complete|finish)|[^gh]end$/.test(event.type)
  return event.isTrusted && isEnd && currentCause().origin === undefined
}

/** Returns the origin of a call that is made now. */
export function currentOrigin(): Origin {
  return currentCause().origin ?? (acts === 0 ? 'human' : 'agent')
}

/** Returns the agent's call that makes the current call, if known. */
export function currentRun(): AgentRun | undefined {
  return onStack?.run
}

/** Replaces the cause of the running code. Returns the previous one. */
export function replaceCause(cause: Cause | undefined): Cause | undefined {
  const before = onStack
  onStack = cause
  return before
}

/** Runs `call` with a cause while it is on the stack. */
export function runWith<Result>(cause: Cause, call: () => Result): Result {
  const before = replaceCause(cause)
  try {
    return call()
  } finally {
    onStack = before
  }
}

/** Runs `call` with an origin while it is on the stack, whatever event is in progress. */
export function runWithOrigin<Result>(origin: Origin, call: () => Result, run?: AgentRun): Result {
  return runWith({ origin, run }, call)
}
