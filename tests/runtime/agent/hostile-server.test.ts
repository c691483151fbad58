/** What an MCP server of someone else sends must not stop, fill or occupy the process of an app. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Tool } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { describeRemoteTool } from '../../../runtime/src/agent/remote/describe-tool.ts'
import { openRemoteServer } from '../../../runtime/src/agent/remote/remote-server.ts'
import { formatResult } from '../../../runtime/src/agent/tool-result.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

interface Exchange {
  readonly id: number
  readonly cursor: string
  readonly response: ServerResponse
}

/** Returns a result, or `undefined` if it has written the response itself. */
type Reply = (exchange: Exchange) => object | undefined

const TOOL = { name: 'search', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } } as const

/** Starts a server that replies to some methods, and a link to it. `seen` counts GET requests and replies of the link. */
async function connect(replies: Readonly<Record<string, Reply>>) {
  const seen = { gets: 0, replies: 0 }
  const server = createServer(async (request, response) => {
    const {
      id,
      method = 'reply',
      params,
    } = request.method === 'GET' ? { id: 1, method: 'GET' } : JSON.parse((await text(request)) || '{}')
    if (method === 'GET') seen.gets += 1
    if (method === 'reply') {
      seen.replies += 1
      // A reply is never confirmed.
      return
    }
    if (id === undefined) return void response.writeHead(202).end()
    const reply = method === 'initialize' ? () => WELCOME : replies[method]
    const result = reply?.({ id, cursor: params?.cursor ?? '', response })
    if (response.headersSent) return
    const body = result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const link = openRemoteServer({ url, allowPrivate: true, timeoutMs: 5_000 })
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }, link.close)
  return { link, seen }
}

/** Writes a whole stream of events. */
function stream({ response }: Exchange, events: string): undefined {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events)
}

const END: Reply = (exchange) => stream(exchange, 'retry: 0\nid: 1\ndata:\n\n')
const WELCOME = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const signal = new AbortController().signal

function measure(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}

describe('a server', () => {
  test('runs no patterns of its own on its results', async () => {
    const tool = {
      ...TOOL,
      outputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    }
    const structuredContent = { a: `${'a'.repeat(26)}!` }
    const { link } = await connect({
      'tools/list': () => ({ tools: [tool] }),
      'tools/call': () => ({ content: [], structuredContent }),
    })
    const [listed] = await link.list()
    const begin = performance.now()
    expect(await link.call({ tool: listed!, input: {}, signal, isRepeatable: false, canAsk: true })).toEqual({
      ok: true,
      value: structuredContent,
    })
    expect(performance.now() - begin).toBeLessThan(1_000)
  })

  test('is sent no requests for messages that nothing reads', async () => {
    const { link, seen } = await connect({
      'tools/list': () => ({ tools: [TOOL] }),
      GET: (exchange) => stream(exchange, 'retry: 0\n\n'),
    })
    await link.list()
    await pause(300)
    expect(seen.gets).toBe(0)
  })

  test('does not choose how fast a stream that it ends is opened again, or for how long', async () => {
    const { link, seen } = await connect({ 'tools/call': END, GET: END })
    const leave = new AbortController()
    const call = link
      .call({ tool: TOOL as unknown as Tool, input: {}, signal: leave.signal, isRepeatable: false, canAsk: true })
      .catch(() => undefined)
    await pause(1_500)
    expect(seen.gets).toBe(1)
    leave.abort()
    await call
    await pause(1_500)
    expect(seen.gets).toBeLessThan(3)
  })

  test('can respond in a stream that is opened again', async () => {
    const result = { content: [{ type: 'text', text: 'late' }] }
    const { link } = await connect({
      'tools/call': END,
      GET: (exchange) => stream(exchange, `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`),
    })
    expect(
      await link.call({ tool: TOOL as unknown as Tool, input: {}, signal, isRepeatable: false, canAsk: true }),
    ).toEqual({ ok: true, value: 'late' })
  })

  test('receives few replies at a time to the requests that it sends', async () => {
    const { link, seen } = await connect({
      'tools/call': (exchange) => {
        const pings = Array.from(
          { length: 2_000 },
          (_, id) => `data: {"jsonrpc":"2.0","id":"${id}","method":"ping"}\n\n`,
        )
        const last = { jsonrpc: '2.0', id: exchange.id, result: { content: [] } }
        return stream(exchange, `${pings.join('')}data: ${JSON.stringify(last)}\n\n`)
      },
    })
    expect(
      await link.call({ tool: TOOL as unknown as Tool, input: {}, signal, isRepeatable: false, canAsk: true }),
    ).toEqual({ ok: true, value: '' })
    await pause(200)
    expect(seen.replies).toBeLessThan(20)
  })

  const LISTS: readonly (readonly [string, Reply, string])[] = [
    ['too many tools', () => ({ tools: Array(1_001).fill(TOOL) }), 'It lists more than 1000 tools.'],
    ['pages without an end', ({ cursor }) => ({ tools: [], nextCursor: `${cursor}x` }), 'more than 64 pages'],
    [
      'too long pages',
      ({ cursor }) => ({ tools: [{ ...TOOL, description: 'x'.repeat(1_500_000) }], nextCursor: `${cursor}x` }),
      'longer than 4194304 characters',
    ],
  ]
  test.each(LISTS)('is not read to its end: %s', async (_, list, message) => {
    const { link } = await connect({ 'tools/list': list })
    await expect(link.list()).rejects.toThrow(message)
  })

  test('lists its tools on several pages', async () => {
    const { link } = await connect({
      'tools/list': ({ cursor }) => ({
        tools: [{ ...TOOL, name: `t${cursor}` }],
        ...(cursor.length < 3 && { nextCursor: `${cursor}x` }),
      }),
    })
    expect((await link.list()).map(({ name }) => name)).toEqual(['t', 'tx', 'txx', 'txxx'])
  })
})

describe('takes time in proportion to its size:', () => {
  const nest = (depth: number, level: (inner: JsonSchema) => object): object =>
    Array.from({ length: depth }).reduce<object>((inner) => level(inner as JsonSchema), { type: 'string' })
  const SCHEMAS: readonly (readonly [string, object])[] = [
    [
      'a schema with many references to one large union',
      {
        type: 'object',
        anyOf: Array(500).fill({ $ref: '#/$defs/A' }),
        $defs: {
          A: { anyOf: Array.from({ length: 350 }, (_, at) => ({ type: 'object', properties: { [`a${at}`]: {} } })) },
        },
      },
    ],
    [
      'a schema that names one type twice on many levels',
      { type: 'object', properties: { a: nest(30, (a) => ({ type: ['object', 'object'], properties: { a } })) } },
    ],
  ]
  test.each(SCHEMAS)('%s', (_, inputSchema) => {
    expect(measure(() => describeRemoteTool({ inputSchema } as never, 'x'))).toBeLessThan(1_500)
  })

  test('a result with many lists', () => {
    let writes = 0
    const row = (at: number) => ({
      toJSON() {
        writes += 1
        return 'x'.repeat((at * 7919) % 100)
      },
    })
    const lists = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, [row(at)]]))
    expect(formatResult(lists).length).toBeLessThan(65_537)
    expect(writes).toBe(10_000)
  })
})

test('a result is cut in its longest list', () => {
  const rows = Array.from({ length: 50 }, (_, at) => at)
  expect(JSON.parse(formatResult({ few: [1], rows, name: 'n' }, 100))).toMatchObject({
    few: [1],
    name: 'n',
    truncated: true,
    total: 50,
  })
})
