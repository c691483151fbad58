/** Row A: alternating rounds of every server; prints the median of three and writes it to `.bench/`. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './median.ts'
import {
  buildOrderApp,
  expectReceipt,
  ORDER_APP,
  ORDER_BASELINE,
  ORDER_HEADERS,
  ORDER_PATH,
  orderBody,
} from './order-row.ts'
import { installPeers, peerServers } from './peers.ts'
import { chooseGenerator, type Generator, type Load, runLoad } from './rig/load.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { canPin, type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'

export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  /** Whether other frameworks are measured too. */
  readonly peers: boolean
}

interface Round {
  readonly requestsPerCpuSecond: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMb: number
}

interface Result extends Round {
  readonly name: string
  /** Requests per CPU second, relative to the first server. */
  readonly ratio: number
  /** 99th percentile of the latency, relative to the first server. */
  readonly p99Ratio: number
}

export async function runBench(options: BenchOptions, log: (line: string) => void): Promise<readonly Result[]> {
  if (process.platform !== 'linux') throw new Error('The bench reads CPU time from /proc, so it needs Linux.')
  const generator = chooseGenerator()
  log(`row A: a 20-line order; ${options.connections} connections by ${generator}; ${pinning()}`)
  const servers: RunningServer[] = []
  try {
    for (const command of commands(options)) servers.push(await startServer(command))
    await Promise.all(servers.map(expectReceipt))
    for (const server of servers) await warmUp(server, generator, options)
    const rounds = new Map<RunningServer, Round[]>(servers.map((server) => [server, []]))
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const server of servers) {
        const measured = await measure(server, generator, options)
        rounds.get(server)?.push(measured)
        log(`round ${round}  ${printRound(server.name, measured)}`)
      }
    }
    const results = compare(servers.map(({ name }, index) => ({ name, rounds: rounds.get(servers[index]!) ?? [] })))
    for (const result of results) log(`median   ${printRound(result.name, result)}  ${printRatios(result)}`)
    log(`written to ${write(options, generator, results)}`)
    return results
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function commands({ peers }: BenchOptions): readonly ServerCommand[] {
  buildOrderApp()
  if (!peers) return [ORDER_BASELINE, ORDER_APP]
  installPeers()
  return [ORDER_BASELINE, ORDER_APP, ...peerServers()]
}

/**
 * Before the first round: the runtimes' compilers optimize by the number of calls, which takes time on a busy machine.
 */
const WARMUP_REQUESTS = 30_000
const WARMUP_ROUNDS = 10

function loadOf(server: RunningServer, { connections, seconds }: BenchOptions): Load {
  return { url: server.url + ORDER_PATH, body: orderBody(), headers: ORDER_HEADERS, connections, seconds }
}

async function warmUp(server: RunningServer, generator: Generator, options: BenchOptions): Promise<void> {
  let answered = 0
  for (let round = 0; round < WARMUP_ROUNDS && answered < WARMUP_REQUESTS; round += 1)
    answered += (await runLoad(generator, { ...loadOf(server, options), seconds: 2 })).requests
}

async function measure(server: RunningServer, generator: Generator, options: BenchOptions): Promise<Round> {
  await sleep(200)
  const before = cpuSecondsOf(server.pid)
  const { requests, errors, p50Ms, p99Ms } = await runLoad(generator, loadOf(server, options))
  const cpuSeconds = cpuSecondsOf(server.pid) - before
  if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} requests`)
  return {
    requestsPerCpuSecond: requests / cpuSeconds,
    requestsPerSecond: requests / options.seconds,
    p50Ms,
    p99Ms,
    rssMb: rssBytesOf(server.pid) / 1024 / 1024,
  }
}

function compare(servers: readonly { name: string; rounds: readonly Round[] }[]): readonly Result[] {
  const baseline = servers[0]?.rounds ?? []
  return servers.map(({ name, rounds }) => ({
    name,
    requestsPerCpuSecond: median(rounds.map((round) => round.requestsPerCpuSecond)),
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    rssMb: median(rounds.map((round) => round.rssMb)),
    ratio: median(
      rounds.map((round, index) => round.requestsPerCpuSecond / (baseline[index]?.requestsPerCpuSecond ?? 1)),
    ),
    p99Ratio: median(rounds.map((round, index) => round.p99Ms / (baseline[index]?.p99Ms ?? 1))),
  }))
}

function printRound(name: string, round: Round): string {
  const times = `p50 ${round.p50Ms.toFixed(2)} ms, p99 ${round.p99Ms.toFixed(2)} ms`
  const speed = `${Math.round(round.requestsPerCpuSecond).toString().padStart(6)} req per CPU second`
  return `${name.padEnd(18)} ${speed}, ${times}, ${round.rssMb.toFixed(0)} MB RSS`
}

function printRatios({ ratio, p99Ratio }: Result): string {
  return `${ratio.toFixed(2)} x baseline, p99 ${p99Ratio.toFixed(2)} x`
}

function pinning(): string {
  return canPin() ? 'servers on core 0, load on core 1' : 'not pinned (one core, or no taskset): compare with care'
}

function write(options: BenchOptions, generator: Generator, results: readonly Result[]): string {
  mkdirSync('.bench', { recursive: true })
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, pinned: canPin() }
  const file = '.bench/order.json'
  writeFileSync(
    file,
    JSON.stringify({ at: new Date().toISOString(), row: 'A', generator, ...options, machine, results }, null, 2),
  )
  return file
}
