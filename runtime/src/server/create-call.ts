/** From a tool's name to its dispatch, and the audit of calls that never come to one. */
import type { Ctx, Origin } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import { ensureHeaders } from '../api/ctx.ts'
import { Dispatch, type DispatchOptions, describeFailure, manifestGuard } from '../api/dispatch.ts'
import type { OpenAuditEntry } from '../api/host.ts'
import type { App } from './app.ts'

/** A call of a tool by its name. Throws `unknown_tool`, audited. */
export function createCall(app: App, tool: string, ctx: Ctx, origin: Origin, options?: DispatchOptions): Dispatch {
  const record = app.records.get(tool)
  if (record !== undefined) return new Dispatch(record, ctx, origin, app.host, options)
  const error = new FwError('unknown_tool')
  auditRefusal(app, { tool, origin, error, ctx, ...options?.approval })
  throw error
}

interface Refusal {
  /** As the caller named it. */
  readonly tool: string
  readonly origin: Origin
  readonly error: unknown
  /** Absent where the caller was refused before the app was asked who it is. */
  readonly ctx?: Ctx | undefined
  readonly proposal?: string
}

/** Longer names are no tool's: they are cut before they reach a log. */
const SHOWN_NAME = 200

/** The audit of a call that was refused before it came to its dispatch (decisions: Dispatch, audit on every outcome). */
export function auditRefusal(app: App, { tool, origin, error, ctx, proposal }: Refusal): void {
  const { audit } = app.host
  if (audit === undefined) return
  const record = app.records.get(tool)
  const entry: OpenAuditEntry = {
    tool: tool.slice(0, SHOWN_NAME),
    origin,
    // Of what does not exist nothing runs.
    guard: record === undefined ? 'forbidden' : manifestGuard(record),
    ok: false,
    input: undefined,
    at: Date.now(),
    durationMs: 0,
    ...describeFailure(error),
  }
  if (proposal !== undefined) entry.proposal = proposal
  if (ctx?.agent?.verified) entry.agent = ctx.agent.keyId
  audit(entry, ctx ?? ensureHeaders(undefined))
}
