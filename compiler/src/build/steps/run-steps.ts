/** The steps of a build whose output the last build doesn't have: check, emit, browser bundle, server bundle, report. */
import { writeFile } from 'node:fs/promises'
import { formatCount } from '@fw/runtime/contract'
import type { AppModel } from '#model.ts'
import { formatKilobytes } from '#report/format-size.ts'
import { reportPage } from '#report/report-page.ts'
import type { StaticReport } from '#static/static-report.ts'
import { writeAccessFile } from '../access-file.ts'
import { createBundles } from '../app-bundles.ts'
import { type AppPaths, appPaths } from '../app-paths.ts'
import { writeFonts } from '../assets/fonts.ts'
import { writeContractFile } from '../contract/contract-file.ts'
import { writeEvalSchema } from '../eval-schema.ts'
import { readManifest } from '../externals.ts'
import { type ReadConfig, readConfig } from '../load-config.ts'
import { limitsHtml } from '../report/budgets.ts'
import { compareWithLastBuild, getLastBuildFile, writeLastBuild } from '../report/last-build.ts'
import { measurePages } from '../report/measure-pages.ts'
import { printStaticReport } from '../report/print-report.ts'
import { analysisReport, type BuildReport } from '../report/report.ts'
import { openStaticSite, type StaticSite } from '../static-site.ts'
import { findBuildTarget } from '../targets/find-target.ts'
import { writeTarget } from '../targets/write-target.ts'
import { writeToolList } from '../tool-list.ts'
import { configureVite, loadViteOptions } from '../vite/app-options.ts'
import { hasPostcssConfig, viteConfig } from '../vite/vite-config.ts'
import { writeApp } from '../write-generated.ts'
import { BudgetError } from './build-error.ts'
import { type BuildOptions, withTarget } from './build-options.ts'
import { checkModel } from './check-model.ts'
import { explainFailure, stopAt } from './explain-failure.ts'
import { writeFinishedBuild } from './finished-build.ts'
import { writeQueriedTypes } from './queried-types.ts'

/** Runs all steps. `known` is the app's configuration, if it has been loaded. */
export async function runSteps(options: BuildOptions, known?: Omit<ReadConfig, 'files'>): Promise<BuildReport> {
  const startedAt = Date.now()
  const lines: string[] = []
  const { steps, step } = createSteps(options.log)
  const log = (line: string): void => {
    lines.push(line)
    options.log(line)
  }

  const { config: read, vite: field } = known ?? (await readConfig(options.root))
  const appConfig = withTarget(read, options.target)
  const vite = await loadViteOptions(options.root, 'build', field)
  const model = await step('check', async () => checkModel(options.root, appConfig, log))
  const paths = appPaths(model.root, model.config)
  await step('emit', async () => {
    await writeFonts(paths.root, model.config)
    await writeApp(model)
    await writeEvalSchema(model)
    await writeToolList(model)
    await writeAccessFile(model)
  })
  const bundles = createBundles(model, paths, { vite })
  const [{ createBuilder }, { holdErrors }] = await Promise.all([import('vite'), import('../vite/vite-logger.ts')])
  const { plugins, workerPlugins, environments } = bundles
  const config = await viteConfig({ paths, own: vite, mode: 'production', plugins, workerPlugins, ...environments })
  const errors = holdErrors(log)
  const builder = await configureVite(vite, () => createBuilder({ ...config, customLogger: errors.logger }, null))
  const site = await openStaticSite(model, paths)
  await site?.begin()
  const explain = { root: model.root, log, release: errors.release }
  const client = await step('client', () => explainFailure(explain, () => bundles.client(builder)))
  if (site !== undefined) stopAt(await site.checkIslands(bundles.clientGraph), log)
  const graph = await step('server', () => explainFailure(explain, () => bundles.server(builder)))
  if (model.config.contract === 'locked') await step('contract', () => writeContractFile(model, log))
  const kept = bundles.kept()
  if (kept.files > 0)
    log(`kept     ${formatCount(kept.files, 'file')} of earlier builds, ${formatKilobytes(kept.bytes)}`)
  if (model.files.agent !== undefined) await step('types', () => writeQueriedTypes(model.root, options.log))
  const pages = site && { static: await step('static', () => writeStaticSite(site, log)) }
  if (model.files.serviceWorker !== undefined)
    await step('worker', () => explainFailure(explain, () => bundles.worker()))
  const target = findBuildTarget(model.config)
  if (target !== undefined) await step('target', () => writeTarget(target, model, paths, log))
  const { budgets } = model.config
  const isMeasured = options.analyze === true || (budgets !== undefined && limitsHtml(budgets))
  const measures = isMeasured ? await step('measure', () => measurePages(paths.root)) : undefined
  const { serverModules } = bundles
  const built = { clientOut: paths.clientOut, client, stylesheet: bundles.stylesheet(), graph, serverModules, measures }
  const analysis = analysisReport({ model, routesDir: paths.routesDir, ...built })
  if (!isMeasured && vite === undefined && options.target === undefined && isRepeatable(model, paths)) {
    const finished = { lines, hasAgent: model.files.agent !== undefined, analysis }
    await writeFinishedBuild(paths.root, {
      ...finished,
      config: model.config,
      modules: bundles.moduleFiles(),
      startedAt,
    })
  }
  const lastBuild = getLastBuildFile(paths.root)
  const changes = await compareWithLastBuild(lastBuild, analysis)
  await writeLastBuild(lastBuild, analysis)
  const report = { steps, ...pages, analysis: { ...analysis, ...(changes && { changes }) } }
  if (options.analyze === true) await writeReport(paths, report, options.log)
  if (report.analysis.overBudget.length > 0) throw new BudgetError(report)
  return report
}

interface Steps {
  /** Duration of the steps so far. */
  readonly steps: BuildReport['steps']
  /** Runs a step, and logs its duration. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

function createSteps(log: (line: string) => void): Steps {
  const steps: { name: string; ms: number }[] = []
  return {
    steps,
    async step(name, work) {
      const start = performance.now()
      const result = await work()
      const ms = Math.round(performance.now() - start)
      steps.push({ name, ms })
      log(`${name.padEnd(8)} ${ms} ms`)
      return result
    },
  }
}

/**
 * Returns whether a build depends only on files whose reads are recorded. Pages of a static site are rendered by code
 * of the app, PostCSS (and the app's own plugins) may read anything, a service worker has its own bundle, and a target may
 * write files outside of `dist/`.
 */
function isRepeatable({ config, files }: AppModel, { root }: AppPaths): boolean {
  return (
    config.output !== 'static' &&
    findBuildTarget(config) === undefined &&
    files.serviceWorker === undefined &&
    !hasPostcssConfig(root)
  )
}

/** Writes the report beside the generated code, not into `dist/`, which is published. */
async function writeReport(paths: AppPaths, report: BuildReport, log: (line: string) => void): Promise<void> {
  const { name = 'the app' } = readManifest(`${paths.root}/package.json`)
  await writeFile(`${paths.generatedDir}/analyze.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  await writeFile(`${paths.generatedDir}/analyze.html`, reportPage(report.analysis, { name, steps: report.steps }))
  log('wrote    .fw/analyze.html and .fw/analyze.json')
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
