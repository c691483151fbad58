/**
 * The cost of an app by its number of routes and of apis, which are equal: `fw build`, `fw start`, the first manifest,
 * requests, `fw dev` and edits. Each step runs alone. A cost may be flat or linear.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf, readPeakRssBytes, readThreadCpuMs } from './rig/process-tree.ts'
import { runBuild } from './rig/run-build.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import { type SizedApp, writeSizedApp } from './sized-app.ts'

interface ScaleOptions {
  /** Numbers of routes, and of apis. */
  readonly sizes: readonly number[]
}

export interface ScaleCost {
  readonly cpuMs: number
  /** Peak of all processes of the step. */
  readonly rssMb: number
}

/** Costs of an app by step. */
export type ScaleResult = { readonly size: number } & Readonly<Record<Step, ScaleCost>>

type Step = (typeof STEPS)[number]

const STEPS = ['build', 'start', 'manifest', 'page', 'call', 'dev', 'edit'] as const
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
const PAGES = 300
const CALLS = 600
const EDITS = 10
const START_TIMEOUT_MS = 180_000
/** Sources are watched by then. */
const SETTLE_MS = 1500
/** The analysis of types has ended when the processes use less than a tenth of a core. */
const QUIET_MS = 1000
const QUIET_TIMEOUT_MS = 300_000

/** Prints each cost, and its exponents: the slope of its logarithm over the logarithm of the size. */
export async function runScaleBench({ sizes }: ScaleOptions, log: (line: string) => void): Promise<ScaleResult[]> {
  log(`scale: ${sizes.join(', ')} routes and apis; CPU time and peak RSS of each step, in a process of its own`)
  const folder = mkdtempSync(join(tmpdir(), 'fw-scale-bench-'))
  const results: ScaleResult[] = []
  try {
    for (const size of sizes) {
      const app = writeSizedApp(join(folder, String(size)), { pages: size, apis: size })
      const { cpuSeconds, peakRssMb } = await runBuild(app.root)
      const build = { cpuMs: cpuSeconds * 1000, rssMb: peakRssMb }
      const result = { size, build, ...(await measureStart(app)), ...(await measureDev(app)) }
      rmSync(app.root, { recursive: true, force: true })
      results.push(result)
      log(`scale    ${String(size).padStart(5)}  ${STEPS.map((step) => printCost(step, result[step])).join('  ')}`)
    }
    for (const step of STEPS) log(printGrowth(step, results))
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStart({ root }: SizedApp): Promise<Record<'start' | 'manifest' | 'page' | 'call', ScaleCost>> {
  const args = [FW, 'start', '--port', '0']
  const server = await startServer({ name: 'fw start', cwd: root, args, startTimeoutMs: START_TIMEOUT_MS })
  const cpuMs = () => readThreadCpuMs(server.pid)
  const cost = async (runs: number, work: () => Promise<void>): Promise<ScaleCost> => {
    const before = cpuMs()
    for (let run = 0; run < runs; run += 1) await work()
    return { cpuMs: (cpuMs() - before) / runs, rssMb: rssMbOf(server) }
  }
  try {
    await expectText(server, '/page0', '>Page 0</h1>')
    const start = { cpuMs: cpuMs(), rssMb: rssMbOf(server) }
    await expectCall(server)
    return {
      start,
      page: await cost(PAGES, () => expectText(server, '/page0', '>Page 0</h1>')),
      call: await cost(CALLS, () => expectCall(server)),
      manifest: await cost(1, () => expectText(server, '/_fw/manifest', '/page0')),
    }
  } finally {
    await server.stop()
  }
}

async function measureDev(app: SizedApp): Promise<Record<'dev' | 'edit', ScaleCost>> {
  app.forget()
  const server = await startServer({
    name: 'fw dev',
    cwd: app.root,
    args: [FW, 'dev', '--port', '0'],
    env: { NODE_ENV: 'development' },
    startTimeoutMs: START_TIMEOUT_MS,
  })
  try {
    await expectText(server, '/page0', '>Page 0</h1>')
    const dev = { cpuMs: readThreadCpuMs(server.pid), rssMb: rssMbOf(server) }
    await waitUntilQuiet(server)
    // The first edit loads the compiler.
    await expectEdit(server, app, 'First edit')
    const before = readThreadCpuMs(server.pid)
    for (let edit = 0; edit < EDITS; edit += 1) await expectEdit(server, app, `Edit ${edit}`)
    const cpuMs = (readThreadCpuMs(server.pid) - before) / EDITS
    return { dev, edit: { cpuMs, rssMb: rssMbOf(server) } }
  } finally {
    await server.stop()
  }
}

const rssMbOf = ({ pid }: RunningServer): number => readPeakRssBytes(pid) / 1024 / 1024

async function expectText({ name, url }: RunningServer, path: string, expected: string): Promise<void> {
  const response = await fetch(url + path)
  const text = await response.text()
  if (response.status !== 200 || !text.includes(expected))
    throw new Error(`${name}: ${path} responded with ${response.status} and without ${expected}: ${text}`)
}

async function expectCall({ name, url }: RunningServer): Promise<void> {
  const response = await fetch(`${url}/_fw/api/mod0.search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Blue"}',
  })
  const text = await response.text()
  if (!text.includes('"name":"Blue"')) throw new Error(`${name}: the call returned ${response.status}: ${text}`)
}

/** Requests the page until it shows the edit. The pauses leave out requests that come too early. */
async function expectEdit({ name, url }: RunningServer, app: SizedApp, heading: string): Promise<void> {
  app.edit(heading)
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(20)) {
    const text = await (await fetch(`${url}/page0`)).text()
    if (text.includes(`>${heading}</h1>`)) return
  }
  throw new Error(`${name} does not show "${heading}"`)
}

async function waitUntilQuiet({ name, pid }: RunningServer): Promise<void> {
  await sleep(SETTLE_MS)
  for (const deadline = Date.now() + QUIET_TIMEOUT_MS; Date.now() < deadline; ) {
    const before = cpuSecondsOf(pid)
    await sleep(QUIET_MS)
    if ((cpuSecondsOf(pid) - before) * 1000 < QUIET_MS / 10) return
  }
  throw new Error(`${name} was still busy after ${QUIET_TIMEOUT_MS / 1000} s`)
}

function printCost(step: Step, { cpuMs, rssMb }: ScaleCost): string {
  const digits = cpuMs < 10 ? 2 : 0
  return `${step} ${cpuMs.toFixed(digits)} ms ${rssMb.toFixed(0)} MB`
}

/**
 * Fixed costs hide growth in small apps: the exponent between the two largest sizes is printed too, and the cost of each
 * further route and api at these sizes, compared with the sizes before.
 */
function printGrowth(step: Step, results: readonly ScaleResult[]): string {
  const points = (read: (cost: ScaleCost) => number) => results.map((row): Point => [row.size, read(row[step])])
  const [cpu, rss] = [points(({ cpuMs }) => cpuMs), points(({ rssMb }) => rssMb)]
  const end = fitExponent(cpu.slice(-2))
  const growth = slopeOf(cpu.slice(-2)) / slopeOf(cpu.slice(-3, -1))
  const isLinear = end <= LINEAR && (results.length < 3 || growth <= LINEAR_GROWTH)
  const verdict = end <= FLAT ? 'flat' : isLinear ? 'linear' : 'FASTER THAN LINEAR'
  const each = results.length < 3 ? '' : `, each further one x ${growth.toFixed(2)}`
  const exponents = `n^${fitExponent(cpu).toFixed(2)}, at the end n^${end.toFixed(2)}${each}`
  return `scale    ${step.padEnd(8)} ${exponents}; RSS at the end n^${fitExponent(rss.slice(-2)).toFixed(2)}  ${verdict}`
}

type Point = readonly [size: number, cost: number]

const FLAT = 0.15
/** Above 1 by the noise of a single run. */
const LINEAR = 1.15
const LINEAR_GROWTH = 1.5

/** Returns the cost of each further route and api between two sizes. */
function slopeOf([[fromSize, fromCost] = [0, 0], [size, cost] = [1, 0]]: readonly Point[]): number {
  return (cost - fromCost) / (size - fromSize)
}

/** Returns the slope of log(cost) over log(size), by least squares. */
function fitExponent(points: readonly Point[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(Math.max(cost, 0.01))] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const above = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const below = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return below === 0 ? 0 : above / below
}
