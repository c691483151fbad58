/**
 * What this page is busy with, and on whose behalf. While an agent's call runs, what it calls is the agent's too, except
 * inside the handler of an event that a person caused (decisions: Manifest, "Origin is inherited").
 */
import type { Origin } from '#contract/api.ts'

let agentCalls = 0
let underWay = 0
/** Calls of an agent that run, and decisions of a person that code waits for. */
let running = 0
let awaited = 0
/** Whose code is on the stack, where that is known for certain. */
let onStack: Origin | undefined
let runOnStack: AgentRun | undefined
let personActs = false

/** One call of an agent, and the one that made it. */
export interface AgentRun {
  parent?: AgentRun | undefined
}

/** Runs `call` as an agent's until it has settled. */
export async function asAgent<Result>(call: () => Result | Promise<Result>, run: AgentRun = {}): Promise<Result> {
  const end = beginAgent()
  running++
  run.parent = runOnStack
  try {
    return await asNow('agent', call, run)
  } finally {
    running--
    end()
  }
}

/** Runs `call` as somebody's as long as it is on the stack, in whatever event. What it leaves to promises is not. */
export function asNow<Result>(origin: Origin, call: () => Result, run?: AgentRun): Result {
  const before = onStack
  const runBefore = runOnStack
  onStack = origin
  runOnStack = run
  try {
    return call()
  } finally {
    onStack = before
    runOnStack = runBefore
  }
}

/** The agent's call that makes what is called now, where that is known for certain. */
export function currentRun(): AgentRun | undefined {
  return runOnStack
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
