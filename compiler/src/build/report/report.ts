/** Creates the report of a build from its output. */
import { existsSync, statSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ENCODED_ENDINGS, LOCALE_COOKIE } from '@fw/runtime/contract'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import type { ApiModel, AppModel, ComponentModel, ContractModel, RouteModel } from '#model.ts'
import type {
  AnalysisReport,
  AppCookies,
  IslandReport,
  ModuleReport,
  RouteReport,
  ScriptReport,
  Sizes,
  ToolReport,
} from '#report/analysis-report.ts'
import type { StaticReport } from '#static/static-report.ts'
import { type ClientBundle, importClosure } from '../bundle-client.ts'
import { overBudget } from './budgets.ts'
import type { PageMeasure, PageMeasures } from './measure-pages.ts'
import type { ImportGraph } from './module-graph.ts'
import { moduleNamer } from './module-names.ts'
import { createApiReports, type ServerModules } from './server-modules.ts'

/** Result of a successful build: its steps with their wall times in milliseconds, and the report. */
export interface BuildReport {
  readonly steps: readonly { readonly name: string; readonly ms: number }[]
  /** Present for a static site. */
  readonly static?: StaticReport
  /** Includes documents, caching, cookies and the schemas of values only with `analyze`. */
  readonly analysis: AnalysisReport
}

interface ReportSource {
  readonly model: AppModel
  readonly routesDir: string
  /** Absolute: the folder of the browser's files and their compressed copies. */
  readonly clientOut: string
  readonly client: ClientBundle | undefined
  /** Relative to `clientOut`. */
  readonly stylesheet: string | undefined
  readonly graph: ImportGraph
  readonly serverModules: ServerModules
  /** Absent if they weren't requested. */
  readonly measures: PageMeasures | undefined
}

/** Returns the sizes of one or several texts together, each compressed separately as a server sends it. */
export function measureSizes(texts: readonly string[]): Sizes {
  let [raw, gzip, brotli] = [0, 0, 0]
  for (const text of texts) {
    raw += Buffer.byteLength(text)
    gzip += gzipSync(text, { level: 9 }).length
    brotli += brotliCompressSync(text).length
  }
  return { raw, gzip, brotli }
}

/** Returns the sizes of a built file as it is sent: without a compressed copy it is sent uncompressed. */
function sizesOfFile(path: string): Sizes {
  const raw = statSync(path).size
  const copy = (ending: string) => (existsSync(path + ending) ? statSync(path + ending).size : raw)
  return { raw, gzip: copy(ENCODED_ENDINGS.gzip), brotli: copy(ENCODED_ENDINGS.br) }
}

/** Creates the report of a finished build, without its comparison with the last build. */
export function analysisReport(source: ReportSource): AnalysisReport {
  const { model, clientOut, stylesheet, serverModules } = source
  const cookies = describeCookies(source)
  const islands = model.components.filter((component) => component.island)
  const mounts = createMountFinder(source)
  const scripts = scriptReports(source)
  const sizes = new Map(scripts.map((script) => [script.file, script.sizes]))
  const report = {
    routes: model.routes.flatMap((route) =>
      route.pattern === undefined ? [] : [routeReport(source, sizes, mounts, { ...route, pattern: route.pattern })],
    ),
    scripts,
    islands: islands.map((island) => islandReport(source, sizes, island)),
    ...(source.measures?.problem === undefined ? {} : { problem: source.measures.problem }),
    apiModules: createApiReports(model, serverModules),
    ...(cookies === undefined ? {} : { cookies }),
    tools: model.modules.flatMap((module) => module.apis.map((api) => toolReport(api, source.measures))),
    ...(stylesheet === undefined ? {} : { styles: { ...sizesOfFile(`${clientOut}/${stylesheet}`), file: stylesheet } }),
  }
  return { ...report, overBudget: overBudget(model.config.budgets ?? {}, report) }
}

type ScriptSizes = ReadonlyMap<string, Sizes>

/** The heaviest first. */
function scriptReports({ client, clientOut, model }: ReportSource): readonly ScriptReport[] {
  if (client === undefined) return []
  const nameOf = moduleNamer(model.root)
  const reports = [...client.chunks.values()].map(({ fileName, modules }) => {
    const sizes = sizesOfFile(`${clientOut}/${fileName}`)
    const lengths = modules()
    const total = [...lengths.values()].reduce((sum, length) => sum + length, 0)
    const parts = [...lengths].map(([id, length]): ModuleReport => {
      const bytes = total === 0 ? 0 : Math.round((sizes.brotli * length) / total)
      return { ...nameOf(id), bytes, length }
    })
    return { file: fileName, sizes, modules: parts.sort((a, b) => b.bytes - a.bytes) }
  })
  return reports.sort((a, b) => b.sizes.brotli - a.sizes.brotli)
}

function routeReport(
  source: ReportSource,
  sizes: ScriptSizes,
  findMounted: MountFinder,
  route: PageRoute,
): RouteReport {
  const { pattern, filePath, layouts, live } = route
  const roots = [...layouts, filePath].map((name) => `${source.routesDir}/${name}`)
  const mounted = findMounted(roots)
  const { measures } = source
  const scripts = listScripts(source.client, [
    'client',
    ...(live === undefined ? [] : ['live']),
    ...listEntries(mounted),
  ])
  return {
    pattern,
    file: filePath,
    ...(isMeasured(measures) ? getHtml(route, measures.pages[pattern]) : {}),
    islands: mounted.map(({ id }) => id),
    js: sumSizes(sizes, scripts),
    scripts,
    ...(isMeasured(measures) && source.model.config.output !== 'static' ? describeVisit(pattern, measures) : {}),
  }
}

type PageRoute = RouteModel & { readonly pattern: string }

function isMeasured(measures: PageMeasures | undefined): measures is PageMeasures {
  return measures !== undefined && measures.problem === undefined
}

function getHtml(
  { pattern, noDocument }: PageRoute,
  measure: PageMeasure | undefined,
): Pick<RouteReport, 'html' | 'notRendered'> {
  if (measure === undefined) return { notRendered: explainMissing(pattern, noDocument) }
  const { status, html, path, linkedFrom } = measure
  if (status !== 200) return { notRendered: `responded with status ${status} to a visitor without a session` }
  return { html: { ...measureSizes([html]), path, ...(linkedFrom === undefined ? {} : { linkedFrom }) } }
}

function explainMissing(pattern: string, noDocument: true | undefined): string {
  if (noDocument) return 'never renders a document'
  return pattern.includes('[')
    ? 'has parameters, no staticParams, and no link on a measured page'
    : 'has a meta that redirects or is not found'
}

/** Describes the caching and the cookies of a route. */
function describeVisit(pattern: string, { pages, policies }: PageMeasures): Pick<RouteReport, 'cache' | 'cookies'> {
  const policy = policies[pattern]
  const page = pages[pattern]
  const cache = policy === undefined ? {} : { policy }
  // Redirects and error pages have headers of their own.
  if (page === undefined || page.status !== 200) return { cache }
  const { cacheControl, cacheState, cacheReason = '' } = page
  const isShared = policy?.scope === 'public'
  const isStored = isShared && cacheState !== 'BYPASS'
  const isAnonymous = isStored || (isShared && ANONYMOUS_REASONS.has(cacheReason))
  return {
    cache: {
      ...cache,
      ...(cacheControl === undefined ? {} : { cacheControl }),
      ...(isShared && !isStored ? { notStored: cacheReason } : {}),
    },
    // Code reads cookies only of requests that have some.
    cookies: isAnonymous ? { ...page.cookies, readBy: [], ctx: [] } : page.cookies,
  }
}

/** Reasons for which a page isn't stored, although it was rendered as for the cache. */
const ANONYMOUS_REASONS: ReadonlySet<string> = new Set(['off', 'unavailable'])

function describeCookies({ measures, model: { config, files } }: ReportSource): AppCookies | undefined {
  if (!isMeasured(measures) || config.output === 'static') return undefined
  const { session } = measures
  return {
    ...(session === undefined ? {} : { session }),
    ...(files.i18n === undefined ? {} : { locale: LOCALE_COOKIE }),
    unknown: files.middleware === undefined ? [] : [files.middleware],
  }
}

function islandReport({ client }: ReportSource, sizes: ScriptSizes, island: ComponentModel): IslandReport {
  const { id, name, file, reasons, intents } = island
  const scripts = listScripts(client, listEntries([island]))
  return { id, name, file, reasons, intents: intents.map(({ tool }) => tool), js: sumSizes(sizes, scripts), scripts }
}

/** Returns the names of the entries that a page with these islands loads. */
function listEntries(islands: readonly ComponentModel[]): readonly string[] {
  if (islands.length === 0) return []
  const mounting = new Set(islands.map(({ renderer }) => renderer ?? 'hydrate'))
  return ['loader', ...mounting, ...islands.map(({ id }) => `island-${id.slice(0, id.indexOf('#'))}`)]
}

/** Returns the files of these entries and all their imports. */
function listScripts(client: ClientBundle | undefined, entries: readonly string[]): readonly string[] {
  if (client === undefined) return []
  const files = entries.flatMap((name) => client.entries.get(name) ?? [])
  return importClosure(client.chunks, files)
}

function sumSizes(sizes: ScriptSizes, files: readonly string[]): Sizes {
  const all = files.flatMap((file) => sizes.get(file) ?? [])
  const sum = (name: keyof Sizes) => all.reduce((total, one) => total + one[name], 0)
  return { raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') }
}

function toolReport(api: ApiModel, measures: PageMeasures | undefined): ToolReport {
  const { input = getSchema(api.input), output = getSchema(api.output) } = measures?.tools[api.tool] ?? {}
  const { tool, guard, scopes, description } = api
  return {
    tool,
    guard,
    scopes,
    ...(description === undefined ? {} : { description }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    inputBytes: bytes(input),
    outputBytes: bytes(output),
  }
}

function getSchema(contract: ContractModel) {
  return contract.source === 'type' ? contract.schema : undefined
}

function bytes(schema: object | undefined): number {
  return schema === undefined ? 0 : Buffer.byteLength(JSON.stringify(schema))
}

/** Returns the islands that the files at `roots` mount, in the order of the model. */
type MountFinder = (roots: readonly string[]) => readonly ComponentModel[]

/** Prepares what all routes share, so that a route costs only as much as the files that it imports. */
function createMountFinder({ graph, model }: ReportSource): MountFinder {
  const plain = new Set<string>()
  const islands = new Map<string, readonly { readonly component: ComponentModel; readonly at: number }[]>()
  for (const [at, component] of model.components.entries()) {
    const file = toProjectPath(model.root, component.file)
    if (component.island) islands.set(file, [...(islands.get(file) ?? []), { component, at }])
    else plain.add(file)
  }
  return (roots) => {
    const reached = new Set<string>()
    const visit = (file: string): void => {
      if (reached.has(file)) return
      reached.add(file)
      // Inside an island, components aren't islands of their own. A file that also exports a plain component may mount
      // islands through it.
      if (!islands.has(file) || plain.has(file)) graph.get(file)?.forEach(visit)
    }
    roots.forEach(visit)
    const mounted = [...reached].flatMap((file) => islands.get(file) ?? [])
    return mounted.sort((left, right) => left.at - right.at).map(({ component }) => component)
  }
}
