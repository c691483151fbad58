/** The marks of an agent in the body of a form hold for everything that the form causes. */
import { beforeEach, expect, test } from 'vitest'
import { api, schema, str } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const seen: string[] = []
const ran: string[] = []
beforeEach(() => {
  seen.length = 0
  ran.length = 0
})

const probe = api({
  description: 'Records its caller.',
  guard: ({ origin }) => {
    seen.push(origin)
    return 'auto' as const
  },
  input: schema({}),
  run: () => 'done',
})
const send = api({
  description: 'Sends.',
  effect: 'irreversible',
  input: schema({}),
  run: () => {
    ran.push('send')
    return 'sent'
  },
})
const hold = api({
  description: 'Waits for approval.',
  guard: 'confirm',
  input: schema({}),
  run: () => {
    ran.push('hold')
    return 'held'
  },
})
const order = api({ description: 'Orders.', input: schema({ name: str({ min: 3 }) }), run: () => 'ordered' })

const options: FwServerOptions = {
  apis: { shop: { probe, send, hold, order } },
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

const submit = ({ request }: Client, path: string, fields: Record<string, string>) =>
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
    expect([seen, ran]).toEqual([['agent'], ['send']])
  })

  test('renders its page again for a tainted agent', async () => {
    const client = await start(options)
    await submit(client, '/form', { ...WRONG, 'fw:origin': 'agent', 'fw:tainted': '1' })
    expect([seen, ran]).toEqual([['agent'], []])
  })

  test('renders its page again for a person without the mark', async () => {
    const client = await start(options)
    expect((await submit(client, '/form', WRONG)).status).toBe(422)
    expect([seen, ran]).toEqual([['human'], ['send']])
  })

  test('counts as an agent if its end, which may contain the mark, was not read', async () => {
    const client = await start(options)
    const long = { 'fw:tool': 'api.shop.order', name: 'a'.repeat(4_000), 'fw:origin': 'agent' }
    expect((await submit(client, '/form', long)).status).toBe(413)
    expect(seen.filter((origin) => origin !== 'agent')).toEqual([])
  })

  test('approves nothing', async () => {
    const client = await start(options)
    const { body } = await client.call('shop.hold', {}, AGENT)
    const { id } = body.result as { id: string }
    for (const path of ['/_fw/approve', '/_fw/reject'])
      expect((await submit(client, path, { id, 'fw:origin': 'agent' })).status).toBe(403)
    expect(ran).toEqual([])
    expect((await submit(client, '/_fw/approve', { id })).status).toBe(303)
    expect(ran).toEqual(['hold'])
  })
})
