/** `createFwServer`: the request pipeline of an app, for any host. */

import type { InstanceHooks, Manifest, PageInstances } from '#contract/agent/manifest.ts'
import type { FormContent } from '#contract/agent/question.ts'
import type { RemoteLogin, RemoteSource } from '#contract/agent/remote-source.ts'
import type { ApiTool, Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { KnownPage } from '#contract/page/page.ts'
import { untilIdle } from '#contract/wait-until.ts'
import { repairResponseType } from '#wire/response-type.ts'
import { toResponse } from '#wire/to-response.ts'
import { contractsReady, findUnloadable, type UnloadableTool } from '../api/collect.ts'
import { dropHeaders, ensureHeaders } from '../api/ctx.ts'
import { keepListenerScopes } from '../api/keep-listener-scopes.ts'
import { isLoopback } from '../identity/host-check.ts'
import type { ProxyTrust } from '../identity/proxy-trust.ts'
import { toMarkdown } from '../site/markdown.ts'
import type { AcceptSocket, SocketHandlers } from '../websocket/host-socket.ts'
import { anonymousCtx } from './app/anonymous-ctx.ts'
import { type App, createApp } from './app/app.ts'
import { instancesFor } from './app/instances.ts'
import { type McpCatalog, mcpCatalog } from './app/mcp-app.ts'
import { openSchedules, type Schedules } from './app/open-schedules.ts'
import type { FwServerOptions } from './app/options.ts'
import { handleRequest, refuseRequest } from './handle-request.ts'
import type { Upgrade } from './http/entry.ts'
import { bodyLimit } from './http/read-body.ts'
import { newRequestId } from './http/request-id.ts'
import { isUpgrade, switchProtocols, type UpgradeHost } from './http/upgrade.ts'
import { WebFwRequest } from './http/web-request.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { manifestFor } from './pages/manifest.ts'
import { renderNotFound } from './pages/render-page.ts'
import { approve, findProposalRegistry, reject } from './resolve-proposal.ts'
import { closeAgent, drainAgent } from './stages/agent.ts'
import { closeMcpStreams } from './stages/mcp.ts'
import { warnOpenAgent } from './warn-open-agent.ts'

/** A running app. `fetch` is for hosts with web requests; the Node host uses `handle`. */
export interface FwServer extends Schedules, InProcess {
  /** Handles a web request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /**
   * Like `fetch`, for custom hosts, with support for upgrades: `host` performs the upgrade, such as Bun's server.
   * Resolves to undefined if the host took over the connection; it then calls `websocket`. Never rejects.
   */
  serve(request: Request): Promise<Response>
  serve(request: Request, host: UpgradeHost): Promise<Response | undefined>
  /** Socket handlers for a host: the option `websocket` of `Bun.serve`. Undefined if the app has no endpoint. */
  readonly websocket: SocketHandlers | undefined
  /**
   * Handles a request for a WebSocket upgrade, without web objects. Resolves to undefined after `accept` took over the
   * connection, otherwise to the response that refuses it. Never rejects.
   */
  upgrade(request: FwRequest, accept: AcceptSocket): Promise<FwReply | undefined>
  /**
   * Closes every socket with 1001, ends every live stream, and accepts no new ones. Waits for replies of the agent that
   * clients read through other processes. Sockets that are still open after `drainMs` (10 seconds) are terminated.
   */
  closeSockets(drainMs?: number): Promise<void>
  /** Handles a request without web objects. Never rejects. */
  handle(request: FwRequest): Promise<FwReply>
  /** Returns the response to a request that couldn't be parsed (a path without a canonical form). */
  refuse(error: unknown): FwReply
  /** Maximum size of a request body in bytes, which a host's body reader must enforce. */
  readonly maxBodyBytes: number
  /**
   * Returns the maximum body size of one request with a canonical path: forms with files have their own limit
   * (`uploads`).
   */
  bodyLimit(request: Pick<FwRequest, 'method' | 'path' | 'header'>): number
  /** Resolves the client of a request behind proxies; absent if no proxy is trusted. */
  readonly proxyTrust: ProxyTrust | undefined
  /** Options for the host. */
  readonly hosting: Pick<FwServerOptions, 'timeouts' | 'drainMs' | 'drainDelayMs'>
  /** Called by the host before the first request, with the address that it listens on. */
  listensOn(hostname: string): void
  /** Whether `drain` was called. */
  readonly draining: boolean
  /**
   * Starts draining: readiness responds with 503, and responses close their connection. Call it before the host stops.
   */
  drain(): void
  /** The app's log, also for messages of the host. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The app's tools, including `forbidden` ones. */
  readonly apiTools: readonly ApiTool[]
  /** Resolves when the schemas of `apiTools` are known: in development they depend on the analysis of types. */
  toolsReady(): Promise<void>
  /** Loads the modules of all APIs, and returns the tools of modules that fail, with the errors. */
  loadApis(): Promise<readonly UnloadableTool[]>
  /** The MCP servers whose tools the app's agent uses. No request is sent before `list`. */
  readonly remoteSources: readonly RemoteSource[]
  /**
   * Begins a login at a remote server of the agent. The tokens are stored in the data store of the app. Rejects if the agent
   * has no server of this name that needs a login.
   */
  loginRemote(name: string, redirectUrl: string): Promise<RemoteLogin>
  /** Returns the tools as MCP clients see them, regardless of scopes. For checks of compatibility with clients. */
  mcpCatalog(): Promise<McpCatalog>
  /** Returns the manifest of a page for the caller with this ctx. */
  manifestFor(path: string, ctx?: Ctx): Promise<Manifest>
  /**
   * Returns the live components of a page from a separate render with this ctx: the components of `manifestFor`, with
   * tools that run in that render. The caller counts as an agent.
   */
  instancesFor(path: string, ctx?: Ctx, hooks?: InstanceHooks): Promise<PageInstances>
  /** Returns the known pages. Dynamic ones are expanded with `staticParams`. */
  listPages(): Promise<readonly KnownPage[]>
  /**
   * Returns `_404` as a standalone document, by default for an anonymous caller and without a nonce for its scripts;
   * undefined if the app has none.
   */
  notFoundPage(ctx?: Ctx, nonce?: string): Promise<string | undefined>
  /** Converts a rendered document to the Markdown that the `.md` path of its page serves, for static output. */
  markdownOf(html: string): Promise<string>
  /**
   * Resolves a proposal from inside this process, after a user has been asked (the command line). Approving resolves to
   * the wire result and rejects with the error of the call, or with `unknown_proposal` for an id that isn't pending.
   * Rejecting resolves to whether the proposal was pending. Without `ctx`, the app's `ctxFor` creates one for a caller
   * without cookies. Proposals that `invokeApi` created outside any server are found too, by every server of the
   * process.
   */
  settle(
    id: string,
    decision: 'approve' | 'reject',
    options?: {
      readonly ctx?: Ctx
      /** Values for the questions of another server: by the names of the questions, and of their fields. */
      readonly responses?: Readonly<Record<string, FormContent>>
    },
  ): Promise<unknown>
  /** Releases the server's resources (its sockets, the data store, and the app's own proposal store). */
  close(): Promise<void>
}

/** Time in milliseconds for closing handshakes of sockets, and for schedules to end. */
const DRAIN_MS = 10_000
const CLOSE_MS = 1_000
/** Time in milliseconds after which a server checks its data store: first it serves the requests that wait for its start. */
const REPORT_DATA_MS = 250

/** Creates the server of an app. Throws immediately for invalid names and APIs. */
export function createFwServer(options: FwServerOptions = {}): FwServer {
  repairResponseType()
  keepListenerScopes()
  const app = createApp(options)
  const schedules = openSchedules(app, options.schedules)
  const handle = (request: FwRequest): Promise<FwReply> => handleRequest(app, request)
  const upgrade: FwServer['upgrade'] = async (request, accept) => {
    const state: Upgrade = {}
    return switchProtocols(await handleRequest(app, request, { upgrade: state }), state.accepted, accept)
  }
  const serve = async (request: Request, host?: UpgradeHost): Promise<Response | undefined> => {
    let incoming: FwRequest
    try {
      const peer = host?.requestIP?.(request)?.address
      incoming = new WebFwRequest(request, (request) => bodyLimit(request, app.policy), peer, app.policy.proxyTrust)
    } catch (error) {
      return toResponse(refuseRequest(app, error))
    }
    if (host === undefined || !isUpgrade(app, incoming)) return toResponse(await handle(incoming))
    const refusal = await upgrade(incoming, (options) => host.upgrade(request, options))
    return refusal && toResponse(refusal)
  }
  const closeSockets = (drainMs = DRAIN_MS): Promise<void> => closeStreams(app, drainMs)
  return {
    // A separate function: hosts pass a second argument to `fetch`, and it must never upgrade.
    fetch: (request) => serve(request) as Promise<Response>,
    ...inProcess(app),
    serve: serve as FwServer['serve'],
    handle,
    upgrade,
    websocket: app.sockets?.handlers,
    closeSockets,
    ...schedules,
    refuse: (error) => refuseRequest(app, error),
    maxBodyBytes: app.policy.maxBodyBytes,
    bodyLimit: (request) => bodyLimit(request, app.policy),
    proxyTrust: app.policy.proxyTrust,
    hosting: options,
    listensOn(hostname) {
      app.loopback = isLoopback(hostname)
      warnAtStart(app)
    },
    get draining() {
      return app.draining
    },
    drain() {
      app.draining = true
    },
    log: app.log,
    ...openTools(app),
    ...openRemoteSources(app, options.agent?.remoteSources ?? []),
    mcpCatalog: () => mcpCatalog(app),
    manifestFor: (path, ctx) => manifestFor(app, path, ensureHeaders(ctx)),
    instancesFor: (path, ctx, hooks) => instancesFor(app, path, ensureHeaders(ctx), hooks),
    // These callers render every page, too.
    listPages: () => app.pages.checkPages(),
    notFoundPage: (ctx, nonce) => renderNotFound(app, ctx, nonce),
    markdownOf: toMarkdown,
    async settle(id, decision, { ctx, responses } = {}) {
      const as = ctx === undefined ? await anonymousCtx(app) : ensureHeaders(ctx)
      const proposals = await findProposalRegistry(app, id)
      const how = { requestId: newRequestId(), may: () => true, proposals, readResponses: () => responses }
      if (decision === 'reject') return reject(app, id, as, how)
      try {
        const approved = await approve(app, id, as, how)
        if (approved.ok) return approved.outcome.result
        throw approved.error
      } finally {
        dropHeaders(as, 'The approved call', app.log)
      }
    },
    async close() {
      closeAgent(app)
      app.stopChanges()
      await Promise.all([closeSockets(CLOSE_MS), schedules.stopSchedules(CLOSE_MS), untilIdleFor(CLOSE_MS)])
      await Promise.all([app.data.proposals.close(), app.pages.cached.close()])
      await app.data.store.close()
    },
  }
}

/** Waits for work after responses, at most `limitMs`. */
async function untilIdleFor(limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([untilIdle(), limit])
  clearTimeout(timer)
}

function warnAtStart(app: App): void {
  warnOpenAgent(app).catch(() => undefined)
  setTimeout(() => void reportUnreachableData(app), REPORT_DATA_MS).unref?.()
}

/** The store logs why it can't be used. Without this, the first call that needs it would find out. */
async function reportUnreachableData({ data, draining }: App): Promise<void> {
  if (!draining) await data.store.ping().catch(() => undefined)
}

async function closeStreams(app: App, drainMs: number): Promise<void> {
  const { live, sockets } = app
  closeMcpStreams(app)
  await Promise.all([live.close(), sockets?.close(drainMs), drainAgent(app, drainMs)])
}

function openTools({ tools }: App): Pick<FwServer, 'apiTools' | 'toolsReady' | 'loadApis'> {
  return {
    apiTools: tools,
    toolsReady: async () => contractsReady(tools),
    loadApis: () => findUnloadable(tools),
  }
}

/** Gives the remote servers of the agent the data store of the app, which has the tokens of their logins. */
function openRemoteSources(
  { data }: ReturnType<typeof createApp>,
  sources: readonly RemoteSource[],
): Pick<FwServer, 'remoteSources' | 'loginRemote'> {
  return {
    remoteSources: sources.map((source) => ({
      ...source,
      list: (options) => source.list({ ...options, data: data.store }),
    })),
    loginRemote: async (name, redirectUrl) => findLogin(sources, name)({ data: data.store, redirectUrl }),
  }
}

function findLogin(sources: readonly RemoteSource[], name: string): NonNullable<RemoteSource['login']> {
  const source = sources.find((one) => one.name === name)
  if (source?.login !== undefined) return source.login
  const names = sources.filter(({ login }) => login !== undefined).map((one) => one.name)
  throw new Error(
    `The agent has no server "${name}" that needs a login. ${names.length === 0 ? 'Set oauth with the grant authorization_code in its mcp.' : `Use one of: ${names.join(', ')}.`}`,
  )
}
