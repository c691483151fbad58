/** Two servers of one app over one store, as two workers are: each request of a client may reach the other one. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import Database from 'libsql'
import { afterEach, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { api } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const question = {
  method: 'elicitation/create',
  params: { message: 'Your name?', requestedSchema: { type: 'object', properties: { value: { type: 'string' } } } },
} as const
const prompt = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Name a tea.' } }], maxTokens: 10 },
} as const

/** Which server ran what, and how it ended. */
type Runs = string[]

function createDesk(name: string, runs: Runs) {
  return {
    greet: api({
      description: 'Asks for a name.',
      run: async ({ client }) => {
        const { answer } = await client.ask({ answer: question })
        runs.push(`greet ${name}`)
        return { answer }
      },
    }),
    suggest: api({
      description: 'Asks the model of the client.',
      run: async ({ client }) => ({ answer: (await client.ask({ answer: prompt })).answer }),
    }),
    wait: api({
      description: 'Waits for its end.',
      run: ({ signal, client }) =>
        new Promise<{ ended: true }>((resolve) => {
          client.progress(0)
          runs.push(`wait ${name}`)
          signal.addEventListener('abort', () => {
            runs.push(`aborted ${name}`)
            resolve({ ended: true })
          })
        }),
    }),
    chat: api({
      description: 'Writes to the log.',
      run: ({ client }) => {
        for (const level of ['debug', 'info', 'warning', 'error'] as const) client.log(level, `${name} ${level}`)
        return { done: true }
      },
    }),
  }
}

async function startTwo(): Promise<{ urls: [string, string]; runs: Runs; file: string }> {
  const runs: Runs = []
  const file = join(mkdtempSync(join(tmpdir(), 'shared-')), 'fw.db')
  const data = `sqlite:${file}` as const
  const start = async (name: string): Promise<Listening> => {
    const server = createFwServer({ apis: { desk: createDesk(name, runs) }, data, log: () => undefined })
    const listening = await serve(server, { port: 0, drainMs: 100 })
    open.push(listening)
    return listening
  }
  return { urls: [(await start('one')).url, (await start('two')).url], runs, file }
}

/** A client of 2025. `pick` selects the server for a message. */
async function connect(urls: readonly [string, string], pick: (message: Record<string, unknown>) => 0 | 1) {
  const capabilities = { elicitation: { form: {} }, sampling: {} }
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: 'legacy' }, capabilities },
  )
  open.push(client)
  const send: typeof fetch = (input, init) => {
    const message = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    return fetch(new URL(new URL(String(input)).pathname, urls[pick(message)]), init)
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', urls[0]), { fetch: send }))
  return client
}

const isCall = ({ method }: Record<string, unknown>) => method === 'tools/call'

test('a response to a question reaches the server that sent it', async () => {
  const { urls, runs } = await startTwo()
  const client = await connect(urls, (message) => (isCall(message) ? 0 : 1))
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { value: 'Ann' } }))
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'm',
    content: { type: 'text', text: 'Assam' },
  }))
  expect((await client.callTool({ name: 'desk__greet' })).structuredContent).toEqual({
    answer: { action: 'accept', content: { value: 'Ann' } },
  })
  expect(runs).toEqual(['greet one'])
  expect((await client.callTool({ name: 'desk__suggest' })).structuredContent).toMatchObject({
    answer: { content: { text: 'Assam' } },
  })
  client.setRequestHandler('elicitation/create', () => {
    throw new Error('closed')
  })
  expect(await client.callTool({ name: 'desk__greet' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('refused') }],
  })
})

test('only the first response to an open question counts, and any other is refused', async () => {
  const { urls } = await startTwo()
  const ids: unknown[] = []
  const client = await connect(urls, () => 0)
  client.setRequestHandler('elicitation/create', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return { action: 'decline' }
  })
  const called = client.callTool({ name: 'desk__greet' }, { onprogress: () => undefined })
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const id of ['ask-AAAAAAAAAAAAAAAAAAAAAAAA', 'ask-', '1', 1, null]) {
    const response = await fetch(`${urls[1]}/_fw/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept' } }),
    })
    ids.push(response.status)
  }
  expect(ids).toEqual([400, 400, 400, 400, 400])
  expect((await called).structuredContent).toEqual({ answer: { action: 'decline' } })
})

test('a cancellation reaches the server that runs the call', async () => {
  const { urls, runs } = await startTwo()
  const client = await connect(urls, (message) => (isCall(message) ? 0 : 1))
  const abort = new AbortController()
  const called = client.callTool({ name: 'desk__wait' }, { signal: abort.signal, onprogress: () => abort.abort() })
  await expect(called).rejects.toThrow()
  await expect.poll(() => runs, { timeout: 3_000 }).toEqual(['wait one', 'aborted one'])
})

test('a log level holds on every server', async () => {
  const { urls } = await startTwo()
  let at: 0 | 1 = 0
  const client = await connect(urls, () => at)
  const lines: unknown[] = []
  client.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params.data))
  const chatAt = async (server: 0 | 1) => {
    at = server
    lines.length = 0
    await client.callTool({ name: 'desk__chat' })
    return [...lines]
  }
  expect(await chatAt(1)).toEqual(['two info', 'two warning', 'two error'])
  at = 0
  await client.setLoggingLevel('error')
  expect(await chatAt(0)).toEqual(['one error'])
  expect(await chatAt(1)).toEqual(['two error'])
  await client.setLoggingLevel('debug')
  expect(await chatAt(0)).toEqual(['one debug', 'one info', 'one warning', 'one error'])
})

test('a task of A2A that is cancelled at one server ends its work at the other', async () => {
  const { urls, runs } = await startTwo()
  const send = async (url: string, method: string, params: object) => {
    const response = await fetch(`${url}/_fw/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()) as { result: { task?: Task } & Task; error?: unknown }
  }
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ data: { tool: 'api.desk.wait', input: {} } }] }
  const sent = await send(urls[0], 'SendMessage', { message, configuration: { returnImmediately: true } })
  const id = sent.result.task?.id
  await expect.poll(() => runs).toEqual(['wait one'])
  const canceled = await send(urls[1], 'CancelTask', { id })
  expect(canceled.result.status.state).toBe('TASK_STATE_CANCELED')
  await expect.poll(() => runs, { timeout: 3_000 }).toEqual(['wait one', 'aborted one'])
  for (const url of urls) expect((await send(url, 'GetTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED')
})

interface Task {
  readonly id: string
  readonly status: { readonly state: string }
}

test('servers use the same key for the state of a client, also after the key has expired', async () => {
  const { urls, file } = await startTwo()
  const ask = async (server: 0 | 1, more: object = {}) => {
    const response = await fetch(`${urls[server]}/_fw/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'desk__greet',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'desk__greet',
          arguments: {},
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          },
          ...more,
        },
      }),
    })
    return (await response.json()) as { result: { requestState: string; structuredContent: unknown } }
  }
  await Promise.all([ask(0), ask(0)])
  const database = new Database(file)
  for (const table of ['fw_values', 'fw_claims'])
    database.prepare(`UPDATE ${table} SET expires_at = 1 WHERE key LIKE 'mcp:state-key%'`).run()
  database.close()
  const { requestState } = (await ask(0)).result
  const inputResponses = { answer: { action: 'accept', content: { value: 'Ann' } } }
  expect((await ask(1, { requestState, inputResponses })).result.structuredContent).toEqual({
    answer: inputResponses.answer,
  })
})
