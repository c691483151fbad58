/**
 * `fw build`: verifies the files of the last build, and runs the steps of a build if anything has changed since.
 */
import { resolve } from '#slash-path.ts'
import './page-size.ts'
import { type ReadConfig, readConfig } from './load-config.ts'
import { compareWithLastBuild, getLastBuildFile, writeLastBuild } from './report/last-build.ts'
import type { BuildReport } from './report/report.ts'
import { BudgetError } from './steps/build-error.ts'
import { type BuildOptions, withTarget } from './steps/build-options.ts'
import { type FinishedBuild, isSameApp, markBuilt, readFinishedBuild } from './steps/finished-build.ts'
import { findViteConfig } from './vite/app-options.ts'

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
    const start = performance.now()
    const root = resolve(options.root)
    const last = options.analyze === true ? undefined : readFinishedBuild(root)
    const read: Omit<ReadConfig, 'files'> | undefined =
      last && (last.config === undefined ? await readConfig(root) : { config: last.config })
    const isPlain = read?.vite === undefined && findViteConfig(root) === undefined
    if (last !== undefined && read !== undefined && isPlain && isSameApp(root, withTarget(read.config, options.target)))
      return await reuseBuild(last, { ...options, root }, start)
    const { runSteps } = await import('./steps/run-steps.ts')
    return await runSteps(options, read)
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** Reports a build whose files are all up to date. */
async function reuseBuild(last: FinishedBuild, options: BuildOptions, start: number): Promise<BuildReport> {
  const { root, log } = options
  markBuilt(root)
  for (const line of last.lines) log(line)
  const steps = [{ name: 'verify', ms: Math.round(performance.now() - start) }]
  log(`verify   ${steps[0]?.ms} ms`)
  log('dist/ is up to date: nothing has changed since the last build.')
  if (last.hasAgent) {
    const { writeQueriedTypes } = await import('./steps/queried-types.ts')
    await writeQueriedTypes(root, log)
  }
  const file = getLastBuildFile(root)
  const changes = await compareWithLastBuild(file, last.analysis)
  await writeLastBuild(file, last.analysis)
  const report = { steps, analysis: { ...last.analysis, ...(changes && { changes }) } }
  if (report.analysis.overBudget.length > 0) throw new BudgetError(report)
  return report
}
