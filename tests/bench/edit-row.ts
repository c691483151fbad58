/**
 * Row C, `dev`: the cost of its first page without and with caches, the delay until an edit is served, and its memory;
 * with peers compared with Astro.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { astroCommand, installPageFrameworks } from './peers.ts'
import { type BenchOptions, type Log, MB, MS, type Result, SECONDS } from './result.ts'
import { cpuSecondsOf, ownCpuSecondsOf, readOwnRssBytes, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { NODES, type Runtime } from './runtimes.ts'
import { type AppSize, formatSize, type SizedApp, writeAstroApp, writeSizedApp } from './sized-app.ts'

const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
const SIZES: readonly AppSize[] = [
  { pages: 10, apis: 0 },
  { pages: 10, apis: 200 },
]
const EDITS = 20
/** By then the types are known and no background work is left. */
const QUIET_MS = 4000

const MEASURES = {
  /** CPU of the server until its first page is sent: without caches, and on the second start. */
  'cold start': SECONDS,
  'warm start': SECONDS,
  /** From an edit of a page to the response that shows it. */
  edit: MS,
  /** Memory of the server after the edits. Its analysis of types is a process of its own, which ends after two idle minutes. */
  RSS: MB,
  'RSS of all processes': MB,
}

interface DevServer extends Contender {
  readonly app: SizedApp
  readonly command: ServerCommand
}

export async function measureEdits({ rounds, peers }: BenchOptions, log: Log): Promise<readonly Result[]> {
  if (peers) installPageFrameworks()
  const folder = mkdtempSync(join(tmpdir(), 'fw-edit-bench-'))
  const results: Result[] = []
  try {
    for (const size of SIZES) {
      const app = writeSizedApp(join(folder, 'fw'), size)
      const contenders = (peers ? NODES : NODES.slice(0, 1)).map((node) => devServer(app, node))
      if (peers) contenders.push(devAstro(writeAstroApp(join(folder, 'astro'), size)))
      const about = { row: 'edit', subject: formatSize(size), rounds, contenders }
      results.push(...(await measureRounds({ ...about, measures: MEASURES, measure: measureDevServer }, log)))
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function devServer(app: SizedApp, { name: runtime, program }: Runtime): DevServer {
  const env = { NODE_ENV: 'development' }
  const command = { name: 'fw dev', cwd: app.root, program, args: [FW, 'dev', '--port', '0'], env }
  return { name: 'fw', runtime, app, command }
}

function devAstro(app: SizedApp): DevServer {
  const command = astroCommand(['dev', '--host', '127.0.0.1'], app.root)
  return { name: 'astro', runtime: command.runtime, app, command }
}

async function measureDevServer({ app, command }: DevServer) {
  app.forget()
  app.edit('Page 0')
  const cold = await measureFirstPage(await startServer(command))
  const server = await startServer(command)
  try {
    await expectHeading(server, 'Page 0')
    const warm = ownCpuSecondsOf(server.pid)
    await sleep(QUIET_MS)
    const times: number[] = []
    for (let edit = 0; edit < EDITS; edit += 1) {
      await sleep(150)
      const started = performance.now()
      app.edit(`Edit ${edit}`)
      await expectHeading(server, `Edit ${edit}`)
      times.push(performance.now() - started)
    }
    const [own, all] = [readOwnRssBytes(server.pid), rssBytesOf(server.pid)].map((bytes) => bytes / 1024 / 1024)
    return { 'cold start': cold, 'warm start': warm, edit: times, RSS: own, 'RSS of all processes': all }
  } finally {
    await server.stop()
  }
}

async function measureFirstPage(server: RunningServer): Promise<number> {
  try {
    await expectHeading(server, 'Page 0')
    return cpuSecondsOf(server.pid)
  } finally {
    await server.stop()
  }
}

/** Requests the page until it shows the edit. */
async function expectHeading({ url, name }: RunningServer, heading: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const response = await fetch(`${url}/page0`)
    const text = await response.text()
    if (response.status === 200 && text.includes(`>${heading}</h1>`)) return
    if (Date.now() > deadline) throw new Error(`${name} does not show "${heading}": ${response.status} ${text}`)
  }
}
