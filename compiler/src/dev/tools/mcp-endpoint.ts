/**
 * `/_fw/dev/mcp`: the tools for coding agents over HTTP, in development only. The tools run code of the app and change its
 * sources, so only programs on this machine may call them: the caller's address, the Host header, and the Origin header that
 * browsers add are checked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { ToolServer } from '@fw/runtime/tooling'
import type { DevActivity } from '../activity/activity.ts'
import type { DevParts } from '../dev-parts.ts'
import { followEdits, type NoticedEdits } from '../noticed-edits.ts'
import type { RecentErrors } from '../recent-errors.ts'
import type { DevHost, RunningDev } from './dev-host.ts'

export const DEV_MCP_PATH = '/_fw/dev/mcp'
/** Header in which `fw mcp` names the process that it means. */
export const DEV_ID_HEADER = 'fw-dev-id'

interface McpEndpoint {
  /** Handles the request if it is for this endpoint. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

interface McpEndpointOptions {
  /** Resolves to the newest parts. */
  readonly current: () => Promise<DevParts>
  readonly errors: RecentErrors
  readonly activity: DevActivity
  /** See `DevAddress`. */
  readonly address: () => { readonly url: string; readonly id: string }
}

const MAX_BODY_BYTES = 1_048_576

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  let server: Promise<ToolServer> | undefined
  return {
    handle(request, response) {
      if (request.url?.split('?', 1)[0] !== DEV_MCP_PATH) return false
      const refusal = findRefusal(request, options.address())
      if (refusal !== undefined) respond(response, refusal.status, JSON.stringify({ ok: false, error: refusal.error }))
      else {
        server ??= loadServer(options)
        reply(request, response, server).catch((error: Error) => {
          if (!response.headersSent) respond(response, 400, JSON.stringify({ ok: false, error: error.message }))
        })
      }
      return true
    },
  }
}

interface Refusal {
  readonly status: number
  readonly error: string
}

function findRefusal(
  { socket, headers, method }: IncomingMessage,
  { url, id }: { url: string; id: string },
): Refusal | undefined {
  if (!isLoopback(socket.remoteAddress) || isForwarded(headers))
    return { status: 403, error: 'Only programs on this machine may use this endpoint.' }
  if (url === '') return { status: 503, error: '"fw dev" is starting.' }
  if (!isOwnHost(headers.host, url)) return { status: 403, error: `Unknown host. Use ${new URL(DEV_MCP_PATH, url)}.` }
  const { origin } = headers
  const site = headers['sec-fetch-site']
  // A page of another site, or an opaque origin, whose value is "null".
  if (origin !== undefined && origin !== `${new URL(url).protocol}//${headers.host}`)
    return { status: 403, error: 'Pages of other sites may not use this endpoint.' }
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, error: 'Pages of other sites may not use this endpoint.' }
  const wanted = headers[DEV_ID_HEADER]
  if (wanted !== undefined && wanted !== id) return { status: 421, error: 'Another "fw dev" listens here.' }
  if (method !== 'POST') return { status: 405, error: 'Send MCP messages with POST.' }
  return undefined
}

function isLoopback(address = ''): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** A tunnel or proxy on this machine passes requests of others. One that adds no header can't be recognized. */
function isForwarded(headers: IncomingMessage['headers']): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.has(name))
}

/** Headers of proxies, load balancers and tunnels. */
const PROXY_HEADERS: ReadonlySet<string> = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-url',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
  'fastly-client-ip',
])

/** With DNS rebinding, a page of another site has a name of its own that resolves to this machine. */
function isOwnHost(host: string | undefined, url: string): boolean {
  const { port } = new URL(url)
  return ['localhost', '127.0.0.1', '[::1]'].some((name) => host === (port === '' ? name : `${name}:${port}`))
}

async function reply(request: IncomingMessage, response: ServerResponse, server: Promise<ToolServer>): Promise<void> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) throw new Error('Send application/json.')
  const text = await readText(request)
  const left = new AbortController()
  response.once('close', () => left.abort())
  const header = (name: string): string | undefined => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const { status, body, headers } = await (await server)(text, header, left.signal)
  respond(response, status, body, headers)
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function respond(
  response: ServerResponse,
  status: number,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...(body !== null && { 'content-type': 'application/json; charset=utf-8' }),
    ...(status === 405 && { allow: 'POST' }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(body ?? undefined)
}

/** Loaded at the first request: most people who develop use no coding agent. */
async function loadServer({ current, errors, activity, address }: McpEndpointOptions): Promise<ToolServer> {
  const [{ createDevMcp }, { createPartsHost }] = await Promise.all([import('./dev-mcp.ts'), import('./parts-host.ts')])
  let followed: { readonly parts: DevParts; readonly edits: NoticedEdits } | undefined
  const running: RunningDev = {
    get url() {
      return address().url
    },
    errors: () => errors.list().errors,
    logs: activity.logs,
    requests: activity.requests,
    live: activity.live.list,
    loadFailed: errors.loadFailed,
  }
  return createDevMcp({
    async useHost<Result>(work: (host: DevHost) => Promise<Result>): Promise<Result> {
      const parts = await current()
      if (followed?.parts !== parts) followed = { parts, edits: followEdits(parts) }
      await followed.edits.settle()
      return work(createPartsHost(await current(), running))
    },
  })
}
