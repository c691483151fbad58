/**
 * Row G: model responses streamed to 200 clients at once, compared with a server that only forwards bytes, and with
 * peers, with the AI SDK on Hono. Then 1000 streams at once, and the cost of a turn without its model.
 */
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { agentPeers, installPeers } from './peers.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { pinned, type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'
import { startTokenRig, type TokenResult, type TokenRig } from './rig/token-rig.ts'
import type { BenchOptions } from './run.ts'

export interface AgentRound {
  readonly cpuMsPerToken: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Growth of the server's memory at its peak, by the number of streams. */
  readonly kbPerStream: number
}

export interface AgentResult extends AgentRound {
  readonly server: string
  /** Ratio to the baseline of the same round. */
  readonly addedP50Ms: number
  /** Number of streams that arrived completely, of 1000 at once. */
  readonly held: number
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/agent')
const FW = at('../../cli/bin/fw.js')

const STREAMS = 200
const TOKENS = 200
const MANY_STREAMS = 1000

/** Requests in the formats of the app and of the AI SDK, which peers need. */
export const AGENT_BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Green tea?' }], path: '/' })
const UI_BODY = JSON.stringify({
  id: 'chat',
  messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Green tea?' }] }],
})

interface Contestant {
  readonly command: ServerCommand
  readonly path: string
  readonly body: string
}

export async function runAgentBench(
  options: BenchOptions,
  log: (line: string) => void,
): Promise<readonly AgentResult[]> {
  log(`row G: ${STREAMS} streams of ${TOKENS} tokens at once; load average ${loadavg()[0]?.toFixed(1)}`)
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/agent failed.')
  if (options.peers) installPeers()
  const rig = await startTokenRig()
  try {
    const all = contestants(rig.modelUrl, options.peers)
    const rounds: AgentRound[][] = all.map(() => [])
    for (let round = 0; round < options.rounds; round += 1)
      for (const [index, one] of all.entries()) {
        const measured = await measure(one, rig)
        rounds[index]?.push(measured)
        log(`round ${round + 1}  ${print(one.command.name, measured)}`)
      }
    const held: number[] = []
    for (const one of all) held.push((await holdMany(one, rig, log)).whole)
    const results = all.map(({ command }, index) =>
      toResult(command.name, rounds[index] ?? [], rounds[0] ?? [], held[index] ?? 0),
    )
    for (const result of results)
      log(
        `median   ${print(result.server, result)}, added p50 ${result.addedP50Ms.toFixed(2)} ms, ${result.held} of ${MANY_STREAMS} held`,
      )
    log(`a turn without its model, 100 tools: ${turnCpuMs().toFixed(2)} ms CPU`)
    return results
  } finally {
    rig.stop()
  }
}

function contestants(modelUrl: string, peers: boolean): readonly Contestant[] {
  const env = { OPENAI_COMPATIBLE_BASE_URL: modelUrl, FW_MODEL: 'openai-compatible/bench', PORT: '0' }
  const baseline = { name: 'bytes passed on', cwd: at('./baselines'), args: ['agent-server.mjs'], env }
  const app = { name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'], env }
  return [
    { command: baseline, path: '/', body: AGENT_BODY },
    { command: app, path: '/_fw/agent', body: AGENT_BODY },
    ...(peers ? agentPeers(env).map((command) => ({ command, path: '/', body: UI_BODY })) : []),
  ]
}

/** Starts a new server for each round, so that memory starts at the same size; warms it up before it measures. */
async function measure({ command, path, body }: Contestant, rig: TokenRig): Promise<AgentRound> {
  const server = await startServer(command)
  try {
    const load = { url: server.url, path, body }
    expectWhole(command.name, 50, await rig.run({ ...load, streams: 50, count: TOKENS }))
    const [cpuBefore, rssBefore] = [cpuSecondsOf(server.pid), rssBytesOf(server.pid)]
    const peak = watchPeak(server)
    const result = await rig.run({ ...load, streams: STREAMS, count: TOKENS })
    const cpuSeconds = cpuSecondsOf(server.pid) - cpuBefore
    expectWhole(command.name, STREAMS, result)
    const { p50Ms, p99Ms } = result
    const kbPerStream = (peak() - rssBefore) / 1024 / STREAMS
    return { cpuMsPerToken: (cpuSeconds * 1000) / result.tokens, p50Ms, p99Ms, kbPerStream }
  } finally {
    await server.stop()
  }
}

function expectWhole(name: string, streams: number, { whole }: TokenResult): void {
  if (whole !== streams) throw new Error(`${name} lost something of ${streams - whole} of ${streams} streams`)
}

/** Records the largest memory until the caller reads it. */
function watchPeak(server: RunningServer): () => number {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, rssBytesOf(server.pid))
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

async function holdMany(
  { command, path, body }: Contestant,
  rig: TokenRig,
  log: (line: string) => void,
): Promise<TokenResult> {
  const server = await startServer(command)
  try {
    const result = await rig.run({ url: server.url, path, body, streams: MANY_STREAMS, count: 100 })
    log(`${MANY_STREAMS}     ${command.name.padEnd(18)} ${result.whole} whole, p50 ${result.p50Ms.toFixed(1)} ms`)
    return result
  } finally {
    await server.stop()
  }
}

function toResult(
  server: string,
  rounds: readonly AgentRound[],
  baseline: readonly AgentRound[],
  held: number,
): AgentResult {
  const of = (pick: (round: AgentRound) => number) => median(rounds.map(pick))
  return {
    server,
    cpuMsPerToken: of((round) => round.cpuMsPerToken),
    p50Ms: of((round) => round.p50Ms),
    p99Ms: of((round) => round.p99Ms),
    kbPerStream: of((round) => round.kbPerStream),
    addedP50Ms: median(rounds.map(({ p50Ms }, index) => p50Ms - (baseline[index]?.p50Ms ?? 0))),
    held,
  }
}

function print(name: string, { cpuMsPerToken, p50Ms, p99Ms, kbPerStream }: AgentRound): string {
  const times = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  return `${name.padEnd(18)} ${cpuMsPerToken.toFixed(3)} ms CPU a token, ${times}, ${kbPerStream.toFixed(0)} KB a stream`
}

/** Runs in a separate process on built packages, where nothing else uses the measured CPU. */
export function turnCpuMs(): number {
  const [program = '', ...args] = pinned([process.execPath, at('./agent/turns.mjs')], 0)
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`tests/bench/agent/turns.mjs failed:\n${stderr}`)
  return Number(stdout)
}
