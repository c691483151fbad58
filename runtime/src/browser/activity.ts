/**
 * What this page is busy with, and on whose behalf. While an agent's call runs, what it calls is the agent's too, except
 * inside the handler of an event that a person caused (decisions: Manifest, "Origin is inherited").
 */
import type { Origin } from '#contract/api.ts'

let agentCalls = 0
let underWay = 0
/** Whose code is on the stack, where that is known for certain. */
let onStack: Origin | undefined
let personActs = false

/** Runs `call` as an agent's until it has settled. */
export async function asAgent<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  const end = beginAgent()
  try {
    return await track(asNow('agent', call))
  } finally {
    end()
  }
}

/** Runs `call` as somebody's as long as it is on the stack, in whatever event. What it leaves to promises is not. */
export function asNow<Result>(origin: Origin, call: () => Result): Result {
  const before = onStack
  onStack = origin
  try {
    return call()
  } finally {
    onStack = before
  }
}

/** Everything from now on is an agent's, until what this answers is called. */
export function beginAgent(): () => void {
  watchPersons()
  agentCalls++
  let isOpen = true
  return () => {
    if (isOpen) agentCalls--
    isOpen = false
  }
}

/** The origin of a call that is made now. */
export function currentOrigin(): Origin {
  return onStack ?? (agentCalls === 0 || isPersonsEvent() ? 'human' : 'agent')
}

/**
 * Whether a handler runs for what a person did. `isTrusted` alone does not say so: a browser's own events, such as the
 * `submit` that a script's click leads to, are trusted too.
 */
function isPersonsEvent(): boolean {
  // `window.event` is the event being handled: there is no other way to see it from inside a handler's callee.
  return personActs && globalThis.event?.isTrusted === true
}

/** What no script can cause. Moves and scrolling are left out: they go on while others act. */
const PERSONS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'touchend',
  'keydown',
  'keyup',
]
let isWatching = false

function watchPersons(): void {
  if (isWatching || !globalThis.document) return
  isWatching = true
  for (const type of PERSONS) addEventListener(type, (event) => event.isTrusted && notePerson(), true)
}

/** A person acts now: in this task, what its events lead to is the person's. */
export function notePerson(): void {
  personActs = true
  setTimeout(() => {
    personActs = false
  })
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

/** Whether something that was tracked is still under way. */
export function isBusy(): boolean {
  return underWay > 0
}

/** A call that a run on copies would have made. */
export interface HeldCall {
  readonly tool: string
  readonly input: unknown
}

let held: ((call: HeldCall) => void) | undefined

/** From now on calls of tools do not go out but are told to `record`, except those of a person's event. Ends what it answers. */
export function holdCalls(record: (call: HeldCall) => void): () => void {
  held = record
  return () => {
    if (held === record) held = undefined
  }
}

/** Whether the call is one of a run on copies: it must not be made, and whoever waits for its answer waits for good. */
export function isHeldBack(tool: string, input: unknown): boolean {
  if (held === undefined || onStack === 'human' || isPersonsEvent()) return false
  held({ tool, input })
  return true
}
