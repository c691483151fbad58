/** The addresses that remote servers are reached at, over real TLS connections of a process of its own. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { listen } from 'listhen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../../runtime/src/host.ts'
import { api, schema, str } from '../../../../runtime/src/index.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import { RUNTIMES } from '../../../servers/runtimes.ts'

const closing: (() => Promise<unknown>)[] = []
let port = 0
let certificate = ''
/** Connections and requests that reached the address behind the rebound name. */
let reached = 0

beforeAll(async () => {
  const search = api({
    description: 'Searches.',
    readonly: true,
    input: schema({ query: str() }),
    run: ({ input }) => ({ hits: [`${input.query}.md`] }),
  })
  const app = createFwServer({ apis: { docs: { search } }, log: () => undefined })
  const behind = await serve(app, { port: 0, hostname: '127.0.0.1', drainMs: 50 })
  closing.push(() => behind.close())
  const { cert, key } = await createCertificate('docs.example.test')
  const open = async (hostname: string, at: number, listener: RequestListener) => {
    const server = createServer({ cert, key }, listener)
    await new Promise<void>((resolve) => server.listen(at, hostname, resolve))
    closing.push(() => stop(server))
    return server
  }
  const server = await open('127.0.0.2', 0, (request, response) => answer(request, response, behind.url))
  port = (server.address() as AddressInfo).port // a TCP server has this form
  const inside = await open('127.0.0.3', port, (_, response) => void response.end('inside'))
  inside.on('connection', () => {
    reached += 1
  })
  certificate = join(mkdtempSync(join(tmpdir(), 'pinned-')), 'cert.pem')
  writeFileSync(certificate, cert)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function createCertificate(domain: string): Promise<{ cert: string; key: string }> {
  const https = { domains: [domain], validityDays: 1 }
  const quiet = { showURL: false, autoClose: false, isProd: false, isTest: false }
  const made = await listen(() => undefined, { hostname: '127.0.0.2', port: { random: true }, https, ...quiet })
  await made.close()
  if (made.https === false) throw new Error('no certificate')
  return made.https
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function answer(request: IncomingMessage, response: ServerResponse, behind: string): void {
  const { pathname } = new URL(request.url ?? '/', 'https://host')
  if (pathname.startsWith('/_fw/')) return void forward(request, response, behind)
  if (pathname === '/redirect') return void response.writeHead(302, { location: '/echo' }).end()
  if (pathname === '/empty') return void response.writeHead(204).end()
  if (pathname === '/compressed')
    return void response.setHeader('content-encoding', 'gzip').end(gzipSync('compressed even so'))
  if (pathname === '/odd') return void response.writeHead(999).end('odd')
  if (pathname === '/upgrade')
    return void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  if (pathname === '/informs') return void response.socket?.write('HTTP/1.1 199 Odd\r\n\r\n')
  if (pathname === '/long') return void response.end('x'.repeat(100_001))
  if (pathname === '/close') return void response.setHeader('connection', 'close').end('public')
  if (pathname === '/silent') return
  if (pathname === '/stalls') return void response.write('first')
  if (pathname === '/broken') return void response.write('first', () => setTimeout(() => response.destroy(), 20))
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part
  })
  request.on('end', () => {
    const { method, url, headers, socket } = request
    const { host, 'x-mine': mine, 'accept-encoding': encodings } = headers
    response.setHeader('x-seen', 'yes')
    response.end(JSON.stringify({ method, url, host, mine, encodings, body, from: socket.remotePort }))
  })
}

/** The app behind TLS, under its own name. */
function forward(request: IncomingMessage, response: ServerResponse, behind: string): void {
  const { method = 'GET', headers, url = '/' } = request
  const sent = httpRequest(behind + url, { method, headers: { ...headers, host: new URL(behind).host } }, (reply) => {
    response.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(response)
  })
  sent.on('error', () => response.destroy())
  request.pipe(sent)
}

interface Results {
  readonly post: { readonly body: { readonly from: number } }
  readonly reused: { readonly from: number }
}

describe.each(RUNTIMES)('a remote server on %s', (_, program) => {
  test('is reached at the checked IP address, even if its name resolves to another one later', async () => {
    const script = fileURLToPath(new URL('./pinned-client.mjs', import.meta.url))
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate }
    const { stdout } = await promisify(execFile)(program, [script, String(port)], { env, timeout: 30_000 })
    const { post, reused, ...results } = JSON.parse(stdout) as Results
    const host = `docs.example.test:${port}`
    const seen = { method: 'POST', url: '/echo?a=1', host, mine: 'yes', encodings: 'identity', body: 'hello' }
    expect(post).toMatchObject({ status: 200, seen: 'yes', body: seen })
    expect(reused.from).toBe(post.body.from)
    expect(results).toEqual({
      empty: 204,
      redirect: 'TypeError: fetch failed (The server redirected the request.)',
      compressed: 'TypeError: fetch failed (The response is compressed with gzip.)',
      odd: expect.stringMatching(/^TypeError: fetch failed/),
      upgrade: expect.stringMatching(/^TypeError: fetch failed/),
      informs: expect.stringMatching(/^TypeError: fetch failed/),
      long: 'Error: The response is larger than 100000 bytes.',
      broken: expect.stringMatching(/^TypeError: fetch failed/),
      aborted: 'Error: left',
      abortedBody: 'Error: left',
      otherName: expect.stringMatching(/^TypeError: fetch failed \(.*other\.example\.test/i),
      first: 'public',
      second: expect.stringMatching(/^RefusedAddress: docs\.example\.test has the private address 127\.0\.0\.3/),
      literal: expect.stringMatching(/^RefusedAddress: 127\.0\.0\.3 has the private address 127\.0\.0\.3/),
      remote: { tool: 'docs__search', called: { ok: true, value: { hits: ['tea.md'] } } },
      remoteRebound: expect.stringContaining('has the private address 127.0.0.3'),
    })
    expect(reached).toBe(0)
  })
})
