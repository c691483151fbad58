/** The identity of a caller as an owner of proposals. */

import { getCaller } from '#api/host.ts'
import type { Ctx } from '#contract/api.ts'
import { isThenable } from '#contract/thenable.ts'
import type { FwServerOptions } from '../app/options.ts'

/**
 * Returns the identity that the app gives the caller: `subjectOf(ctx)`, by default `ctx.userId`. It is a string or a
 * number, including 0. Any other value and the empty string count as anonymous: an app that sets `userId: ''` must not
 * treat all its visitors as one user. A message of a channel may name another owner.
 *
 * @throws TypeError if `subjectOf` returns a promise, which would make every caller anonymous.
 */
export function getIdentity(ctx: Ctx, subjectOf?: FwServerOptions['subjectOf']): string | undefined {
  const { owner } = getCaller(ctx)
  if (owner !== undefined) return owner
  // `userId` is a convention of apps; the type of an app's ctx isn't known here.
  const own: unknown = subjectOf === undefined ? (ctx as { userId?: unknown }).userId : subjectOf(ctx)
  if (isThenable(own))
    throw new TypeError('subjectOf returned a promise. Await the user in ctxFor, and return the id from the ctx.')
  if (typeof own === 'string') return own === '' ? undefined : own
  return typeof own === 'bigint' || Number.isFinite(own) ? String(own) : undefined
}

/**
 * Like `getIdentity`, with fallbacks for callers without an identity: the subject of an MCP identity, else the session's
 * id.
 */
export function subjectOf(ctx: Ctx, own?: FwServerOptions['subjectOf']): string | undefined {
  const { subject, sid } = getCaller(ctx)
  return getIdentity(ctx, own) ?? (subject === '' ? undefined : subject) ?? sid
}
