/** One request and what is known about its caller. Everything is made on first use, and once. */
import type { AgentIdentity, Ctx, Origin } from '#contract/api.ts'
import type { DataStore, WindowCount } from '#contract/data.ts'
import { FwError } from '#contract/error.ts'
import type { Inspect } from '#contract/inspect.ts'
import type { Logger } from '#contract/log.ts'
import type { Deps, InvokeOptions } from '#contract/message.ts'
import type { PageLocale } from '#contract/page-locale.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { attachFacts, getRequestFacts, type RequestFacts } from '#contract/request-facts.ts'
import { isThenable } from '#contract/thenable.ts'
import { matchesContentDigest } from '#wire/content-digest.ts'
import type { SignedMessage } from '#wire/http-signature.ts'
import type { CallRequest } from '../api/call-frame.ts'
import { contractsReady } from '../api/collect.ts'
import { createCtx, dropHeaders } from '../api/ctx.ts'
import type { Dispatch } from '../api/dispatch.ts'
import { CALLER, type Caller, type CallHost } from '../api/host.ts'
import type { BearerCheck, BearerIdentity } from '../identity/bearer.ts'
import { getCauseOrigin, getOrigin, isTaintedRequest } from '../identity/origin.ts'
import { toSignedMessage } from '../identity/signed-message.ts'
import type { AgentAuth } from '../identity/web-bot-auth.ts'
import type { SessionRead } from '../session/store.ts'
import type { AcceptedSocket } from '../websocket/app-socket.ts'
import type { App } from './app.ts'
import { withoutCtx } from './caller-scope.ts'
import { createCall } from './create-call.ts'
import { manifestForCaller } from './manifest.ts'
import { readJsonText } from './read-body.ts'
import { getRequestId, newRequestId } from './request-id.ts'
import { refuseThrownResponse } from './thrown-response.ts'

/** One step of the pipeline, with what the server knows about the request. */
export type ServerStage = (
  request: FwRequest,
  exchange: Exchange,
) => FwReply | Response | undefined | Promise<FwReply | Response | undefined>

/** Set where the host can turn the request into a WebSocket; the websocket stage leaves here what it accepted. */
export interface Upgrade {
  accepted?: AcceptedSocket
}

/** How a request came in: said by whoever hands it over, never by anything in it. */
export interface Entry {
  /** An upgrade passes the same stages, and no handler answers it. */
  readonly upgrade?: Upgrade
  /** Somebody in this process asks: the policy for agents from outside is not for them. */
  readonly inProcess?: true
  /** A render for a shared copy: the origin of the request that caused it. */
  readonly causeOrigin?: Origin
  /** The same: see `CallHost`. */
  readonly onOriginUse?: CallHost['onOriginUse']
}

const FROM_OUTSIDE: Entry = {}

/** Of one call of an agent. */
interface AgentCallOptions {
  /** Whose signal and client the call gets. Default: those of the HTTP request. */
  readonly request?: CallRequest | undefined
  readonly tainted?: boolean | undefined
  /** What is thrown in place of what the pipeline threw. Default: the same. */
  readonly failed?: (error: unknown) => unknown
}

const NO_OPTIONS = {}
const same = (error: unknown): unknown => error

/** It is also what helpers of the app learn about the request that they are handed: see `RequestFacts`. */
export class Exchange implements RequestFacts {
  readonly app: App
  readonly request: FwRequest
  /** The session, once a ctx was made. */
  session: SessionRead<unknown> | undefined
  /** The ctx whose `headers` this answer honours, once somebody asked for it. */
  made: Ctx | undefined
  /** Who the bearer token of this request stands for, once it was verified. */
  identity: BearerIdentity | undefined
  /** Whether the call that the request asks for has come to its dispatch, which audits it. */
  dispatched = false
  /** The language of the page that is asked for, once it is known; never where the app has one only. */
  locale: PageLocale | undefined
  /** The pattern of what answers, once it was found. */
  route: string | undefined
  #origin: Origin | undefined
  #causeOrigin: Origin | undefined
  #ctx: Ctx | Promise<Ctx> | undefined
  #agent: Promise<AgentIdentity | null> | undefined
  #counted: Map<string, Promise<WindowCount>> | undefined

  #requestId: string | undefined
  readonly #entry: Entry

  constructor(app: App, request: FwRequest, entry: Entry = FROM_OUTSIDE) {
    this.app = app
    this.request = request
    this.#entry = entry
  }

  get upgrade(): Upgrade | undefined {
    return this.#entry.upgrade
  }

  /** On the answer, in the log and in the audit. */
  get requestId(): string {
    this.#requestId ??= this.app.proxyTrust === undefined ? newRequestId() : getRequestId(this.request)
    return this.#requestId
  }

  /** The caller's, for calls: made only when `run` reads its own. */
  get signal(): AbortSignal {
    return this.request.signal
  }

  get address(): string | undefined {
    return this.request.address
  }

  get data(): DataStore {
    return this.app.data
  }

  get log(): Logger {
    return this.app.log
  }

  get counted(): Map<string, Promise<WindowCount>> {
    this.#counted ??= new Map()
    return this.#counted
  }

  /** Tells tools of development of a failure of this request; absent where there are none. */
  get inspect(): Inspect | undefined {
    const { inspect } = this.app.host
    if (inspect === undefined) return undefined
    const { method, path } = this.request
    return (error, facts) =>
      inspect(error, { requestId: this.requestId, method, path, route: this.route, origin: this.origin, ...facts })
  }

  get origin(): Origin {
    this.#origin ??= getOrigin(this.request)
    return this.#origin
  }

  /**
   * Origin of what app code calls while the request is answered. It is an agent's at the endpoints of agents, and the
   * caller's everywhere else.
   */
  get causeOrigin(): Origin {
    this.#causeOrigin ??= this.#entry.causeOrigin ?? getCauseOrigin(this.request.path, () => this.origin)
    return this.#causeOrigin
  }

  /** Environment of the calls that a page makes while it renders. */
  get renderHost(): CallHost {
    const { onOriginUse } = this.#entry
    return onOriginUse === undefined ? this.app.renderHost : { ...this.app.renderHost, onOriginUse }
  }

  /** Whether the caller says that it has read untrusted content. Of a person's call nobody asks. */
  get tainted(): boolean {
    return isTaintedRequest(this.request)
  }

  /** The web `Request` for the app's own code, with what the server knows of it; `request` is another path of this one. */
  web(request: FwRequest = this.request): Request {
    const { web } = request
    if (getRequestFacts(web) === undefined) attachFacts(web, this)
    return web
  }

  /** The caller's ctx: `ctxFor` runs on first use. */
  ctx(): Ctx | Promise<Ctx> {
    this.#ctx ??= this.#makeCtx()
    return this.#ctx
  }

  /** The verified signer of the request; null for unsigned requests and for signatures that do not verify. */
  agent(): AgentIdentity | null | Promise<AgentIdentity | null> {
    const { agentAuth } = this.app
    if (agentAuth === undefined || this.request.header('signature-input') === undefined) return null
    this.#agent ??= this.#identify(agentAuth)
    return this.#agent
  }

  async #identify(agentAuth: AgentAuth): Promise<AgentIdentity | null> {
    let message: SignedMessage
    try {
      message = toSignedMessage(this.request, this.app.scheme)
    } catch {
      return null // no URL can be made of what was sent, so nothing was signed either
    }
    return (await agentAuth.identify(message)) ?? null
  }

  /** The JSON text of the body. What a verified agent says about its bytes has to be true of them (RFC 9530). */
  readJsonText(): Promise<string> {
    const digest = this.request.header('content-digest')
    const text = readJsonText(this.request)
    return digest === undefined || this.app.agentAuth === undefined ? text : this.#checkDigest(digest, text)
  }

  async #checkDigest(digest: string, reading: Promise<string>): Promise<string> {
    const text = await reading
    if ((await this.agent())?.verified && !(await matchesContentDigest(digest, text)))
      throw new FwError('invalid_request', { message: 'The body is not what its Content-Digest says.' })
    return text
  }

  /** Throws `unauthenticated` unless the request carries a bearer token that is accepted. */
  async requireBearer(check: BearerCheck): Promise<undefined> {
    const { path } = this.request
    const authorization = this.request.header('authorization')
    this.identity = await withoutCtx(this, () => check(authorization, () => this.web(), path))
    return undefined
  }

  /** Throws `agent_required` under the policy `require`, unless a verified agent signed the request. */
  async requireVerifiedAgent(): Promise<undefined> {
    if (this.#entry.inProcess) return undefined
    if (this.app.agentAuth?.policy === 'require' && !(await this.agent())?.verified) throw new FwError('agent_required')
    return undefined
  }

  /**
   * The ctx of a caller who may call any tool in one message: what one of them says about its own answer is not said
   * about this one.
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
   * Runs a tool for an agent: always agent origin, whatever the headers say. Throws what the pipeline throws, as `failed`
   * puts it. No async function: on Node each promise of a call is told to `async_hooks`.
   */
  runForAgent(ctx: Ctx, tool: string, input: unknown, options: AgentCallOptions = NO_OPTIONS): Promise<Dispatch> {
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
      () => {
        dropHeaders(ctx, tool, app.log)
        return call
      },
      (error: unknown) => {
        dropHeaders(ctx, tool, app.log)
        throw failed(error)
      },
    )
  }

  /** What an agent or A2A sees of the app. */
  async deps(): Promise<Deps> {
    const { app } = this
    const ctx = await this.agentCtx()
    await contractsReady(app.tools)
    return {
      tools: app.visibleTools(ctx),
      ctx,
      origin: 'agent',
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

  /** Runs once for a request, and so does the reading of the session (spec: Authentication 2). */
  #makeCtxFor(agent: AgentIdentity | null): Ctx | Promise<Ctx> {
    const { ctxFor, session } = this.app.options
    this.session = session?.read({ headers: { get: (name) => this.request.header(name) ?? null } })
    const data = this.session?.data as CtxSession
    const added: Record<PropertyKey, unknown> = { session: data, agent }
    const caller: Caller = { sid: this.session?.sid, subject: this.identity?.subject }
    if (caller.sid !== undefined || caller.subject !== undefined) added[CALLER] = caller
    const ask = () => ctxFor?.(this.web(), { session: data, agent })
    const own = ctxFor && withoutCtx(this, () => refuseThrownResponse(ask, THROWN_RESPONSE))
    return isThenable(own)
      ? Promise.resolve(own).then((value: unknown) => this.#keep(value, added))
      : this.#keep(own, added)
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

/** The payload type is the app's: the store that verified it is the one that the app gave. */
type CtxSession = Parameters<NonNullable<App['options']['ctxFor']>>[1]['session']

/** An app's ctx may hold anything under this name. */
function readScopes(ctx: Ctx): readonly string[] {
  const held: unknown = ctx.scopes
  return Array.isArray(held) ? held : []
}
