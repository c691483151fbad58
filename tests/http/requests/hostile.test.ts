import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { api, FwError } from '../../../runtime/src/index.ts'
import { AGENT, describeTransports } from '../transports.ts'

const boom = () => {
  throw new Error('a trap sprang')
}
const TRAPS = new Proxy(Object.create(null) as object, {
  get: boom,
  getPrototypeOf: boom,
  has: boom,
  ownKeys: boom,
  getOwnPropertyDescriptor: boom,
})

/** Values that an app may throw, accidentally or because of an attack. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'a symbol': () => Symbol('s'),
  'a bigint': () => 1n,
  'an object without a prototype': () => Object.create(null),
  'a proxy whose traps throw': () => TRAPS,
  'a proxy of an error': () => new Proxy(new Error('x'), { get: boom }),
  'an error whose message throws': () => Object.defineProperty(new Error('x'), 'message', { get: boom }),
  'an error whose message is not a string': () => Object.assign(new Error('x'), { message: { toString: boom } }),
  'an error that is its own cause': () => {
    const error = new Error('x') as Error & { cause?: unknown }
    error.cause = error
    return error
  },
  'an error whose stack throws': () => Object.defineProperty(new Error('x'), 'stack', { get: boom }),
  'the prototype of FwError': () => FwError.prototype,
  'an FwError created from its prototype': () => Object.create(FwError.prototype),
  'a proxy of an FwError': () => new Proxy(new FwError('not_found'), { get: boom }),
  'a function': () => boom,
  'a promise that rejects': () => {
    const rejecting = Promise.reject(new Error('x'))
    rejecting.catch(() => undefined)
    return rejecting
  },
}

const circular: { self?: unknown } = {}
circular.self = circular
const deep: unknown[] = []
let inner = deep
for (let level = 0; level < 200_000; level++) {
  const next: unknown[] = []
  inner.push(next)
  inner = next
}

/** Values that an app may return. */
const ANSWERED: Readonly<Record<string, () => unknown>> = {
  'a getter that throws': () => ({
    get total() {
      return boom()
    },
  }),
  'a bigint': () => ({ total: 1n }),
  'a circle': () => circular,
  'a value that is nested too deeply': () => deep,
  'a toJSON that throws': () => ({ toJSON: boom }),
  'a proxy whose traps throw': () => TRAPS,
  // biome-ignore lint/suspicious/noThenProperty: that is the point
  'a thenable that throws': () => ({ then: boom }),
  'a thenable whose then throws when it is read': () => Object.defineProperty({}, 'then', { get: boom }),
  // biome-ignore lint/suspicious/noThenProperty: that is the point
  'a thenable that rejects with null': () => ({ then: (_: unknown, reject: (reason: null) => void) => reject(null) }),
}

describeTransports('hostile apps', (start) => {
  for (const production of [false, true]) {
    const mode = production ? 'in production' : 'in development'

    test.each(Object.keys(THROWN))(`ERR-14 %s that is thrown is a 500 envelope ${mode}`, async (name) => {
      const entries: AuditEntry[] = []
      const logged: unknown[] = []
      const bad = api({
        run: () => {
          throw THROWN[name]?.()
        },
      })
      const good = api({ run: () => 1 })
      const { call } = await start({
        apis: { shop: { bad, good } },
        production,
        onAudit: (entry) => void entries.push(entry),
        log: ({ msg }) => logged.push(msg),
      })
      const { status, body } = await call('shop.bad')
      expect(status).toBe(500)
      expect(body).toEqual({ ok: false, code: 'internal', error: expect.stringMatching(/^Error: /) })
      expect(body.error).not.toMatch(/\n|\.ts\b|trap sprang/)
      if (production) expect(body.error).toMatch(/^Error: internal error [0-9a-z-]+$/)
      expect(entries).toMatchObject([{ tool: 'api.shop.bad', ok: false, code: 'internal' }])
      expect(logged).toHaveLength(1)
      expect((await call('shop.good')).status).toBe(200)
    })

    test.each(Object.keys(ANSWERED))(`ERR-14 %s as a result is a 500 envelope ${mode}`, async (name) => {
      const entries: AuditEntry[] = []
      const bad = api({ run: () => ANSWERED[name]?.() })
      const { call, post } = await start({
        apis: { shop: { bad } },
        production,
        onAudit: (entry) => void entries.push(entry),
      })
      const { status, body } = await call('shop.bad')
      expect(status).toBe(500)
      expect(body).toEqual({ ok: false, code: 'internal', error: expect.stringMatching(/^Error: /) })
      expect(body.error).not.toMatch(/\n/)
      expect(entries.map(({ ok, code }) => [ok, code])).toEqual([[false, 'internal']])
      const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__bad' } }
      expect((await post('/_fw/mcp', rpc)).body).toMatchObject({ id: 1, result: { isError: true } })
    })
  }

  test('a log that throws, and an FwError with data that is not JSON, fail no response', async () => {
    const odd = api({
      run: () => {
        throw new FwError('not_found', { issues: [{ path: 'x', message: 1n as unknown as string }] })
      },
    })
    const { call } = await start({ apis: { shop: { odd } }, log: boom })
    expect(await call('shop.odd')).toMatchObject({ status: 500, body: { ok: false, code: 'internal' } })
  })

  test('an FwError with a header that cannot be sent fails where it is made', async () => {
    const odd = api({
      run: () => {
        throw new FwError('rate_limited', { headers: { 'retry-after': '1\r\nset-cookie: a=b' } })
      },
    })
    const { call } = await start({ apis: { shop: { odd } } })
    const { status, headers } = await call('shop.odd')
    expect([status, headers.get('set-cookie')]).toEqual([500, null])
  })

  test('a result that never settles ends with the time of its tool', async () => {
    const entries: AuditEntry[] = []
    // biome-ignore lint/suspicious/noThenProperty: that is the point
    const never = api({ timeoutMs: 5, run: () => ({ then: () => undefined }) as unknown as Promise<string> })
    const { call } = await start({ apis: { shop: { never } }, onAudit: (entry) => void entries.push(entry) })
    expect(await call('shop.never')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(entries).toMatchObject([{ ok: false, code: 'unavailable', error: expect.stringContaining('within 5 ms') }])
  })

  test('a guard function that throws rejects the call, and nothing runs', async () => {
    let ran = 0
    const odd = api({ guard: boom, run: () => ran++ })
    const { call } = await start({ apis: { shop: { odd } } })
    expect((await call('shop.odd', {}, AGENT)).status).toBe(500)
    expect(ran).toBe(0)
  })
})
