/**
 * What this page is busy with, and on whose behalf. While an agent's call runs, what it calls is the agent's too, except
 * inside the handler of an event that a person caused (decisions: Manifest, "Origin is inherited").
 */
import type { Origin } from '#contract/api.ts'

let agentCalls = 0
let underWay = 0

/** Runs `call` as an agent's until it has settled. */
export async function asAgent<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  agentCalls++
  try {
    return await track(call())
  } finally {
    agentCalls--
  }
}

/** Runs `call` as an agent's as long as it is on the stack: what it leaves to promises is not. */
export function asAgentNow<Result>(call: () => Result): Result {
  agentCalls++
  try {
    return call()
  } finally {
    agentCalls--
  }
}

/** The origin of a call that is made now. */
export function currentOrigin(): Origin {
  // `window.event` is the event being handled: there is no other way to see it from inside a handler's callee.
  return agentCalls > 0 && !globalThis.event?.isTrusted ? 'agent' : 'human'
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
  if (held === undefined || globalThis.event?.isTrusted) return false
  held({ tool, input })
  return true
}

/** Everything from now on is an agent's, until what this answers is called. */
export function beginAgent(): () => void {
  agentCalls++
  let isOpen = true
  return () => {
    if (isOpen) agentCalls--
    isOpen = false
  }
}
