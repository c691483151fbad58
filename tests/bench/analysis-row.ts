/**
 * The type analysis of 1000 api modules with 3000 tools, compared with ts-json-schema-generator on the same input
 * types.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAnalysisApp } from './analysis-app.ts'
import { installPeers, PEERS } from './peers.ts'
import { type BenchOptions, type Log, MB, MS, type Result } from './result.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const MODULES = 1000

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Program extends Contender {
  readonly script: string
  /** Whether it begins without stored results. */
  readonly fresh?: boolean
  /** Second argument of the script. Default: none. */
  readonly part?: string | undefined
}

const GENERATOR: Program = {
  name: 'ts-json-schema-generator',
  runtime: OWN_NODE.name,
  script: join(PEERS, 'json-schemas.mjs'),
}

const PROGRAMS: readonly Program[] = [
  { name: 'fw, inputs', script: at('./analysis/inputs.mjs'), fresh: true },
  { name: 'fw, inputs and outputs', script: at('./analysis/whole.mjs'), fresh: true },
  { name: 'fw, stored results', script: at('./analysis/whole.mjs') },
  { name: 'fw, edit of an api', script: at('./analysis/edits.mjs') },
  { name: 'fw, edit of an api, outputs', script: at('./analysis/edits.mjs'), part: 'outputs' },
  { name: 'fw, edit of a shared type', script: at('./analysis/shared-edit.mjs'), part: 'src/entities/shared.ts' },
  { name: 'fw, edit of a type of 20 modules', script: at('./analysis/shared-edit.mjs'), part: 'src/entities/team.ts' },
].map((program) => ({ ...program, runtime: OWN_NODE.name }))

/** Each program is a process of its own. */
export async function measureAnalysis({ rounds, peers }: BenchOptions, log: Log): Promise<readonly Result[]> {
  if (peers) installPeers()
  const root = mkdtempSync(join(tmpdir(), 'fw-analysis-'))
  try {
    writeAnalysisApp(root, MODULES)
    const measure = ({ script, fresh, part }: Program) => {
      if (fresh) rmSync(join(root, '.fw'), { recursive: true, force: true })
      return runProgram([script, root, ...(part === undefined ? [] : [part])])
    }
    const contenders = peers ? [GENERATOR, ...PROGRAMS] : PROGRAMS
    const measures = { CPU: MS, 'CPU of an edit': MS, 'peak memory': MB }
    return await measureRounds({ row: 'analysis', rounds, contenders, measures, measure }, log)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function runProgram(args: readonly [script: string, root: string, ...rest: string[]]) {
  const [script, root] = args
  const into = join(root, 'usage.jsonl')
  rmSync(into, { force: true })
  const probe = `${new URL('./rig/report-usage.mjs', import.meta.url)}?into=${encodeURIComponent(into)}`
  const { status, stdout } = spawnSync(process.execPath, ['--import', probe, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${script} ended with ${status}.`)
  const { schemas, editMs } = JSON.parse(stdout) as { schemas?: number; editMs?: number }
  if (schemas !== undefined && schemas !== 3 * MODULES) throw new Error(`${script} found ${schemas} inputs.`)
  const usage = JSON.parse(readFileSync(into, 'utf8')) as { cpuMs: number; peakMb: number }
  rmSync(into)
  const memory = { 'peak memory': usage.peakMb }
  // An edit is measured by the program itself, which reads the whole app before.
  return editMs === undefined ? { CPU: usage.cpuMs, ...memory } : { 'CPU of an edit': editMs, ...memory }
}
