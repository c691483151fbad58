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
import { median } from './median.ts'
import { installPeers } from './peers.ts'

export interface AnalysisResult {
  readonly name: string
  /** The whole process, including the start of Node. */
  readonly cpuMs: number
  readonly peakMb: number
  /** Ratio to the generator's run of the same round, which had the same load on the machine. */
  readonly ratio: number
  /** The median edit, as measured by the program itself. */
  readonly editMs?: number
}

const MODULES = 1000

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Kind {
  readonly script: string
  /** Whether it begins without stored results. */
  readonly fresh: boolean
  /** Second argument of the script. Default: none. */
  readonly part?: string
}

const KINDS: Readonly<Record<string, Kind>> = {
  'ts-json-schema-generator': { script: at('./peers/json-schemas.mjs'), fresh: false },
  'inputs, cold': { script: at('./analysis/inputs.mjs'), fresh: true },
  'inputs and outputs, cold': { script: at('./analysis/whole.mjs'), fresh: true },
  'from the disk': { script: at('./analysis/whole.mjs'), fresh: false },
  'one edited file': { script: at('./analysis/edits.mjs'), fresh: false },
  'one edited file, outputs': { script: at('./analysis/edits.mjs'), fresh: false, part: 'outputs' },
  'an edit of a shared type': { script: at('./analysis/shared-edit.mjs'), fresh: false },
}

/** Programs alternate; each is a separate process. Returns medians over the rounds. */
export function runAnalysisBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
): readonly AnalysisResult[] {
  log(`analysis: ${MODULES} api modules, ${3 * MODULES} tools`)
  installPeers()
  const root = mkdtempSync(join(tmpdir(), 'fw-analysis-'))
  try {
    writeAnalysisApp(root, MODULES)
    const runs = Object.keys(KINDS).map((name) => ({ name, usages: [] as Usage[] }))
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { script, fresh, part }] of Object.values(KINDS).entries()) {
        if (fresh) rmSync(join(root, '.fw'), { recursive: true, force: true })
        runs[index]?.usages.push(measure([script, root, ...(part === undefined ? [] : [part])]))
      }
    const rival = runs[0]?.usages ?? []
    const results = runs.map(({ name, usages }) => summarize(name, usages, rival))
    for (const result of results) log(printResult(result))
    return results
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Usage = Omit<AnalysisResult, 'name' | 'ratio'>

function measure(args: readonly [script: string, root: string, ...rest: string[]]): Usage {
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
  return { ...usage, ...(editMs !== undefined && { editMs }) }
}

function summarize(name: string, usages: readonly Usage[], rival: readonly Usage[]): AnalysisResult {
  const edits = usages.flatMap(({ editMs }) => editMs ?? [])
  return {
    name,
    cpuMs: median(usages.map(({ cpuMs }) => cpuMs)),
    peakMb: median(usages.map(({ peakMb }) => peakMb)),
    ratio: median(usages.map(({ cpuMs }, round) => cpuMs / (rival[round]?.cpuMs ?? cpuMs))),
    ...(edits.length > 0 && { editMs: median(edits) }),
  }
}

function printResult({ name, cpuMs, peakMb, ratio, editMs }: AnalysisResult): string {
  const whole = `${cpuMs.toFixed(0).padStart(6)} ms CPU, ${peakMb.toFixed(0)} MB peak, ${ratio.toFixed(2)} x the generator`
  const edit = editMs === undefined ? whole : `${editMs.toFixed(1)} ms CPU, median; ${peakMb.toFixed(0)} MB peak`
  return `analysis ${name.padEnd(26)} ${edit}`
}
