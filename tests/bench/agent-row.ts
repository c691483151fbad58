/**
 * Row G: model responses streamed to 200 clients at once, compared with a server that only forwards bytes, and with
 * peers, with the AI SDK on Hono. Then 1000 streams at once, and the cost of a turn without its model.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPeers, PEERS } from './peers.ts'
import { type BenchOptions, KB, type Log, type Measure, MS, type Result } from './result.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { pinned, type RunningServer, startServer } from './rig/server-process.ts'
import { startTokenRig, type TokenResult, type TokenRig } from './rig/token-rig.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { NODES, OWN_NODE, RUNTIMES, type RuntimeServer, runOn } from './runtimes.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/agent')
const FW = at('../../cli/bin/fw.js')

const STREAMS = 200
const TOKENS = 200
const MANY_STREAMS = 1000

/** Requests in the formats of the app and of the AI SDK, which peers need. */
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Green tea?' }], path: '/' })
const UI_BODY = JSON.stringify({
  id: 'chat',
  messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Green tea?' }] }],
})

const BASELINE = 'pass-through'

const MEASURES = {
  'CPU of a token': MS,
  p50: MS,
  'added p50': MS,
  p99: MS,
  /** Growth of the server's memory at its peak, by the number of streams. */
  'memory of a stream': KB,
}
const TURN = { 'CPU of a turn without its model': MS }
const HELD = { [`streams of ${MANY_STREAMS}`]: { unit: '', better: 'higher' } satisfies Measure }

interface StreamServer extends Contender {
  readonly command: RuntimeServer
  readonly path: string
  readonly body: string
}

export async function measureAgent({ rounds, peers }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/agent failed.')
  if (peers) installPeers()
  const rig = await startTokenRig()
  const row = 'agent'
  const contenders = listServers(rig.modelUrl, peers)
  /** By runtime, of the current round. */
  const baselines = new Map<string, number>()
  const measure = async (server: StreamServer) => {
    const streamed = await measureStreams(server, rig)
    if (server.name === BASELINE) baselines.set(server.runtime, streamed.p50)
    const baseline = baselines.get(server.runtime)
    return { ...streamed, ...(server.name !== BASELINE && baseline && { 'added p50': streamed.p50 - baseline }) }
  }
  try {
    const streams = await measureRounds({ row, rounds, contenders, measures: MEASURES, measure }, log)
    const hold = async (one: StreamServer) => ({ [`streams of ${MANY_STREAMS}`]: await holdMany(one, rig) })
    const held = await measureRounds({ row, rounds: 1, contenders, measures: HELD, measure: hold }, log)
    const own = [{ name: 'fw', runtime: OWN_NODE.name }]
    const turn = () => ({ 'CPU of a turn without its model': measureTurn() })
    const turns = await measureRounds({ row, rounds, contenders: own, measures: TURN, measure: turn }, log)
    return [...streams, ...held, ...turns]
  } finally {
    rig.stop()
  }
}

function listServers(modelUrl: string, peers: boolean): readonly StreamServer[] {
  const env = { OPENAI_COMPATIBLE_BASE_URL: modelUrl, FW_MODEL: 'openai-compatible/bench', PORT: '0' }
  const baseline = { name: BASELINE, cwd: at('./baselines'), args: ['agent-server.mjs'], env }
  const app = { name: 'fw', cwd: APP, args: [FW, 'start', '--port', '0'], env }
  const sdk = { name: 'AI SDK', cwd: PEERS, args: ['ai-sdk.mjs'], env }
  const add = (commands: readonly RuntimeServer[], path: string, body: string): readonly StreamServer[] =>
    commands.map((command) => ({ name: command.name, runtime: command.runtime, command, path, body }))
  return [
    ...add(runOn(RUNTIMES, baseline), '/', BODY),
    ...add(runOn(RUNTIMES, app), '/_fw/agent', BODY),
    ...(peers ? add(runOn(NODES.slice(-1), sdk), '/', UI_BODY) : []),
  ]
}

/** Starts a new server for each round, so that memory starts at the same size; warms it up before it measures. */
async function measureStreams({ command, path, body }: StreamServer, rig: TokenRig) {
  const server = await startServer(command)
  try {
    const load = { url: server.url, path, body }
    expectWhole(command.name, 50, await rig.run({ ...load, streams: 50, count: TOKENS / 2 }))
    const [cpuBefore, rssBefore] = [cpuSecondsOf(server.pid), rssBytesOf(server.pid)]
    const peak = watchPeak(server)
    const result = await rig.run({ ...load, streams: STREAMS, count: TOKENS })
    const cpuSeconds = cpuSecondsOf(server.pid) - cpuBefore
    expectWhole(command.name, STREAMS, result)
    return {
      'CPU of a token': (cpuSeconds * 1000) / result.tokens,
      p50: result.p50Ms,
      p99: result.p99Ms,
      'memory of a stream': (peak() - rssBefore) / 1024 / STREAMS,
    }
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

/** Returns the number of streams that arrive completely, of many at once. */
async function holdMany({ command, path, body }: StreamServer, rig: TokenRig): Promise<number> {
  const server = await startServer(command)
  try {
    return (await rig.run({ url: server.url, path, body, streams: MANY_STREAMS, count: 100 })).whole
  } finally {
    await server.stop()
  }
}

/** Runs in a separate process on built packages, where nothing else uses the measured CPU. */
function measureTurn(): number {
  const [program = '', ...args] = pinned([process.execPath, at('./agent/turns.mjs')], 0)
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`tests/bench/agent/turns.mjs failed:\n${stderr}`)
  return Number(stdout)
}
