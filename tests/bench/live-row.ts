/** Live streams: the memory of idle ones, compared with bare `node:http`, and the CPU time of a change for each subscriber. */
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, KB, type Log, MS, type Result } from './result.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const SCRIPT = fileURLToPath(new URL('./live-server.mjs', import.meta.url))
const SUBSCRIBERS = 1_000
const STREAMS = 5_000
const CHANGES = 20
/** Connections that are opened at the same time. */
const BATCH = 50

const MEASURES = {
  /** Resident memory of the server, without the client's. */
  'memory of an idle stream': KB,
  /** Without the reads that subscribers then make. */
  'CPU of a change for a subscriber': MS,
}

interface LiveServer extends Contender {
  readonly kind: 'fw' | 'bare'
}

export function measureLive({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const runtime = OWN_NODE.name
  const contenders: readonly LiveServer[] = [
    { name: 'fw', runtime, kind: 'fw' },
    { name: 'bare node:http', runtime, kind: 'bare' },
  ]
  const measure = ({ name, kind }: LiveServer) => measureStreams(name, kind)
  return measureRounds({ row: 'live', rounds, contenders, measures: MEASURES, measure }, log)
}

async function measureStreams(name: string, kind: LiveServer['kind']) {
  const server = await startServer({ name, cwd: process.cwd(), args: ['--expose-gc', SCRIPT, kind] })
  const streams: IncomingMessage[] = []
  try {
    const read = await post(server, '/_fw/api/board.list', {}, { 'x-fw-live': 'read' })
    const receipt = kind === 'fw' ? String((await readJson(read)).live) : 'none'
    if (kind === 'bare') read.destroy()
    const before = await readUsage(server)
    await openStreams(server, receipt, streams, SUBSCRIBERS)
    const cpu = kind === 'fw' ? { 'CPU of a change for a subscriber': await measureChanges(server, streams) } : {}
    await openStreams(server, receipt, streams, STREAMS)
    await sleep(500)
    const { rss } = await readUsage(server)
    return { 'memory of an idle stream': (rss - before.rss) / STREAMS / 1_024, ...cpu }
  } finally {
    for (const stream of streams) stream.destroy()
    await server.stop()
  }
}

/** Opens streams until there are `count`. */
async function openStreams(
  server: RunningServer,
  receipt: string,
  streams: IncomingMessage[],
  count: number,
): Promise<void> {
  while (streams.length < count) {
    const addresses = Array.from({ length: BATCH }, (_, index) => {
      const number = streams.length + index
      return `10.0.${number >> 8}.${number & 255}`
    })
    const opened = await Promise.all(
      addresses.map((address) => post(server, '/_fw/live', { reads: [receipt] }, { 'x-forwarded-for': address })),
    )
    for (const stream of opened) stream.resume()
    streams.push(...opened)
  }
}

/** Returns the CPU time of a change for each subscriber. Fails if one of them isn't notified. */
async function measureChanges(server: RunningServer, streams: readonly IncomingMessage[]): Promise<number> {
  let notified = 0
  for (const stream of streams)
    stream.on('data', (bytes: Buffer) => {
      notified += bytes.toString().split('event: change').length - 1
    })
  const before = await readUsage(server)
  for (let change = 0; change < CHANGES; change++) {
    await readJson(await post(server, '/_fw/api/board.change', {}))
    await sleep(50)
  }
  const after = await readUsage(server)
  if (notified !== CHANGES * streams.length)
    throw new Error(`${notified} of ${CHANGES * streams.length} notifications arrived.`)
  return (after.cpuMs - before.cpuMs) / notified
}

async function readUsage(server: RunningServer): Promise<{ readonly rss: number; readonly cpuMs: number }> {
  const { result } = await readJson(await post(server, '/_fw/api/board.usage', {}))
  return result as { readonly rss: number; readonly cpuMs: number } // sent by the script
}

/** The headers of a browser. */
const HEADERS = {
  'content-type': 'application/json',
  accept: 'text/event-stream',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  cookie: 'theme=dark',
}

function post(
  { url }: RunningServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      { method: 'POST', agent: false, headers: { ...HEADERS, ...headers } },
      resolve,
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
}

async function readJson(response: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of response) text += String(piece)
  return JSON.parse(text) as Record<string, unknown>
}
