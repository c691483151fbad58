/** The client of a call, if it supports messages while the call runs (MCP clients do). */

/** Optional capabilities of a client. */
export type ClientAbility = 'elicitation' | 'sampling' | 'roots'

export type ClientLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/**
 * A request of a tool to the client, as MCP defines it: a form for the user (`elicitation/create`), a completion by the
 * client's model (`sampling/createMessage`), or the folders of the client's workspace (`roots/list`).
 */
export interface ClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

/** The response of a client: MCP's result of that request. Its content is untrusted; it never counts as an approval. */
export type ClientAnswer = Readonly<Record<string, unknown>>

/** `call.client`. Only MCP clients receive messages and respond to requests. */
export interface CallClient {
  /** Returns whether the client declares this capability. */
  can(ability: ClientAbility): boolean
  /**
   * Sends requests to the client, and resolves to its responses under the names of the requests. A stateless client
   * responds by repeating the call: `run` then starts again and receives the responses here, so code before this line must
   * be safe to repeat. Throws `input_required` if responses are pending: don't catch it. Throws `unavailable` if the client
   * doesn't support a request.
   */
  ask<Name extends string>(
    questions: Readonly<Record<Name, ClientRequest>>,
  ): Promise<Readonly<Record<Name, ClientAnswer>>>
  /** Reports the progress of the call, if the client requested progress. */
  progress(done: number, total?: number, message?: string): void
  /** Sends an entry to the client's log, if it has one. */
  log(level: ClientLogLevel, data: unknown): void
}

/** Returns the capability that a request needs. */
export function abilityFor({ method }: ClientRequest): ClientAbility {
  return method === 'elicitation/create' ? 'elicitation' : method === 'roots/list' ? 'roots' : 'sampling'
}
