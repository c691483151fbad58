/** Messages between a tool and its client besides call and result, with the official clients of both protocol versions. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { api, int, schema, toolContent } from '../../../runtime/src/index.ts'
import { type AuditEntry, createFwServer, type FwServer } from '../../../runtime/src/server.ts'

const ran: string[] = []
const audited: AuditEntry[] = []
const name = { method: 'elicitation/create', params: form('Your name?') } as const
const color = { method: 'elicitation/create', params: form('Your color?') } as const

function form(message: string) {
  return {
    message,
    requestedSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
  }
}

const textIn = (answer: Readonly<Record<string, unknown>>) => (answer.content as { value?: string } | undefined)?.value

/** What the page `/slow` waits for. */
let gate = Promise.resolve()

const desk = {
  greet: api({
    description: 'Greets by name and color.',
    run: async ({ client }) => {
      const first = await client.ask({ name })
      ran.push('between')
      const second = await client.ask({ color })
      return { name: textIn(first.name), color: textIn(second.color) }
    },
  }),
  sum: api({
    description: 'Says how far it is.',
    input: schema({ to: int() }),
    run: ({ input, client }) => {
      for (let done = 1; done <= input.to; done++) client.progress(done, input.to, `step ${done}`)
      return { done: input.to }
    },
  }),
  look: api({
    description: 'Shows an image.',
    run: () => toolContent({ type: 'text', text: 'A dot.' }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }),
  }),
  wait: api({
    description: 'Waits for its end.',
    run: ({ signal, client }) =>
      new Promise((resolve) => {
        client.progress(0)
        ran.push('began')
        signal.addEventListener('abort', () => resolve(ran.push('aborted')))
      }),
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
}

let server: FwServer
let listening: Listening
beforeAll(async () => {
  server = createFwServer({
    apis: { desk },
    siteUrl: 'https://desk.example',
    log: () => undefined,
    onAudit: (entry) => void audited.push(entry),
    skills: [
      {
        name: 'refunds',
        description: 'How refunds work.',
        when: 'Somebody wants money.',
        tools: [],
        body: '# Refunds',
        file: 'x',
      },
    ],
    routes: {
      '/': () => '<h1>Desk</h1>',
      '/slow': async () => {
        ran.push('slow')
        await gate
        return '<h1>Slow</h1>'
      },
      '/orders/[id]': ({ params }) => `<h1>Order ${params.id}</h1>`,
    },
    mcp: {
      instructions: 'Be kind.',
      pageSize: 2,
      toolNames: { 'api.desk.sum': 'count_up' },
      resources: [
        {
          uri: 'note://{topic}',
          name: 'note',
          read: ({ params }) => (params.topic === 'none' ? undefined : `On ${params.topic}`),
          complete: () => ['tea', 'toast', 'water'],
        },
        { uri: 'note://secret', name: 'secret', scopes: ['staff'], read: () => 'hidden' },
        { uri: 'bytes://dot', name: 'dot', read: () => Uint8Array.of(0, 0, 0) },
      ],
      prompts: [
        {
          name: 'hello',
          description: 'Says hello.',
          arguments: [{ name: 'who', required: true }],
          messages: ({ args }) => `Hello ${args.who}`,
          complete: () => ['ann', 'anton', 'bob'],
        },
      ],
    },
  })
  listening = await serve(server, { port: 0, drainMs: 100 })
})
const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  ran.length = 0
  audited.length = 0
})
afterAll(() => listening.close())

type Mode = 'auto' | 'legacy'
const MODES: Mode[] = ['auto', 'legacy']

async function connect(mode: Mode, capabilities: object = { elicitation: { form: {}, url: {} } }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities })
  open.push(client)
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', listening.url)))
  return client
}

describe.each(MODES)('a client that opened as %s', (mode) => {
  test('receives the questions of a tool, one after the other', async () => {
    const client = await connect(mode)
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: 'accept',
      content: { value: params.message === 'Your name?' ? 'Ann' : 'green' },
    }))
    const { structuredContent } = await client.callTool({ name: 'desk__greet' })
    expect(structuredContent).toEqual({ name: 'Ann', color: 'green' })
    // Without a stored state, the work starts again with each reply.
    expect(ran).toEqual(mode === 'auto' ? ['between', 'between'] : ['between'])
    if (mode === 'auto')
      expect(audited.map(({ code }) => code)).toEqual(['input_required', 'input_required', undefined])
  })

  test('that offers nothing cannot be asked', async () => {
    const client = await connect(mode, {})
    const called = client.callTool({ name: 'desk__greet' })
    if (mode === 'auto') await expect(called).rejects.toMatchObject({ code: -32021 })
    else expect(await called).toMatchObject({ isError: true, _meta: { 'fw/error': { code: 'unavailable' } } })
    expect(ran).toEqual([])
  })

  test('hears how far a call is, where it wants to', async () => {
    const client = await connect(mode)
    const heard: unknown[] = []
    const onprogress = (progress: unknown) => void heard.push(progress)
    await client.callTool({ name: 'count_up', arguments: { to: 2 } }, { onprogress })
    expect(heard).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
    ])
    expect((await client.callTool({ name: 'count_up', arguments: { to: 2 } })).structuredContent).toEqual({ done: 2 })
  })

  test('leaves, and the tool hears of it', async () => {
    const client = await connect(mode)
    const controller = new AbortController()
    const called = client.callTool(
      { name: 'desk__wait' },
      { signal: controller.signal, onprogress: () => controller.abort() },
    )
    await expect(called).rejects.toThrow()
    await expect.poll(() => ran).toEqual(['began', 'aborted'])
  })

  test('receives the content parts of a result', async () => {
    const client = await connect(mode)
    const { content, structuredContent } = await client.callTool({ name: 'desk__look' })
    expect(content).toEqual([
      { type: 'text', text: 'A dot.' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ])
    expect(structuredContent).toBeUndefined()
  })

  test('lists every tool once, in one order, over several cursors', async () => {
    const client = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      'count_up',
      'desk__greet',
      'desk__look',
      'desk__refund',
      'desk__wait',
    ])
  })

  test("reads pages as Markdown, skills, and the app's own resources", async () => {
    const client = await connect(mode)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'bytes://dot',
      'https://desk.example/index.md',
      'https://desk.example/slow.md',
      'skill://refunds/SKILL.md',
    ])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'https://desk.example/orders/{id}.md',
      'note://{topic}',
    ])
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0]
    expect(await read('https://desk.example/index.md')).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining('# Desk'),
    })
    expect(await read('https://desk.example/orders/7.md')).toMatchObject({ text: expect.stringContaining('Order 7') })
    expect(await read('skill://refunds/SKILL.md')).toMatchObject({ text: expect.stringContaining('\n\n# Refunds\n') })
    expect(await read('note://tea')).toEqual({ uri: 'note://tea', mimeType: 'text/plain', text: 'On tea' })
    expect(await read('bytes://dot')).toMatchObject({ mimeType: 'application/octet-stream', blob: 'AAAA' })
    for (const uri of [
      'note://none',
      'note://a/b',
      'https://desk.example/none.md',
      'https://evil.example/index.md',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 })
    // Out of scope it is not there; the template takes the address instead.
    expect(await read('note://secret')).toMatchObject({ text: 'On secret' })
  })

  test("selects prompts: skills, and the app's own prompts", async () => {
    const client = await connect(mode)
    const { prompts } = await client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toEqual(['hello', 'refunds'])
    expect(prompts[1]?.description).toBe('How refunds work. Use it when: Somebody wants money.')
    const text = async (name: string, args?: Record<string, string>) =>
      (await client.getPrompt({ name, ...(args && { arguments: args }) })).messages[0]?.content
    expect(await text('hello', { who: 'Ann' })).toEqual({ type: 'text', text: 'Hello Ann' })
    expect(await text('refunds', { request: 'Order 7.' })).toEqual({ type: 'text', text: '# Refunds\n\nOrder 7.' })
    await expect(text('hello')).rejects.toMatchObject({ code: -32602 })
    await expect(text('nothing')).rejects.toMatchObject({ code: -32602 })
  })

  test('completes arguments and URIs', async () => {
    const client = await connect(mode)
    const complete = async (ref: Parameters<Client['complete']>[0]['ref'], argument: string, value: string) =>
      (await client.complete({ ref, argument: { name: argument, value } })).completion.values
    expect(await complete({ type: 'ref/prompt', name: 'hello' }, 'who', 'An')).toEqual(['ann', 'anton'])
    expect(await complete({ type: 'ref/resource', uri: 'note://{topic}' }, 'topic', 't')).toEqual(['tea', 'toast'])
    await expect(complete({ type: 'ref/prompt', name: 'nothing' }, 'who', '')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('a request that its client of 2025 has cancelled gets no response', () => {
  async function openSession() {
    const url = `${listening.url}/_fw/mcp`
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const send = (session: string, message: object) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(session !== '' && { 'mcp-session-id': session }) },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const opened = await send('', { id: 0, method: 'initialize', params })
    return (message: object) => send(opened.headers.get('mcp-session-id') ?? '', message)
  }

  /** Sends a request, cancels it once `begun` holds, and returns its response. */
  async function sendAndCancel(message: object, begun: () => boolean): Promise<{ status: number; text: string }> {
    const send = await openSession()
    let openGate = () => {}
    gate = new Promise((resolve) => {
      openGate = resolve
    })
    const response = send({ id: 7, ...message })
    await expect.poll(begun).toBe(true)
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await send(cancel)).status).toBe(202)
    openGate()
    const reply = await response
    return { status: reply.status, text: await reply.text() }
  }

  test('a tool', async () => {
    const call = { method: 'tools/call', params: { name: 'desk__wait', arguments: {} } }
    expect(await sendAndCancel(call, () => ran.includes('began'))).toEqual({ status: 202, text: '' })
    expect(ran).toEqual(['began', 'aborted'])
  })

  test('a tool that has sent its progress', async () => {
    const params = { name: 'desk__wait', arguments: {}, _meta: { progressToken: 'p' } }
    const { status, text } = await sendAndCancel({ method: 'tools/call', params }, () => ran.includes('began'))
    expect(status).toBe(200)
    expect(text.match(/^data: .*$/gm)).toEqual([expect.stringContaining('notifications/progress')])
  })

  test('a page', async () => {
    const read = { method: 'resources/read', params: { uri: 'https://desk.example/slow.md' } }
    expect(await sendAndCancel(read, () => ran.includes('slow'))).toEqual({ status: 202, text: '' })
  })
})

describe('a call that needs approval', () => {
  test('gives a client that opens URLs the approval page, and the outcome after a user has approved', async () => {
    const client = await connect('auto')
    const opened: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { url } = params as { url: string }
      opened.push(url)
      await server.settle(new URL(url).searchParams.get('id') ?? '', 'approve')
      return { action: 'accept' }
    })
    const result = await client.callTool({ name: 'desk__refund', arguments: { amount: 5 } })
    expect(result.structuredContent).toEqual({ refunded: 5 })
    expect(opened).toEqual([expect.stringMatching(/^https:\/\/desk\.example\/_fw\/proposals\?id=[\w-]+$/)])
    expect(ran).toEqual(['refund 5'])
  })

  test('reports that it was rejected', async () => {
    const client = await connect('auto')
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await server.settle(new URL((params as { url: string }).url).searchParams.get('id') ?? '', 'reject')
      return { action: 'accept' }
    })
    const result = await client.callTool({ name: 'desk__refund', arguments: { amount: 5 } })
    expect(result).toMatchObject({ isError: true, _meta: { 'fw/error': { code: 'rejected' } } })
    expect(ran).toEqual([])
  })

  test('is returned as a result to every other client', async () => {
    for (const client of [await connect('auto', { elicitation: { form: {} } }), await connect('legacy')]) {
      const result = await client.callTool({ name: 'desk__refund', arguments: { amount: 5 } })
      expect(result.structuredContent).toMatchObject({
        status: 'proposal',
        approveAt: expect.stringContaining('/_fw/proposals?id='),
      })
    }
  })

  test('the token asks and never approves: not for another call, not changed, not as an id', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
    }
    const send = async (input: object, more: object = {}) => {
      const params = { name: 'desk__refund', arguments: input, _meta: meta, ...more }
      const response = await fetch(`${listening.url}/_fw/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'desk__refund',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      return (await response.json()) as {
        result?: { resultType: string; requestState: string }
        error?: { code: number }
      }
    }
    const parked = await send({ amount: 1 })
    expect(parked.result?.resultType).toBe('input_required')
    const requestState = parked.result?.requestState ?? ''
    const declined = { inputResponses: { approval: { action: 'decline' } } }
    expect((await send({ amount: 1 }, { requestState, ...declined })).result?.resultType).toBe('input_required')
    expect((await send({ amount: 2 }, { requestState, ...declined })).error?.code).toBe(-32602)
    for (const bad of [`${requestState}x`, requestState.slice(1), 'a.b', '', 7])
      expect((await send({ amount: 1 }, { requestState: bad, ...declined })).error?.code).toBe(-32602)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ id: requestState })
    expect((await fetch(`${listening.url}/_fw/approve`, { method: 'POST', headers, body })).status).toBe(404)
    expect(ran).toEqual([])
  })
})

test('over HTTP a tool that asks its caller is `unavailable`', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${listening.url}/_fw/api/desk.greet`, { method: 'POST', headers, body: '{}' })
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }])
})
