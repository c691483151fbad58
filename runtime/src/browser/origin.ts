/**
 * Whose call a call of this page is. While an agent's intent runs, what it calls is the agent's too, except inside the
 * handler of an event that a person caused (decisions: Manifest, "Origin is inherited").
 */
import type { Origin } from '#contract/api.ts'

let agentCalls = 0

/** Runs `call` as an agent's until it has settled. */
export async function asAgent<Result>(call: () => Promise<Result>): Promise<Result> {
  agentCalls++
  try {
    return await call()
  } finally {
    agentCalls--
  }
}

/** The origin of a call that is made now. */
export function currentOrigin(): Origin {
  // `window.event` is the event being handled: there is no other way to see it from inside a handler's callee.
  return agentCalls > 0 && !globalThis.event?.isTrusted ? 'agent' : 'human'
}
