import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, FwError, int, list, money, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

const ran: string[] = []
const shop = {
  search: api({
    description: 'Finds products.',
    readonly: true,
    input: schema({ query: str({ min: 2 }) }),
    output: schema({ names: list(str()) }),
    run: ({ input }) => ({ names: [`${input.query} pot`] }),
  }),
  refund: api({
    description: 'Refunds an order.',
    guard: 'confirm',
    input: schema({ amount: int() }),
    output: schema({ refunded: int() }),
    run: ({ input }) => {
      ran.push(`refund ${input.amount}`)
      return { refunded: input.amount }
    },
  }),
  wipe: api({ description: 'Removes everything.', guard: 'forbidden', run: () => ran.push('wipe') }),
  report: api({ description: 'For staff.', scopes: ['staff'], run: () => ({ total: 3 }) }),
  broken: api({
    description: 'Throws.',
    run: (): { ok: boolean } => {
      throw new Error('out of tea')
    },
  }),
}
const apis = { shop }

afterEach(() => {
  ran.length = 0
})

const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const JSON_TYPE = { 'content-type': 'application/json' }

describe('the official client', () => {
  const open: { close(): Promise<void> }[] = []
  let served = ''
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })

  /** `auto` asks for the newest revision first, `legacy` opens with `initialize`. */
  async function connect(mode: 'auto' | 'legacy', options: FwServerOptions = {}): Promise<Client> {
    const server = createFwServer({ title: 'Tea shop', apis, log: () => undefined, ...options })
    const listening = await serve(server, { port: 0, drainMs: 100 })
    served = listening.url
    open.push(listening)
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', listening.url)))
    open.push(client)
    return client
  }

  test.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('HTP-12 GEN-08 opened as %s, lists the tools that an agent may call', async (mode, version) => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'Tea shop' })
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['shop__broken', 'shop__refund', 'shop__search'])
    expect(tools[2]).toMatchObject({
      description: 'Finds products.',
      inputSchema: { type: 'object', required: ['query'] },
      outputSchema: { type: 'object', required: ['names'] },
      annotations: { readOnlyHint: true },
      _meta: { 'fw/guard': 'auto' },
    })
    expect(tools[1]?._meta).toMatchObject({ 'fw/guard': 'confirm' })
  })

  test.each(['auto', 'legacy'] as const)(
    'GEN-04 opened as %s, calls a tool and gets checked structured content',
    async (mode) => {
      const client = await connect(mode)
      await client.listTools()
      const result = await client.callTool({ name: 'shop__search', arguments: { query: 'tea' } })
      expect(result.structuredContent).toEqual({ names: ['tea pot'] })
      expect(result.content).toEqual([{ type: 'text', text: '{"names":["tea pot"]}' }])
      expect(result.isError).toBeFalsy()
    },
  )

  test.each(['auto', 'legacy'] as const)('opened as %s, gets no format that only fw knows', async (mode) => {
    const amount = money()
    const pay = api({ description: 'Pays.', input: schema({ amount }), output: schema({ paid: list(money()) }), run })
    function run({ input }: { readonly input: { readonly amount: number } }) {
      return { paid: [input.amount] }
    }
    const warned: unknown[] = []
    const warn = console.warn
    console.warn = (...words) => warned.push(words)
    const client = await connect(mode, { apis: { shop: { pay } } })
    const { tools } = await client.listTools()
    const { structuredContent } = await client.callTool({ name: 'shop__pay', arguments: { amount: 250 } })
    console.warn = warn
    expect(structuredContent).toEqual({ paid: [250] })
    expect(warned).toEqual([])
    expect(JSON.stringify(tools)).not.toContain('"format"')
    expect(tools[0]?.inputSchema.properties?.amount).toMatchObject({
      type: 'integer',
      description: '(in minor units, such as cents)',
    })
    const manifest = await (await fetch(new URL('/_fw/manifest', served))).text()
    expect(manifest).toContain('"format":"money-minor-units"')
  })

  test('input that does not fit is a tool error with every path', async () => {
    const client = await connect('auto')
    await client.listTools()
    const result = await client.callTool({ name: 'shop__search', arguments: { query: 'x' } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('- query: ')
  })

  test('a throw is a tool error with its message, and without it in production', async () => {
    const dev = await connect('auto', { production: false })
    const shown = await dev.callTool({ name: 'shop__broken' })
    expect(shown).toMatchObject({ isError: true, content: [{ text: 'Error: out of tea' }] })
    const live = await connect('auto', { production: true })
    const hidden = await live.callTool({ name: 'shop__broken' })
    expect(hidden.isError).toBe(true)
    expect(JSON.stringify(hidden)).not.toContain('out of tea')
    expect(JSON.stringify(hidden.content)).toMatch(/Error: internal error \w+/)
  })

  test.each(['auto', 'legacy'] as const)(
    'opened as %s, a confirm tool creates a proposal, and the result has the URL for its approval',
    async (mode) => {
      const client = await connect(mode)
      await client.listTools()
      const result = await client.callTool({ name: 'shop__refund', arguments: { amount: 5 } })
      const parked = result.structuredContent as { id: string; approveAt: string }
      expect(parked).toMatchObject({ status: 'proposal', tool: 'api.shop.refund', input: { amount: 5 } })
      expect(parked.approveAt).toBe(`/_fw/proposals?id=${parked.id}`)
      expect(ran).toEqual([])
    },
  )

  test('an unknown tool is a protocol error', async () => {
    const client = await connect('auto')
    await expect(client.callTool({ name: 'shop__nothing' })).rejects.toMatchObject({ code: -32602 })
  })
})

describeTransports('/_fw/mcp', (start) => {
  test('has agent origin, whatever the headers are, and every call is audited', async () => {
    const audit: unknown[] = []
    const { post } = await start({
      apis,
      onAudit: ({ tool, origin, ok }) => {
        audit.push([tool, origin, ok])
      },
    })
    const call = async (name: string) => {
      const message = rpc('tools/call', { name, arguments: name === 'shop__refund' ? { amount: 1 } : {} })
      return (await post('/_fw/mcp', message, { 'x-fw-origin': 'human' })).body.result
    }
    expect(await call('shop__refund')).toMatchObject({ structuredContent: { status: 'proposal' } })
    expect(await call('shop__wipe')).toMatchObject({ isError: true, _meta: { 'fw/error': { code: 'forbidden' } } })
    expect(await call('api.shop.report')).toMatchObject({
      isError: true,
      _meta: { 'fw/error': { code: 'out_of_scope' } },
    })
    expect(ran).toEqual([])
    expect(audit).toEqual([
      ['api.shop.refund', 'agent', true],
      ['api.shop.wipe', 'agent', false],
      ['api.shop.report', 'agent', false],
    ])
  })

  test('lists by the scopes of each caller', async () => {
    const ctxFor = (req: Request) => ({ scopes: req.headers.has('x-staff') ? ['staff'] : [] })
    const { post } = await start({ apis, ctxFor })
    const lists = async (headers: Record<string, string>) => {
      const { body } = await post('/_fw/mcp', rpc('tools/list'), headers)
      return (body.result as { tools: { name: string }[] }).tools.some(({ name }) => name === 'shop__report')
    }
    expect([await lists({}), await lists({ 'x-staff': '1' }), await lists({})]).toEqual([false, true, false])
  })

  test('a caller that ctxFor refuses gets its status', async () => {
    const ctxFor = () => {
      throw new FwError('unauthenticated')
    }
    const { post } = await start({ apis, ctxFor })
    expect((await post('/_fw/mcp', rpc('tools/list'))).status).toBe(401)
    expect((await post('/_fw/mcp', rpc('initialize', { protocolVersion: '2025-11-25' }))).status).toBe(200)
  })

  test('each call of a batch of 2025-03-26 takes the same pipeline', async () => {
    const audit: string[] = []
    const onAudit: FwServerOptions['onAudit'] = ({ tool, origin, ok }) => void audit.push(`${tool} ${origin} ${ok}`)
    const { request } = await start({ apis, onAudit })
    const one = (id: number, name: string, input: object) => ({
      ...rpc('tools/call', { name, arguments: input }),
      id,
    })
    const messages = [
      one(1, 'shop__search', { query: 'tea' }),
      one(2, 'shop__refund', { amount: 5 }),
      one(3, 'shop__report', {}),
    ]
    const response = await request('/_fw/mcp', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(messages) })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toMatchObject([
      { id: 1, result: { structuredContent: { names: ['tea pot'] } } },
      { id: 2, result: { structuredContent: { status: 'proposal' } } },
      { id: 3, result: { isError: true } },
    ])
    expect(ran).toEqual([])
    expect(audit.toSorted()).toEqual([
      'api.shop.refund agent true',
      'api.shop.report agent false',
      'api.shop.search agent true',
    ])
  })

  const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  test.each([
    ['no JSON', '{"jsonrpc":', 400],
    ['nothing', '', 400],
    ['an empty batch', '[]', 400],
    ['a number', '7', 400],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400],
    ['a method that is an object', '{"jsonrpc":"2.0","id":1,"method":{}}', 400],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
    ['an id that is a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 400],
    ['arguments that are a list', call('{"name":"shop__search","arguments":[]}'), 200],
    ['a name that is a list', call('{"name":["shop__search"]}'), 200],
    ['a name of Object.prototype', call('{"name":"constructor"}'), 200],
    ['__proto__ as an argument', call('{"name":"shop__search","arguments":{"__proto__":{"query":"tea"}}}'), 200],
    ['_meta that is a string', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":"x"}}', 200],
    ['a method of Object.prototype', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
      400,
    ],
  ])('responds to %s with JSON-RPC, and never with a 5xx', async (_what, body, status) => {
    const { request } = await start({ apis })
    const response = await request('/_fw/mcp', { method: 'POST', headers: JSON_TYPE, body })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0' })
  })

  test('refuses bodies that are too large, no JSON or encoded', async () => {
    const { request } = await start({ apis, maxBodyBytes: 1000 })
    const send = async (body: string, headers: Record<string, string>) =>
      (await request('/_fw/mcp', { method: 'POST', headers, body })).status
    expect(await send(JSON.stringify(rpc('ping', { pad: 'x'.repeat(2000) })), JSON_TYPE)).toBe(413)
    expect(await send('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
    expect(await send('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' })).toBe(415)
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ] as const)('refuses %s with 403', async (_what, headers) => {
    const { post } = await start({ apis })
    expect((await post('/_fw/mcp', rpc('ping'), headers)).status).toBe(403)
  })

  test('HTP-14 the landing prints connect commands with $TOKEN where a token is needed, as a page and as JSON', async () => {
    const { request } = await start({ apis, title: 'Tea & shop', mcpAuth: { verify: () => true } })
    const page = await request('/_fw/mcp', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html).toContain('$TOKEN')
    expect(html).toContain('Tea &amp; shop')
    expect(html).not.toContain('<script')
    const json = await request('/_fw/mcp', { headers: { accept: 'application/json' } })
    expect(json.headers.get('content-type')).toBe('application/json')
    expect(JSON.stringify(await json.json())).toContain('Bearer $TOKEN')
  })

  test('GET for a stream and DELETE are 405, as for stateless servers', async () => {
    const { request } = await start({ apis })
    const stream = await request('/_fw/mcp', { headers: { accept: 'text/event-stream' } })
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST'])
    const ended = await request('/_fw/mcp', { method: 'DELETE' })
    expect([ended.status, ended.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  test('a notification is accepted with 202 and no body', async () => {
    const { request } = await start({ apis })
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const response = await request('/_fw/mcp', { method: 'POST', headers: JSON_TYPE, body })
    expect([response.status, await response.text()]).toEqual([202, ''])
  })
})

test('the landing prints its real address, and no token where none is needed', async () => {
  const running = await serve(createFwServer({ apis }), { port: 0, hostname: '127.0.0.1' })
  const html = await (await fetch(`${running.url}/_fw/mcp`, { headers: { accept: 'text/html' } })).text()
  await running.close()
  expect(html).toContain(`claude mcp add --transport http fw-app ${running.url.replace(/\/$/, '')}/_fw/mcp<`)
  expect(html).not.toMatch(/\$TOKEN|\$ORIGIN|Authorization|bearer/)
})

test('the landing prints the host of a request only if it is known to be that of the app', async () => {
  const read = async (options: FwServerOptions, host: string) => {
    const request = new Request(`http://${host}/_fw/mcp`, { headers: { accept: 'text/html', host } })
    return (await createFwServer({ apis, ...options }).fetch(request)).text()
  }
  // Anyone can send this host, and a page with it would show a command of an attacker.
  expect(await read({}, 'evil.example')).toContain('http fw-app $ORIGIN/_fw/mcp<')
  expect(await read({ allowedHosts: ['tea.example'] }, 'tea.example')).toContain('http://tea.example/_fw/mcp<')
  expect(await read({ siteUrl: 'https://tea.example' }, 'localhost:4010')).toContain('https://tea.example/_fw/mcp<')
})
