/**
 * Requests to an agent without web objects. An `AgentMount` receives a web `Request` and returns a `Response`; for an agent of
 * `defineAgent`, the server leaves both out.
 */
import type { FwReply } from '../http/request.ts'
import type { AgentMount } from './agent.ts'
import type { TurnDeps } from './turn-deps.ts'

/** A request of a turn whose body was read. */
export interface AgentRequest {
  /** `/_fw/agent` or `/_fw/llm`. */
  readonly path: string
  readonly body: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
}

/** @throws FwError for a request that is refused. */
export type HandleTurn = (request: AgentRequest, deps: TurnDeps) => Promise<FwReply>

/** Keyed by `handle`, so that a mount that wraps another one is called as what it is. */
const direct = new WeakMap<AgentMount['handle'], HandleTurn>()

/** Declares that `handleTurn` does the same as `handle`. Returns `handle`. */
export function declareDirect(handle: AgentMount['handle'], handleTurn: HandleTurn): AgentMount['handle'] {
  direct.set(handle, handleTurn)
  return handle
}

/** Returns the function that does the same as the `handle` of a mount, if there is one. */
export function findDirect({ handle }: AgentMount): HandleTurn | undefined {
  return direct.get(handle)
}
