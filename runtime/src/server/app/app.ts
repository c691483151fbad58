/** The state of a server that all its requests share, created once from its options. */

import { inScope } from '#api/caller-rights.ts'
import { type ApiModules, apiManifestTools, collectApis, contractsReady } from '#api/collect.ts'
import { ensureHeaders } from '#api/ctx.ts'
import { currentCall, withCurrent } from '#api/current.ts'
import type { CallHost } from '#api/host.ts'
import { type ApiRecord, findRecord } from '#api/record.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { ApiTool, Ctx, ManifestTool } from '#contract/api.ts'
import type { RedirectRule, RewriteRule } from '#contract/config/config.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import type { CallObserver, CallSpan } from '#contract/config/telemetry.ts'
import { openData } from '#data/open-data.ts'
import { type FormLimits, resolveFormLimits } from '#forms/form-limits.ts'
import { createFormRunner } from '#forms/run-once.ts'
import type { BearerCheck } from '#identity/bearer.ts'
import type { Challenge } from '#identity/challenge.ts'
import { createHostCheck, type HostCheck } from '#identity/host-check.ts'
import { createProxyTrust, type ProxyTrust } from '#identity/proxy-trust.ts'
import type { RequestSigner } from '#identity/sign-requests.ts'
import type { AgentAuth } from '#identity/web-bot-auth.ts'
import { createPages } from '#page/create-pages.ts'
import type { Pages, RunForAll } from '#page/pages.ts'
import type { ProposalRegistry } from '#proposals/proposal-registry.ts'
import { compileRewrites, compileRules, type RuleFinder } from '#router/path-rules.ts'
import type { Sockets } from '#websocket/sockets.ts'
import { createLocales, type Locales } from '../pages/locales.ts'
import { localizePages } from '../pages/localized-pages.ts'
import { type CachedPages, openCachedPages } from '../pages/open-cached-pages.ts'
import { createRedirectCheck, type IsRedirected } from '../pages/redirected-pages.ts'
import { createSiteFiles, type SiteFiles } from '../pages/site-files.ts'
import { getIdentity, subjectOf } from '../pages/subject.ts'
import { shownInput } from '../shown-input.ts'
import { callSink } from './call-sink.ts'
import { type Observed, openObserved } from './observe.ts'
import { type Csp, openCsp } from './open-csp.ts'
import { openAgentAuth, openBearerCheck, openChallenge, openOwnSigner } from './open-identity.ts'
import { openInspect } from './open-inspect.ts'
import { logLevelProblem, openLog } from './open-log.ts'
import { openProposalRegistry } from './open-proposal-registry.ts'
import { openSockets } from './open-sockets.ts'
import type { FwServerOptions } from './options.ts'
import { checkServerOptions } from './server-options.ts'

export interface App {
  readonly options: FwServerOptions
  readonly production: boolean
  readonly maxBodyBytes: number
  /** Limits of a submitted form. */
  readonly formLimits: FormLimits
  readonly tools: readonly ApiTool[]
  /**
   * Returns the tools that this caller may see. Their contracts must be ready. Returns the same array for the same set
   * of tools, so that derived data can be cached by it.
   */
  visibleTools(ctx: Ctx): readonly ManifestTool[]
  /** Tool name -> record. A Map, so that a name from a request can't reach a prototype. */
  readonly records: ReadonlyMap<string, ApiRecord>
  readonly pages: Pages
  /** Cached pages with a public policy. */
  readonly cachedPages: CachedPages
  /** Content-Security-Policy of its pages; absent if it is off. */
  readonly csp: Csp | undefined
  readonly siteFiles: SiteFiles
  /** Languages of the app; absent if it has only one. */
  readonly locales: Locales | undefined
  readonly redirects: RuleFinder<RedirectRule>
  readonly isRedirected: IsRedirected
  readonly rewrites: RuleFinder<RewriteRule>
  /**
   * The store of the `data` option: nonces, limits and other data that processes share or that must survive this
   * process.
   */
  readonly data: DataStore
  readonly proposals: ProposalRegistry
  /** Runs a form once for each key. */
  readonly once: ReturnType<typeof createFormRunner>
  /** The WebSocket endpoint; absent if the app has none. */
  readonly sockets: Sockets | undefined
  /** Callers who may resolve a proposal without a subject. */
  readonly approvals: 'open' | 'signed-in'
  readonly host: CallHost
  /** Like `host`, for calls that a page makes during rendering. */
  readonly renderHost: CallHost
  /** Verifies signatures of agents; absent if the app has no agent keys. */
  readonly agentAuth: AgentAuth | undefined
  /** Verifies bearer tokens of callers of the protocol endpoints; absent if no token is required. */
  readonly bearerCheck: BearerCheck | undefined
  /** The challenge for refused callers of the protocol endpoints; absent if the app declares no way to get a token. */
  readonly challenge: Challenge | undefined
  /** Checks the host name by which a caller addresses the protocol endpoints. */
  readonly hostCheck: HostCheck
  /** Signs requests of the app's own agent; absent if the app has no key. */
  readonly signer: RequestSigner | undefined
  /** Scheme of `siteUrl`, with its colon: the value of a signed `@scheme` and of `@target-uri`. */
  readonly scheme: string | undefined
  readonly log: Logger
  /** Whether each response is logged. */
  readonly accessLog: boolean
  /** Resolves the client of a request behind proxies; absent if no proxy is trusted. */
  readonly proxyTrust: ProxyTrust | undefined
  /** Absent if no OpenTelemetry SDK is registered. */
  readonly observed: Observed | undefined
  /** The server is stopping: readiness fails, and responses close their connection. */
  draining: boolean
  /** The host listens only on this machine. */
  loopback: boolean
  /** Returns the owner of the caller's proposals; undefined for a caller without any identity. */
  subjectOf(ctx: Ctx): string | undefined
  /** Returns the same without the session id: the identity that the app gives the caller. */
  identityOf(ctx: Ctx): string | undefined
}

const MIB = 1_048_576

export function createApp(options: FwServerOptions): App {
  checkServerOptions(options)
  const production = options.production ?? process.env.NODE_ENV === 'production'
  const log = openLog({ ...options, production })
  const badLevel = logLevelProblem()
  if (badLevel !== undefined) log.warn(badLevel)
  const { onProposal } = options
  const observed = openObserved(options, log)
  const tools = collectApis(options.apis ?? NO_APIS)
  const getOwner = (ctx: Ctx) => subjectOf(ctx, options.subjectOf)
  const proxyTrust = createProxyTrust(options.trustProxy)
  const data = openData(resolveData(options), { now: options.now, log: (message) => log.warn(message) })
  const proposals = openProposalRegistry(
    options,
    data,
    log,
    onProposal && ((proposal) => callSink('onProposal', log, () => onProposal(proposal))),
  )

  const host: CallHost = {
    park: parkIn(proposals, getOwner),
    audit: options.onAudit === undefined ? undefined : containAudit(options, getOwner, () => host),
    inspect: openInspect(options, log),
    ...(observed === undefined ? {} : { observe: lateObserver(observed) }),
    badOutput: production && !options.validateOutput ? 'log' : 'fail',
    log,
  }
  const locales = options.i18n && createLocales(options.i18n)
  const renderHost: CallHost = { ...host, isRender: true }
  const pages = openPages({ keepRoutes: production, ...options }, tools, locales, renderHost)
  const redirects = compileRules(options.redirects ?? [], options.matchers)
  const isRedirected = createRedirectCheck(options.redirects ?? [], redirects)
  const visibleTools = listPerScopes(tools)
  const openTools = async () => {
    await contractsReady(tools)
    return visibleTools(ensureHeaders(undefined))
  }

  return {
    options,
    production,
    maxBodyBytes: options.maxBodyBytes ?? MIB,
    formLimits: resolveFormLimits(options.uploads, options.maxBodyBytes ?? MIB),
    tools,
    visibleTools,
    records: indexRecords(tools),
    redirects,
    isRedirected,
    rewrites: compileRewrites(options.rewrites ?? [], options.matchers),
    data,
    csp: openCsp(options.csp),
    pages,
    once: createFormRunner(data),
    locales,
    cachedPages: openCachedPages(options, data, log),
    siteFiles: createSiteFiles(options, { pages, isRedirected, openTools, production, log, host: renderHost }),
    proposals,
    sockets: openSockets(options, log),
    approvals: chooseApprovals(options, tools, log),
    host,
    renderHost,
    agentAuth: openAgentAuth(options, data),
    bearerCheck: openBearerCheck(options, log),
    challenge: openChallenge(options),
    hostCheck: createHostCheck(options.allowedHosts, options.siteUrl),
    signer: openOwnSigner(options, log),
    scheme: options.siteUrl === undefined ? undefined : new URL(options.siteUrl).protocol,
    log,
    accessLog: options.accessLog ?? false,
    subjectOf: getOwner,
    identityOf: (ctx) => getIdentity(ctx, options.subjectOf),
    proxyTrust,
    observed,
    draining: false,
    loopback: false,
  }
}

const NO_APIS: ApiModules = {}

/** Returns the callers who may resolve a proposal without a subject. Warns if this is every caller by default. */
function chooseApprovals(
  { approvals, session }: FwServerOptions,
  tools: readonly ApiTool[],
  log: Logger,
): App['approvals'] {
  if (approvals !== undefined) return approvals
  if (session !== undefined) return 'signed-in'
  if (tools.some((tool) => tool.guard === 'confirm'))
    log.warnOnce(
      'This app has no session, so any visitor may approve calls of agents. Add src/session.ts, or set approvals.',
    )
  return 'open'
}

function openPages(
  options: FwServerOptions,
  tools: readonly ApiTool[],
  locales: Locales | undefined,
  host: CallHost,
): Pages {
  const { log } = host
  const { onPageError = logPageError(log), onPageWarning = (message: string) => log.warnOnce(message) } = options
  const runForAll: RunForAll = (work) => withoutCaller(host, work)
  const own = {
    agentLinks: tools.some(({ guard }) => guard !== 'forbidden'),
    ...options,
    onPageError,
    onPageWarning: (message: string) => runForAll(() => onPageWarning(message)),
  }
  const pages = createPages(own, runForAll)
  return locales === undefined ? pages : localizePages(pages, locales)
}

/** Throws if several processes would each have separate data. */
function resolveData({ data = 'memory', sharesData = false }: FwServerOptions): string {
  if (!sharesData || data !== 'memory') return data
  throw new SetupError(
    'data: "memory" can\'t be shared, and several processes serve this app: each would have its own proposals, limits and schedules. Remove data to use a SQLite file, or set a Redis URL, such as "redis://localhost:6379".',
  )
}

/**
 * Observes calls. Calls outside a request may run before the OpenTelemetry API has been loaded: they aren't measured.
 */
function lateObserver(observed: Observed): CallObserver {
  return (tool, origin) => observed.telemetry?.calls(tool, origin) ?? UNMEASURED
}

const UNMEASURED: CallSpan = { within: (work) => work(), end: () => undefined }

function logPageError(log: Logger): NonNullable<FwServerOptions['onPageError']> {
  return (err, place, requestId) => log.error(`An error in the ${place}`, { requestId, err })
}

function indexRecords(tools: readonly ApiTool[]): ReadonlyMap<string, ApiRecord> {
  const records = new Map<string, ApiRecord>()
  for (const tool of tools) {
    const record = findRecord(tool.api)
    if (record !== undefined) records.set(tool.name, record)
  }
  return records
}

function listPerScopes(tools: readonly ApiTool[]): App['visibleTools'] {
  const scoped = tools.filter(({ scopes = [] }) => scopes.length > 0)
  const lists = new Map<string, readonly ManifestTool[]>()
  return (ctx) => {
    const key = scoped.map((tool) => (inScope(tool.scopes, ctx) ? '1' : '0')).join('')
    const known = lists.get(key)
    if (known !== undefined) return known
    const list = apiManifestTools(tools, ctx)
    lists.set(key, list)
    return list
  }
}

/** Returns a function that stores pending calls with the subject and the verified agent of their ctx. */
export function parkIn(
  proposals: ProposalRegistry,
  subjectOf: (ctx: Ctx) => string | undefined,
): NonNullable<CallHost['park']> {
  return ({ tool, input, ctx, origin, tainted }) => {
    const subject = subjectOf(ctx)
    const agent = ctx.agent?.verified ? ctx.agent.keyId : undefined
    return proposals.park({ tool, input, origin, tainted, subject, agent })
  }
}

/**
 * Wraps an audit sink so that its exceptions and rejections never affect the call. Calls in it have the ctx and the
 * origin of the call that it reports. `getHost` returns the server's host, for calls outside its requests.
 */
export function containAudit(
  { onAudit, redact }: Pick<FwServerOptions, 'onAudit' | 'redact'>,
  subjectOf: (ctx: Ctx) => string | undefined,
  getHost: () => CallHost,
): NonNullable<CallHost['audit']> {
  return (entry, ctx) => {
    // Calls of the sink aren't audited: their entries would call it again, without an end.
    const host = { ...(currentCall()?.host ?? getHost()), audit: undefined }
    const { log } = host
    const report = () => {
      callSink('subjectOf', log, () => {
        const subject = ctx && subjectOf(ctx)
        if (subject !== undefined) entry.subject = subject
      })
      if (redact !== undefined) entry.input = shownInput(redact, entry.tool, entry.input, log)
      callSink('onAudit', log, () => onAudit?.(entry))
    }
    if (ctx === undefined) return withoutCaller(host, report)
    const { tainted = false, requestId, proposal } = entry
    // An approval covers only the call that the approver read.
    const origin = entry.origin === 'human' && proposal === undefined ? 'human' : 'agent'
    withCurrent({ ctx, origin, tainted, requestId, host }, report)
  }
}
