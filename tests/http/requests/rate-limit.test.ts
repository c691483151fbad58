import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, afterEach, describe, expect, it, test } from 'vitest'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { api } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions, rateLimit } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const apis = { shop: { look: api({ description: 'Returns a fixed value.', run: () => 'ran' }) } }
const ROUTES = { '/': () => '<h1>Home</h1>' }
const byName = (req: Request) => req.headers.get('x-name') ?? undefined

describeTransports('rateLimit', (start) => {
  test('LIM-09 requests are limited only if the app limits them', async () => {
    const { call } = await start({ apis })
    const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await call('shop.look')).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('LIM-09 middleware responds with 429 and Retry-After, then accepts the client again', async () => {
    let now = 1_700_000_000_000
    const limit = rateLimit({ limit: 2, windowMs: 60_000, by: byName, name: 'calls' })
    const { call, request } = await start({ apis, routes: ROUTES, middleware: limit, now: () => now })
    const ada = { 'x-name': 'ada' }
    expect((await call('shop.look', {}, ada)).status).toBe(200)
    now += 10_000
    expect((await call('shop.look', {}, ada)).status).toBe(200)
    now += 5_500
    const refused = await call('shop.look', {}, ada)
    expect([refused.status, refused.body]).toEqual([
      429,
      { ok: false, code: 'rate_limited', error: 'Too many requests; try again in 45 seconds.' },
    ])
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '45',
      'ratelimit-policy': '"calls";q=2;w=60',
      ratelimit: '"calls";r=0;t=45',
      'cache-control': 'no-store',
    })
    const page = await request('/', { headers: ada })
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      429,
      'text/plain; charset=utf-8',
      'Too many requests; try again in 45 seconds.',
    ])
    expect((await call('shop.look', {}, { 'x-name': 'bob' })).status).toBe(200)
    now += 44_500
    expect((await call('shop.look', {}, ada)).status).toBe(200)
    expect((await call('shop.look', {}, ada)).status).toBe(429)
  })

  test('LIM-09 ctxFor limits by subject and refuses with the same error', async () => {
    const limit = rateLimit({ limit: 1, windowMs: 60_000 })
    const { call, request } = await start({
      apis,
      routes: ROUTES,
      ctxFor: async (req) => {
        await limit.check(req, { subject: req.headers.get('x-user') ?? 'nobody' })
        return {}
      },
    })
    expect((await call('shop.look', {}, { 'x-user': 'ada' })).status).toBe(200)
    const refused = await call('shop.look', {}, { 'x-user': 'ada' })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    expect((await call('shop.look', {}, { 'x-user': 'bob' })).status).toBe(200)
    expect((await request('/', { headers: { 'x-user': 'bob' } })).status).toBe(429)
  })

  test('one request counts once, however often the limit is checked', async () => {
    const limit = rateLimit({ limit: 2, windowMs: 60_000, by: byName })
    const { call, request } = await start({
      apis,
      routes: ROUTES,
      rewrites: [{ from: '/start', to: '/' }],
      middleware: limit,
      ctxFor: async (req) => {
        await limit.check(req)
        return {}
      },
    })
    const ada = { 'x-name': 'ada' }
    expect((await call('shop.look', {}, ada)).status).toBe(200)
    expect((await request('/start', { headers: ada })).status).toBe(200)
    expect((await request('/start', { headers: ada })).status).toBe(429)
  })

  test('a caller is identified by its IP address, if the host provides it', async () => {
    const lines: string[] = []
    const { call, url } = await start({
      apis,
      middleware: rateLimit({ limit: 3, windowMs: 60_000 }),
      log: ({ msg }) => lines.push(msg),
    })
    const statuses = []
    for (let index = 0; index < 5; index += 1) statuses.push((await call('shop.look')).status)
    if (url === 'http://localhost') {
      expect(statuses).toEqual([200, 200, 200, 200, 200])
      expect(lines).toEqual([
        'rateLimit "default" lets requests pass uncounted: the host does not provide IP addresses. Pass `by`, or a subject.',
      ])
    } else {
      expect(statuses).toEqual([200, 200, 200, 429, 429])
    }
  })

  test('a copy of the request is refused with an error: it has no data about the caller', async () => {
    const limit = rateLimit({ limit: 3, windowMs: 60_000 })
    const { call } = await start({ apis, middleware: (req) => limit(req.clone()), production: false })
    const { status, body } = await call('shop.look')
    expect([status, body.error]).toEqual([500, expect.stringContaining('not a copy')])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'fw-limits-'))
const servers: { close(): Promise<void> }[] = []
let files = 0

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server behind a host that reports any address it is given. */
function startServer(options: FwServerOptions) {
  const lines: string[] = []
  const server = createFwServer({ apis, log: ({ msg }) => lines.push(msg), ...options })
  servers.push(server)
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const request = new Request('http://localhost/_fw/manifest?path=/', { headers })
    const host = { upgrade: () => false, requestIP: () => ({ address }) }
    return (await server.serve(request, host))?.status
  }
  return { ask, lines }
}

describe('rateLimit', () => {
  it('is shared by all servers on one store, and separate for each name', async () => {
    const data = `sqlite:${join(folder, `${files++}.db`)}` as const
    const start = (name?: string) => startServer({ data, middleware: rateLimit({ limit: 3, windowMs: 60_000, name }) })
    const [one, two, other] = [start(), start(), start('other')]
    const statuses = []
    for (const { ask } of [one, two, one, two, one, other]) statuses.push(await ask('192.0.2.1'))
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200])
  })

  it('separates subjects, own keys and IP addresses, IPv6 by its /64', async () => {
    const limit = rateLimit({ limit: 1, windowMs: 60_000, by: (req) => req.headers.get('x-key') ?? undefined })
    const { ask } = startServer({
      middleware: (req) => {
        const subject = req.headers.get('x-subject')
        return subject === null ? limit(req) : limit.check(req, { subject }).then(() => undefined)
      },
    })
    const statuses = async (...calls: Parameters<typeof ask>[]) => {
      const answers = []
      for (const call of calls) answers.push(await ask(...call))
      return answers
    }
    expect(await statuses(['192.0.2.1'], ['192.0.2.1'], ['192.0.2.2'])).toEqual([200, 429, 200])
    const [key, subject] = [{ 'x-key': '192.0.2.1' }, { 'x-subject': '192.0.2.1' }]
    expect(await statuses(['192.0.2.9', key], ['192.0.2.8', key])).toEqual([200, 429])
    expect(await statuses(['192.0.2.9', subject], ['192.0.2.8', subject])).toEqual([200, 429])
    expect(await statuses(['2001:db8::1'], ['2001:db8::2'], ['2001:db8:0:1::2'])).toEqual([200, 429, 200])
    const long = { 'x-key': 'k'.repeat(10_000) }
    const longer = { 'x-key': 'k'.repeat(10_001) }
    expect(await statuses(['', long], ['', longer], ['', long])).toEqual([200, 200, 429])
  })

  it('lets requests pass while the store is away, with one line, or refuses them', async () => {
    const noFolder = join(folder, `${files++}`)
    writeFileSync(noFolder, '')
    const data = `sqlite:${noFolder}/fw.db` as const
    const open = startServer({ data, middleware: rateLimit({ limit: 1, windowMs: 60_000, name: 'open' }) })
    for (let index = 0; index < 5; index += 1) expect(await open.ask('192.0.2.1')).toBe(200)
    expect(open.lines).toEqual([
      expect.stringContaining('cannot be used'),
      'rateLimit "open" lets requests pass uncounted: the data store is not available.',
    ])
    const refusing = rateLimit({ limit: 1, windowMs: 60_000, onUnavailable: 'refuse' })
    expect(await startServer({ data, middleware: refusing }).ask('192.0.2.1')).toBe(503)
  })

  it('does not hold up requests while the store hangs', async () => {
    const path = join(folder, `${files++}.db`)
    const { ask } = startServer({ data: `sqlite:${path}`, middleware: rateLimit({ limit: 1, windowMs: 60_000 }) })
    expect(await ask('192.0.2.1')).toBe(200)
    const holder = new Libsql(path)
    holder.exec('begin immediate')
    const store = openData(`sqlite:${path}`, { log: () => undefined })
    servers.push(store)
    // A call that needs the store and started earlier still waits for it.
    const refusal = store.claim('key', 1_000).catch(() => 'the store gave up')
    expect(await Promise.race([refusal, ask('192.0.2.1')])).toBe(200)
    expect(await refusal).toBe('the store gave up')
    holder.exec('rollback')
    holder.close()
    expect(await ask('192.0.2.1')).toBe(429)
  })

  it.each([
    [{ limit: 0, windowMs: 1_000 }, /limit is 0; it must be a whole number/],
    [{ limit: 1.5, windowMs: 1_000 }, /limit is 1.5/],
    [{ limit: 1, windowMs: 0 }, /windowMs is 0/],
    [{ limit: 1, windowMs: Number.NaN }, /windowMs is NaN/],
    [{ limit: 1, windowMs: 1_000, name: 'a "b"' }, /name is "a "b""; it must consist of up to 64 letters/],
  ])('refuses options that make no sense: %o', (options, message) => {
    expect(() => rateLimit(options)).toThrow(message)
  })
})
