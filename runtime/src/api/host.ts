/** The services that a call needs from its server, and the server's data about the caller. */

import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { AuditEntry, Ctx, Origin } from '#contract/api.ts'
import type { Inspect } from '#contract/config/inspect.ts'
import type { LogFields, Logger } from '#contract/config/log.ts'
import type { CallObserver } from '#contract/config/telemetry.ts'
import type { PublishToTopic } from '#contract/http/websocket.ts'

/** A call that needs approval, before it becomes a proposal. */
interface PendingCall {
  readonly tool: string
  /** Validated wire input. */
  readonly input: unknown
  readonly ctx: Ctx
  readonly origin: Origin
  /** Whether the agent has read untrusted content. */
  readonly tainted: boolean
}

export interface CallHost {
  /** A page renders. A call that needs approval is refused there: no caller could receive the proposal. */
  readonly isRender?: true
  /**
   * Called before a call whose outcome depends on the caller's origin. Absent unless the result around it may be shared
   * with other callers. An error that it throws fails the call, without an audit entry.
   */
  readonly onOriginUse?: () => void
  /** Returns the user of a ctx, for `access`. Absent outside a server, where it is `ctx.userId`. */
  readonly findUser?: (ctx: Ctx) => string | undefined
  /** Creates a proposal from a pending call. Absent outside a server, where all calls come from users. */
  park?(call: PendingCall): Promise<ParkedResult>
  /**
   * Called for every dispatch with a new entry, which it may complete. `ctx` is absent for a caller who was refused before
   * it was created. Must not throw.
   */
  readonly audit: ((entry: OpenAuditEntry, ctx: Ctx | undefined) => void) | undefined
  /** Identifies the server whose `onChange` receives the writes of the call. Absent outside a server. */
  readonly changes?: ChangeReceiver
  /** Sends to clients of the server's WebSocket endpoint. Absent without one. */
  readonly publish?: PublishToTopic | undefined
  /** Measures every call. Absent without telemetry. */
  readonly observe?: CallObserver | undefined
  /** Called with errors of `run`. Must not throw. Absent without development tools. */
  readonly inspect?: Inspect | undefined
  /** Treatment of invalid output: `fail` responds with 500, `log` only logs it (production). */
  readonly badOutput: 'fail' | 'log'
  /** For details that callers must not see. */
  readonly log: Logger
}

/** A server, or `UNREPORTED`. */
interface ChangeReceiver {
  readonly name: string
}

/** Of calls that `onChange` makes: their writes aren't reported, because that would never end. */
export const UNREPORTED: ChangeReceiver = { name: 'unreported' }

/** An incomplete audit entry. */
export type OpenAuditEntry = { -readonly [Key in keyof AuditEntry]: AuditEntry[Key] }

/** Data about the caller that the app's own ctx may lack. */
export interface Caller {
  /** User who owns the proposals, whatever identity the app gives the caller: the sender of a channel's message. */
  readonly owner?: string
  /** Session id, from the signed cookie. */
  readonly sid?: string
  /** Subject of an MCP identity. */
  readonly subject?: string
  /** Name of a client with a verified bearer token: its client id, or else its subject. */
  readonly client?: string
  /** The app's own assistant, whose turn makes the calls. `channel`: for a message from this channel. */
  readonly assistant?: { readonly channel?: string }
}

/** Member of a ctx with its `Caller`. It is copied when an app spreads its ctx. */
export const CALLER: unique symbol = Symbol.for('fw.caller') as never

/** Returns the server's data about the caller of `ctx`. */
export function getCaller(ctx: Ctx): Caller {
  return (ctx as { [CALLER]?: Caller })[CALLER] ?? UNKNOWN_CALLER
}

const UNKNOWN_CALLER: Caller = {}

function ignore(): void {}

function writeError(message: string, fields?: LogFields): void {
  if (fields === undefined) console.error(message)
  else console.error(message, fields)
}

/** The host of direct calls outside a request: calls aren't audited, and invalid output fails the call. */
export const NO_HOST: CallHost = {
  audit: undefined,
  badOutput: 'fail',
  log: { debug: ignore, info: ignore, warn: writeError, error: writeError, warnOnce: writeError },
}
