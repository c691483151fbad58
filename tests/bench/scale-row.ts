/**
 * The cost of an app by its number of routes and of apis, which are equal: `fw build`, `fw start`, the first manifest,
 * sitemap and llms.txt, requests, `fw dev` and edits. Each step runs alone. A cost may be flat or linear.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, type Log, MB, type Measure, MS, type Result, toResult } from './result.ts'
import { cpuSecondsOf, readMainThreadCpuMs, readPeakRssBytes, readThreadCpuMs } from './rig/process-tree.ts'
import { runBuild } from './rig/run-build.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import { measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'
import { type SizedApp, writeSizedApp } from './sized-app.ts'

/** CPU time of the processes of a step, and the peak of their memory. */
const BUILD = { build: MS, 'RSS of build': MB }
/** Files that a server creates at their first request. */
const FILES = { manifest: '/_fw/manifest', sitemap: '/sitemap.xml', 'llms.txt': '/llms.txt' }
/**
 * The other threads compile what has become hot: between 1,000 and 3,000 pages V8 begins to optimize the code of each list,
 * once, so that the sum of all threads grows in a step there. Other requests wait for the main thread only.
 */
const [ALL, MAIN] = ['', ', main thread']
const START: Readonly<Record<string, Measure>> = {
  start: MS,
  'RSS of start': MB,
  page: MS,
  call: MS,
  ...Object.fromEntries(Object.keys(FILES).flatMap((file) => [ALL, MAIN].map((threads) => [file + threads, MS]))),
}
const DEV = { dev: MS, 'RSS of dev': MB, edit: MS }
/** Slope of the logarithm of a cost over the logarithm of the size, between the two largest sizes. 0 is flat, 1 linear. */
const GROWTH: Measure = { unit: '', better: 'lower' }

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

/** Builds and `fw dev` of large apps take minutes, so they run once; the built server runs in every round. */
export async function measureScale({ rounds, sizes }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-scale-bench-'))
  const results: Result[] = []
  try {
    for (const size of sizes) {
      const app = writeSizedApp(join(folder, String(size)), { pages: size, apis: size })
      const contenders = [{ name: 'fw', runtime: OWN_NODE.name }]
      const about = { row: 'scale', subject: `${size} routes`, contenders }
      const [once, each] = [
        { ...about, rounds: 1 },
        { ...about, rounds },
      ]
      results.push(...(await measureRounds({ ...once, measures: BUILD, measure: () => measureBuild(app) }, log)))
      results.push(...(await measureRounds({ ...each, measures: START, measure: () => measureStart(app) }, log)))
      results.push(...(await measureRounds({ ...once, measures: DEV, measure: () => measureDev(app) }, log)))
      rmSync(app.root, { recursive: true, force: true })
    }
    return [...results, ...measureGrowth(results, sizes)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureBuild({ root }: SizedApp) {
  const { cpuSeconds, peakRssMb } = await runBuild(root)
  return { build: cpuSeconds * 1000, 'RSS of build': peakRssMb }
}

async function measureStart({ root }: SizedApp) {
  const args = [FW, 'start', '--port', '0']
  const server = await startServer({ name: 'fw start', cwd: root, args, startTimeoutMs: START_TIMEOUT_MS })
  const measureCpu = async (runs: number, work: () => Promise<void>): Promise<number> => {
    const before = readThreadCpuMs(server.pid)
    for (let run = 0; run < runs; run += 1) await work()
    return (readThreadCpuMs(server.pid) - before) / runs
  }
  try {
    await expectText(server, '/page0', '>Page 0</h1>')
    const start = { start: readThreadCpuMs(server.pid), 'RSS of start': readPeakMb(server) }
    await expectCall(server)
    return {
      ...start,
      page: await measureCpu(PAGES, () => expectText(server, '/page0', '>Page 0</h1>')),
      call: await measureCpu(CALLS, () => expectCall(server)),
      ...(await measureFiles(server)),
    }
  } finally {
    await server.stop()
  }
}

async function measureFiles(server: RunningServer): Promise<Readonly<Record<string, number>>> {
  const measured: Record<string, number> = {}
  for (const [file, path] of Object.entries(FILES)) {
    const [all, main] = [readThreadCpuMs(server.pid), readMainThreadCpuMs(server.pid)]
    await expectText(server, path, '/page0')
    measured[file + ALL] = readThreadCpuMs(server.pid) - all
    measured[file + MAIN] = readMainThreadCpuMs(server.pid) - main
  }
  return measured
}

async function measureDev(app: SizedApp) {
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
    const dev = { dev: readThreadCpuMs(server.pid), 'RSS of dev': readPeakMb(server) }
    await waitUntilQuiet(server)
    // The first edit loads the compiler.
    await expectEdit(server, app, 'First edit')
    const before = readThreadCpuMs(server.pid)
    for (let edit = 0; edit < EDITS; edit += 1) await expectEdit(server, app, `Edit ${edit}`)
    return { ...dev, edit: (readThreadCpuMs(server.pid) - before) / EDITS }
  } finally {
    await server.stop()
  }
}

const readPeakMb = ({ pid }: RunningServer): number => readPeakRssBytes(pid) / 1024 / 1024

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

/** Fixed costs hide growth in small apps, so only the two largest sizes count. */
function measureGrowth(results: readonly Result[], sizes: readonly number[]): readonly Result[] {
  const [from = 0, to = 0] = [...sizes].sort((left, right) => left - right).slice(-2)
  if (to <= from) return []
  return Object.keys({ ...BUILD, ...START, ...DEV }).map((step) => {
    const read = (size: number) => results.find(({ measure }) => measure === `${step}, ${size} routes`)?.median ?? 0
    const slope = Math.log(Math.max(read(to), 0.01) / Math.max(read(from), 0.01)) / Math.log(to / from)
    const about = { row: 'scale', measure: `growth of ${step}`, contender: 'fw', runtime: OWN_NODE.name }
    return toResult({ ...about, ...GROWTH, values: [slope] })
  })
}
