/** Creates the dispatch of a tool by its name, and audits calls that fail before their dispatch. */
import type { Ctx, Origin } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { manifestGuard } from '../api/caller-rights.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { Dispatch, type DispatchOptions } from '../api/dispatch.ts'
import type { OpenAuditEntry } from '../api/host.ts'
import type { App } from './app/app.ts'

/** Creates a call of a tool by its name. An unknown tool is audited and throws `unknown_tool`. */
export function createCall(app: App, tool: string, ctx: Ctx, origin: Origin, options?: DispatchOptions): Dispatch {
  const record = app.records.get(tool)
  if (record !== undefined) return new Dispatch(record, ctx, origin, app.host, options)
  const error = new FwError('unknown_tool')
  auditRefusal(app, { tool, origin, error, ctx, ...options?.approval })
  throw error
}

interface Refusal {
  /** Name of the tool as the caller sent it. */
  readonly tool: string
  readonly origin: Origin
  readonly error: unknown
  /** Absent if the caller was refused before the ctx was created. */
  readonly ctx?: Ctx | undefined
  readonly proposal?: string
}

/** Maximum length of a tool name in the log. Longer names can't be a tool's. */
const SHOWN_NAME = 200

/** Audits a call that was refused before its dispatch. */
export function auditRefusal(app: App, { tool, origin, error, ctx, proposal }: Refusal): void {
  const { audit } = app.host
  if (audit === undefined) return
  const record = app.records.get(tool)
  const entry: OpenAuditEntry = {
    tool: tool.slice(0, SHOWN_NAME),
    origin,
    // An unknown tool never runs.
    guard: record === undefined ? 'forbidden' : manifestGuard(record),
    ok: false,
    input: undefined,
    at: Date.now(),
    durationMs: 0,
    ...describeFailure(error),
  }
  if (proposal !== undefined) entry.proposal = proposal
  if (ctx?.agent?.verified) entry.agent = ctx.agent.keyId
  audit(entry, ctx)
}
