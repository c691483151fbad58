/** Runs stored on disk: the app's history, the gate file, and a baseline. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '../cli-error.ts'
import type { RunFacts, RunSummary } from './summary.ts'

const HISTORY = '.fw/evals/history.jsonl'
const GATE = 'eval-gate.json'

/** Returns the newest readable run of the history. Skips a line that a crash truncated. */
export function readPrevious(root: string): RunSummary | undefined {
  const file = join(root, HISTORY)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').reverse() : []
  for (const line of lines) {
    const run = line === '' ? undefined : parseRun(line)
    if (run !== undefined) return run
  }
  return undefined
}

/**
 * Reads a stored run: the output of `--json`, a gate file, or a line of a history. Throws `CliError` for an invalid
 * file.
 */
export function readBaseline(file: string): RunSummary {
  const run = existsSync(file) ? parseRun(readFileSync(file, 'utf8')) : undefined
  if (run !== undefined) return run
  throw new CliError({
    code: 'bad_baseline',
    title: existsSync(file) ? `${file} does not contain an eval report.` : `Baseline ${file} not found.`,
    fix: 'A baseline is the output of an earlier "fw eval --json", or a copy of its eval-gate.json. No scenario ran.',
  })
}

/** Appends the run to the history and writes the gate file. */
export function keepRun(root: string, run: RunSummary, gate: object): void {
  const history = join(root, HISTORY)
  mkdirSync(dirname(history), { recursive: true })
  // Start a new line, because a crash may have truncated the last one.
  const before = existsSync(history) ? readFileSync(history, 'utf8') : ''
  appendFileSync(history, `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(run)}\n`)
  writeFileSync(join(root, GATE), `${JSON.stringify({ ...run, ...gate }, undefined, 2)}\n`)
}

/** Returns the metadata of a run that starts now. */
export function runFacts(root: string): RunFacts {
  const commit = git(root, ['rev-parse', 'HEAD'])
  const changes = commit === undefined ? undefined : git(root, ['status', '--porcelain', '--untracked-files=no'])
  return {
    date: new Date().toISOString(),
    ...(commit !== undefined && { commit }),
    ...(changes !== undefined && changes !== '' && { dirty: true as const }),
  }
}

/** Returns the output of git, or `undefined` without git or a repository. */
function git(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function parseRun(text: string): RunSummary | undefined {
  try {
    const run = JSON.parse(text) as Partial<RunSummary> | null // the fields in use are checked below
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
