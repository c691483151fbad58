import {
  CallToolResultSchema,
  DiscoverResultSchema,
  InitializeResultSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/core'
import { describe, expect, it } from 'vitest'
import { markPending } from '../../../runtime/src/contract/agent/proposal.ts'
import type { ManifestTool } from '../../../runtime/src/contract/api.ts'
import { FwError, FwIntentError } from '../../../runtime/src/contract/http/error.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { createMcp } from '../../../runtime/src/mcp/create-mcp.ts'
import type { McpCall, McpReply } from '../../../runtime/src/mcp/host.ts'
import { toMcpTool } from '../../../runtime/src/mcp/tool-list.ts'
import { mapToolNames } from '../../../runtime/src/mcp/tool-names.ts'

const search: ManifestTool = {
  name: 'api.shop.search',
  description: 'Finds products.',
  guard: 'auto',
  readonly: true,
  where: 'server',
  input: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  output: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
}
const refund: ManifestTool = { ...search, name: 'api.shop.refund', guard: 'confirm', readonly: false }
const list: ManifestTool = {
  ...search,
  name: 'api.shop.list',
  output: { type: 'array', items: { type: 'string' } },
}
const known = [search, refund, list, { name: 'api.admin.wipe' }]

/** Simulates the pipeline, as far as the protocol needs it. */
async function invoke(tool: string, input: unknown): Promise<unknown> {
  if (!known.some(({ name }) => name === tool)) throw new FwError('unknown_tool')
  if (tool === 'api.admin.wipe') throw new FwIntentError(tool)
  if (tool === 'api.shop.list') return ['a', 'b']
  if (tool === 'api.shop.refund')
    return markPending({ status: 'proposal', id: 'p-1', tool, input, message: 'Refund?', expiresAt: 1_800_000_000_000 })
  const query = (input as { query?: unknown }).query
  if (typeof query !== 'string')
    throw new FwError('invalid_input', { issues: [{ path: 'query', message: 'is required' }] })
  return { count: query.length }
}

const visible = [search, refund, list]

const mcp = createMcp({
  findInput: () => undefined,
  names: mapToolNames(known),
  server: { name: 'Test app', version: '1.2.3' },
  siteUrl: 'https://shop.example',
  options: {},
  skills: [],
  proposal: async () => undefined,
  approval: async (id) => ({
    id,
    tool: 'api.shop.refund',
    text: `Refund: https://shop.example/_fw/proposals?id=${id}`,
    approveAt: `https://shop.example/_fw/proposals?id=${id}`,
  }),
  ownerOf: () => undefined,
  stateKey: async () => Buffer.alloc(32),
  data: openMemoryData(),
  now: Date.now,
  warn: () => undefined,
})

const CALL: McpCall = {
  header: () => undefined,
  address: undefined,
  ctx: async () => ({ headers: new Headers() }),
  readPage: async () => undefined,
  pages: async () => ({ known: [], select: async function* () {} }),
  stores: async () => [],
  tools: () => visible,
  invoke: async (_ctx, tool, input) => {
    const wire = await invoke(tool, input)
    return { wire, json: JSON.stringify(wire) }
  },
  signal: new AbortController().signal,
  withdraw: async () => false,
}

async function send(text: string, headers: Record<string, string> = {}): Promise<McpReply> {
  return mcp(text, { ...CALL, header: (name) => headers[name] })
}

interface Reply {
  readonly id?: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

function body(reply: McpReply): Reply {
  return JSON.parse(typeof reply.body === 'string' ? reply.body : 'null') as Reply
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of either era, as a client of that era sends it. */
function request(era: 'modern' | 'legacy', method: string, params: Record<string, unknown> = {}): Promise<McpReply> {
  if (era === 'legacy') return send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))
  const headers: Record<string, string> = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
  if (typeof params.name === 'string') headers['mcp-name'] = params.name
  return send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } }), headers)
}

describe('opening', () => {
  it('initialize returns the requested revision, or the newest legacy one', async () => {
    const open = (protocolVersion: string) =>
      request('legacy', 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } })
    const result = body(await open('2025-06-18')).result
    expect(InitializeResultSchema.parse(result)).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'Test app', version: '1.2.3' },
    })
    expect(body(await open('1999-01-01')).result?.protocolVersion).toBe('2025-11-25')
    expect(body(await open('2026-07-28')).result?.protocolVersion).toBe('2025-11-25')
  })

  it('server/discover names every revision and the server', async () => {
    const reply = await request('modern', 'server/discover')
    expect(reply.status).toBe(200)
    expect(DiscoverResultSchema.parse(body(reply).result).supportedVersions).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2025-03-26',
    ])
    expect(body(reply).result?._meta).toEqual({
      'io.modelcontextprotocol/serverInfo': { name: 'Test app', version: '1.2.3' },
    })
  })

  it('accepts notifications with 202 and no body, and responds to a legacy ping', async () => {
    expect(await send('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toEqual({ status: 202, body: null })
    expect(await request('legacy', 'ping')).toEqual({ status: 200, body: '{"jsonrpc":"2.0","id":7,"result":{}}' })
  })
})

describe('tools/list', () => {
  it('lists wire names in order, with schemas, hints and guards', async () => {
    const result = ListToolsResultSchema.parse(body(await request('modern', 'tools/list')).result)
    expect(result.tools.map((tool) => tool.name)).toEqual(['shop__list', 'shop__refund', 'shop__search'])
    expect(result.tools[2]).toMatchObject({
      description: 'Finds products.',
      inputSchema: search.input,
      outputSchema: search.output,
      annotations: { readOnlyHint: true },
      _meta: { 'fw/guard': 'auto' },
    })
    // A guard says nothing about the effect.
    expect(result.tools[1]).toMatchObject({ _meta: { 'fw/guard': 'confirm' } })
    expect(result.tools[1]?.annotations).toEqual({ readOnlyHint: false })
  })

  it('states only the effect that the app has declared', () => {
    expect(toMcpTool({ ...refund, effect: 'irreversible' }, 'modern').annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
    })
    expect(toMcpTool({ ...search, effect: 'irreversible' }, 'modern').annotations).toEqual({ readOnlyHint: true })
  })

  it('decorates modern results only', async () => {
    const modern = body(await request('modern', 'tools/list')).result
    expect(modern).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
    expect(Object.keys(body(await request('legacy', 'tools/list')).result ?? {})).toEqual(['tools'])
  })

  it('gives legacy clients object output schemas only, and a parked form to tools that may be parked', () => {
    expect(toMcpTool(list, 'legacy').outputSchema).toBeUndefined()
    expect(toMcpTool(list, 'modern').outputSchema).toEqual(list.output)
    const parked = toMcpTool({ ...refund, output: { ...search.output, $defs: { A: { type: 'string' } } } }, 'legacy')
    expect(parked.outputSchema?.type).toBe('object')
    expect(parked.outputSchema?.$defs).toEqual({ A: { type: 'string' } })
    expect(parked.outputSchema?.anyOf?.[1]?.properties?.status).toEqual({ const: 'proposal' })
  })

  it('makes the text of one array of tools once', async () => {
    let reads = 0
    const counted = [
      {
        ...search,
        get description() {
          reads += 1
          return 'Counted.'
        },
      },
    ]
    const call = { ...CALL, tools: () => counted }
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    expect(await mcp(text, call)).toEqual(await mcp(text, call))
    expect(reads).toBe(1)
  })

  it('refuses a cursor that it never gave out', async () => {
    expect(body(await request('modern', 'tools/list', { cursor: 'x' })).error).toMatchObject({ code: -32602 })
  })
})

describe('tools/call', () => {
  it.each(['shop__search', 'shop.search', 'api.shop.search'])('accepts the name %s', async (name) => {
    const result = body(await request('modern', 'tools/call', { name, arguments: { query: 'tea' } })).result
    expect(CallToolResultSchema.parse(result)).toMatchObject({
      content: [{ type: 'text', text: '{"count":3}' }],
      structuredContent: { count: 3 },
    })
    expect(result?.resultType).toBe('complete')
  })

  it('sends structured content that is not an object to modern clients only', async () => {
    const call = async (era: 'modern' | 'legacy') =>
      body(await request(era, 'tools/call', { name: 'shop__list' })).result
    expect(await call('modern')).toMatchObject({ structuredContent: ['a', 'b'] })
    expect(await call('legacy')).toEqual({ content: [{ type: 'text', text: '["a","b"]' }] })
  })

  it('turns a refused input into a tool error with its issues', async () => {
    const result = body(await request('legacy', 'tools/call', { name: 'shop__search', arguments: {} })).result
    expect(result?.isError).toBe(true)
    expect(JSON.stringify(result?.content)).toContain('- query: is required')
    expect(result?._meta).toEqual({
      'fw/error': { code: 'invalid_input', issues: [{ path: 'query', message: 'is required' }] },
    })
  })

  it('turns a forbidden tool into a tool error, through the pipeline', async () => {
    const result = body(await request('modern', 'tools/call', { name: 'admin__wipe' })).result
    expect(result).toMatchObject({ isError: true, _meta: { 'fw/error': { code: 'forbidden' } } })
  })

  it('returns status proposal and the URL of the approval for a pending call', async () => {
    const input = { query: 'x' }
    const result = body(await request('modern', 'tools/call', { name: 'shop__refund', arguments: input })).result
    expect(result?.structuredContent).toMatchObject({
      status: 'proposal',
      id: 'p-1',
      tool: 'api.shop.refund',
      input,
      approveAt: 'https://shop.example/_fw/proposals?id=p-1',
    })
    expect(result?.isError).toBeUndefined()
    expect(JSON.stringify(result?.content)).toContain('https://shop.example/_fw/proposals?id=p-1')
  })

  it.each([
    ['an unknown tool', { name: 'shop__nothing' }, 'Unknown tool: shop__nothing'],
    ['a name of Object.prototype', { name: 'constructor' }, 'Unknown tool: constructor'],
    ['arguments that are not an object', { name: 'shop__search', arguments: [] }, 'arguments'],
  ])('refuses %s with -32602', async (_what, params, words) => {
    const reply = await request('modern', 'tools/call', params)
    expect(reply.status).toBe(200)
    expect(body(reply).error?.code).toBe(-32602)
    expect(body(reply).error?.message).toContain(words)
  })

  it('passes on what refuses the caller', async () => {
    const call = { ...CALL, ctx: () => Promise.reject(new FwError('unauthenticated')) }
    await expect(mcp('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', call)).rejects.toThrow(FwError)
  })
})

describe('malformed messages', () => {
  it.each([
    ['no JSON', '{', -32700],
    ['nothing', '', -32700],
    ['null', 'null', -32600],
    ['an empty batch', '[]', -32600],
    ['a batch of too many', JSON.stringify(Array(21).fill({ jsonrpc: '2.0', id: 1, method: 'ping' })), -32600],
    ['a wrong version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}', -32600],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['positional params', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}', -32602],
  ])('%s is 400 with its code', async (_what, text, code) => {
    const reply = await send(text)
    expect(reply.status).toBe(400)
    expect(body(reply).error?.code).toBe(code)
  })

  it('an unknown method is 404 for modern clients and 200 for legacy ones', async () => {
    for (const [era, status] of [
      ['modern', 404],
      ['legacy', 200],
    ] as const) {
      const reply = await request(era, 'nothing/here')
      expect([reply.status, body(reply).error?.code]).toEqual([status, -32601])
    }
  })

  it('methods that the modern revision removed are unknown there', async () => {
    for (const method of ['initialize', 'ping']) expect((await request('modern', method)).status).toBe(404)
  })
})

describe('a batch of revision 2025-03-26', () => {
  const one = (id: unknown, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params })
  const batch = (messages: readonly unknown[], headers?: Record<string, string>) =>
    send(JSON.stringify(messages), headers)

  it('gets a list of responses in the same order, without notifications', async () => {
    const reply = await batch(
      [
        one(1, 'tools/call', { name: 'shop__search', arguments: { query: 'tea' } }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        one('two', 'ping'),
        one(3, 'initialize', { protocolVersion: '2025-03-26' }),
        one(4, 'nothing/here'),
        [one(5, 'ping')],
        7,
      ],
      { accept: 'application/json, text/event-stream' },
    )
    expect(reply.status).toBe(200)
    const answers = JSON.parse(String(reply.body)) as Reply[]
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      ['two', undefined],
      [3, -32600],
      [4, -32601],
      [undefined, -32600],
      [undefined, -32600],
    ])
    expect(answers[0]?.result).toMatchObject({ structuredContent: { count: 3 } })
  })

  it('of notifications alone is accepted without a body', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect(await batch([note, note])).toEqual({ status: 202, body: null })
  })

  it('is for clients of that revision only', async () => {
    const ping = [one(1, 'ping')]
    expect((await batch(ping, { 'mcp-protocol-version': '2025-03-26' })).status).toBe(200)
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28']) {
      const reply = await batch(ping, { 'mcp-protocol-version': version })
      expect([reply.status, body(reply).error?.code]).toEqual([400, -32600])
    }
  })
})

describe('required metadata of a modern request', () => {
  const message = (extra: object = {}, method = 'tools/list') =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: { ...meta, ...extra } } })
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

  it.each([
    ['no _meta', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers, -32602],
    ['discover without _meta', '{"jsonrpc":"2.0","id":1,"method":"server/discover"}', {}, -32602],
    ['no capabilities', message({ 'io.modelcontextprotocol/clientCapabilities': undefined }), headers, -32602],
    ['no version header', message(), { 'mcp-method': 'tools/list' }, -32020],
    ['another version header', message(), { ...headers, 'mcp-protocol-version': '2025-06-18' }, -32020],
    ['no method header', message(), { 'mcp-protocol-version': '2026-07-28' }, -32020],
    ['another method header', message(), { ...headers, 'mcp-method': 'tools/call' }, -32020],
    [
      'a legacy header that we do not know',
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      { 'mcp-protocol-version': '1999-01-01' },
      -32022,
    ],
  ])('%s is 400 with its code', async (_what, text, given, code) => {
    const reply = await send(text, given)
    expect(reply.status).toBe(400)
    expect(body(reply).error?.code).toBe(code)
  })

  it('an unknown revision gets the list of supported ones', async () => {
    const version = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const reply = await send(message(version), { ...headers, 'mcp-protocol-version': '2099-01-01' })
    expect(body(reply).error).toMatchObject({
      code: -32022,
      data: { requested: '2099-01-01', supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] },
    })
  })

  it('Mcp-Name is compared after decoding its base64 form', async () => {
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'shop__list', _meta: meta },
    })
    const call = (name: string) => send(text, { ...headers, 'mcp-method': 'tools/call', 'mcp-name': name })
    expect((await call(`=?base64?${btoa('shop__list')}?=`)).status).toBe(200)
    expect((await call('=?base64?%%?=')).status).toBe(400)
    expect((await call('shop__search')).status).toBe(400)
  })
})
