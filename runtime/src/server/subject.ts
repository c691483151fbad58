/** Who a caller is as an owner of proposals (decisions: Proposals). */
import type { Ctx } from '#contract/api.ts'
import { getCaller } from '../api/host.ts'
import type { FwServerOptions } from './options.ts'

/**
 * Who the app says the caller is: `subjectOf(ctx)`, by default `ctx.userId`. A text or a number, 0 included. Anything else
 * is nobody, and so is the empty text: an app that leaves `userId: ''` must not make one person of all its visitors.
 */
export function getIdentity(ctx: Ctx, subjectOf?: FwServerOptions['subjectOf']): string | undefined {
  // Apps put `userId` there; the type of an app's ctx is not known here.
  const own: unknown = subjectOf === undefined ? (ctx as { userId?: unknown }).userId : subjectOf(ctx)
  if (typeof own === 'string') return own === '' ? undefined : own
  return typeof own === 'bigint' || Number.isFinite(own) ? String(own) : undefined
}

/** The same, and for callers whom the app does not name: the subject of an MCP identity, else the session's id. */
export function subjectOf(ctx: Ctx, own?: FwServerOptions['subjectOf']): string | undefined {
  const { subject, sid } = getCaller(ctx)
  return getIdentity(ctx, own) ?? (subject === '' ? undefined : subject) ?? sid
}
