/** The stage of each endpoint in `ENDPOINTS`. */
import { type EndpointName, respondsTo } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import { A2A_PATH, AGENT_PATH, STREAM_SUFFIX } from '#contract/http/path.ts'
import type { ServerStage } from './http/exchange.ts'
import { a2aStage } from './stages/a2a.ts'
import { agentStage, agentStreamStage } from './stages/agent.ts'
import { apiStage } from './stages/api.ts'
import { channelStage } from './stages/channel.ts'
import { liveStage } from './stages/live.ts'
import { manifestStage } from './stages/manifest.ts'
import { mcpStage } from './stages/mcp.ts'
import { openApiStage, referenceStage } from './stages/openapi.ts'
import { proposalsStage } from './stages/proposals.ts'
import { approveStage, rejectStage } from './stages/resolve-proposal.ts'

/** A turn at the path of the agent; below it, the reply of a turn that is being streamed. */
const turnStage: ServerStage = (request, exchange) => {
  if (exchange.endpoint?.path === request.path) return agentStage(request, exchange)
  if (!request.path.endsWith(STREAM_SUFFIX)) throw new FwError('not_found')
  exchange.route = STREAM_ROUTE
  return agentStreamStage(request, exchange)
}

const STREAM_ROUTE = `${AGENT_PATH}/[id]${STREAM_SUFFIX}`

/** `health` and `ready` respond before the app's middleware: see `probeStage`. */
const STAGES: Readonly<Record<Exclude<EndpointName, 'health' | 'ready'>, ServerStage>> = {
  api: apiStage,
  approve: approveStage,
  reject: rejectStage,
  proposals: proposalsStage,
  manifest: manifestStage,
  openapi: openApiStage,
  reference: referenceStage,
  live: liveStage,
  agent: turnStage,
  llm: turnStage,
  mcp: mcpStage,
  a2a: a2aStage,
  channels: channelStage,
}

/** Endpoints whose route isn't the requested path: a route for each task or name would create too many routes. */
const ROUTES: Partial<Record<EndpointName, string | undefined>> = { a2a: A2A_PATH, api: undefined, channels: undefined }

export const endpointStage: ServerStage = (request, exchange) => {
  const { endpoint } = exchange
  const { path } = request
  if (endpoint === undefined || !respondsTo(endpoint, path)) throw new FwError('not_found')
  const { name } = endpoint
  // Has responded in `probeStage`.
  if (name === 'health' || name === 'ready') return undefined
  exchange.route = name in ROUTES ? ROUTES[name] : path
  return STAGES[name](request, exchange)
}
