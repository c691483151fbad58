/** A request with data about its caller. Everything is created on first use, and only once. */
import type { CallRequest } from '#api/call-frame.ts'
import { contractsReady } from '#api/collect.ts'
import { createCtx, dropHeaders } from '#api/ctx.ts'
import type { Dispatch } from '#api/dispatch.ts'
import type { DispatchOutcome } from '#api/dispatch-outcome.ts'
import { CALLER, type CallHost } from '#api/host.ts'
import type { Deps, InvokeOptions } from '#contract/agent/message.ts'
import type { AgentIdentity, Ctx, Origin } from '#contract/api.ts'
import type { DataStore, WindowCount } from '#contract/config/data.ts'
import type { Inspect } from '#contract/config/inspect.ts'
import type { Logger } from '#contract/config/log.ts'
import { type Endpoint, findEndpoint, isFrameworkPath } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { attachFacts, getRequestFacts, type RequestFacts } from '#contract/http/request-facts.ts'
import type { PageLocale } from '#contract/page/page-locale.ts'
import { isThenable } from '#contract/thenable.ts'
import type { BearerCheck, BearerIdentity } from '#identity/bearer.ts'
import { getOrigin, isTaintedRequest, readFormMark } from '#identity/origin.ts'
import { toSignedMessage } from '#identity/signed-message.ts'
import type { AgentAuth } from '#identity/web-bot-auth.ts'
import type { SessionRead } from '#session/store.ts'
import type { SignedMessage } from '#wire/http-signature.ts'
import type { ApiRouteMatch } from '../app/api-routes.ts'
import type { App } from '../app/app.ts'
import { withoutCtx } from '../caller-scope.ts'
import { createCall } from '../create-call.ts'
import { writeApproval } from '../describe-proposal.ts'
import { manifestForCaller } from '../pages/manifest.ts'
import { describeCaller, readScopes, takeCookies, toClientIdentity, withCookie } from './caller-state.ts'
import type { Entry, Upgrade } from './entry.ts'
import { isAnyForm } from './read-body.ts'
import { refuseParking } from './refuse-parking.ts'
import { getRequestId, newRequestId } from './request-id.ts'
import { refuseThrownResponse } from './thrown-response.ts'

/** A step of the pipeline. Receives the request and the server's data about it. */
export type ServerStage = (
  request: FwRequest,
  exchange: Exchange,
) => FwReply | Response | undefined | Promise<FwReply | Response | undefined>

const FROM_OUTSIDE: Entry = {}

/** Options of one call of an agent. */
interface AgentCallOptions {
  /** Provides the signal and the client of the call. Default: the HTTP request. */
  readonly request?: CallRequest | undefined
  readonly tainted?: boolean | undefined
  /** Maps a pipeline error to the error that is thrown. Defaults to the identity. */
  readonly failed?: (error: unknown) => unknown
  /** Stores cookies that the tool sets. If it rejects, the call fails. Without it, they are dropped with a warning. */
  readonly storeCookies?: (headers: readonly string[]) => Promise<void>
}

const NO_OPTIONS = {}
const same = (error: unknown): unknown => error

/** Also the data that helpers of the app receive about the request: see `RequestFacts`. */
export class Exchange implements RequestFacts {
  readonly app: App
  readonly request: FwRequest
  readonly entry: Entry
  /** The framework's endpoint at or above the requested path. */
  readonly endpoint: Endpoint | undefined
  /** The session, after the ctx was created. */
  session: SessionRead<unknown> | undefined
  /** The ctx whose `headers` this response sends, after it was created. */
  made: Ctx | undefined
  /** The identity of the request's bearer token, after it was verified. */
  identity: BearerIdentity | undefined
  /** Whether the requested call has reached its dispatch, which audits it. */
  dispatched = false
  /** A browser sends the request for another site that isn't in `cors`. No user of the app has caused it. */
  isOfOtherSite = false
  /** The language of the requested page, when it is known; never set if the app has only one language. */
  locale: PageLocale | undefined
  /** The pattern of the matched page or endpoint. */
  route: string | undefined
  #origin: Origin | undefined
  #causeOrigin: Origin | undefined
  #isTainted = false
  #owner: string | undefined
  #ctx: Ctx | Promise<Ctx> | undefined
  #agent: Promise<AgentIdentity | null> | undefined
  #counted: Map<string, Promise<WindowCount>> | undefined
  /** Cookies that the server stores for the caller. */
  #cookies = ''
  #requestId: string | undefined
  /** Null if the path isn't that of an api. */
  #apiRoute: ApiRouteMatch | null | undefined

  constructor(app: App, request: FwRequest, entry: Entry = FROM_OUTSIDE) {
    this.app = app
    this.request = request
    this.endpoint = findEndpoint(request.path)
    this.entry = entry
  }

  /** The api with the requested path as its own, or the apis of other methods there. */
  get apiRoute(): ApiRouteMatch | undefined {
    const { apiRoutes } = this.app
    // The parameters of a pattern match any segments, also those of the framework's paths.
    if (apiRoutes === undefined || isFrameworkPath(this.request.path)) return undefined
    if (this.#apiRoute === undefined) this.#apiRoute = apiRoutes.find(this.request) ?? null
    return this.#apiRoute ?? undefined
  }

  /** Whether programs call the requested path: one of the framework, or an api's own. Its errors are JSON. */
  get isEndpoint(): boolean {
    return isFrameworkPath(this.request.path) || this.apiRoute !== undefined
  }

  get upgrade(): Upgrade | undefined {
    return this.entry.upgrade
  }

  /** Used in the response, the log and the audit. */
  get requestId(): string {
    this.#requestId ??= this.app.policy.proxyTrust === undefined ? newRequestId() : getRequestId(this.request)
    return this.#requestId
  }

  /** The caller's signal, for calls. Created only if `run` reads its own signal. */
  get signal(): AbortSignal {
    return this.request.signal
  }

  get address(): string | undefined {
    return this.request.address
  }

  get data(): DataStore {
    return this.app.data.store
  }

  get log(): Logger {
    return this.app.log
  }

  get counted(): Map<string, Promise<WindowCount>> {
    this.#counted ??= new Map()
    return this.#counted
  }

  /** Reports a failure of this request to development tools; absent without such tools. */
  get inspect(): Inspect | undefined {
    const { inspect } = this.app.host
    if (inspect === undefined) return undefined
    const { method, path } = this.request
    return (error, facts) =>
      inspect(error, { requestId: this.requestId, method, path, route: this.route, origin: this.origin, ...facts })
  }

  get origin(): Origin {
    this.#origin ??= this.#formMark === undefined ? getOrigin(this.request) : 'agent'
    return this.#origin
  }

  /** The mark that a form has before its fields are read. Reads the cookie first, because few requests have one. */
  get #formMark(): ReturnType<typeof readFormMark> {
    const mark = this.request.method === 'POST' ? readFormMark(this.request) : undefined
    return mark !== undefined && isAnyForm(this.request) ? mark : undefined
  }

  /**
   * Origin of calls that app code makes during the request: an agent's at the endpoints of agents, and the caller's
   * everywhere else.
   */
  get causeOrigin(): Origin {
    this.#causeOrigin ??= this.entry.causeOrigin ?? (this.endpoint?.origin === 'agent' ? 'agent' : this.origin)
    return this.#causeOrigin
  }

  /**
   * Applies marks of the body, which a browser's own form posts have in place of headers. They only make calls
   * stricter.
   */
  mark({ isAgent, isTainted }: { readonly isAgent: boolean; readonly isTainted: boolean }): void {
    if (isAgent) {
      this.#origin = 'agent'
      this.#causeOrigin = 'agent'
    }
    this.#isTainted ||= isTainted
  }

  /** Call host for calls outside a page, such as those of middleware. */
  get host(): CallHost {
    return this.#shared(this.app.host)
  }

  /** Call host for calls that a page makes during rendering. */
  get renderHost(): CallHost {
    return this.#shared(this.app.renderHost)
  }

  #shared(host: CallHost): CallHost {
    const { onOriginUse } = this.entry
    const own = this.isOfOtherSite ? { ...host, park: refuseParking } : host
    return onOriginUse === undefined ? own : { ...own, onOriginUse }
  }

  /** Whether the caller reports that it has read untrusted content. Ignored for calls of users. */
  get tainted(): boolean {
    return this.#isTainted || isTaintedRequest(this.request) || this.#formMark === 'tainted'
  }

  /** Returns the web `Request` for the app's own code, with the server's facts. `request` may have another path. */
  web(request: FwRequest = this.request): Request {
    const { web } = request
    if (getRequestFacts(web) === undefined) attachFacts(web, this)
    return web
  }

  /** Returns the caller's ctx. `ctxFor` runs on first use. */
  ctx(): Ctx | Promise<Ctx> {
    this.#ctx ??= this.#makeCtx()
    return this.#ctx
  }

  /**
   * Adds cookies that the server stores for the caller. The ctx is created anew, with the session in them. The session
   * doesn't own proposals: its id is in no browser that could approve them.
   */
  useCookies(cookies: string): void {
    if (cookies === this.#cookies) return
    this.#cookies = cookies
    this.session = undefined
    this.#ctx = undefined
  }

  /** Returns a header with the stored cookies. */
  #readHeader(name: string): string | undefined {
    const value = this.request.header(name)
    if (this.#cookies === '' || name !== 'cookie') return value
    return value === undefined ? this.#cookies : `${this.#cookies}; ${value}`
  }

  /** Returns the web `Request` for `ctxFor`. */
  #webForCtx(): Request {
    return this.#cookies === '' ? this.web() : withCookie(this.web(), this.#readHeader('cookie') ?? '', this)
  }

  /** Returns the verified signer of the request; null for unsigned requests and for invalid signatures. */
  agent(): AgentIdentity | null | Promise<AgentIdentity | null> {
    const { agentAuth } = this.app.policy
    if (agentAuth === undefined || this.request.header('signature-input') === undefined) return null
    this.#agent ??= withoutCtx(this, () => this.#identify(agentAuth))
    return this.#agent
  }

  async #identify(agentAuth: AgentAuth): Promise<AgentIdentity | null> {
    let message: SignedMessage
    try {
      message = toSignedMessage(this.request, this.app.info.scheme)
    } catch {
      return null // the request has no valid URL, so it can't have a valid signature
    }
    return (await agentAuth.identify(message)) ?? null
  }

  /** Throws `unauthenticated` unless the request has an accepted bearer token. */
  async requireBearer(check: BearerCheck): Promise<undefined> {
    // Below the path of an endpoint, its tokens are valid too.
    const { path } = this.endpoint ?? this.request
    const authorization = this.request.header('authorization')
    this.identity = await withoutCtx(this, () => check(authorization, () => this.web(), path))
    // A call of the middleware has made a ctx before the caller was known.
    this.#ctx = undefined
    return undefined
  }

  /** Throws `agent_required` if the policy is `require` and no verified agent signed the request. */
  async requireVerifiedAgent(): Promise<undefined> {
    if (this.entry.inProcess) return undefined
    if (this.app.policy.agentAuth?.policy === 'require' && !(await this.agent())?.verified)
      throw new FwError('agent_required')
    return undefined
  }

  /**
   * Returns the ctx of a caller that may call several tools in one message. Headers that a tool sets in it aren't added
   * to this response.
   */
  agentCtx(): Ctx | Promise<Ctx> {
    const ctx = this.ctx()
    if (!(ctx instanceof Promise)) return this.#withoutHeaders(ctx)
    return ctx.then((late) => this.#withoutHeaders(late))
  }

  #withoutHeaders(ctx: Ctx): Ctx {
    this.made = undefined
    return ctx
  }

  /**
   * Runs a tool for an agent: the call has agent origin regardless of its headers. Throws the error of the pipeline
   * after `failed` has mapped it. Not an async function, because on Node each promise of a call is reported to
   * `async_hooks`.
   */
  runForAgent(
    ctx: Ctx,
    tool: string,
    input: unknown,
    options: AgentCallOptions = NO_OPTIONS,
  ): Promise<DispatchOutcome> {
    const { app } = this
    const { failed = same } = options
    const tainted = options.tainted === true || this.tainted
    let call: Dispatch
    try {
      call = createCall(app, tool, ctx, 'agent', { request: options.request ?? this, tainted })
    } catch (error) {
      return Promise.reject(failed(error))
    }
    return call.run(input ?? {}).then(
      (outcome) => {
        const stored = options.storeCookies && takeCookies(ctx, options.storeCookies)
        dropHeaders(ctx, tool, app.log)
        if (stored === undefined) return outcome
        return stored.then(
          () => outcome,
          (error: unknown) => {
            throw failed(error)
          },
        )
      },
      (error: unknown) => {
        dropHeaders(ctx, tool, app.log)
        throw failed(error)
      },
    )
  }

  /** Returns the view of the app for an agent or A2A. */
  async deps(): Promise<Deps> {
    const { app } = this
    const ctx = await this.agentCtx()
    await contractsReady(app.tools)
    return {
      tools: app.visibleTools(ctx),
      ctx,
      origin: 'agent',
      approval: (id) => writeApproval(app, id),
      manifestFor: (path) => manifestForCaller(this, path, ctx, 'agent'),
      invoke: async (tool, input, { signal, tainted }: InvokeOptions = NO_OPTIONS) => {
        const request = signal === undefined ? undefined : { signal, requestId: this.requestId }
        return (await this.runForAgent(ctx, tool, input, { request, tainted })).wire
      },
    }
  }

  #makeCtx(): Ctx | Promise<Ctx> {
    const agent = this.agent()
    return agent instanceof Promise ? agent.then((verified) => this.#makeCtxFor(verified)) : this.#makeCtxFor(agent)
  }

  /** Runs once for a request, and again once a bearer token is accepted. The session is read once. */
  #makeCtxFor(agent: AgentIdentity | null): Ctx | Promise<Ctx> {
    const { ctxFor, session } = this.app.policy
    if (session !== undefined)
      this.session ??= withoutCtx(this, () =>
        session.read({ headers: { get: (name) => this.#readHeader(name) ?? null } }),
      )
    const data = this.session?.data as CtxSession
    const added: Record<PropertyKey, unknown> = { session: data, agent }
    const identity = this.identity && toClientIdentity(this.identity)
    if (identity !== undefined) added.identity = identity
    const caller = describeCaller(this, this.#owner, this.#cookies === '' ? this.session?.sid : undefined)
    if (caller !== undefined) added[CALLER] = caller
    const facts = { session: data, agent, ...(identity && { identity }) }
    const createOwn = () => ctxFor?.(this.#webForCtx(), facts)
    const own = ctxFor && withoutCtx(this, () => refuseThrownResponse(createOwn, THROWN_RESPONSE))
    return isThenable(own)
      ? Promise.resolve(own).then((value: unknown) => this.#keep(value, added))
      : this.#keep(own, added)
  }

  /** Makes a user the owner of the proposals of this request, in place of its caller. The ctx is created again. */
  actFor(owner: string): void {
    this.#owner = owner
    this.#ctx = undefined
  }

  #keep(own: unknown, added: Record<PropertyKey, unknown>): Ctx {
    const ctx = createCtx(own, added)
    const scopes = this.identity?.scopes ?? []
    if (scopes.length > 0)
      Object.defineProperty(ctx, 'scopes', { value: [...readScopes(ctx), ...scopes], enumerable: true })
    this.made = ctx
    return ctx
  }
}

const THROWN_RESPONSE = "ctxFor threw a Response. To refuse a caller, throw new FwError('unauthenticated')."

/** The payload type is the app's, because the session store is the app's. */
type CtxSession = Parameters<NonNullable<App['policy']['ctxFor']>>[1]['session']
