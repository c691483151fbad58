/** The marks of an agent in the body of a form hold for everything that the form causes. */
import { beforeEach, expect, test } from 'vitest'
import { api, schema, str } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { createGuardedApis } from './guarded-apis.ts'
import { readDecisionForm } from './proposals/decision-form.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const { probe, send, pay, callers, ran, clear } = createGuardedApis()
beforeEach(clear)

const order = api({ description: 'Orders.', input: schema({ name: str({ min: 3 }) }), run: () => 'ordered' })

const options: FwServerOptions = {
  apis: { shop: { probe, send, pay, order } },
  approvals: 'open',
  maxBodyBytes: 2_000,
  routes: {
    '/form': async () => {
      await probe({})
      await send({}).catch(() => undefined)
      return 'the form'
    },
  },
}

const submit = ({ request }: Client, path: string, fields: Record<string, string> | [string, string][]) =>
  request(path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
const WRONG = { 'fw:tool': 'api.shop.order', name: 'a' }

describeTransports('a form that an agent marks in its body', (start) => {
  test('renders its page again for the agent', async () => {
    const client = await start(options)
    const response = await submit(client, '/form', { ...WRONG, 'fw:origin': 'agent' })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('the form')])
    expect([callers, ran]).toEqual([['agent without a user'], ['send']])
  })

  test('renders its page again for a tainted agent', async () => {
    const client = await start(options)
    await submit(client, '/form', { ...WRONG, 'fw:origin': 'agent', 'fw:tainted': '1' })
    expect([callers, ran]).toEqual([['agent without a user'], []])
  })

  test('renders its page again for the agent, also behind a field of the same name', async () => {
    const client = await start(options)
    const fields: [string, string][] = [
      ['fw:origin', 'human'],
      ['fw:tainted', '0'],
      ['fw:origin', 'agent'],
      ['fw:tainted', '1'],
    ]
    await submit(client, '/form', [...Object.entries(WRONG), ...fields])
    expect([callers, ran]).toEqual([['agent without a user'], []])
  })

  test('renders its page again for a person without the mark', async () => {
    const client = await start(options)
    expect((await submit(client, '/form', WRONG)).status).toBe(422)
    expect([callers, ran]).toEqual([['human without a user'], ['send']])
  })

  test.each([
    ['the cookie of an agent', 'POST', { cookie: 'a=b; fw_form=agent' }, 'agent', ['send']],
    ['the cookie of a tainted agent', 'POST', { cookie: 'fw_form=tainted' }, 'agent', []],
    ['two of these cookies', 'POST', { cookie: 'fw_form=agent; fw_form=tainted' }, 'agent', []],
    ['other cookies', 'POST', { cookie: 'a=b; fw_formed=agent' }, 'human', ['send']],
    ['the cookie, but no form', 'GET', { cookie: 'fw_form=agent' }, 'human', ['send']],
  ])('middleware calls for its sender: %s', async (_, method, headers, origin, expected) => {
    const middleware = async () => {
      await probe({})
      await send({}).catch(() => undefined)
      return undefined
    }
    const { request } = await start({ ...options, routes: { '/plain': () => 'x' }, middleware })
    const body = method === 'POST' ? new URLSearchParams(WRONG) : null
    const response = await request('/plain', { method, headers: { 'sec-fetch-site': 'same-origin', ...headers }, body })
    expect(response.status).toBe(method === 'POST' ? 422 : 200)
    expect([callers, ran]).toEqual([[`${origin} without a user`], expected])
  })

  test('counts as an agent if its end, which may contain the mark, was not read', async () => {
    const client = await start(options)
    const long = { 'fw:tool': 'api.shop.order', name: 'a'.repeat(4_000), 'fw:origin': 'agent' }
    expect((await submit(client, '/form', long)).status).toBe(413)
    expect(callers.filter((caller) => !caller.startsWith('agent '))).toEqual([])
  })

  test('approves nothing', async () => {
    const client = await start(options)
    const { body } = await client.call('shop.pay', {}, AGENT)
    const { id } = body.result as { id: string }
    const form = Object.entries(await readDecisionForm(client, id))
    for (const path of ['/_fw/approve', '/_fw/reject'])
      for (const before of [[], [['fw:origin', 'human']]] as [string, string][][])
        expect((await submit(client, path, [...form, ...before, ['fw:origin', 'agent']])).status).toBe(403)
    expect(ran).toEqual([])
    expect((await submit(client, '/_fw/approve', await readDecisionForm(client, id))).status).toBe(303)
    expect(ran).toEqual(['pay'])
  })
})
