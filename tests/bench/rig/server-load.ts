/** Servers of a row, which run beside each other, and rounds of load on them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchOptions, type Log, MB, MS, RATE, type Result } from '../result.ts'
import { type Contender, measureRounds } from '../rounds.ts'
import type { RuntimeServer } from '../runtimes.ts'
import { chooseGenerator, runLoad } from './load.ts'
import { cpuSecondsOf, rssBytesOf } from './process-tree.ts'
import { type RunningServer, startServer } from './server-process.ts'

/** A contender whose server runs. */
export interface LoadedServer extends Contender {
  readonly server: RunningServer
  /** Default: the path of the row. */
  readonly path?: string
}

/** Starts the servers, and stops them when `use` has ended. */
export async function withServers<Value>(
  commands: readonly RuntimeServer[],
  use: (servers: readonly LoadedServer[]) => Promise<Value>,
): Promise<Value> {
  const servers: LoadedServer[] = []
  try {
    for (const command of commands) {
      const server = await startServer({ ...command, name: `${command.name}, ${command.runtime}` })
      servers.push({ name: command.name, runtime: command.runtime, server })
    }
    return await use(servers)
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
}

export interface LoadRow {
  readonly row: string
  readonly subject?: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Body of a POST request; GET requests are sent without it. */
  readonly body?: string
}

/**
 * Before the first round: the runtimes' compilers optimize by the number of calls, which takes time on a busy machine.
 */
const WARMUP_REQUESTS = 30_000
const WARMUP_ROUNDS = 10

/** Measures requests per CPU second of the server's processes, the latency and the memory. */
export async function measureLoad(
  { row, subject, path, ...request }: LoadRow,
  servers: readonly LoadedServer[],
  { rounds, connections, seconds }: BenchOptions,
  log: Log,
): Promise<readonly Result[]> {
  const generator = chooseGenerator()
  const load = (one: LoadedServer) =>
    runLoad(generator, { url: one.server.url + (one.path ?? path), ...request, connections, seconds })
  for (const server of servers)
    for (let [round, sent] = [0, 0]; round < WARMUP_ROUNDS && sent < WARMUP_REQUESTS; round += 1)
      sent += (await load(server)).requests
  const about = subject === undefined ? { row } : { row, subject }
  return measureRounds(
    {
      ...about,
      rounds,
      contenders: servers,
      measures: { requests: RATE, p99: MS, RSS: MB },
      async measure(one) {
        const { server } = one
        await sleep(200)
        const before = cpuSecondsOf(server.pid)
        const { requests, errors, p99Ms } = await load(one)
        const cpuSeconds = cpuSecondsOf(server.pid) - before
        if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} requests.`)
        return { requests: requests / cpuSeconds, p99: p99Ms, RSS: rssBytesOf(server.pid) / 1024 / 1024 }
      },
    },
    log,
  )
}
