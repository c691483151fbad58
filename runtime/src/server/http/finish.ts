/** Finishes every response: the app's own headers, the renewed session, and safe defaults. */

import { dropHeaders, findCtxHeaders, sealHeaders } from '#api/ctx.ts'
import type { Ctx } from '#contract/api.ts'
import { isFrameworkPath } from '#contract/http/endpoint.ts'
import { isSendable } from '#contract/http/header-value.ts'
import { NONCE_HEADER } from '#contract/http/path.ts'
import { type FwReply, isPushed } from '#contract/http/request.ts'
import { fromResponse } from '#wire/from-response.ts'
import { mergeVary } from '#wire/vary.ts'
import { withoutFormKeys } from '../app/shared-forms.ts'
import { endReplacedStreams } from '../live/end-replaced-streams.ts'
import { bindBody, discardBody } from './bind-body.ts'
import { isPublic, listDirectives, mayBeStored } from './cache-control.ts'
import { withCors } from './cors.ts'
import type { Exchange } from './exchange.ts'
import { DEFAULT_HEADERS } from './reply.ts'

type HeaderValues = Record<string, string | readonly string[]>

/** The host sets framing headers: an app's header must not contradict the sent bytes. */
const NOT_FOR_APPS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'x-request-id',
])

/** Returns the reply as it is sent. */
export function finish(exchange: Exchange, reply: FwReply | Response): FwReply {
  const sent = isReply(reply) ? reply : fromResponse(reply)
  const plain =
    exchange.apiRoute === undefined ? sent : withCors(exchange.request, exchange.apiRoute.api?.route.cors, sent)
  const { made, session } = exchange
  const own = made === undefined ? undefined : ownHeaders(exchange, made)
  const isHead = exchange.request.method === 'HEAD'
  const isOpen = isStream(plain.body) || isPushed(plain.body)
  const bound = bindBody(exchange, plain.body)
  const body = isHead ? discardBody(bound) : bound
  if (made !== undefined && isOpen && !isHead) sealHeaders(made, (name) => warnOfLate(exchange, name))
  if (own === undefined && session?.renew === undefined) {
    const finished = isFinished(plain.headers) ? plain.headers : getShared(plain.headers)
    if (finished !== undefined) return { status: plain.status, headers: finished, body, requestId: exchange.requestId }
  }
  const headers: HeaderValues = { ...DEFAULT_HEADERS, ...plain.headers }
  if (own !== undefined) addOwn(exchange, headers, own)
  if (own !== undefined || session?.renew !== undefined) addCookies(headers, listCookies(own), session?.renew)
  if (headers['set-cookie'] !== undefined) {
    keepPrivate(exchange, headers, 'sets a cookie')
    endReplacedStreams(exchange, headers['set-cookie'])
  }
  if (NONCE_HEADER in headers && isPublic(headers)) keepPrivate(exchange, headers, 'contains a nonce')
  const isKept = mayBeStored(headers) && String(headers['content-type']).startsWith('text/html')
  return {
    status: plain.status,
    headers,
    body: isKept ? withoutFormKeys(body) : body,
    requestId: exchange.requestId,
  }
}

/** Whether nothing has to be added to these headers. */
function isFinished(headers: FwReply['headers']): boolean {
  return 'x-content-type-options' in headers && !('set-cookie' in headers)
}

/** Headers that many replies share, with the defaults, by the headers without them. They never change. */
const shared = new WeakMap<FwReply['headers'], FwReply['headers']>()

/** Returns shared headers with the defaults; `undefined` for headers of a single reply, and for headers that allow shared copies. */
function getShared(headers: FwReply['headers']): FwReply['headers'] | undefined {
  const known = shared.get(headers)
  if (known !== undefined || !Object.isFrozen(headers) || isPublic(headers)) return known
  const finished = Object.freeze({ ...DEFAULT_HEADERS, ...headers })
  if (!isFinished(finished)) return undefined
  shared.set(headers, finished)
  return finished
}

function isStream(body: FwReply['body']): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && 'getReader' in body
}

/** Warns of a header that was set after the response's head was sent. */
function warnOfLate({ app, request, route, requestId }: Exchange, name: string): void {
  app.log.warnOnce(
    `${route ?? request.path}: "${name}" in ctx.headers was set after the first byte of the response, and is not sent. Set it earlier: in ctxFor, the async function of a page or layout, or outside <Suspense>.`,
    { requestId },
    'late header',
  )
}

/**
 * Adds the app's headers. The call has run already, so a header that can't be sent must not replace its response. A REST
 * function sets `location` to the URL of what it has created; its form, and the page of an approval, redirect elsewhere.
 */
function addOwn({ app, requestId, route }: Exchange, headers: HeaderValues, own: Headers): void {
  for (const [name, value] of own) {
    if (!isSendable(value))
      app.log.error(`ctx.headers: "${name}" has a control character, which cannot be sent. The header was omitted.`, {
        requestId,
        path: route,
      })
    else if (name === 'vary') headers.vary = mergeVary(headers.vary?.toString(), value)
    else if (!NOT_FOR_APPS.has(name) && !(name === 'location' && name in headers)) headers[name] = value
  }
}

function listCookies(own: Headers | undefined): readonly string[] {
  return own?.getSetCookie().filter(isSendable) ?? []
}

/**
 * Replies are plain objects. The check doesn't mention `Response` for them, because on Node that would load all of `fetch`.
 */
function isReply(reply: FwReply | Response): reply is FwReply {
  return Object.getPrototypeOf(reply) === Object.prototype || !(reply instanceof Response)
}

/**
 * A cookie belongs to one user and a nonce to one response, so a shared cache must not store a response with one and serve it to
 * others.
 */
function keepPrivate({ app, request, route, requestId }: Exchange, headers: HeaderValues, reason: string): void {
  const directives = listDirectives(headers)
  if (!isPublic(headers) && (directives.includes('private') || directives.includes('no-store'))) return
  if (isPublic(headers))
    app.log.warnOnce(
      `${route ?? request.path} has a public cache-control and ${reason}. It was sent as private.`,
      { requestId },
      `public response that ${reason}`,
    )
  headers['cache-control'] = 'private, no-store'
}

/** Returns the ctx headers to send: for API calls, form posts and pages. An approved call is an API call. */
function ownHeaders({ request: { path }, endpoint, app }: Exchange, made: Ctx): Headers | undefined {
  if (isFrameworkPath(path) && endpoint?.ctxHeaders !== true) dropHeaders(made, path, app.log)
  return findCtxHeaders(made)
}

/** Adds cookies. A session that this response issues or clears must not be overwritten by its own renewal. */
function addCookies(headers: HeaderValues, own: readonly string[], renew: string | undefined): void {
  const before = headers['set-cookie']
  const cookies = [...(before === undefined ? [] : typeof before === 'string' ? [before] : before), ...own]
  if (renew !== undefined && !cookies.some((cookie) => getCookieName(cookie) === getCookieName(renew)))
    cookies.push(renew)
  if (cookies.length > 0) headers['set-cookie'] = cookies
}

function getCookieName(cookie: string): string {
  return cookie.slice(0, cookie.indexOf('='))
}
