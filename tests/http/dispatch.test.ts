import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import type { LogLine } from '../../runtime/src/contract/config/log.ts'
import { api, bool, date, enums, FwError, int, list, money, obj, schema, str } from '../../runtime/src/index.ts'
import { AGENT, describeTransports } from './transports.ts'

const order = api({
  description: 'Adds up an order.',
  input: schema({ items: list(obj({ name: str(), qty: int({ min: 1 }) })), note: str().optional() }),
  run: ({ input }) => ({ total: input.items.reduce((sum, item) => sum + item.qty, 0) }),
})
const hello = api({ description: 'Says hello.', run: () => 'hello' })
const nothing = api({ description: 'Answers nothing.', run: () => undefined })
const later = api({
  description: 'The next day.',
  input: schema({ day: date() }),
  output: schema({ next: date() }),
  run: ({ input }) => ({ next: new Date(input.day.getTime() + 86_400_000) }),
})
const wrong = api({
  description: 'Answers what it does not promise.',
  output: schema({ total: int() }),
  run: () => ({ total: 'many' as unknown as number }),
})
const broken = api({
  description: 'Throws.',
  run: () => {
    throw new TypeError('the disk at /var/data is full')
  },
})
const refusing = api({
  description: 'Refuses.',
  run: () => {
    throw new FwError('not_found', { message: 'There is no such order.', detail: 'secret' })
  },
})
const look = api({
  description: 'Reads.',
  input: schema({ page: int() }),
  readonly: true,
  run: ({ input }) => input.page,
})
const apis = { shop: { order, hello, nothing, later, wrong, broken, refusing, look } }

describeTransports('dispatch', (start) => {
  test('API-07 API-15 SRV-09 HTP-01 HTP-03 VER-01 a POST to api.<module>.<export> responds with the result of run', async () => {
    const { call } = await start({ apis })
    const { status, body, headers } = await call('shop.order', { items: [{ name: 'tea', qty: 2 }] })
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, result: { total: 2 } })
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('API-03 HTP-05 ERR-01 ERR-02 invalid input responds with 400 and every path, and nothing runs', async () => {
    let ran = 0
    const counting = api({ input: schema({ qty: int() }), run: () => ran++ })
    const { call } = await start({ apis: { shop: { order, counting } } })
    const { status, body } = await call('shop.order', { items: [{ name: 1, qty: 0 }], extra: true })
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(body.issues).toEqual([
      { path: 'extra', message: 'is not a known key' },
      { path: 'items[0].name', message: 'must be a string' },
      { path: 'items[0].qty', message: 'must be at least 1' },
    ])
    expect((await call('shop.counting', { qty: 'x' })).status).toBe(400)
    expect(ran).toBe(0)
  })

  test('prototype names are refused wherever they stand', async () => {
    const { request } = await start({ apis })
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      for (const text of [`{"items":[],"${key}":{}}`, `{"items":[{"name":"a","qty":1,"${key}":{"x":1}}]}`]) {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }
        expect((await request('/_fw/api/shop.order', init)).status).toBe(400)
      }
    }
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('ERR-07 names of Object.prototype are not tools', async () => {
    const { call } = await start({ apis })
    for (const name of ['constructor', '__proto__', 'shop.constructor', 'shop.__proto__', 'toString']) {
      const { status, body } = await call(name)
      expect([status, body.code]).toEqual([404, 'unknown_tool'])
    }
  })

  test('an API without input takes none, and responds with null for undefined', async () => {
    const { call, request } = await start({ apis })
    expect((await call('shop.hello')).body).toEqual({ ok: true, result: 'hello' })
    expect((await request('/_fw/api/shop.hello', { method: 'POST' })).status).toBe(200)
    expect((await call('shop.hello', { surplus: 1 })).status).toBe(400)
    expect((await call('shop.nothing')).body).toEqual({ ok: true, result: null })
  })

  test('a Date is an RFC 3339 text on the wire, both ways', async () => {
    const { call } = await start({ apis })
    const { body } = await call('shop.later', { day: '2026-01-31T12:00:00Z' })
    expect(body).toEqual({ ok: true, result: { next: '2026-02-01T12:00:00.000Z' } })
    expect((await call('shop.later', { day: '2026-02-30T12:00:00Z' })).status).toBe(400)
  })

  test('API-04 output that does not fit is 500 in development, and logged in production', async () => {
    const logged: string[] = []
    const log = ({ msg }: LogLine) => logged.push(msg)
    const development = await start({ apis, production: false, log })
    const failed = await development.call('shop.wrong')
    expect(failed.status).toBe(500)
    expect(failed.body.error).toMatch(/^Error: api\.shop\.wrong .*total must be an integer/)
    const production = await start({ apis, production: true, log })
    expect((await production.call('shop.wrong')).body).toEqual({ ok: true, result: { total: 'many' } })
    expect(logged.some((line) => line.includes('total must be an integer'))).toBe(true)
    const strict = await start({ apis, production: true, validateOutput: true, log })
    expect((await strict.call('shop.wrong')).status).toBe(500)
  })

  test('ERR-14 a throw is 500 and begins "Error:", without a path; production shows an id and logs the rest', async () => {
    const development = await start({ apis, production: false })
    const shown = await development.call('shop.broken')
    expect(shown.status).toBe(500)
    expect(shown.body).toEqual({ ok: false, error: 'Error: the disk at <path> is full', code: 'internal' })
    const logged: unknown[] = []
    const production = await start({ apis, production: true, log: (line) => logged.push(line) })
    const hidden = await production.call('shop.broken')
    const id = /^Error: internal error ([\w-]+)$/.exec(hidden.body.error ?? '')?.[1]
    expect(id).toBeDefined()
    expect(JSON.stringify(logged)).toContain(id)
    expect(JSON.stringify(hidden.body)).not.toMatch(/disk|stack|\.ts/)
  })

  test('an FwError responds with its status and message, never its detail', async () => {
    const { call } = await start({ apis, production: true })
    const { status, body } = await call('shop.refusing')
    expect(status).toBe(404)
    expect(body).toEqual({ ok: false, error: 'There is no such order.', code: 'not_found' })
  })

  test('other methods respond with 405 and Allow; a readonly API also accepts GET', async () => {
    const { request } = await start({ apis })
    const refused = await request('/_fw/api/shop.order')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
    const read = await request(`/_fw/api/shop.look?input=${encodeURIComponent('{"page":3}')}`)
    expect(await read.json()).toEqual({ ok: true, result: 3 })
    expect((await request('/_fw/api/shop.look?input=%7B')).status).toBe(400)
    const put = await request('/_fw/api/shop.look', { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const head = await request('/_fw/api/shop.look?input=%7B%22page%22%3A3%7D', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('every outcome is audited, refusals included, and a throwing sink breaks nothing', async () => {
    const entries: AuditEntry[] = []
    const onAudit = (entry: AuditEntry) => {
      entries.push(entry)
      throw new Error('the sink is broken')
    }
    const secret = api({ guard: 'forbidden', input: schema({}), run: () => 1 })
    const { call, request } = await start({
      apis: { shop: { ...apis.shop, secret } },
      onAudit,
      redact: (_tool, input) => (input === undefined ? undefined : '***'),
    })
    expect((await call('shop.hello')).status).toBe(200)
    expect((await call('shop.order', {})).status).toBe(400)
    expect((await call('shop.secret', {}, AGENT)).status).toBe(403)
    expect((await call('shop.broken')).status).toBe(500)
    const headers = { 'content-type': 'application/json' }
    expect((await request('/_fw/api/shop.order', { method: 'POST', headers, body: '{' })).status).toBe(400)
    expect(entries.map(({ tool, origin, guard, ok, code }) => [tool, origin, guard, ok, code])).toEqual([
      ['api.shop.hello', 'human', 'auto', true, undefined],
      ['api.shop.order', 'human', 'auto', false, 'invalid_input'],
      ['api.shop.secret', 'agent', 'forbidden', false, 'forbidden'],
      ['api.shop.broken', 'human', 'auto', false, 'internal'],
      ['api.shop.order', 'human', 'auto', false, 'invalid_json'],
    ])
    expect(entries[0]?.input).toBe('***')
    expect(entries[0]?.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('a tool that exceeds its timeout responds with 503, and its signal aborts', async () => {
    let aborted = false
    const slow = api({
      timeoutMs: 20,
      input: schema({}),
      run: ({ signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true
            resolve('late')
          })
        }),
    })
    const { call } = await start({ apis: { shop: { slow } } })
    expect((await call('shop.slow')).status).toBe(503)
    await expect.poll(() => aborted).toBe(true)
  })

  test('GEN-04 one definition is an endpoint, a server function and an agent tool', async () => {
    const { call, server } = await start({ apis })
    const input = { items: [{ name: 'tea', qty: 2 }] }
    expect((await call('shop.order', input)).body.result).toEqual({ total: 2 })
    expect(await order(input)).toEqual({ total: 2 })
    const { tools } = await server.manifestFor('/')
    const tool = tools.find(({ name }) => name === 'api.shop.order')
    expect(tool).toMatchObject({ description: 'Adds up an order.', guard: 'auto', where: 'server' })
    expect(tool?.input.required).toEqual(['items'])
  })
})

describeTransports('builders over HTTP', (start) => {
  test('API-08 API-10 API-11 API-12 API-13 every builder checks and reaches run', async () => {
    const all = api({
      input: schema({
        text: str({ min: 2, max: 5, pattern: '^[a-z]+$' }),
        list: list(str(), { max: 2, unique: true }),
        nested: obj({ flag: bool() }),
        kind: enums(['tea', 'coffee']),
        price: money().min(0),
        size: int().default(3),
      }),
      run: ({ input }) => input,
    })
    const { call } = await start({ apis: { shop: { all } } })
    const good = { text: 'abc', list: ['a', 'b'], nested: { flag: true }, kind: 'tea', price: 250 }
    expect((await call('shop.all', good)).body.result).toEqual({ ...good, size: 3 })
    const bad = { text: 'A', list: ['a', 'a'], nested: { flag: 1 }, kind: 'milk', price: -1, size: 1.5 }
    expect((await call('shop.all', bad)).body.issues).toEqual([
      { path: 'text', message: 'must have at least 2 characters' },
      { path: 'list', message: 'must not contain the same item twice' },
      { path: 'nested.flag', message: 'must be true or false' },
      { path: 'kind', message: 'must be one of "tea", "coffee"' },
      { path: 'price', message: 'must be at least 0' },
      { path: 'size', message: 'must be an integer' },
    ])
  })
})

describe('a server', () => {
  test('LOW-02 LIM-05 API-20 API-21 refuses names with "__" when it is made', async () => {
    const { createFwServer } = await import('../../runtime/src/server.ts')
    expect(() => createFwServer({ apis: { a__b: { hello } } })).toThrow(/module name "a__b" contains "__"/)
    expect(() => createFwServer({ apis: { shop: { a__b: hello } } })).toThrow(/export name "a__b" contains "__"/)
  })

  test('API-01 names the Vite plugin for an API whose input cannot be validated', async () => {
    const { createFwServer } = await import('../../runtime/src/server.ts')
    const bare = api({ run: ({ input }: { input: { id: string } }) => input.id })
    expect(() => createFwServer({ apis: { shop: { bare } } })).toThrow(/api\.shop\.bare .*@fw\/compiler\/vite/)
  })
})
