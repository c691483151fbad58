/** The identity of a caller as an owner of proposals. */

import { findUser } from '#api/caller-identity.ts'
import { getCaller } from '#api/host.ts'
import type { Ctx } from '#contract/api.ts'
import type { FwServerOptions } from '../app/options.ts'

/**
 * Returns the identity of the user who owns the caller's proposals: the sender of a channel's message, or else the user that
 * the app knows.
 */
export function getIdentity(ctx: Ctx, own?: FwServerOptions['subjectOf']): string | undefined {
  return getCaller(ctx).owner ?? findUser(ctx, own)
}

/**
 * Like `getIdentity`, with fallbacks for callers without an identity: the subject of an MCP identity, else the session's
 * id.
 */
export function subjectOf(ctx: Ctx, own?: FwServerOptions['subjectOf']): string | undefined {
  const { subject, sid } = getCaller(ctx)
  return getIdentity(ctx, own) ?? (subject === '' ? undefined : subject) ?? sid
}
