/**
 * Row C, `dev`: the cost of its first page without and with caches, the delay until an edit is served, and its memory;
 * compared with Astro with `peers`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { ASTRO_NODE, astroCommand, installAstro } from './peers.ts'
import { cpuSecondsOf, ownCpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'
import { type AppSize, type SizedApp, writeAstroApp, writeSizedApp } from './sized-app.ts'

export interface EditResult {
  readonly name: string
  /** CPU milliseconds of the server until its first page is sent: without caches, and on the second start. */
  readonly coldMs: number
  readonly warmMs: number
  /** Milliseconds from an edit of a page to the response that shows it. */
  readonly editMs: { readonly least: number; readonly median: number }
  /** Memory of all processes after the edits. */
  readonly rssMb: number
}

const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))
const SIZES: readonly AppSize[] = [
  { pages: 10, apis: 0 },
  { pages: 10, apis: 200 },
]
const EDITS = 20
/** By then the types are known and no background work is left. */
const QUIET_MS = 4000

export async function runEditBench(
  { rounds, peers }: { readonly rounds: number; readonly peers: boolean },
  log: (line: string) => void,
): Promise<readonly EditResult[]> {
  log('row C: fw dev, its first page and edits')
  if (peers) installAstro()
  const folder = mkdtempSync(join(tmpdir(), 'fw-edit-bench-'))
  const results: EditResult[] = []
  try {
    for (const size of SIZES) {
      const named = `${size.pages} pages, ${size.apis} apis`
      const contenders = [{ name: `fw, ${named}`, app: writeSizedApp(join(folder, 'fw'), size), command: ours() }]
      if (peers) {
        const app = writeAstroApp(join(folder, 'astro'), size)
        contenders.push({ name: `fw, Node 24, ${named}`, app: contenders[0]!.app, command: ours(ASTRO_NODE) })
        contenders.push({
          name: `astro, Node 24, ${named}`,
          app,
          command: astroCommand(['dev', '--host', '127.0.0.1']),
        })
      }
      const all: EditResult[][] = contenders.map(() => [])
      for (let round = 0; round < rounds; round += 1)
        for (const [index, { name, app, command }] of contenders.entries())
          all[index]?.push(await oneRound(name, app, { ...command, cwd: app.root }))
      for (const rows of all) results.push(tell(summarize(rows), log))
    }
    return results
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ours(program?: string): Omit<ServerCommand, 'cwd'> {
  const command = { name: 'fw dev', args: [FW, 'dev', '--port', '0'], env: { NODE_ENV: 'development' } }
  return program === undefined ? command : { ...command, program }
}

async function oneRound(name: string, app: SizedApp, command: ServerCommand): Promise<EditResult> {
  app.forget()
  app.edit('Page 0')
  const coldMs = await firstPage(await startServer(command))
  const server = await startServer(command)
  try {
    await expectHeading(server, 'Page 0')
    const warmMs = ownCpuSecondsOf(server.pid) * 1000
    await sleep(QUIET_MS)
    const times: number[] = []
    for (let edit = 0; edit < EDITS; edit += 1) {
      await sleep(150)
      const started = performance.now()
      app.edit(`Edit ${edit}`)
      await expectHeading(server, `Edit ${edit}`)
      times.push(performance.now() - started)
    }
    const rssMb = rssBytesOf(server.pid) / 1024 / 1024
    return { name, coldMs, warmMs, editMs: { least: Math.min(...times), median: median(times) }, rssMb }
  } finally {
    await server.stop()
  }
}

async function firstPage(server: RunningServer): Promise<number> {
  try {
    await expectHeading(server, 'Page 0')
    return cpuSecondsOf(server.pid) * 1000
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

function summarize(rows: readonly EditResult[]): EditResult {
  const of = (pick: (row: EditResult) => number) => median(rows.map(pick))
  return {
    name: rows[0]?.name ?? '',
    coldMs: of(({ coldMs }) => coldMs),
    warmMs: of(({ warmMs }) => warmMs),
    editMs: { least: Math.min(...rows.map(({ editMs }) => editMs.least)), median: of(({ editMs }) => editMs.median) },
    rssMb: of(({ rssMb }) => rssMb),
  }
}

function tell(result: EditResult, log: (line: string) => void): EditResult {
  const { name, coldMs, warmMs, editMs, rssMb } = result
  log(
    `edit     ${name.padEnd(32)} ${(coldMs / 1000).toFixed(2)} s CPU cold, ${(warmMs / 1000).toFixed(2)} s warm; ` +
      `edit served after ${editMs.least.toFixed(0)} / ${editMs.median.toFixed(0)} ms (least, median); ${rssMb.toFixed(0)} MB RSS`,
  )
  return result
}
