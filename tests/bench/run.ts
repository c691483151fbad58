/** `npm run bench`: alternating rounds of every server, the median of three, printed and written to `.bench/`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ORDER_PATH, orderBody, orderServers } from './order-row.ts'
import { chooseGenerator, type Generator, type Load, runLoad } from './rig/load.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { canPin, type RunningServer, startServer } from './rig/server-process.ts'

export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
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
  /** Requests per CPU second, as a share of the first server's. */
  readonly ratio: number
}

export async function runBench(options: BenchOptions, log: (line: string) => void): Promise<readonly Result[]> {
  if (process.platform !== 'linux') throw new Error('The bench reads CPU time from /proc, so it needs Linux.')
  const generator = chooseGenerator()
  log(`row A: a 20-line order; ${options.connections} connections by ${generator}; ${pinning()}`)
  const servers: RunningServer[] = []
  try {
    for (const command of orderServers()) servers.push(await startServer(command))
    await Promise.all(servers.map(expectReceipt))
    const rounds = new Map<RunningServer, Round[]>(servers.map((server) => [server, []]))
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const server of servers) {
        const measured = await measure(server, generator, options)
        rounds.get(server)?.push(measured)
        log(`round ${round}  ${printRound(server.name, measured)}`)
      }
    }
    const results = compare(servers.map(({ name }, index) => ({ name, rounds: rounds.get(servers[index]!) ?? [] })))
    for (const result of results) log(`median   ${printRound(result.name, result)}  ${result.ratio.toFixed(2)} x floor`)
    log(`written to ${write(options, generator, results)}`)
    return results
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The answer is right before its speed counts. */
async function expectReceipt({ name, url }: RunningServer): Promise<void> {
  const response = await fetch(url + ORDER_PATH, { method: 'POST', headers: HEADERS, body: orderBody() })
  const { ok, result } = (await response.json()) as { ok: boolean; result?: { total?: number } }
  if (!ok || result?.total !== 42_440) throw new Error(`${name} answers ${response.status} with total ${result?.total}`)
  const wrong = { customer: 'Ada', email: 'ada@example.com', lines: [{ sku: 'A', qty: 0, unitPrice: 1 }] }
  const refused = await fetch(url + ORDER_PATH, { method: 'POST', headers: HEADERS, body: JSON.stringify(wrong) })
  if (refused.status !== 400) throw new Error(`${name} takes an order of no pieces`)
}

const HEADERS = { 'content-type': 'application/json', 'x-user': 'ada' }
const WARMUP_SECONDS = 2

async function measure(server: RunningServer, generator: Generator, options: BenchOptions): Promise<Round> {
  const { connections, seconds } = options
  const load: Load = { url: server.url + ORDER_PATH, body: orderBody(), headers: HEADERS, connections, seconds }
  await runLoad(generator, { ...load, seconds: WARMUP_SECONDS })
  await sleep(200)
  const before = cpuSecondsOf(server.pid)
  const { requests, errors, p50Ms, p99Ms } = await runLoad(generator, load)
  const cpuSeconds = cpuSecondsOf(server.pid) - before
  if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} requests`)
  return {
    requestsPerCpuSecond: requests / cpuSeconds,
    requestsPerSecond: requests / seconds,
    p50Ms,
    p99Ms,
    rssMb: rssBytesOf(server.pid) / 1024 / 1024,
  }
}

function compare(servers: readonly { name: string; rounds: readonly Round[] }[]): readonly Result[] {
  const floor = servers[0]?.rounds ?? []
  return servers.map(({ name, rounds }) => ({
    name,
    requestsPerCpuSecond: median(rounds.map((round) => round.requestsPerCpuSecond)),
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    rssMb: median(rounds.map((round) => round.rssMb)),
    ratio: median(rounds.map((round, index) => round.requestsPerCpuSecond / (floor[index]?.requestsPerCpuSecond ?? 1))),
  }))
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function printRound(name: string, round: Round): string {
  const times = `p50 ${round.p50Ms.toFixed(2)} ms, p99 ${round.p99Ms.toFixed(2)} ms`
  const speed = `${Math.round(round.requestsPerCpuSecond).toString().padStart(6)} req per CPU second`
  return `${name.padEnd(18)} ${speed}, ${times}, ${round.rssMb.toFixed(0)} MB RSS`
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
