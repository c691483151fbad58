/** What every answer needs, done once at the end: the app's own headers, the renewed session, safe defaults. */
import type { Ctx } from '#contract/api.ts'
import { isSendable } from '#contract/header-value.ts'
import { API_PREFIX, APPROVE_PATH, FW_PREFIX } from '#contract/path.ts'
import type { FwReply } from '#contract/request.ts'
import { fromResponse } from '#wire/from-response.ts'
import { mergeVary } from '#wire/vary.ts'
import { dropHeaders, findCtxHeaders, sealHeaders } from '../api/ctx.ts'
import type { Exchange } from './exchange.ts'
import { DEFAULT_HEADERS } from './reply.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { withoutFormKeys } from './shared-forms.ts'

type HeaderValues = Record<string, string | readonly string[]>

/** Framing belongs to the host: an app header must not contradict the bytes that are sent. */
const NOT_FOR_APPS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'x-request-id',
])

/** The reply as it is sent. */
export function finish(exchange: Exchange, reply: FwReply | Response): FwReply {
  const plain = isReply(reply) ? reply : fromResponse(reply)
  const { made, session } = exchange
  const own = made === undefined ? undefined : ownHeaders(exchange, made)
  const body = exchange.request.method === 'HEAD' ? unread(plain.body) : plain.body
  if (made !== undefined && isStream(body)) sealHeaders(made, (name) => warnOfLate(exchange, name))
  const finished = 'x-content-type-options' in plain.headers && !('set-cookie' in plain.headers)
  if (finished && own === undefined && session?.renew === undefined)
    return { status: plain.status, headers: plain.headers, body, requestId: exchange.requestId }
  const headers: HeaderValues = { ...DEFAULT_HEADERS, ...plain.headers }
  if (own !== undefined) addOwn(exchange, headers, own)
  if (own !== undefined || session?.renew !== undefined) addCookies(headers, listCookies(own), session?.renew)
  if (headers['set-cookie'] !== undefined) keepPrivate(exchange, headers)
  const isShared = isPublic(headers) && String(headers['content-type']).startsWith('text/html')
  return {
    status: plain.status,
    headers,
    body: isShared ? withoutFormKeys(body) : body,
    requestId: exchange.requestId,
  }
}

function isStream(body: FwReply['body']): boolean {
  return typeof body === 'object' && body !== null && 'getReader' in body
}

/** The answer goes on, its head is gone. */
function warnOfLate({ app, request, route, requestId }: Exchange, name: string): void {
  app.log.warnOnce(
    `${route ?? request.path}: "${name}" in ctx.headers came after the first byte of the answer, and is not sent. Set it before that: in ctxFor, the async function of a page or layout, or outside <Suspense>.`,
    { requestId },
  )
}

/** The answer to HEAD: nobody will read the body, so nothing goes on making it. */
function unread(body: FwReply['body']): null {
  if (body instanceof ReadableStream) body.cancel().catch(() => undefined)
  return null
}

/** The call has run: a header that cannot be sent must not take its answer away. */
function addOwn({ app, requestId, route }: Exchange, headers: HeaderValues, own: Headers): void {
  for (const [name, value] of own) {
    if (!isSendable(value))
      app.log.error(`ctx.headers: "${name}" has a control character, which cannot be sent; it was left out.`, {
        requestId,
        path: route,
      })
    else if (name === 'vary') headers.vary = mergeVary(headers.vary?.toString(), value)
    else if (!NOT_FOR_APPS.has(name)) headers[name] = value
  }
}

function listCookies(own: Headers | undefined): readonly string[] {
  return own?.getSetCookie().filter(isSendable) ?? []
}

/** Ours are plain objects. Of those no `Response` is named: on Node that would load all of `fetch`. */
function isReply(reply: FwReply | Response): reply is FwReply {
  return Object.getPrototypeOf(reply) === Object.prototype || !(reply instanceof Response)
}

/** A cookie is one person's: no shared cache may keep an answer that sets one and hand it to the next person. */
function keepPrivate({ app, request }: Exchange, headers: HeaderValues): void {
  const directives = listDirectives(headers)
  if (!isPublic(headers) && (directives.includes('private') || directives.includes('no-store'))) return
  if (isPublic(headers))
    app.log.warnOnce(`${request.path} answers with a public cache-control and a cookie; it was sent as private.`)
  headers['cache-control'] = 'private, no-store'
}

function isPublic(headers: HeaderValues): boolean {
  return listDirectives(headers).some((directive) => directive === 'public' || directive.startsWith('s-maxage'))
}

function listDirectives(headers: HeaderValues): readonly string[] {
  return String(headers['cache-control'] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
}

/** Honoured for api calls, form posts and pages (decisions: Dispatch); an approved call is an api call. */
function ownHeaders({ request: { path }, app }: Exchange, made: Ctx): Headers | undefined {
  if (path.startsWith(FW_PREFIX) && !path.startsWith(API_PREFIX) && path !== APPROVE_PATH)
    dropHeaders(made, path, app.log)
  return findCtxHeaders(made)
}

/** A session that this answer issues or clears must not be undone by its own renewal. */
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

/** The reply as a web `Response`, for `fetch`. */
export function toResponse(reply: FwReply): Response {
  const { status, body } = reply
  const bodyless = status === 204 || status === 205 || status === 304
  return new Response(bodyless ? null : (body as BodyInit | null), { status, headers: toHeaders(reply) })
}

/** The headers of a reply as web `Headers`. */
export function toHeaders({ headers, requestId }: FwReply): Headers {
  const list = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') list.set(name, value)
    else for (const one of value) list.append(name, one)
  }
  if (requestId !== undefined) list.set(REQUEST_ID_HEADER, requestId)
  return list
}
