/**
 * Row F over Streamable HTTP, compared with the same work by hand and on the official SDK: `tools/call` with structured
 * content, and `tools/list` of 500 tools.
 */
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { chooseGenerator, type Generator, runLoad } from './rig/load.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'
import type { BenchOptions } from './run.ts'

export interface McpResult {
  readonly server: string
  /** Medians over the rounds. */
  readonly callsPerCpuSecond: number
  /** Ratio to the first server, per round. */
  readonly ratio: number
  readonly p99Ms: number
  readonly rssMb: number
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/mcp')
const FW = at('../../cli/bin/fw.js')
const PATH = '/_fw/mcp'
const VERSION = '2026-07-28'
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': VERSION,
}
const _meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}
const call = { name: 'shop__search', arguments: { query: 'green tea', limit: 10 }, _meta }
const BASELINE = 'JSON-RPC by hand'

/** A measured request and the servers that respond to it. */
interface Work {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly commands: readonly ServerCommand[]
  /** Returns whether the result is correct; checked before its speed is measured. */
  isRight(result: Result): boolean
}

interface Result {
  readonly content?: readonly { readonly text: string }[]
  readonly structuredContent?: { readonly products: readonly { readonly name: string }[] }
  readonly tools?: readonly { readonly name: string; readonly inputSchema: { readonly required: readonly string[] } }[]
}

const WORKS: readonly Work[] = [
  {
    title: 'tools/call',
    headers: { ...HEADERS, 'mcp-method': 'tools/call', 'mcp-name': 'shop__search' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }),
    commands: [
      { name: BASELINE, cwd: at('./baselines'), args: ['mcp-server.mjs'] },
      { name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'], env: { PORT: '0' } },
      { name: 'SDK v2', cwd: at('./baselines'), args: ['mcp-sdk-server.mjs'] },
    ],
    isRight: ({ content, structuredContent }) =>
      structuredContent?.products[9]?.name === 'green tea pot 9' &&
      content?.[0]?.text.includes('green tea pot 9') === true,
  },
  {
    title: 'tools/list of 500',
    headers: { ...HEADERS, 'mcp-method': 'tools/list' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta } }),
    commands: [
      { name: BASELINE, cwd: at('./baselines'), args: ['mcp-list-server.mjs'] },
      { name: 'fw', cwd: at('./apps/mcp-list'), args: ['server.mjs'] },
      { name: 'SDK v2', cwd: at('./baselines'), args: ['mcp-sdk-server.mjs', 'list'] },
    ],
    isRight: ({ tools = [] }) => tools.length === 500 && tools[499]?.inputSchema.required[0] === 'query',
  },
]

export async function runMcpBench(options: BenchOptions, log: (line: string) => void): Promise<readonly McpResult[]> {
  const generator = chooseGenerator()
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/mcp failed.')
  const results: McpResult[] = []
  for (const work of WORKS) {
    log(
      `row F: ${work.title}; ${options.connections} connections by ${generator}; load average ${loadavg()[0]?.toFixed(1)}`,
    )
    const compared = await compare(work, generator, options)
    for (const result of compared) log(print(result))
    results.push(...compared)
  }
  return results
}

async function compare(work: Work, generator: Generator, options: BenchOptions): Promise<readonly McpResult[]> {
  const servers: RunningServer[] = []
  try {
    for (const command of work.commands) servers.push(await startServer(command))
    for (const server of servers) await expectRight(server, work)
    for (const server of servers) await measure(server, work, generator, { ...options, seconds: WARMUP_SECONDS })
    const rounds: Round[][] = servers.map(() => [])
    for (let round = 0; round < options.rounds; round += 1)
      for (const [index, server] of servers.entries())
        rounds[index]?.push(await measure(server, work, generator, options))
    return servers.map(({ name }, index) => toResult(name, rounds[index] ?? [], rounds[0] ?? []))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const WARMUP_SECONDS = 6

interface Round {
  readonly callsPerCpuSecond: number
  readonly p99Ms: number
  readonly rssMb: number
}

async function measure(
  server: RunningServer,
  { body, headers }: Work,
  generator: Generator,
  { connections, seconds }: BenchOptions,
): Promise<Round> {
  const before = cpuSecondsOf(server.pid)
  const load = { url: server.url + PATH, body, headers, connections, seconds }
  const { requests, errors, p99Ms } = await runLoad(generator, load)
  const cpuSeconds = cpuSecondsOf(server.pid) - before
  if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} calls`)
  return { callsPerCpuSecond: requests / cpuSeconds, p99Ms, rssMb: rssBytesOf(server.pid) / 1024 / 1024 }
}

async function expectRight({ name, url }: RunningServer, { headers, body, isRight }: Work): Promise<void> {
  const response = await fetch(url + PATH, { method: 'POST', headers, body })
  const { id, result } = (await response.json()) as { id: unknown; result?: Result }
  if (id !== 7 || result === undefined || !isRight(result))
    throw new Error(`${name} returned ${response.status} ${JSON.stringify(result)?.slice(0, 400)}`)
}

function toResult(server: string, rounds: readonly Round[], baseline: readonly Round[]): McpResult {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  return {
    server,
    callsPerCpuSecond: of((round) => round.callsPerCpuSecond),
    ratio: median(
      rounds.map(({ callsPerCpuSecond }, index) => callsPerCpuSecond / (baseline[index]?.callsPerCpuSecond ?? 1)),
    ),
    p99Ms: of((round) => round.p99Ms),
    rssMb: of((round) => round.rssMb),
  }
}

function print({ server, callsPerCpuSecond, ratio, p99Ms, rssMb }: McpResult): string {
  const speed = `${Math.round(callsPerCpuSecond).toString().padStart(6)} calls per CPU second, ${ratio.toFixed(2)} x baseline`
  return `${server.padEnd(18)} ${speed}, p99 ${p99Ms.toFixed(2)} ms, ${rssMb.toFixed(0)} MB RSS`
}
