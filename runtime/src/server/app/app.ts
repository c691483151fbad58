/** The state of a server that all its requests share, created once from its options. */

import { type ApiModules, collectApis, contractsReady, isRestricted, listApiTools, mayCall } from '#api/collect.ts'
import { ensureHeaders } from '#api/ctx.ts'
import type { CallHost } from '#api/host.ts'
import { type ApiRecord, findRecord } from '#api/record.ts'
import type { ApiTool, Ctx, ManifestTool } from '#contract/api.ts'
import type { OpenApiConfig } from '#contract/config/config.ts'
import type { Logger } from '#contract/config/log.ts'
import type { Sockets } from '#websocket/sockets.ts'
import { type AppLive, openLive } from '../live/open-live.ts'
import { type ApiRoutes, createApiRoutes } from './api-routes.ts'
import { type AppAgents, openAppAgents } from './app-agents.ts'
import { type AppData, openAppData } from './app-data.ts'
import { type AppPages, openAppPages } from './app-pages.ts'
import { type AppPolicy, createAppPolicy } from './app-policy.ts'
import { createCallHost } from './call-host.ts'
import { type Observed, openObserved } from './observe.ts'
import { inspectWrites, openInspectLive } from './open-inspect.ts'
import { logLevelProblem, openLog } from './open-log.ts'
import { openSockets } from './open-sockets.ts'
import type { FwServerOptions } from './options.ts'
import { reportChanges } from './report-changes.ts'
import { checkServerOptions } from './server-options.ts'

export interface App {
  readonly info: AppInfo
  readonly data: AppData
  readonly policy: AppPolicy
  readonly pages: AppPages
  readonly agents: AppAgents
  readonly live: AppLive
  /** Settings of the OpenAPI document; absent if the app serves none. */
  readonly openapi: OpenApiConfig | undefined
  /** URLs of the page that shows the document; absent if the app serves none. */
  readonly reference: ReferenceUrls | undefined
  readonly tools: readonly ApiTool[]
  /**
   * Returns the tools that this caller may see. Their contracts must be ready. Returns the same array for the same set
   * of tools, so that derived data can be cached by it.
   */
  visibleTools(ctx: Ctx): readonly ManifestTool[]
  /** Tool name -> record. A Map, so that a name from a request can't reach a prototype. */
  readonly records: ReadonlyMap<string, ApiRecord>
  /** Finds apis with a path of their own; absent if the app has none. */
  readonly apiRoutes: ApiRoutes | undefined
  readonly host: CallHost
  /** Like `host`, for calls that a page makes during rendering. */
  readonly renderHost: CallHost
  /** Ends the reports of `onChange`. */
  stopChanges(): void
  /** The WebSocket endpoint; absent if the app has none. */
  readonly sockets: Sockets | undefined
  readonly production: boolean
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Logger
  /** Whether each response is logged. */
  readonly accessLog: boolean
  /** Absent if no OpenTelemetry SDK is registered. */
  readonly observed: Observed | undefined
  /** The server is stopping: readiness fails, and responses close their connection. */
  draining: boolean
  /** The host listens only on this machine. */
  loopback: boolean
}

/** How an app describes itself. */
interface AppInfo extends Pick<FwServerOptions, 'title' | 'description' | 'siteUrl' | 'appPackage'> {
  /** `title`, or a name for an app without one. */
  readonly name: string
  /** Scheme of `siteUrl`, with its colon: the value of a signed `@scheme` and of `@target-uri`. */
  readonly scheme: string | undefined
  readonly lang: string
}

interface ReferenceUrls {
  readonly script: string
  /** Without one, browsers would request `/favicon.ico`. */
  readonly favicon: string
}

export function createApp(options: FwServerOptions): App {
  checkServerOptions(options)
  const { production = process.env.NODE_ENV === 'production', now = Date.now } = options
  const log = openLog({ ...options, production })
  const badLevel = logLevelProblem()
  if (badLevel !== undefined) log.warn(badLevel)
  const observed = openObserved(options, log)
  const tools = collectApis(options.apis ?? NO_APIS)
  const data = openAppData(options, log)
  const { store, proposals } = data
  const policy = createAppPolicy(options, { store, tools, log })
  const sockets = openSockets(options, store, log)
  const host = createCallHost(options, {
    proposals,
    subjectOf: policy.subjectOf,
    observed,
    publish: sockets?.publish,
    production,
    log,
  })
  const inspect = openInspectLive(options, log)
  const onChange = inspectWrites(options.onChange, inspect)
  const stopChanges = reportChanges({ ...options, onChange }, { host, subjectOf: policy.subjectOf })
  const renderHost: CallHost = { ...host, isRender: true }
  const visibleTools = listPerCaller(tools, host.findUser)
  const openTools = async () => {
    await contractsReady(tools)
    return visibleTools(ensureHeaders(undefined))
  }
  const pages = openAppPages(options, { tools, openTools, store, host: renderHost, production, log })
  const live = openLive({ data: store, shared: pages.cached.shared, subjectOf: policy.subjectOf, inspect, log })
  const records = indexRecords(tools)
  const openapi = options.openapi === true ? {} : options.openapi || undefined
  return {
    info: describeApp(options),
    data,
    policy,
    pages,
    agents: openAppAgents(options, log),
    live,
    openapi,
    reference: openapi?.reference === true ? listReferenceUrls(options) : undefined,
    tools,
    visibleTools,
    records,
    apiRoutes: createApiRoutes(records, pages, options.matchers),
    host,
    renderHost,
    stopChanges,
    sockets,
    production,
    now,
    log,
    accessLog: options.accessLog ?? false,
    observed,
    draining: false,
    loopback: false,
  }
}

const NO_APIS: ApiModules = {}

function listReferenceUrls({ referenceUrl, favicon = 'data:,' }: FwServerOptions): ReferenceUrls | undefined {
  return referenceUrl === undefined ? undefined : { script: referenceUrl, favicon }
}

function describeApp({ title, description, siteUrl, appPackage, lang = 'en' }: FwServerOptions): AppInfo {
  const scheme = siteUrl === undefined ? undefined : new URL(siteUrl).protocol
  return { title, description, siteUrl, appPackage, name: title ?? 'fw app', scheme, lang }
}

function indexRecords(tools: readonly ApiTool[]): ReadonlyMap<string, ApiRecord> {
  const records = new Map<string, ApiRecord>()
  for (const tool of tools) {
    const record = findRecord(tool.api)
    if (record !== undefined) records.set(tool.name, record)
  }
  return records
}

/** Lists of tools that are kept. More sets of visible tools only occur if `access` decides for single users. */
const MAX_LISTS = 1000

function listPerCaller(tools: readonly ApiTool[], findUser: CallHost['findUser']): App['visibleTools'] {
  const restricted = tools.filter(isRestricted)
  const lists = new Map<string, readonly ManifestTool[]>()
  return (ctx) => {
    const key = restricted.map((tool) => (mayCall(tool, ctx, findUser) ? '1' : '0')).join('')
    const known = lists.get(key)
    if (known !== undefined) return known
    const list = listApiTools(tools, ctx, findUser)
    if (lists.size >= MAX_LISTS) lists.clear()
    lists.set(key, list)
    return list
  }
}
