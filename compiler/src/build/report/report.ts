/** Creates the report of a build from its output. */
import { existsSync, statSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ENCODED_ENDINGS } from '@fw/runtime/contract'
import type { ApiModel, AppModel, ComponentModel, ContractModel } from '#model.ts'
import type {
  AnalysisReport,
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

/** Result of a successful build: its steps with their wall times in milliseconds, and the report. */
export interface BuildReport {
  readonly steps: readonly { readonly name: string; readonly ms: number }[]
  /** Present for a static site. */
  readonly static?: StaticReport
  /** Includes documents and the schemas of values only with `analyze`. */
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

/** Creates the report of a finished build. */
export function analysisReport(source: ReportSource): AnalysisReport {
  const { model, clientOut, stylesheet } = source
  const islands = model.components.filter((component) => component.island)
  const scripts = scriptReports(source)
  const sizes = new Map(scripts.map((script) => [script.file, script.sizes]))
  const report = {
    routes: model.routes.flatMap((route) =>
      route.pattern === undefined ? [] : [routeReport(source, sizes, islands, { ...route, pattern: route.pattern })],
    ),
    scripts,
    islands: islands.map((island) => islandReport(source, sizes, island)),
    ...(source.measures?.problem === undefined ? {} : { problem: source.measures.problem }),
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
      return { ...nameOf(id), bytes }
    })
    return { file: fileName, sizes, modules: parts.sort((a, b) => b.bytes - a.bytes) }
  })
  return reports.sort((a, b) => b.sizes.brotli - a.sizes.brotli)
}

function routeReport(
  source: ReportSource,
  sizes: ScriptSizes,
  islands: readonly ComponentModel[],
  {
    pattern,
    filePath,
    layouts,
  }: { readonly pattern: string; readonly filePath: string; readonly layouts: readonly string[] },
): RouteReport {
  const roots = [...layouts, filePath].map((name) => `${source.routesDir}/${name}`)
  const reached = findMounted(source, roots)
  const mounted = islands.filter((island) => reached.has(`${source.model.root}/${island.file}`))
  const { measures } = source
  const scripts = listScripts(source.client, ['client', ...listEntries(mounted)])
  return {
    pattern,
    file: filePath,
    ...(measures !== undefined && measures.problem === undefined ? getHtml(measures.pages[pattern]) : {}),
    islands: mounted.map(({ id }) => id),
    js: sumSizes(sizes, scripts),
    scripts,
  }
}

function getHtml(measure: PageMeasure | undefined): Pick<RouteReport, 'html' | 'notRendered'> {
  if (measure === undefined) return { notRendered: 'has parameters but no staticParams' }
  if (measure.status !== 200)
    return { notRendered: `responded with status ${measure.status} to a visitor without a session` }
  return { html: { ...measureSizes([measure.html]), path: measure.path } }
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

/**
 * Returns the files that a route imports, without those that only its islands import: inside an island, components
 * aren't islands of their own.
 */
function findMounted({ graph, model }: ReportSource, roots: readonly string[]): ReadonlySet<string> {
  const plain = new Set(model.components.flatMap(({ island, file }) => (island ? [] : [`${model.root}/${file}`])))
  const islands = new Set(model.components.flatMap(({ island, file }) => (island ? [`${model.root}/${file}`] : [])))
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    // A file that also exports a plain component may mount islands through it.
    if (!islands.has(file) || plain.has(file)) graph.get(file)?.forEach(visit)
  }
  roots.forEach(visit)
  return reached
}
