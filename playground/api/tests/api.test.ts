import { callTool, createTestApp, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '../src/signature.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Sent {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request such as `GET /v1/invoices`. */
async function send(request: string, { key, body, headers }: Sent = {}) {
  const [method = '', path = ''] = request.split(' ')
  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const invoice = (reference: string) => ({ reference, customer: 'Tea House', amount: 4200, currency: 'EUR' })

async function create(reference: string): Promise<string> {
  const { status, body } = await send('POST /v1/invoices', { key: 'desk-key', body: invoice(reference) })
  expect(status).toBe(201)
  return body.id
}

it('describes itself, is healthy, and knows no other path', async () => {
  expect((await send('GET /')).body).toMatchObject({ name: 'Invoices', health: '/_fw/health' })
  expect((await send('GET /_fw/health')).body).toEqual({ ok: true })
  for (const request of ['GET /v2', 'POST /v2', 'DELETE /v1/nothing/else'])
    expect(await send(request), request).toMatchObject({ status: 404, body: { ok: false, code: 'not_found' } })
  expect(await send('DELETE /v1/invoices')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
})

it('publishes an OpenAPI document with every function, also for callers without a key', async () => {
  const { status, body } = await send('GET /_fw/openapi.json')
  expect(status).toBe(200)
  expect(body.info).toMatchObject({ title: 'Invoices', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(Object.keys(body.paths)).toEqual([
    '/v1/currencies',
    '/v1/invoices',
    '/v1/invoices/{id}',
    '/v1/invoices/{id}/cancel',
  ])
  expect(body.paths['/v1/invoices'].post).toMatchObject({
    security: [{ bearer: ['invoices:write'] }],
    responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } } },
  })
})

it('serves a key within its scopes', async () => {
  expect(await send('GET /v1/currencies')).toMatchObject({ status: 200, body: { currencies: ['EUR', 'GBP', 'USD'] } })
  expect(await send('GET /v1/invoices')).toMatchObject({ status: 403, body: { code: 'out_of_scope' } })
  expect(await send('GET /v1/invoices', { key: 'wrong' })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
  expect((await send('GET /v1/invoices', { key: 'reports-key' })).status).toBe(200)
  const refused = await send('POST /v1/invoices', { key: 'reports-key', body: invoice('refused') })
  expect(refused).toMatchObject({ status: 403, body: { code: 'out_of_scope' } })
})

it('creates an invoice once, and finds it', async () => {
  const created = await send('POST /v1/invoices', { key: 'desk-key', body: invoice('2026-1') })
  expect(created).toMatchObject({ status: 201, body: { ...invoice('2026-1'), status: 'open' } })
  const location = created.headers.get('location')
  expect(location).toBe(`/v1/invoices/${created.body.id}`)
  expect((await send(`GET ${location}`, { key: 'desk-key' })).body).toEqual(created.body)
  const again = await send('POST /v1/invoices', { key: 'desk-key', body: invoice('2026-1') })
  expect(again).toMatchObject({ status: 409, body: { code: 'reference_taken' } })
  const wrong = await send('POST /v1/invoices', { key: 'desk-key', body: { ...invoice('2026-2'), amount: 0.5 } })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path: 'amount' }] } })
  expect((await send('GET /v1/invoices/inv_999999', { key: 'desk-key' })).status).toBe(404)
})

it('returns the invoices in pages', async () => {
  const ids = [await create('page-1'), await create('page-2'), await create('page-3')]
  const page = async (query: string) => (await send(`GET /v1/invoices?${query}`, { key: 'desk-key' })).body
  const first = await page('status=open&limit=1')
  expect(first.next).toBe(first.invoices[0].id)
  const rest = await page(`after=${ids[0]}`)
  expect(rest.invoices.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1))
  expect(rest).not.toHaveProperty('next')
  expect((await send('GET /v1/invoices?limit=101', { key: 'desk-key' })).status).toBe(400)
})

it("cancels an invoice, for an agent after a user's approval", async () => {
  const id = await create('cancelled')
  const headers = { authorization: 'Bearer desk-key' }
  const pending = await callTool(app, 'api.invoices.cancel', { id }, { origin: 'agent', headers })
  expect(pending).toMatchObject({ ok: true, result: { status: 'proposal' } })
  const proposal = (pending as { readonly result: { readonly id: string } }).result.id
  for (const key of [undefined, 'reports-key'])
    expect((await send('POST /_fw/approve', { ...(key && { key }), body: { id: proposal } })).status).toBe(404)
  const approved = await send('POST /_fw/approve', { key: 'desk-key', body: { id: proposal } })
  expect(approved).toMatchObject({ status: 200, body: { ok: true, result: { status: 'void' } } })
  const path = `POST /v1/invoices/${id}/cancel`
  expect(await send(path, { key: 'desk-key', body: {} })).toMatchObject({
    status: 409,
    body: { code: 'invoice_closed' },
  })
})

it('marks an invoice as paid, for a webhook with a valid signature', async () => {
  const id = await create('paid')
  const event = JSON.stringify({ type: 'payment.succeeded', invoice: id })
  const now = Math.floor(Date.now() / 1000)
  const report = (signature: string, body = event) =>
    send('POST /webhooks/payments', { body, headers: { 'x-signature': signature } })
  const secret = 'a secret of the tests'
  for (const signature of ['', 'nonsense', sign(event, 'another secret', now), sign(event, secret, now - 301)])
    expect(await report(signature)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect((await report(sign(event, secret, now), `${event} `)).status).toBe(401)
  // The provider may report the same payment again.
  for (let times = 0; times < 2; times += 1)
    expect(await report(sign(event, secret, now))).toMatchObject({ status: 200, body: { received: true } })
  expect((await send(`GET /v1/invoices/${id}`, { key: 'reports-key' })).body.status).toBe('paid')
  for (const body of ['{', '[]']) expect((await report(sign(body, secret, now), body)).status, body).toBe(400)
})

it('lets the pages of one site read invoices, and those of all sites the currencies', async () => {
  const preflight = (path: string, origin: string) =>
    send(`OPTIONS ${path}`, {
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
  const allowed = async (path: string, origin: string) =>
    (await preflight(path, origin)).headers.get('access-control-allow-origin')
  expect(await allowed('/v1/invoices', 'https://app.example')).toBe('https://app.example')
  expect(await allowed('/v1/invoices', 'https://other.example')).toBeNull()
  const read = await send('GET /v1/currencies', { headers: { origin: 'https://other.example' } })
  expect(read.headers.get('access-control-allow-origin')).toBe('*')
})

it('limits the requests of a key', async () => {
  let last = await send('GET /v1/currencies', { key: 'loop-key' })
  for (let count = 1; count <= 120; count += 1) last = await send('GET /v1/currencies', { key: 'loop-key' })
  expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await send('GET /v1/currencies', { key: 'desk-key' })).status).toBe(200)
})
