/** The replies that stages build. Header objects are shared and never modified: copy one before you add to it. */

import type { DispatchOutcome } from '#api/dispatch-outcome.ts'
import { normalizeAppPath } from '#contract/http/app-path.ts'
import { FwError, toEnvelope } from '#contract/http/error.ts'
import { PROPOSAL_HEADER } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { RedirectStatus } from '#contract/page/navigation.ts'

/** Default headers of every response. */
export const DEFAULT_HEADERS = { 'x-content-type-options': 'nosniff' } as const

const JSON_HEADERS = Object.freeze({
  ...DEFAULT_HEADERS,
  'content-type': 'application/json',
  'cache-control': 'no-store',
})
const TEXT_HEADERS = {
  ...DEFAULT_HEADERS,
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
} as const

/** Returns a reply with a JSON value. */
export function jsonReply(status: number, value: unknown): FwReply {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(value) }
}

/** Returns a reply with a value that is JSON already. */
export function jsonTextReply(status: number, body: string, headers?: FwReply['headers']): FwReply {
  return { status, headers: headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...headers }, body }
}

/** Returns a reply without a body. */
export function createEmptyReply(status: number, headers?: FwReply['headers']): FwReply {
  return { status, headers: { ...DEFAULT_HEADERS, 'cache-control': 'no-store', ...headers }, body: null }
}

/**
 * Returns `{ ok: true, result }` for the outcome of a call. A call without a result has the result null.
 *
 * @param more Further members as JSON, each with a comma before it.
 */
export function outcomeReply(outcome: DispatchOutcome, more = ''): FwReply {
  const headers = outcome.kind === 'result' ? JSON_HEADERS : { ...JSON_HEADERS, [PROPOSAL_HEADER]: outcome.wire.id }
  return { status: 200, headers, body: `{"ok":true,"result":${outcome.json ?? 'null'}${more}}` }
}

/** Returns the failure envelope with the status and headers of its code. */
export function errorReply(error: FwError): FwReply {
  const reply = jsonReply(error.status, toEnvelope(error))
  return error.headers === undefined ? reply : { ...reply, headers: { ...reply.headers, ...error.headers } }
}

/** Returns a plain text reply, for pages that could not be rendered. */
export function createTextReply(status: number, text: string, headers?: FwReply['headers']): FwReply {
  return { status, headers: headers === undefined ? TEXT_HEADERS : { ...TEXT_HEADERS, ...headers }, body: text }
}

/**
 * Returns a redirect. 307 and 308 preserve the method, 303 changes it to GET. Characters that a header can't contain are
 * percent-encoded.
 */
export function createRedirect(status: RedirectStatus, to: string): FwReply {
  // Parts of the target come from the request, and no page has a path that a browser parses as a host.
  if (to.startsWith('/') && normalizeAppPath(to) === undefined) throw new FwError('not_found')
  const location = to.replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
  return { status, headers: { location, 'cache-control': 'no-store' }, body: null }
}

/** Adds the query of the request to the target, unless the target has one. */
export function withQuery(target: string, query: string): string {
  if (query === '' || target.includes('?')) return target
  const hash = target.indexOf('#')
  return hash === -1 ? `${target}?${query}` : `${target.slice(0, hash)}?${query}${target.slice(hash)}`
}
