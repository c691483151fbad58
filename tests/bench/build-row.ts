/** `fw build` of 1000 api modules with 3000 tools: the first time, again, and after an edit of one module. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAnalysisApp } from './analysis-app.ts'
import { median } from './median.ts'
import { type BuildRun, runBuild, stepMs } from './rig/run-build.ts'

export interface BuildResult {
  readonly name: string
  readonly buildMs: number
  readonly cpuSeconds: number
  /** Of the step that analyzes the types and applies the rules. */
  readonly checkMs: number
  readonly peakRssMb: number
}

const MODULES = 1000

/** Medians over the rounds. */
export async function runBuildBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
): Promise<readonly BuildResult[]> {
  log(`build: ${MODULES} api modules, ${3 * MODULES} tools, one page`)
  const root = mkdtempSync(join(tmpdir(), 'fw-build-bench-'))
  try {
    const { apiFile } = writeAnalysisApp(root, MODULES)
    const kinds: Readonly<Record<string, (round: number) => void>> = {
      'nothing known': () => rmSync(join(root, '.fw'), { recursive: true, force: true }),
      'nothing changed': () => {},
      'one module edited': (round) => appendFileSync(apiFile(round), `\nexport type Later${round} = string\n`),
    }
    const runs = Object.entries(kinds).map(([name, prepare]) => ({ name, prepare, builds: [] as BuildRun[] }))
    for (let round = 0; round < rounds; round += 1)
      for (const { prepare, builds } of runs) {
        prepare(round)
        builds.push(await runBuild(root))
      }
    const results = runs.map(({ name, builds }) => summarize(name, builds))
    for (const result of results) log(printResult(result))
    return results
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function summarize(name: string, builds: readonly BuildRun[]): BuildResult {
  return {
    name,
    buildMs: median(builds.map(({ buildMs }) => buildMs)),
    cpuSeconds: median(builds.map(({ cpuSeconds }) => cpuSeconds)),
    checkMs: median(builds.map((build) => stepMs(build, 'check'))),
    peakRssMb: median(builds.map(({ peakRssMb }) => peakRssMb)),
  }
}

function printResult({ name, buildMs, cpuSeconds, checkMs, peakRssMb }: BuildResult): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return `build    ${name.padEnd(18)} ${cpuSeconds.toFixed(1)} CPU s, ${seconds(buildMs)} s (check ${seconds(checkMs)} s), ${peakRssMb.toFixed(0)} MB peak RSS`
}
