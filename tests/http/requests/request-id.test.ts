import { afterEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'

const inner = api({ description: 'Add one.', input: schema({ n: int() }), run: async ({ input }) => input.n + 1 })
const apis = {
  shop: {
    inner,
    outer: api({ description: 'Add two.', run: async () => (await inner({ n: 1 })) + 1 }),
    pay: api({ description: 'Pay.', guard: 'confirm', run: async () => 'paid' }),
    broken: api({
      description: 'Throw.',
      run: async () => {
        throw new Error('secret place')
      },
    }),
  },
}
const routes = {
  '/': () => 'home',
  '/broken': () => {
    throw new Error('page secret')
  },
}
const ID = /^[0-9a-f]{12}-[0-9a-z]+$/

afterEach(() => vi.unstubAllEnvs())

function setup() {
  const lines: LogLine[] = []
  const audit: AuditEntry[] = []
  const options = {
    apis,
    routes,
    production: true,
    approvals: 'open' as const,
    log: (line: LogLine) => void lines.push(line),
    onAudit: (entry: AuditEntry) => void audit.push(entry),
  }
  return { lines, audit, options }
}

describeTransports('request ids', (start) => {
  test('every response has its own id: calls, pages, errors, MCP, proposals', async () => {
    const { request, call, post } = await start(setup().options)
    const answers = [
      await call('shop.inner', { n: 1 }),
      await call('shop.inner', { n: 'x' }),
      await call('shop.missing'),
      await call('shop.broken'),
      await request('/'),
      await request('/broken'),
      await request('/nowhere'),
      await request('/%00'),
      await request('/a/'),
      await request('/_fw/nothing'),
      await request('/_fw/manifest'),
      await request('/_fw/proposals'),
      await request('/_fw/mcp'),
      await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }),
      await post('/_fw/approve', { id: 'x'.repeat(24) }),
      await request('/', { method: 'HEAD' }),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(ID)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a hidden error shows the id of the response, and the log contains both', async () => {
    const { lines, options } = setup()
    const { call, request } = await start(options)
    const { headers, body } = await call('shop.broken')
    const requestId = headers.get('x-request-id')
    expect(body.error).toBe(`Error: internal error ${requestId}`)
    expect(lines).toMatchObject([{ level: 'error', requestId, err: { message: 'secret place' } }])
    const page = await request('/broken')
    expect(await page.text()).not.toContain('page secret')
    expect(lines[1]).toMatchObject({ requestId: page.headers.get('x-request-id'), err: { message: 'page secret' } })
  })

  test('the audit contains the request id, also for nested calls of a call or an approval', async () => {
    const { audit, options } = setup()
    const { call, post } = await start(options)
    const outer = await call('shop.outer')
    expect(audit.map(({ tool, requestId }) => [tool, requestId])).toEqual([
      ['api.shop.inner', outer.headers.get('x-request-id')],
      ['api.shop.outer', outer.headers.get('x-request-id')],
    ])
    const parked = (await call('shop.pay', {}, AGENT)).body.result as { id: string }
    const approved = await post('/_fw/approve', { id: parked.id })
    expect(approved.body).toEqual({ ok: true, result: 'paid' })
    expect(audit.at(-1)?.requestId).toBe(approved.headers.get('x-request-id'))
  })

  test('an id of the caller counts only behind a trusted proxy, and only when it is safe', async () => {
    const { lines, options } = setup()
    const plain = await start({ ...options, trustProxy: false })
    const given = { 'x-request-id': 'from-outside.1' }
    expect((await plain.call('shop.inner', { n: 1 }, given)).headers.get('x-request-id')).toMatch(ID)
    const trusting = await start({ ...options, trustProxy: true })
    expect((await trusting.call('shop.inner', { n: 1 }, given)).headers.get('x-request-id')).toBe('from-outside.1')
    for (const bad of ['a b', '"quoted"', 'x'.repeat(129), 'ä', '{}'])
      expect(
        (await trusting.call('shop.inner', { n: 1 }, { 'x-request-id': bad })).headers.get('x-request-id'),
      ).toMatch(ID)
    await trusting.call('shop.broken', {}, given)
    expect(lines.at(-1)?.requestId).toBe('from-outside.1')
  })

  test('with a list of proxies, an id from another client does not count', async () => {
    const given = { 'x-request-id': 'from-outside.1', 'x-forwarded-for': '203.0.113.7' }
    const { call } = await start({ ...setup().options, trustProxy: ['10.9.8.7'] })
    expect((await call('shop.inner', { n: 1 }, given)).headers.get('x-request-id')).toMatch(ID)
  })

  test('an app can neither replace it nor send two', async () => {
    const middleware = (req: Request) =>
      new URL(req.url).pathname === '/proxied'
        ? new Response('other', { headers: { 'x-request-id': 'theirs', 'x-content-type-options': 'nosniff' } })
        : undefined
    const ctxFor = () => ({ headers: new Headers({ 'x-request-id': 'mine' }) })
    const { request, call } = await start({ ...setup().options, middleware, ctxFor })
    expect((await request('/proxied')).headers.get('x-request-id')).toMatch(ID)
    expect((await call('shop.inner', { n: 1 })).headers.get('x-request-id')).toMatch(ID)
  })

  test('the access log has one line for each response, without query, headers or input', async () => {
    const { lines, options } = setup()
    const { request, call } = await start({ ...options, title: 'Shop', accessLog: true })
    const { headers } = await call(
      'shop.inner',
      { n: 4_200_042 },
      { authorization: 'Bearer t0psecret', cookie: 'sid=s3cret' },
    )
    await request('/?token=hush')
    await request('/%00')
    expect(lines).toMatchObject([
      {
        level: 'info',
        msg: 'POST /_fw/api/shop.inner',
        method: 'POST',
        path: '/_fw/api/shop.inner',
        status: 200,
        requestId: headers.get('x-request-id'),
        durationMs: expect.any(Number),
      },
      { msg: 'GET /', status: 200 },
      { status: 404 },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/t0psecret|s3cret|hush|42000/)
  })
})

test('no access log unless it is enabled', async () => {
  const { lines, options } = setup()
  const server = createFwServer(options)
  await server.fetch(new Request('http://localhost/'))
  await server.close()
  expect(lines.filter(({ level }) => level === 'info')).toEqual([])
})

test('LOG_LEVEL takes precedence over logLevel; an unknown level is reported and ignored', async () => {
  const levelsFor = async (level: string) => {
    vi.stubEnv('LOG_LEVEL', level)
    const { lines, options } = setup()
    const server = createFwServer({ ...options, title: 'Shop', logLevel: 'info', accessLog: true })
    await server.fetch(new Request('http://localhost/'))
    await server.close()
    return lines.map(({ msg }) => msg)
  }
  expect(await levelsFor('silent')).toEqual([])
  expect(await levelsFor('error')).toEqual([])
  const [warning, access] = await levelsFor('verbose')
  expect(warning).toMatch(/^LOG_LEVEL must be debug, info, warn, error or silent/)
  expect(access).toBe('GET /')
})
