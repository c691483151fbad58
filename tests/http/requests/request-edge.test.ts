/** Requests that a server rejects before any code of the app runs, and options that it rejects at start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { type Listening, type ServeOptions, serve } from '../../../runtime/src/host.ts'
import { api, type PageProps } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const open: Listening[] = []

/** Creates a folder with `file.txt`. */
const FILES = mkdtempSync(join(tmpdir(), 'fw-edge-'))
writeFileSync(join(FILES, 'file.txt'), 'text')
afterAll(() => rmSync(FILES, { recursive: true }))

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Sends bytes unchanged, and returns everything received. */
async function exchangeBytes(
  options: FwServerOptions,
  bytes: (port: number) => string,
  more: ServeOptions = {},
): Promise<string> {
  const server = createFwServer({ log: () => undefined, ...options })
  const listening = await serve(server, { port: 0, drainMs: 100, ...more })
  open.push(listening)
  return new Promise((resolve, reject) => {
    const socket = createConnection(listening.port, '127.0.0.1', () => socket.end(bytes(listening.port)))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('a Host that no URL can hold', () => {
  const urls: string[] = []
  const read = (req: Request) => void urls.push(new URL(req.url).href)
  const options: FwServerOptions = { middleware: read, ctxFor: read, routes: { '/': () => 'home' } }

  test.each(['a:99999', '256.256.256.256', 'xn--a', '1.2.3.4.5', '0x100000000', '[::1', 'a..b:x', 'a_b:65536'])(
    '%s is 400',
    async (host) => {
      urls.length = 0
      const reply = await exchangeBytes(options, () => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(reply.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
      expect(urls).toEqual([])
    },
  )

  test.each(['a:65535', 'xn--bcher-kva.example', '127.0.0.1', '[::1]:3000', 'a_b', 'shop.example.', ''])(
    '%j is served',
    async (host) => {
      const reply = await exchangeBytes(options, () => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(reply.split('\r\n')[0]).toBe(`HTTP/1.1 ${host === '' ? '400 Bad Request' : '200 OK'}`)
    },
  )

  test('a proxy that names one is not believed', async () => {
    urls.length = 0
    const reply = await exchangeBytes(
      { ...options, trustProxy: true },
      (port) => `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-Host: a:99999\r\nConnection: close\r\n\r\n`,
    )
    expect(reply).toContain('200 OK')
  })

  test('fetch() with one is 400', async () => {
    const server = createFwServer({ ...options, log: () => undefined })
    const request = new Request('http://localhost/', { headers: { host: 'a:99999' } })
    expect((await server.fetch(request)).status).toBe(400)
  })
})

describe('a "#" in the request target', () => {
  const reads: string[] = []
  const options: FwServerOptions = {
    middleware: (req) => {
      reads.push(req.url)
      return new URL(req.url).searchParams.has('preview') ? new Response('editors only', { status: 403 }) : undefined
    },
    routeFiles: [{ filePath: 'index.tsx' }],
    loadRoute: async () => ({ default: ({ search }: PageProps) => `preview ${search.get('preview')}` }),
    apis: { shop: { report: api({ description: 'Reads.', readonly: true, run: () => 'a report' }) } },
  }
  const get = (target: string) =>
    exchangeBytes(options, () => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

  test.each([
    '/?a=1#&preview=1',
    '/?#&preview=1',
    '/#?preview=1',
    'http://localhost/?a=1#&preview=1',
    '/_fw/api/shop.report?a=1#&input={}',
    '/file.txt#x',
  ])('%s is 400: pages must read no parameter that middleware does not see', async (target) => {
    reads.length = 0
    const reply = await get(target)
    expect([reply.split('\r\n')[0], reads]).toEqual(['HTTP/1.1 400 Bad Request', []])
  })

  test('an encoded one is a part of its value, for both', async () => {
    expect(await get('/?preview=%23')).toContain('403 Forbidden')
    reads.length = 0
    expect(await get('/?a=%23%26preview=1')).toContain('preview null')
    expect(reads).toEqual(['http://localhost/?a=%23%26preview=1'])
  })
})

describe('a query that begins with "?"', () => {
  const options: FwServerOptions = {
    middleware: (req) => {
      const { searchParams } = new URL(req.url)
      return searchParams.has('preview') ? new Response('editors only', { status: 403 }) : undefined
    },
    routeFiles: [{ filePath: 'index.tsx' }],
    loadRoute: async () => ({ default: ({ search }: PageProps) => `preview ${search.get('preview')}` }),
  }
  const get = (target: string) =>
    exchangeBytes(options, () => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

  test.each(['/??preview=1', '/???preview=1', '/?%3Fpreview=1'])(
    '%s has no parameter in a page that middleware does not see',
    async (target) => {
      const reply = await get(target)
      expect(reply).toContain('200 OK')
      expect(reply).toContain('preview null')
    },
  )

  test('is refused by the middleware without the second one', async () => {
    expect(await get('/?preview=1')).toContain('403 Forbidden')
  })
})

describe('transfer codings', () => {
  const post = (coding: string) =>
    exchangeBytes(
      { routes: { '/': () => 'home' } },
      () =>
        `POST /_fw/api/a.b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    )

  test.each(['gzip, chunked', 'identity, chunked', 'chunked, chunked'])('%s is refused', async (coding) => {
    expect((await post(coding)).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
  })

  test.each(['/_fw/api/a.b', '/', '/file.txt'])(
    'HTTP/1.0 with one is refused, and the connection ends: %s',
    async (path) => {
      const method = path === '/file.txt' ? 'GET' : 'POST'
      const once = `${method} ${path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
      const reply = await exchangeBytes({ routes: { '/': () => 'home' } }, () => once + once, { publicDir: FILES })
      expect(reply.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 400 Bad Request'])
      expect(reply.toLowerCase()).toContain('connection: close')
    },
  )

  test.each(['chunked', 'Chunked'])('%s is read', async (coding) => {
    expect(await post(coding)).toContain('unknown_tool')
  })
})

describeTransports('a body that is not JSON', (start) => {
  test.each([['{"a":'], ['\u001b[31m{'], ['{"password": hunter2}']])(
    '%j makes one line in the log, without a stack',
    async (body) => {
      const lines: LogLine[] = []
      const apis = { desk: { open: api({ description: 'Opens.', run: () => 1 }) } }
      const { request } = await start({ apis, log: (line) => void lines.push(line) })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      expect((await request('/_fw/api/desk.open', init)).status).toBe(400)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatchObject({ level: 'info', code: 'invalid_json' })
      expect(JSON.stringify(lines)).not.toMatch(/stack|\\n\s+at /)
      expect(lines[0]).not.toHaveProperty('err')
      // Neither quoted nor as a part.
      expect(JSON.stringify(lines)).not.toMatch(/hunt|assword/)
    },
  )
})

describe('the shared cache', () => {
  const counted = (options: FwServerOptions) => {
    const server = createFwServer({ log: () => undefined, ...options })
    return async (host: string) => {
      const response = await server.fetch(new Request('http://localhost/', { headers: { host } }))
      return `${response.headers.get('x-fw-cache')} ${response.headers.get('x-fw-cache-reason')}`
    }
  }
  const page: FwServerOptions = {
    routeFiles: [{ filePath: 'index.tsx' }],
    loadRoute: async () => ({
      cache: { scope: 'public', sharedMaxAge: 60 },
      default: () => 'home',
    }),
  }

  test.each([
    ['with siteUrl', { siteUrl: 'https://shop.example' }],
    ['with allowedHosts', { allowedHosts: ['shop.example'] }],
    ['with neither', {}],
  ])('1,000 invented hosts evict no copy, %s', async (_, options) => {
    const ask = counted({ ...page, ...options })
    expect(await ask('shop.example')).toBe('MISS cold')
    const states = new Map<string, number>()
    for (let index = 0; index < 1000; index++) {
      const state = await ask(`host-${index}.example`)
      states.set(state, (states.get(state) ?? 0) + 1)
    }
    expect(states.get('BYPASS unknown-host')).toBeGreaterThan(980)
    // The ports and capital letters of a known host don't do that either.
    for (let index = 0; index < 1000; index++) await ask(`shop.example:${index + 1}`)
    expect(await ask('SHOP.example')).toBe('HIT fresh')
  })

  test('earlier invented hosts lose their entries to a host in use, which retains its own', async () => {
    let time = 0
    const ask = counted({ ...page, now: () => time })
    for (let index = 0; index < 16; index++) await ask(`host-${index}.example`)
    expect(await ask('shop.example')).toBe('BYPASS unknown-host')
    time += 61_000
    expect([await ask('shop.example'), await ask('shop.example')]).toEqual(['MISS cold', 'HIT fresh'])
    for (let minute = 0; minute < 100; minute++) {
      for (let index = 0; index < 100; index++) await ask(`host-${minute}-${index}.example`)
      expect(await ask('shop.example')).not.toBe('BYPASS unknown-host')
      time += 30_000
    }
  })

  test('invented hosts that came first and stay in use lose their places to a host that is requested more often', async () => {
    let time = 0
    const ask = counted({ ...page, now: () => time })
    const inventHosts = async () => {
      for (let index = 0; index < 16; index++) await ask(`host-${index}.example`)
    }
    await inventHosts()
    const states: string[] = []
    for (let second = 0; second < 600; second += 10) {
      time += 10_000
      if (second % 40 === 0) await inventHosts()
      states.push(await ask('shop.example'))
    }
    // After a minute the host is stored, and its copy is cached for as long as the policy of the page allows.
    expect(states.slice(6)).not.toContain('BYPASS unknown-host')
    expect(states.filter((state) => state === 'HIT fresh').length).toBeGreaterThan(35)
  })

  test('dozens of invented hosts between two requests of a site do not evict it', async () => {
    let time = 0
    const ask = counted({ ...page, now: () => time })
    for (let index = 0; index < 16; index++) await ask(`first-${index}.example`)
    const states: string[] = []
    for (let second = 0; second < 80; second++) {
      time += 1000
      for (let index = 0; index < 30; index++) {
        const host = `host-${second}-${index}.example`
        await ask(host)
        await ask(host)
      }
      states.push(await ask('shop.example'))
    }
    expect(states.slice(40)).not.toContain('BYPASS unknown-host')
    expect(states.filter((state) => state === 'HIT fresh').length).toBeGreaterThan(30)
  })
})

const TIMES: readonly (readonly [name: string, options: ServeOptions])[] = [
  ['timeouts.idleMs', { timeouts: { idleMs: 2 ** 31 } }],
  ['timeouts.requestMs', { timeouts: { requestMs: Number.POSITIVE_INFINITY } }],
  ['timeouts.headersMs', { timeouts: { headersMs: '20' as never } }],
  ['drainMs', { drainMs: -1 }],
  ['drainMs', { drainMs: 2 ** 31 }],
  ['drainMs', { drainMs: Number.NaN }],
  ['drainDelayMs', { drainDelayMs: '10' as never }],
]

test.each(TIMES)('serve() refuses %s: %j', async (name, options) => {
  const server = createFwServer({ log: () => undefined })
  await expect(serve(server, { port: 0, ...options }).then((one) => open.push(one))).rejects.toThrow(
    new RegExp(`^${name.replace('.', '\\.')} is .*number of milliseconds`),
  )
  await server.close()
})

test.each([undefined, {}, { receive: () => undefined }, 'desk'])(
  'a channel file that exports %j fails at start',
  (channel) => {
    expect(() => createFwServer({ channels: { desk: channel as never } })).toThrow(/src\/channels\/desk.*receive.*send/)
  },
)
