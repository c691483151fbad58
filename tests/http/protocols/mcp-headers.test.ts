/** Headers `Mcp-Param-…`, in which clients of 2026-07-28 repeat parameters: the official client sends them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { api, bool, int, num, obj, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const ran: unknown[] = []
const weather = {
  forecast: api({
    description: 'Forecasts the weather.',
    input: schema({ region: str().optional(), days: int().optional(), short: bool().optional() }),
    run: ({ input }) => {
      ran.push(input)
      return { ok: true }
    },
  }),
  rate: api({
    description: 'Rates a forecast.',
    input: schema({ stars: num(), place: obj({ name: str() }) }),
    run: () => ({ ok: true }),
  }),
}

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  ran.length = 0
  for (const one of open.splice(0).reverse()) await one.close()
})

const HEADERS = { 'api.weather.forecast': { region: 'Region', days: 'Days', short: 'Short' } }

async function start(headers: Readonly<Record<string, Readonly<Record<string, string>>>> = HEADERS) {
  const server = createFwServer({ apis: { weather }, mcp: { headers }, log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 50 })
  open.push(listening)
  return { server, listening }
}

async function connect({ url }: Listening, mode: 'auto' | 'legacy'): Promise<{ client: Client; sent: Headers[] }> {
  const sent: Headers[] = []
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const send: typeof fetch = (to, init) => {
    sent.push(new Headers(init?.headers))
    return fetch(to, init)
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', url), { fetch: send }))
  open.push(client)
  return { client, sent }
}

describe('the official client', () => {
  test.each([
    ['plain values', { region: 'us-west1', days: 3, short: true }, ['us-west1', '3', 'true']],
    ['encoded values', { region: 'Zürich ', days: -1 }, ['=?base64?WsO8cmljaCA=?=', '-1', null]],
    ['a value that looks encoded', { region: '=?base64?aGk=?=' }, [expect.stringMatching(/^=\?base64/), null, null]],
    ['an empty value', { region: '' }, ['=?base64??=', null, null]],
    ['no values', {}, [null, null, null]],
  ])('of 2026 repeats %s in headers, and the call runs', async (_, input, headers) => {
    const { client, sent } = await connect((await start()).listening, 'auto')
    await client.listTools()
    expect(await client.callTool({ name: 'weather__forecast', arguments: input })).toMatchObject({
      structuredContent: { ok: true },
    })
    expect(ran).toEqual([input])
    const last = sent.at(-1)
    expect(['region', 'days', 'short'].map((name) => last?.get(`mcp-param-${name}`))).toEqual(headers)
  })

  test('of 2025 sees no names of headers, and sends none', async () => {
    const { client } = await connect((await start()).listening, 'legacy')
    expect(JSON.stringify(await client.listTools())).not.toContain('x-mcp-header')
    await client.callTool({ name: 'weather__forecast', arguments: { region: 'eu' } })
    expect(ran).toEqual([{ region: 'eu' }])
  })
})

test.each<[string, Record<string, string>, object, number]>([
  ['a header that is missing', {}, { region: 'eu' }, 400],
  ['another value', { region: 'us' }, { region: 'eu' }, 400],
  ['another case', { region: 'EU' }, { region: 'eu' }, 400],
  ['a header for an absent value', { region: 'eu' }, {}, 400],
  ['a header for null', { region: 'null' }, { region: null }, 400],
  ['a header for a list', { region: 'eu' }, { region: ['eu'] }, 400],
  ['an invalid encoding', { region: '=?base64?SGVsbG8?=' }, { region: 'Hello' }, 400],
  ['bytes that are not UTF-8', { region: '=?base64?/w==?=' }, { region: '\ufffd' }, 400],
  ['a value that is not ASCII', { region: 'Z\u00fcrich' }, { region: 'Z\u00fcrich' }, 400],
  ['a number in hexadecimal', { days: '0x3' }, { days: 3 }, 400],
  ['the same number in another form', { days: '3.0' }, { days: 3 }, 200],
  ['a header without a parameter', { other: 'x' }, {}, 200],
])('a call with %s', async (_, headers, input, status) => {
  const { listening } = await start()
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'weather__forecast', arguments: input, _meta: meta }
  const response = await fetch(`${listening.url}/_fw/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'weather__forecast',
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Mcp-Param-${name}`, value])),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect(response.status).toBe(status)
  if (status === 400) {
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32020 } })
    expect(ran).toEqual([])
  }
})

test.each<[string, Record<string, string>, RegExp]>([
  ['of a number', { stars: 'Stars' }, /parameter "stars", which must be a string, an integer or a boolean/],
  ['of an object', { place: 'Place' }, /parameter "place", which must be/],
  ['that does not exist', { colour: 'Colour' }, /has no parameter "colour"/],
  ['with an invalid name', { stars: 'My Stars' }, /invalid name of a header for the parameter "stars"/],
])('a header for a parameter %s is reported, and the tool is offered without it', async (_, names, problem) => {
  const { server, listening } = await start({ 'api.weather.rate': names })
  const { client } = await connect(listening, 'auto')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['weather__forecast', 'weather__rate'])
  const call = { name: 'weather__rate', arguments: { stars: 5, place: { name: 'Rome' } } }
  expect(await client.callTool(call)).toMatchObject({ structuredContent: { ok: true } })
  const { tools: listed } = await server.mcpCatalog()
  expect(listed.find(({ tool }) => tool === 'api.weather.rate')?.headerProblem).toMatch(problem)
})
