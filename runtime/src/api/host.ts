/** What a call needs from the server that it runs in, and what that server knows about the caller. */
import type { AuditEntry, Ctx, Origin } from '#contract/api.ts'
import type { Inspect } from '#contract/inspect.ts'
import type { LogFields, Logger } from '#contract/log.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import type { CallObserver } from '#contract/telemetry.ts'

/** A call that a guard held back, before it becomes a proposal. */
export interface PendingCall {
  readonly tool: string
  /** Validated wire input. */
  readonly input: unknown
  readonly ctx: Ctx
  readonly origin: Origin
}

export interface CallHost {
  /** A page renders. A call that needs approval is refused there: no caller could receive the proposal. */
  readonly isRender?: true
  /**
   * Called before a call whose outcome depends on the caller's origin. Absent unless the result around it may be shared
   * with other callers. What it throws, the call throws, without an audit entry.
   */
  readonly onOriginUse?: () => void
  /** Makes a proposal of a held call. Absent outside a server, where only people's calls are made. */
  park?(call: PendingCall): Promise<ParkedResult>
  /** Called for every dispatch with an entry made for it, which it may complete. Must not throw. */
  readonly audit: ((entry: OpenAuditEntry, ctx: Ctx) => void) | undefined
  /** Measures every call. Absent where nobody does. */
  readonly observe?: CallObserver | undefined
  /** Told of what `run` threw. Must not throw. Absent where nobody asks. */
  readonly inspect?: Inspect | undefined
  /** Output that does not fit: `fail` answers 500, `log` only logs (production). */
  readonly badOutput: 'fail' | 'log'
  /** For what callers must not see. */
  readonly log: Logger
}

/** An audit entry that is not finished yet. */
export type OpenAuditEntry = { -readonly [Key in keyof AuditEntry]: AuditEntry[Key] }

/** Facts about the caller that the app's own ctx may not hold. */
export interface Caller {
  /** Session id, from the signed cookie. */
  readonly sid?: string
  /** Subject of an MCP identity. */
  readonly subject?: string
}

/** Key under which a ctx carries its `Caller`; copied along when an app spreads its ctx. */
export const CALLER: unique symbol = Symbol.for('fw.caller') as never

/** What the server knows about the caller behind `ctx`. */
export function getCaller(ctx: Ctx): Caller {
  return (ctx as { [CALLER]?: Caller })[CALLER] ?? NOBODY
}

const NOBODY: Caller = {}

function ignore(): void {}

function tell(message: string, fields?: LogFields): void {
  if (fields === undefined) console.error(message)
  else console.error(message, fields)
}

/** Direct calls outside a request: nobody listens, and output that does not fit is the caller's to know. */
export const NO_HOST: CallHost = {
  audit: undefined,
  badOutput: 'fail',
  log: { debug: ignore, info: ignore, warn: tell, error: tell, warnOnce: tell },
}
