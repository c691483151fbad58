/**
 * Row D: builds of 10 pages, and of 200 pages and 200 functions: without caches, and without changes; compared with
 * Astro and SolidStart with peers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { astroCommand, installPageFrameworks, solidStartCommand } from './peers.ts'
import { type BenchOptions, type Log, MB, type Result, SECONDS } from './result.ts'
import { type BuildCommand, type BuildRun, runBuild, stepMs } from './rig/run-build.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { NODE_24, NODES } from './runtimes.ts'
import {
  type AppSize,
  formatSize,
  type SizedApp,
  writeAstroApp,
  writeSizedApp,
  writeSolidStartApp,
} from './sized-app.ts'

const SIZES: readonly AppSize[] = [
  { pages: 10, apis: 0 },
  { pages: 200, apis: 200 },
]

const MEASURES = {
  'cold build': SECONDS,
  /** Wall time of the step that analyzes types and applies rules, which peers don't have. */
  'check of a cold build': SECONDS,
  'warm build': SECONDS,
  'peak RSS': MB,
}

interface Builder extends Contender {
  readonly app: SizedApp
  readonly command: BuildCommand
}

/** CPU seconds of all processes. */
export async function measurePageBuilds({ rounds, peers }: BenchOptions, log: Log): Promise<readonly Result[]> {
  if (peers) installPageFrameworks()
  const folder = mkdtempSync(join(tmpdir(), 'fw-page-build-bench-'))
  const results: Result[] = []
  try {
    for (const size of SIZES) {
      const app = writeSizedApp(join(folder, 'fw'), size)
      const own = (peers ? NODES : NODES.slice(0, 1)).map(({ name: runtime, program }) => {
        return { name: 'fw', runtime, app, command: { program } }
      })
      const contenders: readonly Builder[] = peers ? [...own, ...buildPeers(folder, size)] : own
      const about = { row: 'page-builds', subject: formatSize(size), rounds, contenders }
      results.push(...(await measureRounds({ ...about, measures: MEASURES, measure: buildTwice }, log)))
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function buildPeers(folder: string, size: AppSize): readonly Builder[] {
  const astro = writeAstroApp(join(folder, 'astro'), size)
  const solidStart = writeSolidStartApp(join(folder, 'solid-start'), size)
  const runtime = NODE_24.name
  return [
    { name: 'astro', runtime, app: astro, command: astroCommand(['build'], astro.root) },
    { name: 'SolidStart', runtime, app: solidStart, command: solidStartCommand(['build'], solidStart.root) },
  ]
}

async function buildTwice({ name, app, command }: Builder) {
  app.forget()
  const cold = await runBuild(app.root, command)
  const warm = await runBuild(app.root, command)
  const readCheck = (build: BuildRun) => ({ 'check of a cold build': stepMs(build, 'check') / 1000 })
  return {
    'cold build': cold.cpuSeconds,
    ...(name === 'fw' && readCheck(cold)),
    'warm build': warm.cpuSeconds,
    'peak RSS': Math.max(cold.peakRssMb, warm.peakRssMb),
  }
}
