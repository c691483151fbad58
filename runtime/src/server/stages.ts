/** The stages of a request in their fixed order. The first stage that returns a reply ends the request. */
import { type Endpoint, type EndpointName, isFrameworkPath, respondsTo } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { acceptsEvents } from '#wire/accepts-events.ts'
import { getSite, isSafeMethod } from '../identity/cross-site.ts'
import type { App } from './app/app.ts'
import { endpointStage } from './endpoints.ts'
import { admitsOrigin } from './http/cors.ts'
import type { ServerStage } from './http/exchange.ts'
import { requireKnownHost, servesThisMachine } from './http/known-host.ts'
import { markPart, markSentByBrowser } from './http/mark-sent-by-browser.ts'
import { runMiddleware } from './http/run-middleware.ts'
import { inVisitorLocale } from './pages/visitor-locale.ts'
import { apiRouteStage } from './stages/api-route.ts'
import { contentDigestStage } from './stages/content-digest.ts'
import { exactHttpRouteStage, httpRouteStage } from './stages/http-route.ts'
import { bareStage, localeStage } from './stages/locale.ts'
import { pageStage } from './stages/page.ts'
import { redirectStage, rewriteStage } from './stages/path-rules.ts'
import { probeStage } from './stages/probe.ts'
import { siteStage } from './stages/site.ts'
import { websocketStage } from './stages/websocket.ts'
import { wellKnownStage } from './stages/well-known.ts'

/**
 * A web `Request` can't have these methods (Fetch standard, forbidden methods), so they are refused before app code
 * needs one.
 */
const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

const WELL_KNOWN = '/.well-known/'

const methodStage: ServerStage = ({ method }) => {
  if (FORBIDDEN_METHODS.has(method))
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
  return undefined
}

/**
 * Refuses cross-site requests that change something, requests for other hosts on a server of this machine, and unsigned
 * agents if the app requires signatures, before any handler runs and before the body is read. Protocol endpoints count as agents regardless of their headers;
 * `/_fw/agent` acts for the signed-in user.
 */
const guardStage: ServerStage = (request, exchange) => {
  const { app, endpoint } = exchange
  const changes = !isSafeMethod(request.method)
  const guarded = exchange.upgrade !== undefined || (changes && exchange.isEndpoint)
  const isAdmitted = exchange.upgrade === undefined && admitsOrigin(request, exchange.apiRoute?.api?.route.cors)
  if (guarded && getSite(request) === 'cross' && !isAdmitted) throw new FwError('cross_site_denied')
  const { agentAuth, bearerCheck } = app.policy
  const isProtocol = endpoint?.identity === 'clients' && isProtocolRequest(endpoint, request, changes)
  const isLocal = (changes || guarded || exchange.isEndpoint) && servesThisMachine(app)
  if (isProtocol || isLocal || resolvesForAnyone(app, endpoint)) requireKnownHost(request, app)
  // An accepted token identifies the agent, so no signature is required.
  if (isProtocol && bearerCheck !== undefined) return exchange.requireBearer(bearerCheck)
  if (agentAuth === undefined || (endpoint?.identity === 'user' && request.path === endpoint.path)) return undefined
  if (exchange.origin === 'human' && !isProtocol) return undefined
  return exchange.requireVerifiedAgent()
}

/** Whether any caller of this machine may resolve proposals at the endpoint. */
function resolvesForAnyone({ loopback, policy }: App, endpoint: Endpoint | undefined): boolean {
  return endpoint?.resolvesProposals === true && loopback && policy.approvals === 'open'
}

/**
 * At the path of a protocol GET requests are pages for users, except for a client that opens a stream of events; below it
 * they are part of the protocol.
 */
function isProtocolRequest(endpoint: Endpoint, request: FwRequest, changes: boolean): boolean {
  if (!respondsTo(endpoint, request.path)) return false
  return changes || request.path !== endpoint.path || acceptsEvents(request.header('accept'))
}

/** Endpoints with a page that users open, also by a link in a message. */
const USER_PAGES: ReadonlySet<EndpointName | undefined> = new Set<EndpointName>(['proposals', 'reference'])

/**
 * Runs an endpoint in the language of the page that called it, or else the visitor's. A GET that markup may have caused is marked here,
 * for every endpoint, because `ctxFor` and the pages of the app run for it.
 */
const fwStage: ServerStage = (request, exchange) => {
  if (!isFrameworkPath(request.path)) return undefined
  if (isSafeMethod(request.method)) {
    if (USER_PAGES.has(exchange.endpoint?.name)) markPart(request, exchange)
    else markSentByBrowser(request, exchange)
  }
  return inVisitorLocale(request, exchange, () => endpointStage(request, exchange))
}

const discoveryStage: ServerStage = (request, exchange) =>
  request.path.startsWith(WELL_KNOWN) ? wellKnownStage(request, exchange) : undefined

export const STAGES: readonly ServerStage[] = [
  methodStage,
  probeStage,
  runMiddleware,
  guardStage,
  contentDigestStage,
  websocketStage,
  fwStage,
  apiRouteStage,
  localeStage,
  redirectStage,
  rewriteStage,
  exactHttpRouteStage,
  siteStage,
  discoveryStage,
  httpRouteStage,
  bareStage,
  pageStage,
]
