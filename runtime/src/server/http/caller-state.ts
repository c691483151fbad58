/** Parts of a caller's ctx: its identity, its scopes, and the cookies that a tool sets for it. */
import { findCtxHeaders } from '#api/ctx.ts'
import type { ClientIdentity, Ctx } from '#contract/api.ts'
import type { BearerIdentity } from '#identity/bearer.ts'

/** Returns the members of an identity that are about the caller, not about the token. */
export function toClientIdentity({ subject, clientId, scopes }: BearerIdentity): ClientIdentity {
  return {
    ...(subject !== undefined && { subject }),
    ...(clientId !== undefined && { clientId }),
    ...(scopes !== undefined && { scopes }),
  }
}

/** Removes the cookies that a tool has set, and stores them; returns `undefined` if there are none. */
export function takeCookies(ctx: Ctx, store: (headers: readonly string[]) => Promise<void>): Promise<void> | undefined {
  const headers = findCtxHeaders(ctx)
  const cookies = headers?.getSetCookie() ?? []
  if (headers === undefined || cookies.length === 0) return undefined
  headers.delete('set-cookie')
  return store(cookies)
}

/** An app's ctx may contain any value as `scopes`. */
export function readScopes(ctx: Ctx): readonly string[] {
  const held: unknown = ctx.scopes
  return Array.isArray(held) ? held : []
}
