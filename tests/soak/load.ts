/**
 * The memory of a server stays flat under a million calls, 200,000 pages, 100,000 calls over MCP and 50,000 files, on Node and on
 * Bun.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chooseGenerator, type Load, runLoad } from '../bench/rig/load.ts'
import { rssBytesOf } from '../bench/rig/process-tree.ts'
import { type RunningServer, startServer } from '../bench/rig/server-process.ts'
import { RUNTIMES } from '../servers/runtimes.ts'

const SHOP = fileURLToPath(new URL('../../playground/shop', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

/** Number of memory readings for each kind of request. */
const READINGS = 8
/** Allowed growth of the peak from the first half of the readings to the second. */
const DRIFT_MB = 24
const CONNECTIONS = 32

interface Kind {
  readonly name: string
  readonly requests: number
  readonly path: string
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ENV = {
  PORT: '0',
  DATA: 'memory',
  SITE_URL: 'http://127.0.0.1',
  SESSION_SECRET: 'the secret of a server that only the soak reaches',
}
const SEARCH = { text: 'mug', limit: 5 }
const MCP_HEADERS = {
  ...JSON_TYPE,
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'catalogue__search',
}
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1.0.0' },
}
const MCP_CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'catalogue__search', arguments: SEARCH, _meta },
}

export async function soakLoad(log: (line: string) => void): Promise<readonly string[]> {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: SHOP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of the shop failed.')
  const problems: string[] = []
  for (const [runtime, program] of RUNTIMES) {
    const args = [FW, 'start', '--port', '0']
    const server = await startServer({ name: runtime, program, cwd: SHOP, args, env: ENV })
    try {
      for (const kind of await listKinds(server)) problems.push(...(await soakKind(server, kind, log)))
    } finally {
      await server.stop()
    }
  }
  return problems
}

async function listKinds({ url }: RunningServer): Promise<readonly Kind[]> {
  const html = await (await fetch(url)).text()
  const file = /(?:src|href)="(\/assets\/[^"]+)"/.exec(html)?.[1]
  if (file === undefined) throw new Error('The page of the shop has no asset.')
  return [
    {
      name: 'calls',
      requests: 1_000_000,
      path: '/_fw/api/catalogue.search',
      body: JSON.stringify(SEARCH),
      headers: JSON_TYPE,
    },
    { name: 'pages', requests: 200_000, path: '/', headers: { accept: 'text/html' } },
    { name: 'MCP calls', requests: 100_000, path: '/_fw/mcp', body: JSON.stringify(MCP_CALL), headers: MCP_HEADERS },
    { name: 'files', requests: 50_000, path: file, headers: { 'accept-encoding': 'br' } },
  ]
}

async function soakKind(server: RunningServer, kind: Kind, log: (line: string) => void): Promise<readonly string[]> {
  const { name, requests, path, body, headers } = kind
  await expectSuccess(server, kind)
  const generator = chooseGenerator()
  const load = (seconds: number): Load => ({
    url: server.url + path,
    ...(body !== undefined && { body }),
    headers,
    connections: CONNECTIONS,
    seconds,
  })
  const readings: number[] = []
  let [sent, failed, perSecond] = [0, 0, 0]
  // A second of small files is more than all of them.
  while (sent < requests || readings.length < READINGS) {
    const seconds = perSecond === 0 ? 2 : Math.max(1, Math.ceil(requests / READINGS / perSecond))
    const result = await runLoad(generator, load(seconds))
    sent += result.requests
    failed += result.errors
    perSecond = result.requests / seconds
    readings.push(rssBytesOf(server.pid) / 1024 / 1024)
  }
  const half = Math.ceil(readings.length / 2)
  const drift = Math.max(...readings.slice(half)) - Math.max(...readings.slice(0, half))
  const series = readings.map((mb) => mb.toFixed(0)).join(', ')
  log(`load: ${server.name}, ${sent} ${name}: RSS ${series} MB, drift ${drift.toFixed(1)} MB`)
  return [
    ...(failed > 0 ? [`load: ${failed} of ${sent} ${name} failed on ${server.name}`] : []),
    ...(drift > DRIFT_MB ? [`load: RSS grows by ${drift.toFixed(1)} MB during ${name} on ${server.name}`] : []),
  ]
}

/** A load of refusals would prove nothing. */
async function expectSuccess(
  { url, name: runtime }: RunningServer,
  { name, path, body, headers }: Kind,
): Promise<void> {
  const response = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body })
  const text = await response.text()
  const isRight = body === undefined ? text.length > 100 : text.includes('stoneware-mug')
  if (response.status !== 200 || !isRight)
    throw new Error(`${name} on ${runtime}: ${response.status} ${text.slice(0, 400)}`)
}
