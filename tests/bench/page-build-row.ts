/**
 * Row D: builds of 10 pages, and of 200 pages and 200 functions: without caches, and without changes; compared with
 * Astro with `peers`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './median.ts'
import { ASTRO_NODE, astroCommand, installAstro } from './peers.ts'
import { type BuildCommand, type BuildRun, runBuild, stepMs } from './rig/run-build.ts'
import { type AppSize, type SizedApp, writeAstroApp, writeSizedApp } from './sized-app.ts'

export interface PageBuildResult {
  readonly name: string
  readonly size: AppSize
  readonly coldCpuSeconds: number
  /** Wall time of the step that analyzes types and applies rules. Absent for peers, which don't have this step. */
  readonly coldCheckMs?: number
  readonly warmCpuSeconds: number
  readonly peakRssMb: number
}

const SIZES: readonly AppSize[] = [
  { pages: 10, apis: 0 },
  { pages: 200, apis: 200 },
]

interface Contender {
  readonly name: string
  readonly app: SizedApp
  /** Default: `fw build` on this Node. */
  readonly command?: BuildCommand
}

/** Medians over the rounds; contenders alternate. */
export async function runPageBuildBench(
  { rounds, peers }: { readonly rounds: number; readonly peers: boolean },
  log: (line: string) => void,
): Promise<readonly PageBuildResult[]> {
  log('row D: fw build of pages and apis')
  if (peers) installAstro()
  const folder = mkdtempSync(join(tmpdir(), 'fw-page-build-bench-'))
  const results: PageBuildResult[] = []
  try {
    for (const size of SIZES) {
      const app = writeSizedApp(join(folder, 'fw'), size)
      const contenders: Contender[] = [{ name: 'fw build', app }]
      if (peers) {
        contenders.push({ name: 'fw build, Node 24', app, command: { program: ASTRO_NODE } })
        const astro = writeAstroApp(join(folder, 'astro'), size)
        contenders.push({ name: 'astro build, Node 24', app: astro, command: astroCommand(['build']) })
      }
      const runs = contenders.map((contender) => ({ contender, cold: [] as BuildRun[], warm: [] as BuildRun[] }))
      for (let round = 0; round < rounds; round += 1)
        for (const { contender, cold, warm } of runs) {
          contender.app.forget()
          cold.push(await runBuild(contender.app.root, contender.command))
          warm.push(await runBuild(contender.app.root, contender.command))
        }
      for (const { contender, cold, warm } of runs) results.push(tell(summarize(contender, size, cold, warm), log))
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function summarize(
  { name, command }: Contender,
  size: AppSize,
  cold: readonly BuildRun[],
  warm: readonly BuildRun[],
): PageBuildResult {
  const isOurs = command?.args === undefined
  return {
    name,
    size,
    coldCpuSeconds: median(cold.map(({ cpuSeconds }) => cpuSeconds)),
    ...(isOurs ? { coldCheckMs: median(cold.map((build) => stepMs(build, 'check'))) } : {}),
    warmCpuSeconds: median(warm.map(({ cpuSeconds }) => cpuSeconds)),
    peakRssMb: Math.max(...[...cold, ...warm].map(({ peakRssMb }) => peakRssMb)),
  }
}

function tell(result: PageBuildResult, log: (line: string) => void): PageBuildResult {
  const { name, size, coldCpuSeconds, coldCheckMs, warmCpuSeconds, peakRssMb } = result
  const check = coldCheckMs === undefined ? '' : ` (check ${(coldCheckMs / 1000).toFixed(1)} s on the wall)`
  log(
    `pages    ${`${name}, ${size.pages} + ${size.apis}`.padEnd(32)} ${coldCpuSeconds.toFixed(2)} CPU s cold${check}, ` +
      `${warmCpuSeconds.toFixed(2)} CPU s warm, ${peakRssMb.toFixed(0)} MB peak RSS`,
  )
  return result
}
