/** The same tests over Node, Bun and `fetch`: every kind of response of an app, and every way to read a request. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBodiesServer } from '../../servers/bodies-app.mjs'
import { type CoreServer, startApp } from '../../servers/core-server.ts'
import { openRaw, requestText } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const APP = fileURLToPath(new URL('../../servers/bodies-app.mjs', import.meta.url))
const LIMIT = 1_000
const REQUEST_MS = 3_000
const LONG_BYTES = 3 * 1_048_576

interface Host {
  send(path: string, init?: RequestInit): Promise<Response>
  /** Log lines of the app. */
  log(): string
  /** `undefined` for transports without a socket. */
  readonly core?: CoreServer
  close(): Promise<void>
}

async function openInProcess(): Promise<Host> {
  let log = ''
  const server = createBodiesServer({
    maxBodyBytes: LIMIT,
    log: ({ level, msg }) => {
      log += `${level}: ${msg}\n`
    },
  })
  return {
    send: (path, init) => server.fetch(new Request(`http://localhost${path}`, { redirect: 'manual', ...init })),
    log: () => log,
    close: () => server.close(),
  }
}

async function openProcess(program: string): Promise<Host> {
  const core = await startApp(APP, program, { maxBodyBytes: LIMIT, timeouts: { requestMs: REQUEST_MS } })
  return {
    core,
    send: (path, init) => fetch(core.url + path, { redirect: 'manual', ...init }),
    log: () => core.output().replace(/^Listening.*\n/, ''),
    close: () => core.close(),
  }
}

/** For bytes without a type Bun sends the default type, and Node omits it (RFC 9110, 8.3). */
const UNKNOWN_TYPE = /^(?:application\/octet-stream)?$/

/** Kind -> status, content type, body and length; no length for a stream of unknown length. */
const EXPECTED: readonly (readonly [
  kind: string,
  status: number,
  type: RegExp,
  body: string,
  length: number | undefined,
])[] = [
  ['text', 200, /^text\/plain; ?charset=utf-8$/i, 'grüße', 7],
  ['empty text', 200, /^text\/plain; ?charset=utf-8$/i, '', 0],
  ['nothing', 200, /^$/, '', 0],
  ['no content', 204, /^$/, '', undefined],
  ['html', 200, /^text\/html; charset=utf-8$/, '<p>hi</p>', 9],
  ['json', 200, /^application\/json/, '{"a":1}', 7],
  ['bytes', 200, UNKNOWN_TYPE, '\0\n\ufffd', 3],
  ['blob', 200, /^text\/css/, 'a{}', 3],
  ['params', 200, /^application\/x-www-form-urlencoded/i, 'a=b', 3],
  ['stream', 200, /^$/, 'abcde', undefined],
  ['measured stream', 200, UNKNOWN_TYPE, 'abcde', 5],
  ['failure', 404, /^text\/plain; ?charset=utf-8$/i, 'not here', 8],
  ['redirect', 302, /^$/, '', 0],
]

/** Each is a way in which an app reads a request, with the approximate size of its body in bytes. */
const READ: readonly (readonly [how: string, body: (size: number) => string, type: string])[] = [
  ['text', (size) => 'a'.repeat(size), 'text/plain'],
  ['json', (size) => JSON.stringify('a'.repeat(size - 2)), 'application/json'],
  ['bytes', (size) => 'a'.repeat(size), 'application/octet-stream'],
  ['form', (size) => `a=${'b'.repeat(size - 2)}`, 'application/x-www-form-urlencoded'],
  ['clone', (size) => 'a'.repeat(size), 'text/plain'],
  ['stream', (size) => 'a'.repeat(size), 'text/plain'],
]

const HOSTS: readonly (readonly [name: string, open: () => Promise<Host>])[] = [
  ['fetch', openInProcess],
  ...RUNTIMES.map(([name, program]) => [name, () => openProcess(program)] as const),
]

describe.each(HOSTS)('bodies on %s', (_name, open) => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  for (const place of ['middleware', 'page'])
    test.each(EXPECTED)(`a Response of ${place}: %s`, async (kind, status, type, body, length) => {
      const path = `/${place}/${place === 'page' ? kind.replaceAll(' ', '-') : encodeURIComponent(kind)}`
      const got = await host.send(path)
      expect(got.status).toBe(status)
      expect(got.headers.get('content-type') ?? '').toMatch(type)
      expect(await got.text()).toBe(body)
      if (host.core !== undefined) expect(got.headers.get('content-length')).toBe(length?.toString() ?? null)
      const head = await host.send(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([status, ''])
      expect(head.headers.get('content-type') ?? '').toMatch(type)
      // A HEAD response may omit the length, but must not state a different one (RFC 9110, 8.6).
      expect([null, length?.toString() ?? null]).toContain(head.headers.get('content-length'))
    })

  test('a Response with form data retains its boundary', async () => {
    const form = await (await host.send('/middleware/form')).formData()
    expect([...form]).toEqual([['a', 'b']])
  })

  test('a long stream of declared length arrives whole', async () => {
    const got = await host.send('/middleware/long%20measured%20stream')
    expect((await got.arrayBuffer()).byteLength).toBe(LONG_BYTES)
  })

  const post = (how: string, body: BodyInit, type: string) =>
    host.send(`/read/${how}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit)
  /** Sends the body without a declared length. */
  const inChunks = (text: string) =>
    new ReadableStream({
      start(controller) {
        const step = Math.max(400, text.length / 100)
        for (let at = 0; at < text.length; at += step)
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + step)))
        controller.close()
      },
    })

  describe.each(READ)('a body that middleware reads as %s', (how, make, type) => {
    test('is whole up to the limit', async () => {
      for (const body of [make(LIMIT), inChunks(make(LIMIT))]) {
        const got = await post(how, body, type)
        expect([got.status, await got.text()]).toEqual([200, `read ${how === 'form' ? 1 : LIMIT}`])
      }
    })

    test('is 413 above it', async () => {
      for (const body of [make(LIMIT + 1), inChunks(make(LIMIT + 1)), make(60_000_000)])
        expect((await post(how, body, type)).status).toBe(413)
    })
  })

  test('an api reads the body of which middleware has read a clone', async () => {
    const call = (text: string) =>
      host.send('/_fw/api/shop.echo', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      })
    expect(await (await call('grüße')).json()).toEqual({ ok: true, result: 'grüße' })
    expect((await call('a'.repeat(LIMIT))).status).toBe(413)
  })

  test('a form over its limit gets its response', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    for (const bytes of [3_000, 3_000_000, 10_000_000]) {
      const text = `fw%3Atool=shop.echo&text=${'a'.repeat(bytes)}`
      for (const body of [text, inChunks(text)]) {
        const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
        expect((await host.send('/form', init)).status).toBe(413)
      }
    }
  })

  test('a body that does not arrive in time is 408', async () => {
    if (host.core === undefined) return
    const head = requestText('POST /read/text', { 'content-type': 'text/plain', 'content-length': '10' })
    const raw = openRaw(host.core.port, head, 'abc')
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('TRACE, which no Request can have, is 405 and reaches no app code', async () => {
    if (host.core === undefined) return
    const raw = openRaw(host.core.port, requestText('TRACE /read/text', { connection: 'close' }))
    const response = await raw.closed
    expect(response).toMatch(/^HTTP\/1\.1 405 /)
    expect(response).toMatch(/^allow: GET, HEAD, POST, OPTIONS\r$/im)
    expect(host.log()).toBe('')
  })

  test('a disconnecting client is not an error of the app', async () => {
    if (host.core === undefined) return
    for (const how of ['text', 'stream', 'clone']) {
      const head = requestText(`POST /read/${how}`, { 'content-type': 'text/plain', 'content-length': '10' })
      const raw = openRaw(host.core.port, head, 'abc')
      await new Promise((resolve) => setTimeout(resolve, 50))
      raw.socket.destroy()
      await raw.closed
    }
    expect((await host.send('/middleware/text')).status).toBe(200)
    expect(host.log()).toBe('')
  })
})
