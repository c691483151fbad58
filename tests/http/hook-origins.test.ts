/** Functions of the app other than `run`: their calls have the origin and the ctx of the request that caused them. */
import { beforeEach, expect, test } from 'vitest'
import type { AgentMount } from '../../runtime/src/contract/agent/agent.ts'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { api, schema } from '../../runtime/src/index.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { createGuardedApis } from './guarded-apis.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const { pay, ran, clear } = createGuardedApis()
const names: string[] = []
const refused: string[] = []
beforeEach(() => {
  clear()
  for (const list of [names, refused]) list.length = 0
})

const whoami = api({
  description: 'Names the caller.',
  input: schema({}),
  run: ({ ctx }) => {
    names.push(String((ctx as { userId?: string }).userId))
    return 'named'
  },
})

/** Calls both functions, as a hook of an app may. */
async function callFunctions(): Promise<void> {
  await whoami({})
  await pay({}).catch((error: { code: string }) => refused.push(error.code))
}

const guarded = api({
  description: 'Its guard calls other functions.',
  guard: async () => {
    await callFunctions()
    return 'auto' as const
  },
  input: schema({}),
  run: () => 'done',
})
const foreign = {
  '~standard': {
    version: 1,
    vendor: 'app',
    validate: async (value: unknown) => {
      await callFunctions()
      return { value }
    },
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
} as const
const checked = api({ description: 'Its schema calls other functions.', input: foreign as never, run: () => 'done' })
const answered = api({
  description: 'The schema of its output calls other functions.',
  input: schema({}),
  output: foreign as never,
  run: () => ({ done: true }),
})
const hold = api({ description: 'Waits for a person.', guard: 'confirm', input: schema({}), run: () => 'held' })
const leads = api({
  description: 'Its form leads elsewhere.',
  input: schema({}),
  run: () => 'done',
  leadsTo: () => {
    void callFunctions()
    return '/'
  },
})
const shop = { leads, pay, whoami, guarded, checked, answered, hold }

const JSON_RPC = { accept: 'application/json, text/event-stream' }
const askMcp = ({ post }: Client, method: string, params: object) =>
  post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method, params }, JSON_RPC)

interface Way {
  readonly options?: FwServerOptions
  /** Requests of an agent, which lead to the function of the app. */
  ask(client: Client): Promise<unknown>
}

const mount: AgentMount = {
  handle: async () => {
    await callFunctions()
    return Response.json({ type: 'text', text: 'Hi.', messages: [], model: 'x/y', usage: {}, proposals: [] })
  },
}

/** One way for each function of an app that runs while an agent's request is handled. */
const WAYS: Readonly<Record<string, Way>> = {
  'the guard of a function': { ask: ({ call }) => call('shop.guarded', {}, AGENT) },
  'the guard of a function, over MCP': {
    ask: (client) => askMcp(client, 'tools/call', { name: 'shop__guarded', arguments: {} }),
  },
  'a schema of a library': { ask: ({ call }) => call('shop.checked', {}, AGENT) },
  'a schema of a library, for an output': { ask: ({ call }) => call('shop.answered', {}, AGENT) },
  'a resource of MCP': {
    options: { mcp: { resources: [{ uri: 'app://a', name: 'a', read: () => callFunctions().then(() => 'a') }] } },
    ask: (client) => askMcp(client, 'resources/read', { uri: 'app://a' }),
  },
  'a prompt of MCP': {
    options: {
      mcp: { prompts: [{ name: 'a', description: 'A.', messages: () => callFunctions().then(() => 'a') }] },
    },
    ask: (client) => askMcp(client, 'prompts/get', { name: 'a', arguments: {} }),
  },
  'a completion of MCP': {
    options: {
      mcp: {
        prompts: [
          {
            name: 'a',
            description: 'A.',
            arguments: [{ name: 'x' }],
            messages: () => 'a',
            complete: () => callFunctions().then(() => ['a']),
          },
        ],
      },
    },
    ask: (client) =>
      askMcp(client, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'a' },
        argument: { name: 'x', value: '' },
      }),
  },
  'an agent of the app, over A2A': {
    options: { agent: mount },
    ask: ({ post }) =>
      post(
        '/_fw/a2a',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: { message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] } },
        },
        { 'a2a-version': '1.0' },
      ),
  },
  leadsTo: {
    ask: ({ request }) =>
      request('/form', {
        method: 'POST',
        headers: { ...AGENT, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'fw:tool=api.shop.leads',
      }),
  },
  canSettle: {
    options: { canSettle: () => callFunctions().then(() => true) },
    async ask({ call, request }) {
      const { body } = await call('shop.hold', {}, { ...AGENT, 'x-user': 'bob' })
      const { id } = body.result as { id: string }
      await request(`/_fw/proposals?id=${id}`, { headers: { ...AGENT, accept: 'application/json' } })
    },
  },
}

describeTransports('functions of the app beside run', (start) => {
  test.each(Object.keys(WAYS))("have an agent's origin and ctx, and are audited: %s", async (name) => {
    const audits: AuditEntry[] = []
    const client = await start({
      apis: { shop },
      routes: { '/form': () => 'form' },
      approvals: 'open',
      ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? 'ann' }),
      onAudit: (entry) => void audits.push(entry),
      ...WAYS[name]?.options,
    })
    await WAYS[name]?.ask(client)
    expect({ ran, names: [...new Set(names)], refused: [...new Set(refused)] }).toEqual({
      ran: [],
      names: ['ann'],
      refused: ['forbidden'],
    })
    expect(audits).toContainEqual(expect.objectContaining({ tool: 'api.shop.pay', origin: 'agent', ok: false }))
  })
})
