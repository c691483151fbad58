/** `createFwServer`: one pipeline for an app, for any host (spec: Server options). */
import type { ApiTool, Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/log.ts'
import type { InstanceHooks, Manifest, PageInstances } from '#contract/manifest.ts'
import type { KnownPage } from '#contract/page.ts'
import type { RemoteSource } from '#contract/remote-source.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { repairResponseType } from '#wire/response-type.ts'
import { contractsReady } from '../api/collect.ts'
import { dropHeaders, ensureHeaders } from '../api/ctx.ts'
import { isLoopback } from '../identity/host-check.ts'
import type { ProxyTrust } from '../identity/proxy-trust.ts'
import { toMarkdown } from '../site/markdown.ts'
import type { AcceptSocket, SocketHandlers } from '../websocket/host-socket.ts'
import { anonymousCtx } from './anonymous-ctx.ts'
import { answer, refuseRequest } from './answer.ts'
import { createApp } from './app.ts'
import type { Upgrade } from './exchange.ts'
import { toResponse } from './finish.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { instancesFor } from './instances.ts'
import { manifestFor } from './manifest.ts'
import { type McpCatalog, mcpCatalog } from './mcp-app.ts'
import { openSchedules, type Schedules } from './open-schedules.ts'
import type { FwServerOptions } from './options.ts'
import { bodyLimit } from './read-body.ts'
import { newRequestId } from './request-id.ts'
import { approve, findVault, reject } from './settle.ts'
import { closeAgent } from './stages/agent.ts'
import { isUpgrade, switchProtocols, type UpgradeHost } from './upgrade.ts'
import { WebFwRequest } from './web-request.ts'

/** A running app. `fetch` is mounted on any host that has web requests; the Node host uses `handle`. */
export interface FwServer extends Schedules, InProcess {
  /** Answers a web request. Never rejects. */
  fetch(request: Request): Promise<Response>
  /**
   * `fetch` for custom hosts (spec: HTTP), upgrades included: `host` is what upgrades a request, as Bun's server does.
   * Resolves to undefined where it took the connection over; it then calls `websocket`. Never rejects.
   */
  serve(request: Request): Promise<Response>
  serve(request: Request, host: UpgradeHost): Promise<Response | undefined>
  /** What a host calls for its sockets: the option `websocket` of `Bun.serve`. Undefined where the app has no endpoint. */
  readonly websocket: SocketHandlers | undefined
  /**
   * The pipeline for a request that asks for a WebSocket, without web objects. Resolves to undefined once `accept` took
   * the connection over, otherwise to the answer that refuses it. Never rejects.
   */
  upgrade(request: FwRequest, accept: AcceptSocket): Promise<FwReply | undefined>
  /** Closes every socket with 1001 and accepts no more; those that are there after `drainMs` (10 seconds) are cut off. */
  closeSockets(drainMs?: number): Promise<void>
  /** The pipeline itself, without web objects. Never rejects. */
  handle(request: FwRequest): Promise<FwReply>
  /** The answer to a request that could not even be read (a path without a canonical form). */
  refuse(error: unknown): FwReply
  /** Largest request body in bytes: what a host's reader has to keep to. */
  readonly maxBodyBytes: number
  /** The same for one request, with its canonical path: forms with files have a limit of their own (`uploads`). */
  bodyLimit(request: Pick<FwRequest, 'method' | 'path' | 'header'>): number
  /** Reads where a request came from; absent where no proxy is trusted. */
  readonly proxyTrust: ProxyTrust | undefined
  /** What the options say about how it is hosted. */
  readonly hosting: Pick<FwServerOptions, 'timeouts' | 'drainMs' | 'drainDelayMs'>
  /** Told by the host on which address it listens, before the first request. */
  listensOn(hostname: string): void
  /** Whether `drain` was called. */
  readonly draining: boolean
  /** From now on readiness answers 503 and answers close their connection: the host is about to stop. */
  drain(): void
  /** The log of the app: what a host has to say about the process belongs there too. */
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The app's tools, `forbidden` ones included. */
  readonly apiTools: readonly ApiTool[]
  /** Resolves once the schemas of `apiTools` are known: in development the analysis of types brings them later. */
  toolsReady(): Promise<void>
  /** The MCP servers whose tools the app's agent uses. Nothing is asked of them before `list`. */
  readonly remoteSources: readonly RemoteSource[]
  /** The tools as MCP clients are told of them, whatever their scopes; for checks of what clients take. */
  mcpCatalog(): Promise<McpCatalog>
  /** What a page offers to the caller with this ctx. */
  manifestFor(path: string, ctx?: Ctx): Promise<Manifest>
  /**
   * The live components of a page, from a render of their own under this ctx: what `manifestFor` describes, with tools that
   * run in that render. Their caller counts as an agent.
   */
  instancesFor(path: string, ctx?: Ctx, hooks?: InstanceHooks): Promise<PageInstances>
  /** Known pages; dynamic ones expanded by `staticParams`. */
  listPages(): Promise<readonly KnownPage[]>
  /** `_404` as a standalone document, by default for a caller without anything; undefined when the app has none. */
  notFoundPage(ctx?: Ctx): Promise<string | undefined>
  /** A rendered document as the Markdown that its page's `.md` address answers: for whoever has it already (static output). */
  markdownOf(html: string): Promise<string>
  /**
   * Settles a proposal from inside this process, for whoever asked the person (the command line). Approving answers the
   * wire result and throws what the call threw, or `unknown_proposal` for an id that is not pending; rejecting answers
   * whether it was. Without `ctx` the app's `ctxFor` makes one for a caller without cookies. What `invokeApi` parked
   * outside any server is found too, by every server of the process.
   */
  settle(id: string, decision: 'approve' | 'reject', options?: { readonly ctx?: Ctx }): Promise<unknown>
  /** Lets go of what the server holds (its sockets, the data store, and a proposal store of the app's own). */
  close(): Promise<void>
}

/** How long sockets have for their closing handshake, and schedules to end, in milliseconds. */
const DRAIN_MS = 10_000
const CLOSE_MS = 1_000

/** Makes the server of an app. Throws at once for names and apis that cannot be served. */
export function createFwServer(options: FwServerOptions = {}): FwServer {
  repairResponseType()
  const app = createApp(options)
  const schedules = openSchedules(app)
  const handle = (request: FwRequest): Promise<FwReply> => answer(app, request)
  const upgrade: FwServer['upgrade'] = async (request, accept) => {
    const state: Upgrade = {}
    return switchProtocols(await answer(app, request, { upgrade: state }), state.accepted, accept)
  }
  const serve = async (request: Request, host?: UpgradeHost): Promise<Response | undefined> => {
    let incoming: FwRequest
    try {
      const peer = host?.requestIP?.(request)?.address
      incoming = new WebFwRequest(request, (asked) => bodyLimit(asked, app), peer, app.proxyTrust)
    } catch (error) {
      return toResponse(refuseRequest(app, error))
    }
    if (host === undefined || !isUpgrade(app, incoming)) return toResponse(await handle(incoming))
    const refusal = await upgrade(incoming, (options) => host.upgrade(request, options))
    return refusal && toResponse(refusal)
  }
  const closeSockets = async (drainMs = DRAIN_MS): Promise<void> => app.sockets?.close(drainMs)
  return {
    // Alone: hosts pass a second argument to whatever they call `fetch`, and this one never upgrades.
    fetch: (request) => serve(request) as Promise<Response>,
    ...inProcess(app),
    serve: serve as FwServer['serve'],
    handle,
    upgrade,
    websocket: app.sockets?.handlers,
    closeSockets,
    ...schedules,
    refuse: (error) => refuseRequest(app, error),
    maxBodyBytes: app.maxBodyBytes,
    bodyLimit: (request) => bodyLimit(request, app),
    proxyTrust: app.proxyTrust,
    hosting: options,
    listensOn(hostname) {
      app.loopback = isLoopback(hostname)
    },
    get draining() {
      return app.draining
    },
    drain() {
      app.draining = true
    },
    log: app.log,
    apiTools: app.tools,
    toolsReady: async () => contractsReady(app.tools),
    remoteSources: options.agent?.remoteSources ?? [],
    mcpCatalog: () => mcpCatalog(app),
    manifestFor: (path, ctx) => manifestFor(app, path, ensureHeaders(ctx)),
    instancesFor: (path, ctx, hooks) => instancesFor(app, path, ensureHeaders(ctx), hooks),
    listPages: () => app.pages.listPages(),
    notFoundPage: (ctx) => app.pages.notFoundPage(ctx && ensureHeaders(ctx)),
    markdownOf: toMarkdown,
    async settle(id, decision, { ctx } = {}) {
      const anybody = () => true
      const as = ctx === undefined ? await anonymousCtx(app) : ensureHeaders(ctx)
      const vault = await findVault(app, id)
      if (decision === 'reject') return reject(app, id, as, anybody, vault)
      try {
        const approved = await approve(app, id, as, newRequestId(), anybody, vault)
        if (approved.ok) return approved.outcome.result
        throw approved.error
      } finally {
        dropHeaders(as, 'The approved call', app.log)
      }
    },
    async close() {
      closeAgent(app)
      await Promise.all([closeSockets(CLOSE_MS), schedules.stopSchedules(CLOSE_MS)])
      await Promise.all([app.vault.close(), app.pageCopies.close()])
      await app.data.close()
    },
  }
}
