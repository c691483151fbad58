/** Small requests that once took a server seconds, or caused a response many times their size. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AgentMount } from '../../../runtime/src/agent.ts'
import { createIssueCollector } from '../../../runtime/src/contract/schema/collect-issues.ts'
import { api, int, list, obj, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { routeModules } from '../route-modules.ts'

const BODY_BYTES = 600_000
const MAX_RESPONSE = 60_000
/** Long enough for a busy machine, and shorter than any of these requests took before. */
const MAX_MS = 1_500

async function send(options: FwServerOptions, path: string, body?: unknown) {
  const server = createFwServer({ production: true, data: 'memory', log: () => undefined, ...options })
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const begin = performance.now()
  const response = await server.fetch(new Request(`http://localhost${path}`, init))
  const text = await response.text()
  const ms = performance.now() - begin
  await server.close()
  return { status: response.status, text, ms }
}

describe('The response to an invalid input is short, regardless of the input', () => {
  const run = () => null
  const apis = {
    shop: {
      members: api({ description: 'Takes lines.', input: schema({ lines: list(obj({ qty: int() })) }), run }),
      items: api({ description: 'Takes numbers.', input: schema({ lines: list(int()) }), run }),
      lists: api({ description: 'Takes lists.', input: schema({ lines: list(list(int())) }), run }),
      zod: api({ description: 'Takes numbers.', input: z.object({ lines: z.array(z.number()) }), run }),
    },
  }
  const fill = (item: unknown) => ({
    lines: new Array(Math.floor(BODY_BYTES / JSON.stringify(item).length)).fill(item),
  })
  test.each([
    ['members that are missing', 'members', fill({})],
    ['items', 'items', fill('x')],
    ['lists of items', 'lists', fill(['x'])],
    ['keys', 'items', Object.fromEntries(Array.from({ length: BODY_BYTES / 12 }, (_, index) => [`k${index}`, 1]))],
    ['items for a schema of another library', 'zod', fill('x')],
  ])('%s', async (_title, name, input) => {
    const { status, text } = await send({ apis }, `/_fw/api/shop.${name}`, input)
    expect([status, JSON.parse(text).issues.length]).toEqual([400, 100])
    expect(text.length).toBeLessThan(MAX_RESPONSE)
  })

  test('members of a record, below a long key', () => {
    const price = { type: 'object', properties: {}, additionalProperties: false } as const
    const key = 'k'.repeat(BODY_BYTES)
    const wrong = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${index}`, 1]))
    const issues = createIssueCollector({ type: 'object', additionalProperties: price })({ [key]: wrong })
    expect(issues).toHaveLength(100)
    expect(issues[0]?.path).toMatch(/^k{500}…$/)
    expect(JSON.stringify(issues).length).toBeLessThan(2 * MAX_RESPONSE)
  })
})

describe('A URI that matches no resource template is rejected immediately', () => {
  const read = () => 'text'
  test.each([
    ['several rests', 'x://{+a}/{+b}/{+c}/end', `x://${'/'.repeat(3_000)}`],
    ['several names in a segment', 'x://{a}-{b}-{c}.txt', `x://${'-'.repeat(3_000)}`],
    ['a long address', 'x://{a}-{b}.txt', `x://${'-'.repeat(BODY_BYTES)}`],
  ])('%s', async (_title, uri, sent) => {
    const params = { uri: sent }
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params }
    const mcp = { resources: [{ uri, name: 'x', read }] }
    const { text, ms } = await send({ mcp }, '/_fw/mcp', message)
    expect(JSON.parse(text)).toMatchObject({ error: { message: 'Resource not found' } })
    expect(ms).toBeLessThan(MAX_MS)
  })

  test.each([
    ['several rests', 'x://{+a}/{+b}.md', '/'],
    ['several names in a segment', 'x://{a}-{b}-{c}.md', '-'],
  ])('also each of the twenty URIs of a batch: %s', async (_title, uri, letter) => {
    const params = { uri: `x://${letter.repeat(4_080)}` }
    const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'resources/read', params }))
    const { text, ms } = await send({ mcp: { resources: [{ uri, name: 'x', read }] } }, '/_fw/mcp', batch)
    expect(JSON.parse(text)).toHaveLength(20)
    expect(ms).toBeLessThan(MAX_MS)
  })
})

describe('A path of a page in a body or a query is not longer than 2,048 characters', () => {
  const agent: AgentMount = {
    handle: async (req, deps) => {
      const { path } = (await req.json()) as { path: string }
      const { pattern } = await deps.manifestFor(path)
      return Response.json({ type: 'text', text: String(pattern), messages: [] })
    },
  }
  const { routeFiles, loadRoute } = routeModules({ '[...rest].tsx': { html: () => '<h1>Notes</h1>' } })
  const readResource = (path: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: `fw://${path}.md` },
  })
  type Sent = readonly [path: string, body?: unknown]
  test.each<[string, (path: string) => Sent, string]>([
    ['resources/read of MCP', (path) => ['/_fw/mcp', readResource(path)], '# Notes'],
    ['a turn of the agent', (path) => ['/_fw/agent', { path }], '/[...rest]'],
    ['the manifest', (path) => [`/_fw/manifest?path=${path}`], '"pattern":"/[...rest]","components"'],
  ])('%s', async (_title, toRequest, shown) => {
    const pages: string[] = []
    const middleware = (req: Request): undefined => {
      const { pathname } = new URL(req.url)
      if (!pathname.startsWith('/_fw/')) pages.push(pathname)
    }
    const read = async (path: string) => {
      const { text } = await send({ agent, routeFiles, loadRoute, middleware }, ...toRequest(path))
      return text.includes(shown)
    }
    const segments = ',/'.repeat(1_000)
    expect(await read(`/${segments}a`)).toBe(true)
    expect(pages.some((path) => path.length > 2_000)).toBe(true)
    pages.length = 0
    expect(await read(`/${segments}${segments}a`)).toBe(false)
    expect(pages.filter((path) => path.length > 2_000)).toEqual([])
  })
})

test('Text that resembles headings does not slow down the Markdown of a page', async () => {
  const value = '<h1 '.repeat(BODY_BYTES / 8)
  const page = `<main><h1><button>Notes</button></h1><p title="${value}">A text.</p></main>`
  const { routeFiles, loadRoute } = routeModules({ 'notes.tsx': { html: () => page } })
  const { text, ms } = await send({ routeFiles, loadRoute }, '/notes.md')
  expect(text).toContain('# Notes')
  expect(ms).toBeLessThan(MAX_MS)
})

test('A long number in a field of a form is refused immediately', async () => {
  const apis = { shop: { add: api({ description: 'Adds.', input: schema({ qty: int() }), run: () => null }) } }
  const server = createFwServer({ production: true, data: 'memory', apis, routes: { '/': () => 'the form' } })
  const body = new URLSearchParams({ 'fw:tool': 'api.shop.add', qty: `${'1'.repeat(BODY_BYTES)}x` })
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
  const begin = performance.now()
  const { status } = await server.fetch(new Request('http://localhost/', { method: 'POST', headers, body }))
  expect([status, performance.now() - begin < MAX_MS]).toEqual([422, true])
  await server.close()
})
