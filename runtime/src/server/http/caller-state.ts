/** Parts of a caller's ctx: its identity, its scopes, and the cookies that a tool sets for it. */
import { findCtxHeaders } from '#api/ctx.ts'
import type { Caller } from '#api/host.ts'
import type { ClientIdentity, Ctx } from '#contract/api.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { CHANNELS_PREFIX } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { attachFacts, type RequestFacts } from '#contract/http/request-facts.ts'
import type { BearerIdentity } from '#identity/bearer.ts'

/** Returns the members of an identity that are about the caller, not about the token. */
export function toClientIdentity({ subject, clientId, scopes }: BearerIdentity): ClientIdentity {
  return {
    ...(subject !== undefined && { subject }),
    ...(clientId !== undefined && { clientId }),
    ...(scopes !== undefined && { scopes }),
  }
}

/** Removes the cookies that a tool has set, and stores them; returns `undefined` without any. */
export function takeCookies(ctx: Ctx, store: (headers: readonly string[]) => Promise<void>): Promise<void> | undefined {
  const headers = findCtxHeaders(ctx)
  const cookies = headers?.getSetCookie() ?? []
  if (headers === undefined || cookies.length === 0) return undefined
  headers.delete('set-cookie')
  return store(cookies)
}

/** Returns the request without its body, and with other cookies. */
export function withCookie({ url, method, headers: sent }: Request, cookie: string, facts: RequestFacts): Request {
  const headers = new Headers(sent)
  headers.set('cookie', cookie)
  const copy = new Request(url, { method, headers })
  attachFacts(copy, facts)
  return copy
}

interface CallerSource {
  readonly identity?: BearerIdentity | undefined
  readonly endpoint?: Endpoint | undefined
  readonly request: Pick<FwRequest, 'path'>
}

/** Describes the caller for proposals; returns `undefined` if nothing is known. */
export function describeCaller(
  { identity, endpoint, request }: CallerSource,
  owner: string | undefined,
  sid: string | undefined,
): Caller | undefined {
  const { subject, clientId } = identity ?? {}
  const channel = endpoint?.name === 'channels' ? request.path.slice(CHANNELS_PREFIX.length) : undefined
  const isAssistant = endpoint?.name === 'agent' || channel !== undefined
  const assistant = isAssistant ? { ...(channel !== undefined && { channel }) } : undefined
  const client = clientId || subject
  const isKnown = (owner ?? sid ?? subject ?? client ?? assistant) !== undefined
  return isKnown ? { owner, sid, subject, client, assistant } : undefined
}

/** An app's ctx may contain any value as `scopes`. */
export function readScopes(ctx: Ctx): readonly string[] {
  const held: unknown = ctx.scopes
  return Array.isArray(held) ? held : []
}
