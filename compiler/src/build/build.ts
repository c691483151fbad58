/**
 * `fw build`: config, check, emit, browser bundle, server bundle, report. Nothing is written before the check has
 * passed.
 */
import './page-size.ts'
import { writeFile } from 'node:fs/promises'
import { type FwConfig, formatCount, getMessage, isSetupError } from '@fw/runtime/contract'
import { check } from '../check.ts'
import { printDiagnostics } from '../diagnostic/print.ts'
import { describeSchemaGaps } from '../emit/schema-gaps.ts'
import type { AppModel, Diagnostic } from '../model.ts'
import { reportPage } from '../report/report-page.ts'
import { unresolvedImport } from '../rules/modules/unresolved-import.ts'
import { staticOutput } from '../rules/pages/static-output.ts'
import type { StaticReport } from '../static/static-report.ts'
import { createBundles } from './app-bundles.ts'
import { type AppPaths, appPaths } from './app-paths.ts'
import { writeFonts } from './assets/fonts.ts'
import { writeEvalSchema } from './eval-schema.ts'
import { readManifest } from './externals.ts'
import { loadConfig } from './load-config.ts'
import { queryBuiltApp } from './query-built-app.ts'
import { keepRemoteTools, type QueriedServer, REMOTE_TYPES_FILE, writeRemoteTypes } from './remote-tools.ts'
import { limitsHtml } from './report/budgets.ts'
import { compareWithLastBuild, writeLastBuild } from './report/last-build.ts'
import { measurePages } from './report/measure-pages.ts'
import { printOverBudget, printStaticReport } from './report/print-report.ts'
import { analysisReport, type BuildReport } from './report/report.ts'
import { sourceDiagnostics } from './source-failure.ts'
import { openStaticSite, type StaticSite } from './static-site.ts'
import { writeToolList } from './tool-list.ts'
import { viteConfig } from './vite-config.ts'
import { writeApp } from './write-generated.ts'

/** Options of `build`. Everything else is in `fw.config.ts`. */
export interface BuildOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * Also measure documents, caching, cookies and the schemas of values, and write `.fw/analyze.html` and
   * `.fw/analyze.json`. Default false.
   */
  readonly analyze?: boolean
  /** Called with one line per step, and with the diagnostics. */
  readonly log: (line: string) => void
}

/** Thrown when the app breaks rules and can't be built. The diagnostics have been logged. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message)
    this.diagnostics = diagnostics
  }
}

/** Thrown when the app exceeds its `budgets`. All files have been written. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
  readonly report: BuildReport

  constructor(report: BuildReport) {
    super(printOverBudget(report.analysis.overBudget))
    this.report = report
  }
}

/**
 * Builds the app into `dist/` and `.fw/`.
 *
 * @throws `BuildError` for errors in the app's sources; `BudgetError` at the end, if the app exceeds its budgets.
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  // Packages select their files by `NODE_ENV`, and Vite sets it once per process: a build is a production build.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await runSteps(options)
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function runSteps(options: BuildOptions): Promise<BuildReport> {
  const steps: { name: string; ms: number }[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    const ms = Math.round(performance.now() - start)
    steps.push({ name, ms })
    options.log(`${name.padEnd(8)} ${ms} ms`)
    return result
  }

  const model = await step('check', async () => checkModel(options.root, await loadConfig(options.root), options.log))
  const paths = appPaths(model.root, model.config)
  await step('emit', async () => {
    await writeFonts(paths.root, model.config)
    await writeApp(model)
    await writeEvalSchema(model)
    await writeToolList(model)
  })
  const bundles = createBundles(model, paths)
  const [{ createBuilder }, { holdErrors }] = await Promise.all([import('vite'), import('./vite-logger.ts')])
  const { plugins, workerPlugins, environments } = bundles
  const config = viteConfig({ paths, mode: 'production', plugins, workerPlugins, ...environments })
  const errors = holdErrors(options.log)
  const builder = await createBuilder({ ...config, customLogger: errors.logger }, null)
  const site = await openStaticSite(model, paths)
  await site?.begin()
  const explain = { root: model.root, log: options.log, release: errors.release }
  const client = await step('client', () => explainFailure(explain, () => bundles.client(builder)))
  if (site !== undefined) stopAt(await site.checkIslands(bundles.clientGraph), options.log)
  const graph = await step('server', () => explainFailure(explain, () => bundles.server(builder)))
  if (model.files.agent !== undefined) await step('types', () => writeQueriedTypes(model.root, options.log))
  const pages = site && { static: await step('static', () => writeStaticSite(site, options.log)) }
  if (model.files.serviceWorker !== undefined)
    await step('worker', () => explainFailure(explain, () => bundles.worker()))
  const { budgets } = model.config
  const isMeasured = options.analyze === true || (budgets !== undefined && limitsHtml(budgets))
  const measures = isMeasured ? await step('measure', () => measurePages(paths.root)) : undefined
  const { serverModules } = bundles
  const built = { clientOut: paths.clientOut, client, stylesheet: bundles.stylesheet(), graph, serverModules, measures }
  const analysis = analysisReport({ model, routesDir: paths.routesDir, ...built })
  const lastBuild = `${paths.generatedDir}/last-build.json`
  const changes = await compareWithLastBuild(lastBuild, analysis)
  await writeLastBuild(lastBuild, analysis)
  const report = { steps, ...pages, analysis: { ...analysis, ...(changes && { changes }) } }
  if (options.analyze === true) await writeReport(paths, report, options.log)
  if (report.analysis.overBudget.length > 0) throw new BudgetError(report)
  return report
}

/** Writes the report beside the generated code, not into `dist/`, which is published. */
async function writeReport(paths: AppPaths, report: BuildReport, log: (line: string) => void): Promise<void> {
  const { name = 'the app' } = readManifest(`${paths.root}/package.json`)
  await writeFile(`${paths.generatedDir}/analyze.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(`${paths.generatedDir}/analyze.html`, reportPage(report.analysis, { name, steps: report.steps }))
  log('wrote    .fw/analyze.html and .fw/analyze.json')
}

/**
 * Writes the types of remote tools. Only the loaded app knows its MCP servers; if it can't be loaded here, the build
 * continues with the lock file.
 */
async function writeQueriedTypes(root: string, log: (line: string) => void): Promise<void> {
  const result = await queryBuiltApp<readonly QueriedServer[]>('remote-tools-process', root)
  if ('value' in result) await keepRemoteTools(result.value, { root, mode: 'hold', log }).catch(warn)
  else await writeRemoteTypes(root, log).catch(warn)

  /** Logs a failure; the build doesn't depend on these types. */
  function warn(error: unknown): void {
    log(`warning  ${REMOTE_TYPES_FILE} is not written: ${getMessage(error)}`)
  }
}

/**
 * Writes the pages and logs the result.
 *
 * @throws `BuildError` if the site is incomplete.
 */
export async function writeStaticSite(site: StaticSite, log: (line: string) => void): Promise<StaticReport> {
  const { report, diagnostics } = await site.write(log)
  for (const warning of report.warnings) log(`warning  ${warning}`)
  stopAt(diagnostics, log)
  log(printStaticReport(report))
  return report
}

interface Explaining {
  readonly root: string
  readonly log: (line: string) => void
  /** Logs the bundler's own errors. They are omitted if a diagnostic names the position. */
  readonly release?: () => void
}

/**
 * Returns the result of `bundle`. If it fails because of the app's sources, logs the diagnostics and throws a
 * `BuildError`.
 */
export async function explainFailure<T>({ root, log, release }: Explaining, bundle: () => Promise<T>): Promise<T> {
  try {
    const result = await bundle()
    release?.()
    return result
  } catch (error) {
    const diagnostics = sourceDiagnostics(error, root)
    if (diagnostics.length === 0) {
      release?.()
      throw wrongSetup(error) ?? error
    }
    log(printDiagnostics(diagnostics, 'pretty'))
    throw new BuildError(
      `The build stopped at ${formatCount(diagnostics.length, 'error')}; dist/ is not complete.`,
      diagnostics,
    )
  }
}

/** Returns an error of the framework's own plugins, from all errors that the bundler collected. */
function wrongSetup(error: unknown): Error | undefined {
  const { errors }: { readonly errors?: unknown } = Object(error) // anything can be thrown
  return Array.isArray(errors) ? errors.find(isSetupError) : undefined
}

/** Logs errors that are found late, and throws a `BuildError` if there are any. */
export function stopAt(errors: readonly Diagnostic[], log: (line: string) => void): void {
  if (errors.length === 0) return
  log(printDiagnostics(errors, 'pretty'))
  throw new BuildError(`The build stopped at ${formatCount(errors.length, 'error')}; the site is not complete.`, errors)
}

/**
 * Returns the app's model with this configuration. Logs the check's findings and throws a `BuildError` if one of them
 * is an error.
 */
export async function checkModel(root: string, config: FwConfig, log: (line: string) => void): Promise<AppModel> {
  const { model, diagnostics: found } = await check({ root, config })
  // The build of a static site reports all static-output findings together, once it has rendered the pages. Failing
  // imports are reported by the bundler, since plugins of the app may resolve them.
  const diagnostics = found.filter(({ code }) => code !== staticOutput.code && code !== unresolvedImport.code)
  if (diagnostics.length > 0) log(printDiagnostics(diagnostics, 'pretty'))
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new BuildError(
      `The build stopped at ${formatCount(errors.length, 'error')}; nothing was written.`,
      diagnostics,
    )
  const gaps = describeSchemaGaps(model)
  if (gaps !== undefined) log(`warning  ${gaps}`)
  return model
}
