/** The client behind a call, where there is one that can be spoken to while the call runs (an MCP client). */

/** What some clients can do for a tool. */
export type ClientAbility = 'elicitation' | 'sampling' | 'roots'

export type ClientLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/**
 * What a tool asks of the client, as MCP writes it: a form for the person (`elicitation/create`), a text of the client's
 * model (`sampling/createMessage`), the folders that it works on (`roots/list`).
 */
export interface ClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

/** The answer of a client: MCP's result of that request. What is in it nobody vouches for; it is never an approval. */
export type ClientAnswer = Readonly<Record<string, unknown>>

/** `call.client`. Everywhere but over MCP nobody listens, and nobody can be asked. */
export interface CallClient {
  /** Whether the client says that it can do this. */
  can(ability: ClientAbility): boolean
  /**
   * Asks the client, and resolves to its answers by the names of the questions. A stateless client answers with the same
   * call once more: `run` then begins anew and gets the answers here, so do nothing before that may not be done twice.
   * Throws `input_required` where the answers are still to come: let it pass. Throws `unavailable` for a client that
   * cannot be asked this.
   */
  ask<Name extends string>(
    questions: Readonly<Record<Name, ClientRequest>>,
  ): Promise<Readonly<Record<Name, ClientAnswer>>>
  /** How far the call is, where the client wants to know. */
  progress(done: number, total?: number, message?: string): void
  /** A line for the log of the client, where it keeps one. */
  log(level: ClientLogLevel, data: unknown): void
}

/** The ability that a request takes. */
export function abilityFor({ method }: ClientRequest): ClientAbility {
  return method === 'elicitation/create' ? 'elicitation' : method === 'roots/list' ? 'roots' : 'sampling'
}
