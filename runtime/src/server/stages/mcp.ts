/** `/_fw/mcp` (spec: HTTP): the Model Context Protocol, and a public page that says how to connect. */
import { FwError } from '#contract/error.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { createMcp } from '#mcp/answer.ts'
import { toolNames } from '#mcp/call-tool.ts'
import { mcpLanding, mcpLandingHtml } from '#mcp/landing.ts'
import type { App } from '../app.ts'
import { containedDeps } from '../contained-deps.ts'
import type { ServerStage } from '../exchange.ts'

/** Stateless: every POST is answered by itself, as one JSON object. Cross-site requests were refused before. */
export const mcpStage: ServerStage = async (request, exchange) => {
  const endpoint = endpointOf(exchange.app)
  if (request.method === 'GET' || request.method === 'HEAD') return landing(request, endpoint)
  if (request.method !== 'POST') throw notAllowed('GET, POST')
  const reply = await endpoint.answer(await exchange.readJsonText(), {
    header: (name) => request.header(name),
    deps: () => containedDeps(exchange),
    signal: request.signal,
  })
  return { status: reply.status, headers: reply.body === null ? NO_STORE : MESSAGE_HEADERS, body: reply.body }
}

const NO_STORE = { 'cache-control': 'no-store' } as const
const MESSAGE_HEADERS = { ...NO_STORE, 'content-type': 'application/json' } as const

interface Endpoint {
  readonly answer: ReturnType<typeof createMcp>
  /** The landing, as JSON and as a page. */
  readonly json: string
  readonly html: string
}

const endpoints = new WeakMap<App, Endpoint>()

/** Made for an app when it is first asked: what depends on the app alone is not made again. */
function endpointOf(app: App): Endpoint {
  const made = endpoints.get(app)
  if (made !== undefined) return made
  const endpoint = createEndpoint(app)
  endpoints.set(app, endpoint)
  return endpoint
}

function createEndpoint({ tools, options }: App): Endpoint {
  const { title = 'fw app', siteUrl } = options
  const page = mcpLanding(title, siteUrl)
  return {
    // Tools that agents may not call have names here too: calling one is refused and audited, not unknown.
    answer: createMcp({ names: toolNames(tools), server: { name: title, version: VERSION }, siteUrl }),
    json: JSON.stringify(page),
    html: mcpLandingHtml(page),
  }
}

/** Of this server software: an app has no version that we know. */
const VERSION = '0.1.0'

function landing(request: FwRequest, endpoint: Endpoint): FwReply {
  const accept = request.header('accept') ?? ''
  // Clients of 2025 ask for a stream here; there is none, and they know what 405 means.
  if (accept.includes('text/event-stream')) throw notAllowed('POST')
  const json = accept.includes('application/json')
  const type = json ? 'application/json' : 'text/html; charset=utf-8'
  return { status: 200, headers: { 'content-type': type, vary: 'accept' }, body: json ? endpoint.json : endpoint.html }
}

function notAllowed(allow: string): FwError {
  return new FwError('method_not_allowed', { headers: { allow } })
}
