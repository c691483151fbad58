import { createHmac, randomUUID } from 'node:crypto'
import { callTool, createTestApp, type TestApp, type TestBrowser } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readResult, signUp } from './users.ts'

let app: TestApp
let owner: TestBrowser
let organizationId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await signUp(app, 'payer@mail.example', 'Payer')
  await (await owner.open('/app/new')).submit('Create', { name: 'Shop' })
  const page = await (await owner.open('/app/billing')).submit('Change to Team', {})
  organizationId = /<code[^>]*>([^<]+)</.exec(page.html)?.[1] ?? ''
})
afterAll(() => app.close())

const SECRET = 'a secret of the tests'
const now = () => Math.floor(Date.now() / 1000)

function sign(body: string, seconds = now(), secret = SECRET): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

function createEvent(plan: string, changes: object = {}): string {
  const data = { organizationId, plan }
  return JSON.stringify({ id: randomUUID(), type: 'subscription.updated', created: now(), data, ...changes })
}

async function send(body: string, signature = sign(body)) {
  const request = new Request('http://localhost/webhooks/billing', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'billing-signature': signature },
    body,
  })
  const response = await app.fetch(request)
  return { status: response.status, ...(await response.json()) }
}

const readPlan = async () => readResult(await callTool(app, 'api.billing.current', {}, { cookie: owner.cookie() }))

it('a plan applies when the provider confirms it', async () => {
  expect(await readPlan()).toEqual({ plan: 'free', requestedPlan: 'team' })
  expect(await send(createEvent('team'))).toMatchObject({ status: 200, outcome: 'applied' })
  expect(await readPlan()).toEqual({ plan: 'team', requestedPlan: null })
})

it.each([
  ['a wrong secret', (body: string) => sign(body, now(), 'another secret, not ours')],
  ['another body', () => sign('{}')],
  ['an old signature', (body: string) => sign(body, now() - 301)],
  ['no signature', () => ''],
  ['a malformed one', () => 't=x,v1=zz'],
])('refuses %s', async (_name, signature) => {
  const body = createEvent('free')
  expect(await send(body, signature(body))).toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(await readPlan()).toMatchObject({ plan: 'team' })
})

it('applies an event once, and no older event after a newer one', async () => {
  const body = createEvent('free')
  expect(await send(body)).toMatchObject({ outcome: 'applied' })
  expect(await send(body)).toMatchObject({ status: 200, outcome: 'duplicate' })
  expect(await send(createEvent('team', { created: now() - 60 }))).toMatchObject({ outcome: 'outdated' })
  expect(await readPlan()).toMatchObject({ plan: 'free' })
})

it('accepts the second of two signatures, while the secret is replaced', async () => {
  const body = createEvent('team')
  const [time, valid] = sign(body).split(',')
  expect(await send(body, `${time},v1=${'0'.repeat(64)},${valid}`)).toMatchObject({ outcome: 'applied' })
})

it('ignores other events, and refuses unreadable ones', async () => {
  expect(await send(createEvent('team', { type: 'invoice.paid' }))).toMatchObject({ status: 200, outcome: 'ignored' })
  expect(await send(createEvent('gold'))).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await send('{')).toMatchObject({ status: 400, code: 'invalid_json' })
  const elsewhere = createEvent('team', { data: { organizationId: 'none', plan: 'team' } })
  expect(await send(elsewhere)).toMatchObject({ status: 200, outcome: 'unknown_organization' })
})
