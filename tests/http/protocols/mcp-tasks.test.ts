/** Calls over MCP that become tasks, driven by the official client of the extension `io.modelcontextprotocol/tasks`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTaskSessionFromClient, type RawClientDispatch } from '@modelcontextprotocol/ext-tasks/client'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { api, FwError, int, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'

const TASKS = 'io.modelcontextprotocol/tasks'
const ran: string[] = []
const name = { method: 'elicitation/create', params: createForm('Your name?') } as const

function createForm(message: string) {
  const requestedSchema = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] }
  return { mode: 'form', message, requestedSchema }
}

const desk = {
  brew: api({
    description: 'Brews tea.',
    input: schema({ ms: int() }),
    output: schema({ cups: int() }),
    run: async ({ input, signal }) => {
      await pause(input.ms, undefined, { signal }).catch(() => ran.push('aborted'))
      ran.push('brewed')
      return { cups: 2 }
    },
  }),
  greet: api({
    description: 'Greets twice.',
    run: async ({ client }) => {
      await pause(400)
      const first = await client.ask({ name })
      const second = await client.ask({ name })
      ran.push('greeted')
      return { names: [first.name.content, second.name.content] }
    },
  }),
  spill: api({
    description: 'Fails.',
    run: async () => {
      await pause(400)
      throw new FwError('not_found', { message: 'No cup.' })
    },
  }),
  roast: api({ description: 'Runs as a task only.', input: schema({ kind: str() }), run: ({ input }) => input }),
  refund: api({
    description: 'Refunds an order.',
    guard: 'confirm',
    input: schema({ amount: int() }),
    run: ({ input }) => {
      ran.push(`refund ${input.amount}`)
      return { refunded: input.amount }
    },
  }),
}

/** Milliseconds that the clocks of all servers are ahead. */
let passed = 0

const closers: (() => unknown)[] = []
afterEach(async () => {
  ran.length = 0
  passed = 0
  for (const close of closers.splice(0).reverse()) await close()
})

interface Place {
  readonly servers: readonly [FwServer, FwServer]
  readonly urls: readonly [string, string]
}

/** Starts two servers with the same data. `later` is added to the clock of the second one. */
async function start(later = 0): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-tasks-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const open = async (ahead: number): Promise<readonly [FwServer, Listening]> => {
    const server = createFwServer({
      apis: { desk },
      siteUrl: 'https://desk.example',
      data: `sqlite:${join(folder, 'fw.db')}`,
      log: () => undefined,
      now: () => Date.now() + ahead + passed,
      mcpAuth: { verify: (token) => ({ subject: token }) },
      mcp: { tasks: { afterMs: 200, required: ['api.desk.roast'] } },
    })
    const listening = await serve(server, { port: 0, drainMs: 50 })
    closers.push(() => listening.close())
    return [server, listening]
  }
  const [one, two] = [await open(0), await open(later)]
  return { servers: [one[0], two[0]], urls: [one[1].url, two[1].url] }
}

interface ClientOptions {
  readonly token?: string
  readonly capabilities?: object
  /** Index of the server that gets a message. */
  readonly pick?: (method: string) => 0 | 1
}

const ALL = { elicitation: { form: {}, url: {} } }
const INFO = { name: 'test', version: '1.0.0' }

/** Sends requests as the SDK does, and returns the responses as they are. */
function createDispatch({ urls }: Place, { token = 'ann', pick = () => 0 }: ClientOptions): RawClientDispatch {
  return async (request) => {
    const { method, params = {} } = request as { method: string; params?: { name?: string; taskId?: string } }
    const response = await fetch(`${urls[pick(method)]}/_fw/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': params.taskId ?? params.name ?? '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...(request as object) }),
    })
    return (await response.json()) as Awaited<ReturnType<RawClientDispatch>>
  }
}

async function connect(
  place: Place,
  options: ClientOptions = {},
  answer: (message: string) => unknown = () => undefined,
) {
  const capabilities = { ...(options.capabilities ?? ALL), extensions: { [TASKS]: {} } }
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' }, capabilities })
  const requestInit = { headers: { authorization: `Bearer ${options.token ?? 'ann'}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', place.urls[0]), { requestInit }))
  const session = createTaskSessionFromClient(client, {
    endpointId: 'desk',
    rawDispatch: createDispatch(place, options),
    v2RequestFraming: { protocolVersion: '2026-07-28', clientInfo: INFO, clientCapabilities: capabilities as never },
    onInputRequest: async ({ params }) => (await answer(JSON.stringify(params))) as never, // the form of its result
  })
  closers.push(
    () => client.close(),
    () => session.close(),
  )
  return session
}

interface Reply {
  readonly result: { readonly taskId: string; readonly status: string; readonly statusMessage?: string }
  readonly error?: unknown
}

/** Sends one request as it is. */
async function send(place: Place, method: string, params: object, options: ClientOptions = {}): Promise<Reply> {
  const { capabilities = { ...ALL, extensions: { [TASKS]: {} } } } = options
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const request = { method, params: { ...params, _meta: meta } }
  return (await createDispatch(place, options)(request as never)) as unknown as Reply
}

const ONE: [string, (method: string) => 0 | 1] = ['in one process', () => 0]
const TWO: typeof ONE = ['in two processes', (method) => (method === 'tools/call' ? 0 : 1)]

describe.each([ONE, TWO])('%s', (_title, pick) => {
  test('a short call has its result, and a long one becomes a task with the same result', async () => {
    const session = await connect(await start(), { pick })
    for (const [ms, kind] of [
      [0, 'immediate'],
      [800, 'task'],
    ] as const) {
      const execution = await session.callTool('desk__brew', { ms })
      expect(execution.kind).toBe(kind)
      const { outcome } = await execution.settle()
      expect(outcome).toMatchObject({ status: 'completed', result: { structuredContent: { cups: 2 } } })
    }
    expect(ran).toEqual(['brewed', 'brewed'])
  })

  test('a task asks its client, each question once', async () => {
    const asked: string[] = []
    const session = await connect(await start(), { pick }, (params) => {
      asked.push(params)
      return { action: 'accept', content: { value: `Ann ${asked.length}` } }
    })
    const { outcome } = await (await session.callTool('desk__greet', {})).settle()
    expect(outcome).toMatchObject({
      result: { structuredContent: { names: [{ value: 'Ann 1' }, { value: 'Ann 2' }] } },
    })
    expect(asked).toHaveLength(2)
    expect(ran).toEqual(['greeted'])
  })

  test('a cancelled task ends its call', async () => {
    const session = await connect(await start(), { pick })
    const execution = await session.callTool('desk__brew', { ms: 60_000 })
    await execution.cancel()
    expect((await execution.result().catch(() => ({ status: 'cancelled' }))).status).toBe('cancelled')
    await expect.poll(() => ran).toEqual(['aborted', 'brewed'])
  })

  test('a failed call is a completed task, whose result is an error', async () => {
    const session = await connect(await start(), { pick })
    const { outcome } = await (await session.callTool('desk__spill', {})).settle()
    expect(outcome).toMatchObject({ status: 'completed', result: { isError: true, content: [{ text: 'No cup.' }] } })
  })

  test('a call that needs approval is a task until a user has decided', async () => {
    const place = await start()
    const opened: string[] = []
    const session = await connect(place, { pick }, async (params) => {
      const id = /[?&]id=([\w-]+)/.exec(params)?.[1] ?? ''
      opened.push(id)
      expect(JSON.parse(params).message.split('\n')).toContain('- amount: 5')
      await place.servers[0].settle(id, 'approve')
      return { action: 'accept' }
    })
    const { outcome } = await (await session.callTool('desk__refund', { amount: 5 })).settle()
    expect(outcome).toMatchObject({ status: 'completed', result: { structuredContent: { refunded: 5 } } })
    expect(opened).toHaveLength(1)
    expect(ran).toEqual(['refund 5'])
  })
})

/** Creates the task of a call that waits for approval. On a slow machine it becomes a task before it waits. */
async function park(place: Place, options: ClientOptions = {}) {
  const call = { name: 'desk__refund', arguments: { amount: 5 } }
  const { taskId } = (await send(place, 'tools/call', call, options)).result
  const read = async () => (await send(place, 'tasks/get', { taskId }, options)).result
  await expect.poll(read).toHaveProperty('statusMessage')
  const task = await read()
  return { taskId, task, read, proposal: /[?&]id=([\w-]+)/.exec(task.statusMessage ?? '')?.[1] ?? '' }
}

test('a client that opens no URLs reads where a user decides, and that the user has rejected the call', async () => {
  const place = await start()
  const { task, read, proposal } = await park(place, { capabilities: { extensions: { [TASKS]: {} } } })
  expect(task).toMatchObject({
    resultType: 'complete',
    status: 'working',
    statusMessage: expect.stringContaining('https://desk.example/_fw/proposals?id='),
  })
  expect(task.statusMessage?.split('\n')).toEqual(expect.arrayContaining(['api.desk.refund', '- amount: 5']))
  await place.servers[0].settle(proposal, 'reject')
  expect(await read()).toMatchObject({
    status: 'completed',
    result: { isError: true, _meta: { 'fw/error': { code: 'rejected' } } },
  })
  expect(ran).toEqual([])
})

test('a cancelled task withdraws its pending call', async () => {
  const place = await start()
  const { taskId, read, proposal } = await park(place)
  expect((await send(place, 'tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
  const cancelled = await read()
  expect(cancelled).toMatchObject({ status: 'cancelled' })
  expect(cancelled).not.toHaveProperty('statusMessage')
  expect(await place.servers[0].settle(proposal, 'approve').catch(() => 'gone')).not.toBe(true)
  expect(ran).toEqual([])
})

test('a task is known to its caller only', async () => {
  const place = await start()
  const { taskId, task, read } = await park(place)
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const params = { taskId, inputResponses: { approval: { action: 'accept' } } }
    expect((await send(place, method, params, { token: 'ben' })).error, method).toMatchObject({ code: -32602 })
    expect((await send(place, method, { ...params, taskId: `${taskId}x` })).error, method).toMatchObject({
      code: -32602,
    })
    expect((await send(place, method, params, { capabilities: ALL })).error, method).toMatchObject({ code: -32021 })
  }
  expect(task).toMatchObject({ status: 'input_required' })
  for (const inputResponses of [undefined, 1, { approval: 'accept' }])
    expect((await send(place, 'tasks/update', { taskId, inputResponses })).error).toMatchObject({ code: -32602 })
  await send(place, 'tasks/update', { taskId, inputResponses: { other: {}, approval: { action: 'decline' } } })
  expect(await read()).toMatchObject({ status: 'working' })
})

test('a tool that requires a task always is one, and a client without tasks cannot call it', async () => {
  const place = await start()
  const call = { name: 'desk__roast', arguments: { kind: 'dark' } }
  const { taskId, status } = (await send(place, 'tools/call', call)).result
  expect(status).toBe('working')
  const read = async () => (await send(place, 'tasks/get', { taskId })).result
  const done = { status: 'completed', result: { structuredContent: { kind: 'dark' } } }
  await expect.poll(read).toMatchObject(done)
  const { error } = await send(place, 'tools/call', call, { capabilities: ALL })
  expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } })
})

test('a task whose process has stopped has failed', async () => {
  const place = await start(600_000)
  const { taskId } = (await send(place, 'tools/call', { name: 'desk__brew', arguments: { ms: 2_000 } })).result
  expect((await send(place, 'tasks/get', { taskId }, { pick: () => 1 })).result).toMatchObject({
    status: 'failed',
    error: { code: -32603, message: expect.stringContaining('stopped') },
  })
})

test('a task whose client does not answer ends its call after half an hour', async () => {
  const place = await start()
  const { taskId } = (await send(place, 'tools/call', { name: 'desk__greet', arguments: {} })).result
  const read = async () => (await send(place, 'tasks/get', { taskId })).result
  await expect.poll(read).toMatchObject({ status: 'input_required' })
  passed = 1_800_000
  await expect.poll(read, { timeout: 8_000 }).toMatchObject({
    status: 'completed',
    result: { isError: true, content: [{ text: 'The client has not responded.' }] },
  })
  expect(ran).not.toContain('greeted')
})

test('a call ends when newer tasks of its caller have replaced its task, and it replaces none of them', async () => {
  const place = await start()
  await send(place, 'tools/call', { name: 'desk__brew', arguments: { ms: 120_000 } })
  const roast = async () => (await send(place, 'tools/call', { name: 'desk__roast', arguments: { kind: 'x' } })).result
  const made: Reply['result'][] = []
  for (let group = 0; group < 25; group += 1) made.push(...(await Promise.all(Array.from({ length: 20 }, roast))))
  // After its next sign of life.
  await expect.poll(() => ran, { timeout: 40_000 }).toContain('aborted')
  for (const { taskId } of made.slice(-30))
    expect((await send(place, 'tasks/get', { taskId })).result).toMatchObject({ status: 'completed' })
})
