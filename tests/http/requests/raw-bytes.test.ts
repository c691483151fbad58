/**
 * Bytes that only hostile clients send, over sockets, on both runtimes: the server rejects them and runs only requested
 * calls.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { openRaw, requestText, sendRaw, statusesOf } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { FRAMING, HEADS, HIDDEN, ODD } from './hostile-requests.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const LAST = { connection: 'close' }
const echo = (text: string, headers: Record<string, string> = {}) =>
  requestText('POST /_fw/api/shop.echo', { ...JSON_TYPE, ...headers }, JSON.stringify({ text }))
const me = (headers: Record<string, string> = {}) =>
  requestText('POST /_fw/api/shop.me', { ...JSON_TYPE, ...headers }, '{}')

/** Bun's parser returns 505 if the request line doesn't end with a version; no other 5xx is allowed. */
function expectNoFault(answer: string): void {
  for (const status of statusesOf(answer)) expect(status === 505 || status < 500).toBe(true)
  expect(answer).not.toMatch(/\n\s+at |node:internal|\.(js|ts):\d+/)
}

describe.each(RUNTIMES)('raw bytes on %s', (name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startCore(program, { maxBodyBytes: 2_000, timeouts: { headersMs: 2_000, requestMs: 2_000 } })
  })
  afterAll(() => core?.close())

  /** Calls since the last test. */
  async function runsDuring(work: () => Promise<unknown>): Promise<readonly [echo: number, order: number]> {
    const before = await core.state()
    await work()
    const after = await core.state()
    return [after.echo - before.echo, after.order - before.order]
  }

  test.each(Object.entries(FRAMING))('%s: one refusal, and neither call runs', async (_title, bytes) => {
    const runs = await runsDuring(async () => {
      const answer = await sendRaw(core.port, bytes)
      expect(statusesOf(answer)).toHaveLength(1)
      expect([400, 413]).toContain(statusesOf(answer)[0])
      expectNoFault(answer)
    })
    expect(runs).toEqual([0, 0])
  })

  test.each(Object.entries(HEADS))(
    '%s is not a valid head: at most one response, with an error status',
    async (title, bytes) => {
      const runs = await runsDuring(async () => {
        const answer = await sendRaw(core.port, bytes)
        const statuses = statusesOf(answer)
        expect(statuses.length).toBeLessThanOrEqual(1)
        // Node's parser treats a request line without a version as HTTP/0.9, which has no headers.
        const taken = title === 'HTTP/0.9' && name === 'Node' ? [200] : [400, 404, 431, 505]
        for (const status of statuses) expect(taken).toContain(status)
        expectNoFault(answer)
      })
      expect(runs).toEqual([0, 0])
    },
  )

  for (const [title, bytes, node, bun = node] of ODD)
    test(`${title} gets a response`, async () => {
      const runs = await runsDuring(async () => {
        const answer = await sendRaw(core.port, bytes)
        expect(statusesOf(answer)).toEqual([name === 'Node' ? node : bun])
        expect(answer).not.toContain('secret=1')
      })
      expect(runs).toEqual([0, 0])
    })

  test('a request that arrives byte by byte is one request', async () => {
    const runs = await runsDuring(async () => {
      const raw = openRaw(core.port)
      for (const byte of echo('whole', LAST)) {
        raw.socket.write(byte)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(await raw.closed).toContain('"result":"whole"')
    })
    expect(runs).toEqual([1, 0])
  })

  test('chunks, their extensions and a trailer are read, and a trailer does not affect the caller', async () => {
    const chunked = requestText('POST /_fw/api/shop.order', { ...JSON_TYPE, ...LAST, 'transfer-encoding': 'chunked' })
    const body = '8;x=1;y="2"\r\n{"item":\r\n4\r\n"a"}\r\n0\r\nx-fw-origin: agent\r\ncookie: fw_session=x\r\n\r\n'
    const runs = await runsDuring(async () => {
      const answer = await sendRaw(core.port, chunked + body)
      expect(answer).toContain('"result":"ordered a"')
    })
    expect(runs).toEqual([0, 1])
  })

  test('Expect: 100-continue gets a response before the body arrives', async () => {
    const whole = echo('later', { ...LAST, expect: '100-continue' })
    const raw = openRaw(core.port, whole.slice(0, whole.indexOf('\r\n\r\n') + 4))
    await raw.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'))
    raw.socket.write(whole.slice(whole.indexOf('\r\n\r\n') + 4))
    expect(await raw.closed).toContain('"result":"later"')
  })

  test('HTTP/1.0 needs no host and gets its connection closed', async () => {
    const answer = await sendRaw(core.port, 'GET /_fw/health HTTP/1.0\r\n\r\n')
    expect(statusesOf(answer)).toEqual([200])
    expect(answer).toMatch(/\{"ok":true\}$/)
  })

  test('requests in one write get responses in order, or none, and none runs twice', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    const runs = await runsDuring(async () => {
      const bytes = texts.map((text, index) => echo(text, index === 4 ? LAST : {})).join('')
      const answer = await sendRaw(core.port, bytes)
      const results = [...answer.matchAll(/"result":"(\w)"/g)].map((match) => match[1])
      // Bun closes a connection if a request arrives while another one runs.
      expect(results).toEqual(texts.slice(0, results.length))
      if (name === 'Node') expect(results).toEqual(texts)
    })
    expect(runs[0]).toBeLessThanOrEqual(5)
    if (name === 'Node') expect(runs).toEqual([5, 0])
  })

  test('a refused body never runs as a request, nor with its cookie', async () => {
    const login = await core.call('login', { name: 'ann' })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const inner = me({ cookie }) + HIDDEN
    const refused: readonly (readonly [string, Record<string, string>, string, number])[] = [
      ['/_fw/api/shop.echo', { 'content-type': 'text/plain' }, inner, 415],
      ['/_fw/api/shop.none', JSON_TYPE, inner, 404],
      ['/_fw/health', {}, inner, 405],
      ['/_fw/api/shop.echo', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }, inner, 403],
      ['/_fw/api/shop.echo', JSON_TYPE, inner.padEnd(3_000), 413],
      ['/a/../../b//', {}, inner, 404],
    ]
    const runs = await runsDuring(async () => {
      for (const [path, headers, body, status] of refused) {
        const outer = requestText(`POST ${path}`, { ...headers, cookie }, body)
        const answer = await sendRaw(core.port, outer + me(LAST))
        expect([path, statusesOf(answer)[0]]).toEqual([path, status])
        // The connection either serves the next request with its own identity, or closes.
        expect(
          statusesOf(answer)
            .slice(1)
            .every((next) => next === 200),
        ).toBe(true)
        expect(answer).not.toContain('"result":"ann"')
      }
    })
    expect(runs).toEqual([0, 0])
    expect(await (await core.call('me', {}, { cookie })).json()).toEqual({ ok: true, result: 'ann' })
  })

  test('each request of a connection is its own caller', async () => {
    const login = await core.call('login', { name: 'ann' })
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const raw = openRaw(core.port, me({ cookie }))
    await raw.until((text) => text.includes('"result":"ann"}'))
    raw.socket.write(me(LAST))
    expect(await raw.closed).toMatch(/"result":null\}$/)
  })

  test('mutated requests: no failure, no repeated run, and the server continues', { timeout: 60_000 }, async () => {
    const bases = [
      echo('fuzz', LAST),
      requestText('POST /_fw/api/shop.echo', { ...JSON_TYPE, ...LAST, 'transfer-encoding': 'chunked' }) +
        'c\r\n{"text":"a"}\r\n0\r\n\r\n',
      requestText('GET /_fw/manifest?path=/a%20b', { ...LAST, accept: 'application/json', cookie: 'a=b; c="d"' }),
    ]
    const mutation = fc.tuple(
      fc.constantFrom('replace', 'insert', 'remove', 'repeat'),
      fc.nat(400),
      fc.nat(12),
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\0',
        ' ',
        ':',
        ';',
        ',',
        '%',
        '/',
        '..',
        '\xff',
        '0',
        '-1',
        '{',
        '"',
        'a'.repeat(300),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bases),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async (base, list) => {
          const bytes = list.reduce(mutate, base)
          const raw = openRaw(core.port, bytes)
          raw.socket.end()
          const answer = await raw.closed
          expectNoFault(answer)
          expect(statusesOf(answer).length).toBeLessThanOrEqual(bytes.split(' HTTP/').length)
        },
      ),
      { numRuns: 150 },
    )
    const { order } = await core.state()
    expect(await (await core.call('echo', { text: 'still there' })).json()).toEqual({ ok: true, result: 'still there' })
    expect((await core.state()).order).toBe(order)
    expect(core.output()).not.toContain('Unexpected error')
  })
})

function mutate(text: string, [kind, place, length, piece]: readonly [string, number, number, string]): string {
  const at = place % (text.length + 1)
  const cut = text.slice(at, at + length)
  if (kind === 'insert') return text.slice(0, at) + piece + text.slice(at)
  if (kind === 'repeat') return text.slice(0, at) + cut + text.slice(at)
  return text.slice(0, at) + (kind === 'replace' ? piece : '') + text.slice(at + length)
}
