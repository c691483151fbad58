/**
 * Cloudflare Workers: the size of the starter's Worker, the CPU time of a new workerd until its first page, and the CPU time of
 * the shop's requests in workerd and in Node. Both have the same sources, whose database is in memory.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySources, FW, runFw } from '../playground/built-example.ts'
import { startWorkerd, type TestWorkerd } from '../servers/workerd.ts'
import { listWorkerFiles, readWorker } from '../targets/cloudflare-app.ts'
import { buildTarget, SECRET } from '../targets/target-app.ts'
import { type BenchOptions, KB, type Log, MS, type Result, toResult } from './result.ts'
import { cpuSecondsOf, readThreadCpuMs } from './rig/process-tree.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const WORKERD = 'workerd'
const VARIABLES = { SESSION_SECRET: SECRET, GREETING: 'hello' }
/** With the classes and bindings of the starter's Worker, and nothing else. */
const EMPTY_WORKER = `import { DurableObject } from 'cloudflare:workers'
export default { fetch: () => new Response('empty') }
export class FwData extends DurableObject {}
export class FwStreams extends DurableObject {}
`

export async function measureWorkers(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  const folders: string[] = []
  const keep = (folder: string): string => {
    folders.push(folder)
    return folder
  }
  try {
    const starter = keep(copySources('starter'))
    await runFw(['build', '--target', 'cloudflare'], starter)
    const empty = keep(mkdtempSync(join(tmpdir(), 'fw-bench-worker-')))
    writeFileSync(join(empty, 'cloudflare.js'), EMPTY_WORKER)
    const results = [measureSize(starter), ...(await measureColdStart(starter, empty, options, log))]
    const worker = keep(await buildTarget('cloudflare', '', listWorkerFiles()))
    const server = keep(await buildTarget('node', '', listWorkerFiles()))
    return [...results, ...(await measureRequests(worker, server, options, log))]
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

function measureSize(folder: string): Result {
  const { worker, modules } = readWorker(folder)
  const bytes = modules.reduce((sum, name) => sum + statSync(join(worker, name)).size, 0)
  const about = { row: 'workers', measure: 'script of the starter', contender: 'fw', runtime: WORKERD }
  return toResult({ ...about, ...KB, values: [bytes / 1000] })
}

interface Started extends Contender {
  start(): Promise<TestWorkerd>
}

/** The measure `cold start` is the time of the starter after subtraction of an empty Worker's in the same round. */
async function measureColdStart(
  starter: string,
  emptyFolder: string,
  { rounds }: BenchOptions,
  log: Log,
): Promise<readonly Result[]> {
  const { worker, modules, objects, config } = readWorker(starter)
  const about = { objects, variables: config.vars, flags: config.flags }
  const contenders: readonly Started[] = [
    {
      name: 'empty Worker',
      runtime: WORKERD,
      start: () => startWorkerd({ ...about, folder: emptyFolder, modules: ['cloudflare.js'] }),
    },
    { name: 'fw', runtime: WORKERD, start: () => startWorkerd({ ...about, folder: worker, modules }) },
  ]
  const measure = 'process until the first byte'
  const results = await measureRounds(
    {
      row: 'workers',
      rounds,
      contenders,
      measures: { [measure]: MS },
      async measure({ start }) {
        const workerd = await start()
        try {
          const response = await fetch(workerd.url)
          if (response.status !== 200) throw new Error(`The first page has the status ${response.status}.`)
          return { [measure]: readThreadCpuMs(workerd.pid) }
        } finally {
          await workerd.close()
        }
      },
    },
    log,
  )
  const [empty, fw] = results
  const values = fw?.values.map((value, round) => value - (empty?.values[round] ?? 0)) ?? []
  const difference = { row: 'workers', measure: 'cold start', contender: 'fw', runtime: WORKERD }
  return [...results, toResult({ ...difference, ...MS, values })]
}

/** A kind of request. */
interface ShopRequest {
  readonly name: string
  readonly path: string
  readonly init?: RequestInit
}

const REQUESTS: readonly ShopRequest[] = [
  { name: 'page', path: '/products/stoneware-mug' },
  {
    name: 'function',
    path: '/_fw/api/catalogue.search',
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"mug"}' },
  },
]
/** Requests of a round. The first rounds also compile the code, in both runtimes. */
const COUNT = 500

async function measureRequests(
  workerFolder: string,
  serverFolder: string,
  { rounds }: BenchOptions,
  log: Log,
): Promise<readonly Result[]> {
  const { worker, modules, objects, config } = readWorker(workerFolder)
  const variables = { ...config.vars, ...VARIABLES }
  const workerd = await startWorkerd({ folder: worker, modules, objects, variables, flags: config.flags })
  let node: RunningServer | undefined
  try {
    node = await startServer({ name: 'fw', cwd: serverFolder, args: [FW, 'start', '--port', '0'], env: VARIABLES })
    const contenders = [
      { name: 'fw', runtime: OWN_NODE.name, url: node.url, pid: node.pid },
      { name: 'fw', runtime: WORKERD, url: workerd.url, pid: workerd.pid },
    ]
    const results: Result[] = []
    for (const request of REQUESTS) {
      const measure = `CPU of a ${request.name}`
      for (const { url } of contenders) await sendAll(url, request)
      const measured = await measureRounds(
        {
          row: 'workers',
          rounds,
          contenders,
          measures: { [measure]: MS },
          async measure({ url, pid }) {
            const before = cpuSecondsOf(pid)
            await sendAll(url, request)
            return { [measure]: ((cpuSecondsOf(pid) - before) * 1000) / COUNT }
          },
        },
        log,
      )
      results.push(...measured, compareRuntimes(measured, request.name))
    }
    return results
  } finally {
    await node?.stop()
    await workerd.close()
  }
}

async function sendAll(url: string, { name, path, init }: ShopRequest): Promise<void> {
  for (let index = 0; index < COUNT; index += 1) {
    const response = await fetch(url + path, init)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A ${name} has the status ${response.status}.`)
  }
}

/** The ratio of each round: a target compares contenders of one runtime only. */
function compareRuntimes([node, workerd]: readonly Result[], name: string): Result {
  const values = workerd?.values.map((value, round) => value / (node?.values[round] ?? value)) ?? []
  const about = { row: 'workers', measure: `CPU of a ${name} over Node's`, contender: 'fw', runtime: WORKERD }
  return toResult({ ...about, unit: 'x', better: 'lower', values })
}
