/** The stages of a request in their fixed order. The first stage that returns a reply ends the request. */
import { FwError } from '#contract/http/error.ts'
import {
  A2A_PATH,
  AGENT_PATH,
  API_PREFIX,
  APPROVE_PATH,
  CHANNELS_PREFIX,
  FW_PREFIX,
  LLM_PATH,
  MANIFEST_PATH,
  MCP_PATH,
  PROPOSALS_PATH,
  REJECT_PATH,
  STREAM_SUFFIX,
} from '#contract/http/path.ts'
import { getSite, isSafeMethod } from '../identity/cross-site.ts'
import type { ServerStage } from './http/exchange.ts'
import { runMiddleware } from './http/run-middleware.ts'
import { withLocale } from './pages/current-locale.ts'
import { a2aStage, isA2aPath } from './stages/a2a.ts'
import { agentStage, agentStreamStage } from './stages/agent.ts'
import { apiStage } from './stages/api.ts'
import { channelStage } from './stages/channel.ts'
import { bareStage, localeStage } from './stages/locale.ts'
import { manifestStage } from './stages/manifest.ts'
import { mcpStage } from './stages/mcp.ts'
import { pageStage } from './stages/page.ts'
import { redirectStage, rewriteStage } from './stages/path-rules.ts'
import { probeStage } from './stages/probe.ts'
import { proposalsStage } from './stages/proposals.ts'
import { approveStage, rejectStage } from './stages/settle.ts'
import { siteStage } from './stages/site.ts'
import { websocketStage } from './stages/websocket.ts'
import { wellKnownStage } from './stages/well-known.ts'

/**
 * A web `Request` can't have these methods (Fetch standard, forbidden methods), so they are refused before app code needs
 * one.
 */
const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

const methodStage: ServerStage = ({ method }) => {
  if (FORBIDDEN_METHODS.has(method))
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
  return undefined
}

/**
 * Refuses cross-site requests that change something (security rule 6), and unsigned agents if the app requires signatures,
 * before any handler runs and before the body is read. Protocol endpoints count as agents, whatever their headers are;
 * `/_fw/agent` acts for the signed-in user.
 */
const guardStage: ServerStage = (request, exchange) => {
  const { path } = request
  const changes = !isSafeMethod(request.method)
  const guarded = exchange.upgrade !== undefined || (changes && path.startsWith(FW_PREFIX))
  if (guarded && getSite(request) === 'cross') throw new FwError('cross_site_denied')
  const { agentAuth, bearerCheck } = exchange.app
  // Below the A2A endpoint, GET requests are part of the protocol too.
  const isProtocol = changes ? path === MCP_PATH || isA2aPath(path) : path !== A2A_PATH && isA2aPath(path)
  if (isProtocol && !exchange.app.hostCheck(request.host, exchange.app.loopback)) throw new FwError('unknown_host')
  // An accepted token identifies the agent, so no signature is required.
  if (isProtocol && bearerCheck !== undefined) return exchange.requireBearer(bearerCheck)
  if (agentAuth === undefined || path === AGENT_PATH || path === LLM_PATH) return undefined
  if (exchange.origin === 'human' && !isProtocol) return undefined
  return exchange.requireVerifiedAgent()
}

/** Framework endpoints by exact path. */
const FW_TABLE: ReadonlyMap<string, ServerStage> = new Map([
  [APPROVE_PATH, approveStage],
  [REJECT_PATH, rejectStage],
  [PROPOSALS_PATH, proposalsStage],
  [MANIFEST_PATH, manifestStage],
  [MCP_PATH, mcpStage],
  [AGENT_PATH, agentStage],
  [LLM_PATH, agentStage],
])

/** Runs an endpoint in the language of the page that called it, or else the visitor's. */
const fwStage: ServerStage = (request, exchange) => {
  if (!request.path.startsWith(FW_PREFIX)) return undefined
  const { locales } = exchange.app
  if (locales === undefined) return endpointStage(request, exchange)
  const locale = locales.pageLocale(locales.choose(request), '/', '')
  return withLocale(locale, () => endpointStage(request, exchange))
}

const endpointStage: ServerStage = (request, exchange) => {
  const { path } = request
  if (path.startsWith(API_PREFIX)) return apiStage(request, exchange)
  if (path.startsWith(CHANNELS_PREFIX)) {
    exchange.route = path
    return channelStage(request, exchange)
  }
  if (isA2aPath(path)) {
    // A route for each task id would create too many routes.
    exchange.route = A2A_PATH
    return a2aStage(request, exchange)
  }
  const stage = FW_TABLE.get(path) ?? streamStage(path)
  if (stage === undefined) throw new FwError('not_found')
  exchange.route = stage === agentStreamStage ? STREAM_ROUTE : path
  return stage(request, exchange)
}

const STREAM_ROUTE = `${AGENT_PATH}/[id]${STREAM_SUFFIX}`

/** Matches the URL of a reply that is being streamed. */
function streamStage(path: string): ServerStage | undefined {
  const isStream = path.startsWith(`${AGENT_PATH}/`) || path.startsWith(`${LLM_PATH}/`)
  return isStream && path.endsWith(STREAM_SUFFIX) ? agentStreamStage : undefined
}

export const STAGES: readonly ServerStage[] = [
  methodStage,
  probeStage,
  runMiddleware,
  guardStage,
  websocketStage,
  fwStage,
  localeStage,
  redirectStage,
  rewriteStage,
  siteStage,
  wellKnownStage,
  bareStage,
  pageStage,
]
