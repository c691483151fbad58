/** `fw build` of 1000 api modules with 3000 tools: the first time, again, and after an edit of one module. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAnalysisApp } from './analysis-app.ts'
import { type BenchOptions, type Log, MB, type Result, SECONDS } from './result.ts'
import { runBuild, stepMs } from './rig/run-build.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

interface Build extends Contender {
  /** A build without changes only verifies the output. */
  readonly checks: boolean
  prepare(round: number): void
}

const MODULES = 1000

export async function measureBuild({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const root = mkdtempSync(join(tmpdir(), 'fw-build-bench-'))
  try {
    const { apiFile } = writeAnalysisApp(root, MODULES)
    const runtime = OWN_NODE.name
    const edit = (round: number) => appendFileSync(apiFile(round), `\nexport type Later${round} = string\n`)
    const contenders: readonly Build[] = [
      {
        name: 'fw, first build',
        runtime,
        checks: true,
        prepare: () => rmSync(join(root, '.fw'), { recursive: true, force: true }),
      },
      { name: 'fw, unchanged', runtime, checks: false, prepare: () => {} },
      { name: 'fw, one module edited', runtime, checks: true, prepare: edit },
    ]
    const measures = { CPU: SECONDS, time: SECONDS, 'time of the check': SECONDS, 'peak RSS': MB }
    const measure = async ({ prepare, checks }: Build, round: number) => {
      prepare(round)
      const build = await runBuild(root)
      return {
        CPU: build.cpuSeconds,
        time: build.buildMs / 1000,
        ...(checks && { 'time of the check': stepMs(build, 'check') / 1000 }),
        'peak RSS': build.peakRssMb,
      }
    }
    return await measureRounds({ row: 'build', rounds, contenders, measures, measure }, log)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
