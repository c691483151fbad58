/** Origin follows the cause: server code runs with the origin of the request that caused it. */
import { afterEach, expect, test } from 'vitest'
import type { AgentMount } from '../../runtime/src/contract/agent/agent.ts'
import type { Deps } from '../../runtime/src/contract/agent/message.ts'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import type { ChannelDef } from '../../runtime/src/contract/http/channel.ts'
import { api, cached, FwError, schema } from '../../runtime/src/index.ts'
import { type FwServerOptions, handleChannel } from '../../runtime/src/server.ts'
import { tidyAfterEach, withModel } from './agent-app.ts'
import { callAsAgent, createGuardedApis } from './guarded-apis.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

tidyAfterEach()

const { read, pay, wipe, send, record, ran, clear } = createGuardedApis()
afterEach(clear)

const decide = record('decide', {
  description: 'Decides.',
  guard: ({ origin }) => (origin === 'agent' ? 'confirm' : 'auto'),
})
const propose = api({ description: 'Proposes.', input: schema({}), run: ({ ctx }) => callAsAgent(pay, ctx) })
const shop = { read, pay, wipe, send, decide, propose }

/** Functions that an agent's page render refuses. */
const GUARDED = { pay, wipe, decide, propose } as const
const GUARDED_NAMES = Object.keys(GUARDED) as (keyof typeof GUARDED)[]

interface Kept {
  readonly audits: AuditEntry[]
  readonly logged: string[]
  readonly options: FwServerOptions
}

/** Pages that call each function while they render. */
function shopApp(more: FwServerOptions = {}): Kept {
  const audits: AuditEntry[] = []
  const logged: string[] = []
  const pages = Object.entries(shop).map(([name, call]) => [`/${name}`, async () => `page ${String(await call({}))}`])
  return {
    audits,
    logged,
    options: {
      apis: { shop },
      title: 'Shop',
      routes: Object.fromEntries(pages) as NonNullable<FwServerOptions['routes']>,
      approvals: 'open',
      onAudit: (entry) => void audits.push(entry),
      log: ({ msg }) => void logged.push(msg),
      ...more,
    },
  }
}

const proposals = async ({ request }: Client): Promise<unknown[]> => {
  const response = await request('/_fw/proposals', { headers: { accept: 'application/json' } })
  return ((await response.json()) as { result: unknown[] }).result
}

describeTransports('the origin of a page render', (start) => {
  test.each(GUARDED_NAMES)(
    'an agent that requests a page cannot run %s through it, and creates no proposal',
    async (name) => {
      const { options, audits } = shopApp()
      const client = await start(options)
      const response = await client.request(`/${name}`, { headers: AGENT })
      expect([response.status, ran]).toEqual([403, []])
      expect(await proposals(client)).toEqual([])
      expect(audits.map(({ origin, ok }) => [origin, ok])).toContainEqual(['agent', false])
      expect(await (await client.request('/pay')).text()).toContain('page pay')
      expect(audits.at(-1)).toMatchObject({ tool: 'api.shop.pay', origin: 'human', ok: true })
    },
  )

  test('a signature is evidence of an agent too', async () => {
    const { request } = await start(shopApp().options)
    expect((await request('/wipe', { headers: { signature: 'sig1=:AA==:' } })).status).toBe(403)
    expect(ran).toEqual([])
  })

  test('untrusted content makes an irreversible function need approval there as well', async () => {
    const { request } = await start(shopApp().options)
    expect((await request('/send', { headers: { ...AGENT, 'x-fw-tainted': '1' } })).status).toBe(403)
    expect(ran).toEqual([])
    expect((await request('/send', { headers: AGENT })).status).toBe(200)
  })

  test('a function that agents may call runs, and its audit names the agent as the origin', async () => {
    const { options, audits } = shopApp()
    const { request } = await start(options)
    expect(await (await request('/read', { headers: AGENT })).text()).toContain('page read')
    expect(audits).toMatchObject([{ tool: 'api.shop.read', origin: 'agent', ok: true }])
  })

  test('the manifest of a page that fails only for that has no components, and the failure is logged', async () => {
    const { options, logged } = shopApp()
    const { request, server } = await start(options)
    for (const name of GUARDED_NAMES) {
      logged.length = 0
      const response = await request(`/_fw/manifest?path=/${name}`, { headers: AGENT })
      expect(response.status).toBe(200)
      const manifest = (await response.json()) as { components: unknown[]; tools: unknown[]; pattern: string }
      expect(manifest).toMatchObject({ pattern: `/${name}`, components: [] })
      expect(manifest.tools.length).toBeGreaterThan(0)
      expect(logged.join('\n')).toContain(`/${name}`)
      expect(await server.manifestFor(`/${name}`)).toMatchObject({ components: [] })
      expect(await server.instancesFor(`/${name}`)).toEqual({ instances: [] })
    }
    expect(ran).toEqual([])
    expect((await request('/_fw/manifest?path=/pay')).status).toBe(200)
    expect(ran).toEqual(['pay'])
  })

  test('a page that fails for another reason still fails', async () => {
    const { options } = shopApp({
      routes: {
        '/closed': () => {
          throw new FwError('forbidden')
        },
      },
    })
    const { request } = await start(options)
    expect((await request('/_fw/manifest?path=/closed', { headers: AGENT })).status).toBe(403)
  })

  test('a turn of the agent with such a page continues without it', async () => {
    const { options, logged } = shopApp()
    const { options: agent, model } = await withModel(['Hello.'])
    const { post } = await start({ ...options, ...(agent.agent && { agent: agent.agent }) })
    const { status, body } = await post('/_fw/agent', { messages: [{ role: 'user', content: 'Hi' }], path: '/pay' })
    expect([status, body.text]).toEqual([200, 'Hello.'])
    expect([ran, model.requests.length]).toEqual([[], 1])
    expect(logged.join('\n')).toContain('/pay')
  })

  test('a page that an MCP client reads is rendered for an agent', async () => {
    const { options } = shopApp({ siteUrl: 'http://localhost' })
    const { post } = await start(options)
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'http://localhost/pay' } }
    await post('/_fw/mcp', message, { accept: 'application/json, text/event-stream' })
    expect(ran).toEqual([])
  })
})

describeTransports('the origin of a shared copy', (start) => {
  const policy = { scope: 'public', maxAge: 0, sharedMaxAge: 60 } as const
  const pagesOf = (files: Record<string, () => unknown>): FwServerOptions => ({
    routeFiles: Object.keys(files).map((filePath) => ({ filePath })),
    loadRoute: async (filePath) => ({ cache: policy, default: files[filePath] as () => unknown }),
  })

  test.each(['human first', 'agent first'])(
    'a page whose outcome depends on the origin is not shared: %s',
    async (order) => {
      const files = { 'pay.tsx': async () => `page ${await pay({})}`, 'read.tsx': async () => `page ${await read({})}` }
      const { options, logged } = shopApp({ routes: {}, ...pagesOf(files) })
      const { request } = await start(options)
      const ask = async (path: string, headers = {}) => {
        const response = await request(path, { headers })
        return [response.status, response.headers.get('x-fw-cache')]
      }
      const human = async () => expect(await ask('/pay')).toEqual([200, 'BYPASS'])
      const agent = async () => expect((await ask('/pay', AGENT))[0]).toBe(403)
      for (const step of order === 'human first' ? [human, agent, human] : [agent, human, agent]) await step()
      // Once for each person's request, never for a copy that is thrown away.
      expect(ran).toEqual(order === 'human first' ? ['pay', 'pay'] : ['pay'])
      expect(logged).toEqual([])
      expect([await ask('/read', AGENT), await ask('/read')]).toEqual([
        [200, 'MISS'],
        [200, 'HIT'],
      ])
    },
  )

  test('a cached function has the origin of its cause, and stores nothing that depended on it', async () => {
    const find = cached(async (_key: string) => `found ${await pay({})}`, { ttl: 60 })
    const plain = cached(async () => `found ${await read({})}`, { ttl: 60 })
    const look = api({ description: 'Looks.', input: schema({}), run: () => find('a') })
    const glance = api({ description: 'Looks.', input: schema({}), run: () => plain() })
    const { options, audits } = shopApp({ apis: { shop: { ...shop, look, glance } } })
    const client = await start(options)
    const refused = async () => {
      const { status, body } = await client.call('shop.look', {}, AGENT)
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    await refused()
    expect(audits).toMatchObject([{ tool: 'api.shop.pay', origin: 'agent', ok: false }, { tool: 'api.shop.look' }])
    expect((await client.call('shop.look')).body.result).toBe('found pay')
    await refused()
    expect((await client.call('shop.look')).body.result).toBe('found pay')
    expect(ran).toEqual(['pay', 'pay'])
    expect(await proposals(client)).toEqual([])
    ran.length = 0
    for (const headers of [AGENT, {}, AGENT])
      expect((await client.call('shop.glance', {}, headers)).body.result).toBe('found read')
    expect(ran).toEqual(['read'])
  })

  test('callers that wait for the same value get what their own origin allows', async () => {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const inner = cached(async () => gate.then(() => pay({})), { ttl: 60 })
    const outer = cached(() => inner(), { ttl: 60 })
    const look = api({ description: 'Looks.', input: schema({}), run: () => outer() })
    const { call } = await start(shopApp({ apis: { shop: { ...shop, look } } }).options)
    const asked = [AGENT, {}, AGENT, {}].map((headers) => call('shop.look', {}, headers))
    await new Promise((resolve) => setTimeout(resolve, 50))
    open()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 200, 403, 200])
    expect(ran).toEqual(['pay', 'pay'])
  })
})

describeTransports('the origin of code that runs before a page or a tool', (start) => {
  test.each(['receive', 'send'] as const)(
    "a direct call in a channel's %s has agent origin and the ctx of the request",
    async (place) => {
      const whoami = api({
        description: 'Names the caller.',
        input: schema({}),
        run: ({ ctx }) => String((ctx as { name?: string }).name),
      })
      const work = async () =>
        new Response(`${await whoami({})} ${await pay({}).catch((error: FwError) => error.code)}`)
      const channel: ChannelDef = {
        receive: () => (place === 'receive' ? work() : { text: 'Hi' }),
        send: work,
      }
      const { options: agent } = await withModel(['Hello.'])
      const { options, audits } = shopApp({
        apis: { shop: { ...shop, whoami } },
        channels: { line: channel },
        ctxFor: () => ({ name: 'ann' }),
      })
      const client = await start({ ...options, ...(agent.agent && { agent: agent.agent }) })
      const response = await client.request('/_fw/channels/line', { method: 'POST', body: 'x' })
      expect([await response.text(), ran]).toEqual(['ann forbidden', []])
      expect(audits.filter(({ tool }) => tool === 'api.shop.pay')).toMatchObject([{ origin: 'agent', ok: false }])
      expect(await proposals(client)).toEqual([])
    },
  )

  test('a direct call with the message of a channel or of A2A has a tainted agent as its cause', async () => {
    const work = async () => [await read({}), await send({}).catch((error: FwError) => error.code)].join()
    const agent: AgentMount = { handle: async () => new Response(await work()) }
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] }
    const line = (def: Partial<ChannelDef>): ChannelDef => ({
      receive: () => ({ text: 'Hi' }),
      send: ({ text }) => new Response(text),
      ...def,
    })
    const { options, audits } = shopApp({
      agent,
      channels: {
        receive: line({ receive: async () => new Response(await work()) }),
        mount: line({}),
        send: line({ send: async () => new Response(await work()) }),
      },
    })
    const client = await start(options)
    for (const name of ['receive', 'mount', 'send'])
      expect(await (await client.request(`/_fw/channels/${name}`, { method: 'POST', body: 'x' })).text()).toBe(
        'read,forbidden',
      )
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    const { body } = await client.post('/_fw/a2a', rpc, { 'a2a-version': '1.0' })
    expect(JSON.stringify(body)).toContain('read,forbidden')
    expect(ran).not.toContain('send')
    const refused = audits.filter(({ tool }) => tool === 'api.shop.send')
    expect(refused.length).toBeGreaterThanOrEqual(4)
    for (const entry of refused) expect(entry).toMatchObject({ origin: 'agent', tainted: true, ok: false })
    expect(await proposals(client)).toEqual([])
  })

  test("an app's own agent has read untrusted content in a turn of a channel or of A2A, also while its reply streams", async () => {
    const work = async ({ invoke }: Deps) => {
      const invoked = (await invoke('api.shop.send', {})) as { status?: string }
      return [invoked.status, await send({}).catch((error: FwError) => error.code)].join()
    }
    const stream = (deps: Deps) => {
      const events = [{ type: 'text-start' }, undefined, { type: 'finish', messageMetadata: { type: 'text' } }]
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            if (events.length === 0) return controller.close()
            const event = events.shift() ?? { type: 'text-delta', delta: await work(deps) }
            controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] }
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    for (const reply of [async (deps: Deps) => new Response(await work(deps)), stream]) {
      const agent: AgentMount = { handle: async (_, deps) => reply(deps) }
      const line: ChannelDef = { receive: () => ({ text: 'Hi' }), send: ({ text }) => new Response(text) }
      const { options } = shopApp({ agent, channels: { line } })
      const client = await start(options)
      const { body } = await client.post('/_fw/a2a', rpc, { 'a2a-version': '1.0' })
      expect(JSON.stringify(body)).toContain('proposal,forbidden')
      const response = await client.request('/_fw/channels/line', { method: 'POST', body: 'x' })
      expect(await response.text()).toContain('proposal,forbidden')
      expect(ran).not.toContain('send')
    }
  })

  test.each([pay, send])(
    'handleChannel gives a channel a tainted agent wherever an app mounts it (%#)',
    async (act) => {
      const { options: agent } = await withModel([])
      const line: ChannelDef = { receive: async () => new Response(await act({})), send: () => new Response() }
      const { options } = shopApp({
        middleware: (request) =>
          request.url.endsWith('/line')
            ? handleChannel(request, 'line', line, agent.agent as never, {} as never)
            : undefined,
      })
      const { request } = await start(options)
      expect((await request('/line', { method: 'POST' })).status).toBe(403)
      expect(ran).toEqual([])
    },
  )

  test('a direct call in middleware is audited, with the ctx and the origin of the request', async () => {
    const whoami = api({
      description: 'Names the caller.',
      input: schema({}),
      run: ({ ctx }) => String((ctx as { name?: string }).name),
    })
    const { options, audits } = shopApp({
      apis: { shop: { ...shop, whoami } },
      ctxFor: (request) => ({ name: request.headers.get('x-name') ?? 'nobody' }),
      middleware: async (request) => {
        if (request.url.endsWith('/who')) return new Response(await whoami({}))
        return request.url.endsWith('/charge') ? new Response(await pay({})) : undefined
      },
    })
    const { request } = await start(options)
    expect(await (await request('/who', { headers: { 'x-name': 'ann' } })).text()).toBe('ann')
    expect(audits).toMatchObject([{ tool: 'api.shop.whoami', origin: 'human', ok: true }])
    expect(await (await request('/charge')).text()).toBe('pay')
    expect((await request('/charge', { headers: AGENT })).status).toBe(403)
    expect(audits.at(-1)).toMatchObject({ tool: 'api.shop.pay', origin: 'agent', ok: false })
    expect(ran).toEqual(['pay'])
  })

  test("invokeApi in middleware is audited, and its proposals are in the server's store", async () => {
    const ctxFor = () => ({ userId: 'ann' })
    const { options, audits } = shopApp({
      ctxFor,
      middleware: async (request) =>
        request.url.endsWith('/charge') ? Response.json(await callAsAgent(pay, ctxFor())) : undefined,
    })
    const client = await start(options)
    const { id } = (await (await client.request('/charge')).json()) as { id: string }
    expect(audits).toMatchObject([{ tool: 'api.shop.pay', origin: 'agent', ok: true, proposal: id, subject: 'ann' }])
    expect(await proposals(client)).toMatchObject([{ id }])
    expect((await client.post('/_fw/approve', { id })).body.result).toBe('pay')
  })

  test('a call in ctxFor has the origin of the request and no ctx yet, also when middleware asked for the ctx', async () => {
    const { options, audits } = shopApp({
      ctxFor: async () => ({ found: await read({}) }),
      middleware: async (request) => (request.url.endsWith('/who') ? new Response(await read({})) : undefined),
    })
    const { request, call } = await start(options)
    expect(await (await request('/who', { headers: AGENT })).text()).toBe('read')
    expect(audits.map(({ origin }) => origin)).toEqual(['agent', 'agent'])
    expect((await call('shop.read')).status).toBe(200)
    expect(audits.slice(2).map(({ origin }) => origin)).toEqual(['human', 'human'])
  })

  test('a failing ctxFor fails the call that needs the ctx', async () => {
    const { options } = shopApp({
      ctxFor: () => {
        throw new FwError('unauthenticated')
      },
      middleware: async () => new Response(await read({})),
    })
    const { request } = await start(options)
    expect((await request('/who')).status).toBe(401)
  })
})
