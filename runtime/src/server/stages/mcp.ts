/** `/_fw/mcp`: the Model Context Protocol, and a public page with instructions to connect. */
import { contractsReady } from '#api/collect.ts'
import { ensureHeaders } from '#api/ctx.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { addressKey } from '#limits/address-key.ts'
import { type ClientCookies, openClientCookies } from '#mcp/client-cookies.ts'
import { createMcp } from '#mcp/create-mcp.ts'
import type { InvokeContext, McpCall } from '#mcp/host.ts'
import { createLanding, LANDING_POLICY, renderMcpLanding } from '#mcp/landing.ts'
import { Subscriptions } from '#mcp/subscriptions.ts'
import { acceptsEvents } from '#wire/accepts-events.ts'
import type { App } from '../app/app.ts'
import { createMcpApp } from '../app/mcp-app.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'
import { readJsonText } from '../http/read-body.ts'
import { readPageMarkdown, readStores } from '../pages/read-page.ts'
import { openPageSelection } from '../pages/visible-pages.ts'
import { withdraw } from '../resolve-proposal.ts'

/** Every POST is handled independently. Earlier stages have refused cross-site requests. */
export const mcpStage: ServerStage = async (request, exchange) => {
  const endpoint = getEndpoint(exchange.app)
  if (request.method === 'GET' || request.method === 'HEAD') return openStreamOrLanding(exchange, endpoint)
  if (request.method !== 'POST') throw createMethodError('GET, POST')
  const reply = endpoint.handle(await readJsonText(request), new ExchangeCall(exchange))
  const { status, body, headers: own } = reply instanceof Promise ? await reply : reply
  const headers = body === null ? NO_STORE : MESSAGE_HEADERS
  return { status, headers: own === undefined ? headers : { ...headers, ...own }, body }
}

const NO_STORE = Object.freeze({ 'cache-control': 'no-store' })
/** Frozen, because hosts cache the serialized form of a frozen object. */
const MESSAGE_HEADERS = Object.freeze({
  ...NO_STORE,
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
})

/** A message in the interface of `mcp/`. */
class ExchangeCall implements McpCall {
  readonly #exchange: Exchange
  #pages: ReturnType<McpCall['pages']> | undefined

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  header(name: string): string | undefined {
    return this.#exchange.request.header(name)
  }

  get address(): string | undefined {
    const { address } = this.#exchange.request
    return address && addressKey(address)
  }

  /** With the cookies that earlier calls of this caller have set. */
  ctx(): Ctx | Promise<Ctx> {
    const { ctxFor, session } = this.#exchange.app.policy
    const isRead = ctxFor !== undefined || session !== undefined
    return isRead && this.#openCookies().hasOwner ? this.#ctxWithCookies() : this.#exchange.agentCtx()
  }

  async #ctxWithCookies(): Promise<Ctx> {
    const exchange = this.#exchange
    const stored = await this.#openCookies().read()
    exchange.useCookies(stored)
    const ctx = await exchange.agentCtx()
    const { session } = exchange
    if (stored === '' || session?.renew === undefined) return ctx
    const { renew, ...rest } = session
    await this.#openCookies().store([renew])
    // The client doesn't have the cookie, so the response doesn't renew it.
    exchange.session = { ...rest, sid: session.sid }
    return ctx
  }

  #openCookies(): ClientCookies {
    const { app, identity } = this.#exchange
    const owner = { header: (name: string) => this.header(name), subject: identity?.subject }
    return openClientCookies(app.data.store, owner, app.now)
  }

  readPage(path: string, ctx: Ctx) {
    return readPageMarkdown(this.#exchange, path, ctx)
  }

  /** One selection for all messages of a batch. */
  pages() {
    this.#pages ??= openPageSelection(this.#exchange, 'agent')
    return this.#pages
  }

  stores(ctx: Ctx) {
    return readStores(this.#exchange, ctx)
  }

  tools(ctx: Ctx) {
    const { app } = this.#exchange
    return contractsReady(app.tools)?.then(() => app.visibleTools(ctx)) ?? app.visibleTools(ctx)
  }

  invoke(ctx: Ctx, tool: string, input: unknown, line: InvokeContext) {
    const exchange = this.#exchange
    const toFailure = (error: unknown) => toFwError(error, exchange.app, exchange.requestId)
    return exchange.runForAgent(ctx, tool, input, {
      request: new LineRequest(exchange, line),
      failed: toFailure,
      storeCookies: (headers) => this.#openCookies().store(headers),
    })
  }

  /** The caller's right has been checked: it has the task of the call. */
  async withdraw(id: string): Promise<boolean> {
    return withdraw(this.#exchange.app, id, await this.#exchange.agentCtx())
  }

  /**
   * Returns the challenge for more scopes, with every scope that the tool needs. Only callers with a token receive it,
   * because only they can return with a better one.
   */
  scopeChallenge(tool: string): string | undefined {
    const { app, identity, request } = this.#exchange
    if (identity === undefined || app.policy.challenge === undefined) return undefined
    const scopes = app.tools.find(({ name }) => name === tool)?.scopes ?? []
    return app.policy.challenge(request.path, { error: 'insufficient_scope', scope: scopes.join(' ') })
  }
}

/** The request of a call, with the client that it can send messages to. The signal is created when it is read. */
class LineRequest {
  readonly #exchange: Exchange
  readonly #line: InvokeContext

  constructor(exchange: Exchange, line: InvokeContext) {
    this.#exchange = exchange
    this.#line = line
  }

  get signal(): AbortSignal {
    return this.#line.signal
  }

  get client() {
    return this.#line.client
  }

  get requestId(): string {
    return this.#exchange.requestId
  }
}

interface Endpoint {
  readonly handle: ReturnType<typeof createMcp>
  readonly subscriptions: Subscriptions
  /** `origin` of the app, if it is known. */
  readonly renderLanding: (origin: string | undefined) => Promise<Landing>
}

/** The landing page, as JSON and as HTML. */
interface Landing {
  readonly json: string
  readonly html: string
}

const endpoints = new WeakMap<App, Endpoint>()

/** Creates the endpoint of an app on first use. It depends on the app only. */
function getEndpoint(app: App): Endpoint {
  const made = endpoints.get(app)
  if (made !== undefined) return made
  const { siteUrl } = app.info
  let last: { readonly origin: string | undefined; readonly page: Promise<Landing> } | undefined
  const mcpApp = createMcpApp(app)
  const subscriptions = new Subscriptions(mcpApp)
  const endpoint: Endpoint = {
    handle: createMcp(mcpApp, subscriptions),
    subscriptions,
    renderLanding(requested) {
      const origin = siteUrl ?? requested
      if (last === undefined || last.origin !== origin) last = { origin, page: makeLanding(app, origin) }
      return last.page
    },
  }
  endpoints.set(app, endpoint)
  return endpoint
}

/** Ends the streams of subscriptions, whose clients then connect to another process. */
export function closeMcpStreams(app: App): void {
  endpoints.get(app)?.subscriptions.close()
}

async function makeLanding(app: App, origin: string | undefined): Promise<Landing> {
  const { name } = app.info
  const asksForToken = app.policy.bearerCheck !== undefined
  await contractsReady(app.tools)
  const tools = app.visibleTools(ensureHeaders(undefined))
  const page = createLanding({ name, origin, asksForToken, tools, toolNames: app.agents.mcp.toolNames })
  return { json: JSON.stringify(page), html: renderMcpLanding(page) }
}

/** A client of 2025 requests the stream of its session here. Without a session it gets 405, which it handles. */
async function openStreamOrLanding(exchange: Exchange, endpoint: Endpoint): Promise<FwReply> {
  const { request } = exchange
  if (!acceptsEvents(request.header('accept'))) return renderLanding(exchange, endpoint)
  if (request.method !== 'GET') throw createMethodError('POST')
  const reply = await endpoint.subscriptions.openSessionStream(new ExchangeCall(exchange))
  if (reply === undefined) throw createMethodError('POST')
  return { ...reply, headers: { ...NO_STORE, ...reply.headers } }
}

async function renderLanding({ app, request }: Exchange, endpoint: Endpoint): Promise<FwReply> {
  const accept = request.header('accept') ?? ''
  const { json, html } = await endpoint.renderLanding(findOrigin(request, app))
  if (accept.includes('application/json'))
    return { status: 200, headers: { 'content-type': 'application/json', vary: 'accept' }, body: json }
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': LANDING_POLICY }
  return { status: 200, headers: { ...headers, vary: 'accept' }, body: html }
}

/**
 * Returns the origin of the request if its host is one of the app's: a name in `allowedHosts`, or of this machine. Any other
 * host may be that of an attacker, whose commands the page would print.
 */
function findOrigin({ host, protocol = 'http' }: FwRequest, { policy }: App): string | undefined {
  return host !== undefined && policy.knowsHost(host) ? `${protocol}://${host}` : undefined
}

function createMethodError(allow: string): FwError {
  return new FwError('method_not_allowed', { headers: { allow } })
}
