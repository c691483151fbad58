/** Apis at their own address for pages of other sites. */
import { expect, test } from 'vitest'
import { api, FwError, schema, str } from '../../runtime/src/index.ts'
import type { AuditEntry } from '../../runtime/src/server.ts'
import { describeTransports } from './transports.ts'

const HUMAN = { 'x-fw-origin': 'human' }
const JSON_TYPE = { 'content-type': 'application/json' }

describeTransports('an api for other sites', (start) => {
  const SITE = 'https://admin.example'
  const shared = {
    open: api({ description: 'Open.', readonly: true, http: 'GET /open', cors: ['*'], run: () => 1 }),
    save: api({ description: 'Saves.', http: 'POST /saved', cors: [SITE], run: () => 'saved' }),
    drop: api({ description: 'Drops.', http: 'DELETE /saved', run: () => undefined }),
    mine: api({
      description: 'Mine.',
      http: 'PUT /mine',
      cors: { origins: [SITE], credentials: true },
      run: () => 'mine',
    }),
  }
  const cors = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))
  const preflight = (method: string, origin = SITE) => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'sec-fetch-site': 'cross-site',
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type, authorization',
    },
  })

  test('a preflight request is answered for the listed origins and methods only', async () => {
    const { request } = await start({ apis: { shared } })
    const yes = await request('/saved', preflight('POST'))
    expect([yes.status, yes.headers.get('allow'), cors(yes.headers)]).toEqual([
      204,
      'POST, DELETE, OPTIONS',
      {
        'access-control-allow-origin': SITE,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type, authorization',
        'access-control-max-age': '600',
        vary: 'origin, access-control-request-method, access-control-request-headers',
      },
    ])
    for (const init of [preflight('DELETE'), preflight('POST', 'https://admin.example.evil.example')]) {
      const no = await request('/saved', init)
      expect([no.status, Object.keys(cors(no.headers))]).toEqual([204, ['vary']])
    }
    const odd = preflight('POST')
    odd.headers['access-control-request-headers'] = 'x: y'
    expect((await request('/saved', odd)).headers.has('access-control-allow-headers')).toBe(false)
  })

  test('a listed origin may call and read, without cookies unless the api says so', async () => {
    const { request } = await start({ apis: { shared } })
    const from = (origin: string, headers = {}) => ({ origin, 'sec-fetch-site': 'cross-site', ...headers })
    const saved = await request('/saved', { method: 'POST', body: '{}', headers: from(SITE, JSON_TYPE) })
    expect([saved.status, await saved.json(), cors(saved.headers)]).toEqual([
      200,
      'saved',
      {
        'access-control-allow-origin': SITE,
        'access-control-expose-headers': 'location, retry-after, x-fw-proposal',
        vary: 'origin',
      },
    ])
    // Sent without a preflight request, so it could have the cookies of the user.
    const simple = await request('/saved', { method: 'POST', headers: from(SITE) })
    expect([simple.status, ((await simple.json()) as { code: string }).code]).toEqual([403, 'cross_site_denied'])
    const other = await request('/saved', {
      method: 'POST',
      body: '{}',
      headers: from('https://evil.example', JSON_TYPE),
    })
    expect([other.status, cors(other.headers)]).toEqual([403, { vary: 'origin' }])
    const dropped = await request('/saved', { method: 'DELETE', headers: from(SITE) })
    expect([dropped.status, cors(dropped.headers)]).toEqual([403, {}])
    const mine = await request('/mine', { method: 'PUT', headers: from(SITE) })
    expect([mine.status, mine.headers.get('access-control-allow-credentials')]).toEqual([200, 'true'])
    const open = await request('/open', { headers: from('https://anyone.example') })
    expect([open.status, cors(open.headers)['access-control-allow-origin']]).toEqual([200, '*'])
    // The usual address is never shared.
    const usual = await request('/_fw/api/shared.save', {
      method: 'POST',
      body: '{}',
      headers: from(SITE, JSON_TYPE),
    })
    expect(usual.status).toBe(403)
  })

  test('parameters of a path never match the endpoints of the framework', async () => {
    const input = schema({ owner: str(), name: str(), path: str().optional() })
    const cors = { origins: [SITE], credentials: true }
    const wide = {
      read: api({ description: 'Reads.', readonly: true, http: 'GET /[owner]/[name]', cors, input, run: () => 1 }),
      rename: api({ description: 'Renames.', http: 'POST /[owner]/[name]/[[...path]]', cors, input, run: () => 1 }),
      pay: api({ description: 'Pays.', run: () => 'paid' }),
    }
    const audited: string[] = []
    const onAudit = ({ tool }: AuditEntry) => void audited.push(tool)
    const { request } = await start({ apis: { wide }, approvals: 'open', onAudit })
    const headers = { origin: SITE, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    for (const path of ['/_fw/approve', '/_fw/reject', '/_fw/mcp', '/_fw/a2a', '/_fw/api/wide.pay']) {
      const refused = await request(path, { method: 'POST', body: '{"id":"1"}', headers: { ...headers, ...JSON_TYPE } })
      expect([path, refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([path, 403, null])
    }
    const pending = await request('/_fw/proposals', { headers })
    expect([pending.status, pending.headers.get('access-control-allow-origin')]).toEqual([200, null])
    await request('/_fw/nothing', { headers })
    expect(audited.filter((tool) => tool !== 'api.wide.pay')).toEqual([])
    const own = await request('/ann/tea', { headers })
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, SITE])
  })

  test('a page of another site runs no guarded api, unless cors lists the site', async () => {
    const run = () => 1
    const options = { description: 'x', readonly: true, guard: 'forbidden', run } as const
    const desk = {
      own: api({ ...options, http: 'GET /own' }),
      shared: api({ ...options, http: 'GET /shared', cors: [SITE] }),
    }
    const { server } = await start({ apis: { desk } })
    const visit = async (path: string, origin: string, more: Readonly<Record<string, string>> = HUMAN) => {
      const headers = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', ...more }
      return (await server.fetch(new Request(`http://localhost${path}`, { headers }))).status
    }
    expect([await visit('/own', SITE), await visit('/_fw/api/desk.shared', SITE)]).toEqual([403, 403])
    expect([await visit('/shared', 'https://evil.example'), await visit('/shared', SITE)]).toEqual([403, 200])
    // Markup of the listed site, such as a preload, has the same metadata.
    expect(await visit('/shared', SITE, {})).toBe(403)
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-fw-origin' }
    const preflight = (origin: string) =>
      server.fetch(new Request('http://localhost/shared', { method: 'OPTIONS', headers: { origin, ...asked } }))
    const granted = async (origin: string) => (await preflight(origin)).headers.get('access-control-allow-headers')
    expect([await granted(SITE), await granted('https://evil.example')]).toEqual(['x-fw-origin', null])
  })

  test('a listed origin can read an error', async () => {
    const failing = api({
      description: 'Fails.',
      http: 'POST /failing',
      cors: [SITE],
      run: () => {
        throw new FwError('sold_out', { status: 409, message: 'Sold out.' })
      },
    })
    const { request } = await start({ apis: { failing: { failing } } })
    const response = await request('/failing', { method: 'POST', body: '{}', headers: { origin: SITE, ...JSON_TYPE } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([409, SITE])
  })
})
