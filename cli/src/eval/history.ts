/** Runs on disk: the history of an app, the gate file, and a baseline (spec: eval rules, 8 and 9). */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '../fail.ts'
import type { RunFacts, RunSummary } from './summary.ts'

const HISTORY = '.fw/evals/history.jsonl'
const GATE = 'eval-gate.json'

/** The newest run of the history that can be read: a line that was cut off by a crash is passed over. */
export function readPrevious(root: string): RunSummary | undefined {
  const file = join(root, HISTORY)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').reverse() : []
  for (const line of lines) {
    const run = line === '' ? undefined : parseRun(line)
    if (run !== undefined) return run
  }
  return undefined
}

/** A run that was kept: what `--json` printed, a gate file, or a line of a history. Throws `CliError` when it is none. */
export function readBaseline(file: string): RunSummary {
  const run = existsSync(file) ? parseRun(readFileSync(file, 'utf8')) : undefined
  if (run !== undefined) return run
  throw new CliError({
    code: 'bad_baseline',
    title: existsSync(file) ? `${file} holds no run of evals.` : `There is no baseline ${file}.`,
    fix: 'A baseline is what an earlier "fw eval --json" printed, or a copy of its eval-gate.json. Nothing ran.',
  })
}

/** Adds the run to the history and writes the gate file. */
export function keepRun(root: string, run: RunSummary, gate: object): void {
  const history = join(root, HISTORY)
  mkdirSync(dirname(history), { recursive: true })
  // A line that a crash has cut off must not swallow this one.
  const before = existsSync(history) ? readFileSync(history, 'utf8') : ''
  appendFileSync(history, `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(run)}\n`)
  writeFileSync(join(root, GATE), `${JSON.stringify({ ...run, ...gate }, undefined, 2)}\n`)
}

/** Of a run that begins now. */
export function runFacts(root: string): RunFacts {
  const commit = git(root, ['rev-parse', 'HEAD'])
  const changes = commit === undefined ? undefined : git(root, ['status', '--porcelain', '--untracked-files=no'])
  return {
    date: new Date().toISOString(),
    ...(commit !== undefined && { commit }),
    ...(changes !== undefined && changes !== '' && { dirty: true as const }),
  }
}

/** Undefined where there is no git, or no repository. */
function git(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function parseRun(text: string): RunSummary | undefined {
  try {
    const run = JSON.parse(text) as Partial<RunSummary> | null // checked as far as it is read
    if (typeof run?.date !== 'string' || typeof run.trials !== 'number' || run.trials < 1) return undefined
    if (!Array.isArray(run.scenarios) || !run.scenarios.every(isSummary)) return undefined
    return run as RunSummary
  } catch {
    return undefined
  }
}

function isSummary(value: unknown): boolean {
  const { file, passed, usage } = (value ?? {}) as Partial<RunSummary['scenarios'][number]>
  return typeof file === 'string' && typeof passed === 'number' && typeof usage?.inputTokens === 'number'
}
