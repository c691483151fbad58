/** What `fw build --analyze` reports: plain data about routes, islands and tools. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ApiModel, AppModel, ComponentModel } from '../model.ts'
import type { StaticReport } from '../static/report.ts'
import { type ClientBundle, importClosure } from './bundle-client.ts'
import type { PageMeasure, PageMeasures } from './measure-pages.ts'
import type { ImportGraph } from './module-graph.ts'

/** Sizes in bytes: as stored, gzip -9, brotli 11. */
export interface Sizes {
  readonly raw: number
  readonly gzip: number
  readonly brotli: number
}

export interface IslandReport {
  readonly id: string
  readonly name: string
  readonly file: string
  /** Why it is an island. */
  readonly reasons: readonly string[]
  readonly intents: readonly string[]
  /** All scripts that this island alone loads: loader, hydrate runtime, shared chunks, its own. */
  readonly js: Sizes
}

export interface RouteReport {
  readonly pattern: string
  readonly file: string
  /** Size of the document; absent when the route was not rendered. */
  readonly html?: Sizes & { readonly path: string }
  /** Why `html` is absent. */
  readonly notRendered?: string
  /** Ids of the islands that the route can mount. */
  readonly islands: readonly string[]
  /** All scripts of all its islands together. */
  readonly js: Sizes
}

export interface ToolReport {
  readonly tool: string
  readonly guard: ApiModel['guard']
  readonly scopes: readonly string[]
  /** Bytes of the input schema as JSON; 0 for a tool without input. */
  readonly inputBytes: number
  /** Bytes of the output schema as JSON; 0 when it is not known. */
  readonly outputBytes: number
}

export interface BuildReport {
  readonly steps: readonly { readonly name: string; readonly ms: number }[]
  /** Present for a static site. */
  readonly static?: StaticReport
  /** Present with `analyze`. */
  readonly analysis?: AnalysisReport
}

export interface AnalysisReport {
  /** Why pages and schemas were not measured; absent when they were. */
  readonly problem?: string
  readonly routes: readonly RouteReport[]
  readonly islands: readonly IslandReport[]
  readonly tools: readonly ToolReport[]
}

export interface ReportSource {
  readonly model: AppModel
  readonly routesDir: string
  readonly client: ClientBundle | undefined
  readonly graph: ImportGraph
  readonly measures: PageMeasures
}

/** Sizes of a text or of several files together, each compressed on its own as a server sends it. */
export function sizesOf(texts: readonly string[]): Sizes {
  let [raw, gzip, brotli] = [0, 0, 0]
  for (const text of texts) {
    raw += Buffer.byteLength(text)
    gzip += gzipSync(text, { level: 9 }).length
    brotli += brotliCompressSync(text).length
  }
  return { raw, gzip, brotli }
}

/** The report of a finished build. */
export function analysisReport(source: ReportSource): AnalysisReport {
  const { model } = source
  const islands = model.components.filter((component) => component.island)
  return {
    routes: model.routes.flatMap((route) =>
      route.pattern === undefined ? [] : [routeReport(source, islands, route.filePath, route.layouts, route.pattern)],
    ),
    islands: islands.map((island) => islandReport(source, island)),
    problem: source.measures.problem,
    tools: model.modules.flatMap((module) => module.apis.map((api) => toolReport(api, source.measures))),
  }
}

function routeReport(
  source: ReportSource,
  islands: readonly ComponentModel[],
  file: string,
  layouts: readonly string[],
  pattern: string,
): RouteReport {
  const roots = [...layouts, file].map((name) => `${source.routesDir}/${name}`)
  const reached = mountedFrom(source, roots)
  const mounted = islands.filter((island) => reached.has(`${source.model.root}/${island.file}`))
  const measure = source.measures.pages[pattern]
  return {
    pattern,
    file,
    ...(source.measures.problem === undefined ? htmlOf(measure) : {}),
    islands: mounted.map(({ id }) => id),
    js: scriptSizes(source.client, mounted.length === 0 ? [] : entriesOf(source.client, mounted)),
  }
}

function htmlOf(measure: PageMeasure | undefined): Pick<RouteReport, 'html' | 'notRendered'> {
  if (measure === undefined) return { notRendered: 'has parameters and no staticParams' }
  if (measure.status !== 200) return { notRendered: `answered ${measure.status} to a visitor without a session` }
  return { html: { ...sizesOf([measure.html]), path: measure.path } }
}

function islandReport(source: ReportSource, island: ComponentModel): IslandReport {
  const { id, name, file, reasons, intents } = island
  const js = scriptSizes(source.client, entriesOf(source.client, [island]))
  return { id, name, file, reasons, intents: intents.map(({ tool }) => tool), js }
}

/** Names of the entry files that a page with these islands loads. */
function entriesOf(client: ClientBundle | undefined, islands: readonly ComponentModel[]): readonly string[] {
  const names = ['loader', 'hydrate', ...islands.map(({ id }) => `island-${id.slice(0, id.indexOf('#'))}`)]
  return names.flatMap((name) => client?.entries.get(name) ?? [])
}

function scriptSizes(client: ClientBundle | undefined, files: readonly string[]): Sizes {
  if (client === undefined) return { raw: 0, gzip: 0, brotli: 0 }
  return sizesOf(importClosure(client.chunks, files).map((file) => client.chunks.get(file)?.code ?? ''))
}

function toolReport(api: ApiModel, measures: PageMeasures): ToolReport {
  const known = measures.tools[api.tool]
  return {
    tool: api.tool,
    guard: api.guard,
    scopes: api.scopes,
    inputBytes: known?.input ?? 0,
    outputBytes: known?.output ?? 0,
  }
}

/** What a route imports, without what only its islands import: inside an island every component is a plain one. */
function mountedFrom({ graph, model }: ReportSource, roots: readonly string[]): ReadonlySet<string> {
  const plain = new Set(model.components.flatMap(({ island, file }) => (island ? [] : [`${model.root}/${file}`])))
  const islands = new Set(model.components.flatMap(({ island, file }) => (island ? [`${model.root}/${file}`] : [])))
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    // A file that also exports a plain component may mount islands through that one.
    if (!islands.has(file) || plain.has(file)) graph.get(file)?.forEach(visit)
  }
  roots.forEach(visit)
  return reached
}
