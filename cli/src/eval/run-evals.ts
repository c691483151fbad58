/** `fw eval` runs every trial of every scenario and prints one verdict. */
import { resolve } from 'node:path'
import { withApp } from '../app.ts'
import type { Io } from '../io.ts'
import { resultJson } from '../printable-text.ts'
import { issueSession, readSession, type SessionIssuer } from '../session.ts'
import { compareRuns } from './compare.ts'
import { keepRun, readBaseline, readPrevious, runFacts } from './history.ts'
import { printScenario, printVerdict } from './print.ts'
import { readScenarios } from './read-scenarios.ts'
import { runScenario, type ScenarioReport } from './run-scenario.ts'
import type { Scenario } from './scenario.ts'
import { createCaller, type LiveApp } from './step-caller.ts'
import { isBroken, isFlaky, summarize } from './summary.ts'
import { openTarget, type Target } from './target.ts'

interface EvalOptions {
  /** Folder of the app, and base of relative paths. */
  readonly root: string
  readonly cwd: string
  /** Files and folders. An empty list means `evals/`. */
  readonly files: readonly string[]
  readonly start: string | undefined
  readonly url: string | undefined
  readonly json: boolean
  readonly trials: number
  readonly baseline: string | undefined
  /** JSON, or a file that contains JSON. */
  readonly session: string | undefined
}

/** Runs the scenarios and returns the exit code. Throws `CliError` if the run can't start. */
export async function runEvals(options: EvalOptions, io: Io, signal: AbortSignal): Promise<number> {
  const { root, cwd, trials } = options
  const scenarios = readScenarios(root, cwd, options.files)
  const baseline = options.baseline === undefined ? undefined : readBaseline(resolve(cwd, options.baseline))
  const session = readSession(root, cwd, options.session)
  const facts = runFacts(root)
  const begin = performance.now()
  const reports = await withIssuer(options, session !== undefined, io, async (issuer, inProcess) => {
    const target = await openTarget(options, inProcess, io, signal)
    const sign = session === undefined ? undefined : () => issueSession(issuer, session)
    try {
      return await runTrials(scenarios, target, { trials, json: options.json, sign, io, signal })
    } finally {
      await target.close()
    }
  })
  const run = summarize(scenarios, reports, { ...facts, trials, durationMs: Math.round(performance.now() - begin) })
  const previous = baseline ?? readPrevious(root)
  const comparison = previous && compareRuns(run, previous, options.baseline ?? 'previous')
  const gate = {
    failed: run.scenarios.filter(isBroken).map(({ file }) => file),
    unsteady: run.scenarios.filter(isFlaky).map(({ file }) => file),
    ...(comparison && { comparison }),
  }
  keepRun(root, run, gate)
  if (options.json) io.result(resultJson({ ...run, ...gate, reports }))
  io.note(printVerdict(run, comparison, io.errorColors))
  return run.ok ? 0 : 1
}

/** Loads the app in this process if the steps run against it, or if its session store has to sign. */
function withIssuer<Result>(
  { root, start, url }: EvalOptions,
  signs: boolean,
  io: Io,
  work: (issuer: SessionIssuer | undefined, inProcess: LiveApp['fetch']) => Promise<Result>,
): Promise<Result> {
  const live = start !== undefined || url !== undefined
  if (live && !signs) return work(undefined, async () => new Response(null, { status: 503 }))
  return withApp(root, io, (server, { session }) => work(session, (request) => server.fetchInProcess(request)))
}

interface TrialOptions {
  readonly trials: number
  readonly json: boolean
  /** Creates a session and returns it as a Set-Cookie header. */
  readonly sign: (() => string) | undefined
  readonly io: Io
  readonly signal: AbortSignal
}

async function runTrials(
  scenarios: readonly Scenario[],
  target: Target,
  { trials, json, sign, io, signal }: TrialOptions,
): Promise<readonly ScenarioReport[]> {
  const reports: ScenarioReport[] = []
  for (let trial = 0; trial < trials; trial += 1) {
    for (const scenario of scenarios) {
      const which = trials === 1 ? '' : ` (trial ${trial + 1} of ${trials})`
      io.progress(`${reports.length + 1} of ${scenarios.length * trials}  ${scenario.file}${which}`)
      if (scenario.reset) await target.reset()
      const report = await runScenario(scenario, createCaller(target.app(), sign?.(), signal))
      signal.throwIfAborted()
      const numbered = trials === 1 ? report : { ...report, trial }
      reports.push(numbered)
      if (!json) io.result(printScenario(numbered, trials, io.resultColors))
    }
  }
  return reports
}
