/** Handles requests for the app's own endpoints, `*.http.ts` in the routes folder. */

import type { Cors } from '#contract/http/cors.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isUnexpected } from '#contract/http/thrown-error.ts'
import { asRedirect } from '#contract/page/navigation.ts'
import type { FoundHttpRoute } from '#http-routes/find-http-route.ts'
import type { HandlerContext } from '#http-routes/h3-handler.ts'
import { type HttpModule, listMethods } from '#http-routes/http-module.ts'
import type { HttpRoutes, LoadedHttpRoute } from '#http-routes/http-routes.ts'
import { getSite, isSafeMethod } from '#identity/cross-site.ts'
import { fromResponse } from '#wire/from-response.ts'
import { mergeVary } from '#wire/vary.ts'
import { admitsOrigin, createPreflightHeaders, withCors } from '../http/cors.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'
import { isRead } from '../http/is-read.ts'
import { requireKnownHost, servesThisMachine } from '../http/known-host.ts'
import { markSentByBrowser } from '../http/mark-sent-by-browser.ts'
import { isFormPost } from '../http/read-body.ts'
import { createRedirect, errorReply, withQuery } from '../http/reply.ts'
import { withLocale } from '../pages/current-locale.ts'
import { inVisitorLocale } from '../pages/visitor-locale.ts'

type StageReply = ReturnType<ServerStage>

/** Handles endpoints without parameters, such as `robots.txt.http.ts`, which replace a file that the framework serves. */
export const exactHttpRouteStage: ServerStage = (request, exchange) =>
  handleRoute(request, exchange, ({ isStatic }) => isStatic)

/** Handles all other endpoints, after the files that the framework serves. */
export const httpRouteStage: ServerStage = (request, exchange) =>
  handleRoute(request, exchange, ({ isStatic }) => !isStatic)

/** Handles an endpoint at another path of the request: the target of a rewrite, or a path without its language. */
export function replyAtTarget(request: FwRequest, exchange: Exchange, next: () => StageReply): StageReply {
  const reply = handleRoute(request, exchange, () => true)
  return reply instanceof Promise ? reply.then((late) => late ?? next()) : (reply ?? next())
}

function handleRoute(request: FwRequest, exchange: Exchange, isMeant: (found: FoundHttpRoute) => boolean): StageReply {
  const { http, markdownSource } = exchange.app.pages
  const found = http?.find(request.segments)
  if (http === undefined || found === undefined || !isMeant(found)) return undefined
  if (found.isBesidePage && isForPage(request)) return undefined
  // The Markdown of a page, whose name a parameter of the endpoint matches too.
  if (!found.isStatic && isRead(request) && markdownSource(request.segments) !== undefined) return undefined
  // Redirects, so that each endpoint has only one URL.
  if (request.path.length > 1 && request.path.endsWith('/'))
    return createRedirect(308, withQuery(request.path.slice(0, -1), request.query))
  const reply = () => replyFrom(request, exchange, http, found)
  return exchange.locale === undefined ? inVisitorLocale(request, exchange, reply) : withLocale(exchange.locale, reply)
}

/** Whether a request for a URL of a page and an endpoint is for the page: browsers ask for HTML and post forms. */
function isForPage(request: FwRequest): boolean {
  if (isFormPost(request)) return true
  return isRead(request) && /text\/(?:html|markdown)/i.test(request.header('accept') ?? '')
}

async function replyFrom(
  request: FwRequest,
  exchange: Exchange,
  http: HttpRoutes,
  found: FoundHttpRoute,
): Promise<FwReply | undefined> {
  const { route, isBesidePage } = found
  exchange.route = route.pattern
  let cors: Cors | undefined
  let reply: FwReply
  try {
    if (servesThisMachine(exchange.app)) requireKnownHost(request, exchange.app)
    const module = await http.load(route.filePath)
    cors = module.cors
    const early = replyWithoutHandler(request, module, isBesidePage)
    // The page handles what the endpoint doesn't.
    if (early === 'page') return undefined
    reply = early ?? (await runHandler(request, exchange, module, found.params))
  } catch (error) {
    reply = createFailure(exchange, error)
  }
  const own = { ...reply, headers: addVary(addDefaults(reply), isBesidePage ? 'accept' : undefined) }
  return withCors(request, cors, own)
}

/** Returns the reply to a request that no handler of the module may receive; `page` if the page of the URL handles it. */
function replyWithoutHandler(
  request: FwRequest,
  module: HttpModule,
  isBesidePage: boolean,
): FwReply | 'page' | undefined {
  const { method } = request
  const { cors, crossSite } = module
  const methods = listMethods(module)
  const asked = request.header('access-control-request-method')
  if (cors !== undefined && method === 'OPTIONS' && asked !== undefined) {
    const isKnown = methods === undefined || methods.some((one) => one === asked)
    return { status: 204, headers: createPreflightHeaders(request, isKnown ? cors : undefined), body: null }
  }
  const isAllowed = crossSite || admitsOrigin(request, cors)
  if (!isSafeMethod(method) && !isAllowed && getSite(request) === 'cross') throw new FwError('cross_site_denied')
  if (methods === undefined || module.methods?.has(method) === true) return undefined
  if (isBesidePage && isRead(request)) return 'page'
  const allow = (isBesidePage ? [...new Set(['GET', 'HEAD', ...methods])] : methods).join(', ')
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null }
  throw new FwError('method_not_allowed', { headers: { allow } })
}

async function runHandler(
  request: FwRequest,
  exchange: Exchange,
  { run, cors }: LoadedHttpRoute,
  params: Readonly<Record<string, string>>,
): Promise<FwReply> {
  const { app, requestId } = exchange
  markSentByBrowser(request, exchange, cors)
  const made = exchange.ctx()
  const ctx = made instanceof Promise ? await made : made
  const { causeOrigin: origin } = exchange
  const context: HandlerContext = {
    params: { ...params },
    fw: { ctx, origin, requestId, log: app.log },
    ...(request.address !== undefined && { clientAddress: request.address }),
  }
  const outcome = await run(exchange.web(request), context)
  if ('thrown' in outcome) throw outcome.thrown
  return fromResponse(outcome.response)
}

/** Returns the error envelope, or the redirect that the handler has thrown. */
function createFailure(exchange: Exchange, error: unknown): FwReply {
  const redirect = asRedirect(error)
  if (redirect !== undefined) return createRedirect(redirect.status, redirect.location)
  if (isUnexpected(error)) exchange.inspect?.(error, {})
  return errorReply(toFwError(error, exchange.app, exchange.requestId))
}

/** The response may be for one caller, and a text isn't HTML unless the handler says so. */
function addDefaults({ headers, body }: FwReply): FwReply['headers'] {
  const isTyped = body === null || headers['content-type'] !== undefined
  return { 'cache-control': 'no-store', ...(!isTyped && { 'content-type': 'text/plain; charset=utf-8' }), ...headers }
}

function addVary(headers: FwReply['headers'], name: string | undefined): FwReply['headers'] {
  return name === undefined ? headers : { ...headers, vary: mergeVary(headers.vary?.toString(), name) }
}
