/** State of callers over MCP: cookies that tools set are stored for the subject of the token, or for the session. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServerOptions } from '../../../runtime/src/server.ts'

interface Guest {
  readonly cartId: string
  readonly filler?: string
}

const carts = new Map<string, number>()
let now = Date.now()
const session = createSessionStore<Guest>({ secret: 'a secret of the tests, long enough to sign', now: () => now })

/** As `src/ctx.ts` of the shop does it. */
const ctxFor: NonNullable<FwServerOptions['ctxFor']> = (_request, { session: data, identity }) => ({
  cartId: (data as Guest | undefined)?.cartId,
  who: identity,
})

const cart = {
  add: api({
    description: 'Adds tea to the cart.',
    input: schema({ count: int() }),
    run: ({ input, ctx }) => {
      const known = (ctx as unknown as Partial<Guest>).cartId
      const cartId = known ?? `cart-${carts.size + 1}`
      if (known === undefined) ctx.headers.append('set-cookie', session.issue({ cartId }))
      carts.set(cartId, (carts.get(cartId) ?? 0) + input.count)
      return { count: carts.get(cartId) }
    },
  }),
  get: api({
    description: 'Shows the cart.',
    readonly: true,
    run: ({ ctx }) => ({ count: carts.get((ctx as unknown as Partial<Guest>).cartId ?? '') ?? 0 }),
  }),
  forget: api({
    description: 'Forgets the cart.',
    run: ({ ctx }) => {
      ctx.headers.append('set-cookie', session.clear())
      return { ok: true }
    },
  }),
  fill: api({
    description: 'Stores too much.',
    run: ({ ctx }) => {
      for (let index = 0; index < 4; index++) ctx.headers.append('set-cookie', `big${index}=${'x'.repeat(3000)}`)
      return { ok: true }
    },
  }),
  who: api({ description: 'Returns the caller.', run: ({ ctx }) => ({ who: ctx.identity, own: ctx }) }),
}

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  carts.clear()
  now = Date.now()
  for (const one of open.splice(0).reverse()) await one.close()
})

const TOKENS = (token: string) =>
  token.startsWith('refused') ? null : { subject: token.split('.')[0] ?? '', clientId: 'c' }

async function start(options: FwServerOptions = { mcpAuth: { verify: TOKENS } }): Promise<string> {
  const server = createFwServer({ apis: { cart }, session, ctxFor, log: () => undefined, now: () => now, ...options })
  const listening = await serve(server, { port: 0, drainMs: 50 })
  open.push(listening)
  return listening.url
}

const createHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

async function connect(url: string, token?: string) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: createHeaders(token) }
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', url), { requestInit }))
  open.push(client)
  return (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name: `cart__${name}`, arguments: input })
}

async function connectLegacy(url: string, token?: string) {
  const client = new LegacyClient({ name: 'test', version: '1' })
  const transport = new LegacyTransport(new URL('/_fw/mcp', url), { requestInit: { headers: createHeaders(token) } })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  open.push(client)
  const call = (name: string, input: Record<string, unknown> = {}) =>
    client.callTool({ name: `cart__${name}`, arguments: input })
  return Object.assign(call, { session: transport.sessionId ?? '' })
}

const count = (value: number) => ({ structuredContent: { count: value } })

describe('a client of 2026', () => {
  test('has the state of the subject of its token, in every connection and with every token', async () => {
    const url = await start()
    const ann = await connect(url, 'ann.1')
    expect(await ann('get')).toMatchObject(count(0))
    expect(await ann('add', { count: 2 })).toMatchObject(count(2))
    expect(await ann('get')).toMatchObject(count(2))
    const again = await connect(url, 'ann.2')
    expect(await again('add', { count: 1 })).toMatchObject(count(3))
    const ben = await connect(url, 'ben')
    expect(await ben('get')).toMatchObject(count(0))
    await ann('forget')
    expect(await again('get')).toMatchObject(count(0))
  })

  test('without a subject gets an error for a tool that stores state, and can call all others', async () => {
    for (const options of [{}, { mcpAuth: { verify: () => true as const } }]) {
      const call = await connect(await start(options), 'x')
      expect(await call('add', { count: 1 })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('Connect with a token') }],
      })
      expect(await call('get')).toMatchObject(count(0))
    }
  })

  test('gets an error for more state than fits', async () => {
    const call = await connect(await start(), 'ann')
    expect(await call('fill')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('more data') }],
    })
  })

  test('keeps its session as long as it is used', async () => {
    const call = await connect(await start(), 'ann')
    await call('add', { count: 1 })
    for (let week = 0; week < 3; week++) {
      now += 5 * 86_400_000
      expect(await call('get')).toMatchObject(count(1))
    }
    now += 8 * 86_400_000
    expect(await call('get')).toMatchObject(count(0))
  })
})

describe('a client of 2025', () => {
  test.each([[undefined], ['ann']])('has the state of its session, with the token %j', async (token) => {
    const url = await start(token === undefined ? {} : undefined)
    const one = await connectLegacy(url, token)
    expect(await one('add', { count: 2 })).toMatchObject(count(2))
    expect(await one('get')).toMatchObject(count(2))
    const two = await connectLegacy(url, token)
    expect(await two('get')).toMatchObject(count(0))
  })

  test('with the session id of another caller has none of its state', async () => {
    const url = await start()
    const ann = await connectLegacy(url, 'ann')
    await ann('add', { count: 2 })
    const read = async (token: string) => {
      const response = await fetch(`${url}/_fw/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-11-25',
          'mcp-session-id': ann.session,
          ...createHeaders(token),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'cart__get', arguments: {} },
        }),
      })
      expect(response.headers.get('set-cookie')).toBeNull()
      return ((await response.json()) as { result: object }).result
    }
    expect(await read('ann')).toMatchObject(count(2))
    expect(await read('ben')).toMatchObject(count(0))
  })

  test('without a session gets an error for a tool that stores state', async () => {
    const url = await start({})
    const response = await fetch(`${url}/_fw/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'cart__add', arguments: { count: 1 } },
      }),
    })
    expect(((await response.json()) as { result: object }).result).toMatchObject({ isError: true })
  })
})

test('the identity of a token is in the ctx, for ctxFor too', async () => {
  const call = await connect(await start(), 'ann')
  expect(await call('who')).toMatchObject({
    structuredContent: {
      who: { subject: 'ann', clientId: 'c' },
      own: { who: { subject: 'ann', clientId: 'c' } },
    },
  })
})
