import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import type { AgentConfig, FinishedTurn } from '../../../runtime/src/agent.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { ask, ran, tidyAfterEach, withModel } from '../agent-app.ts'
import { type Client, describeTransports } from '../transports.ts'

tidyAfterEach()

interface Chunk {
  readonly type: string
  readonly [name: string]: unknown
}

interface Stream {
  readonly response: Response
  readonly ids: readonly (string | undefined)[]
  readonly chunks: readonly Chunk[]
  /** The data after the last chunk. */
  readonly last: string | undefined
}

async function readStream(response: Response): Promise<Stream> {
  const events: { id: string | undefined; data: string }[] = []
  const parser = createParser({ onEvent: ({ id, data }) => void events.push({ id, data }) })
  parser.feed(await response.text())
  const last = events.pop()
  return {
    response,
    ids: events.map(({ id }) => id),
    chunks: events.map(({ data }) => JSON.parse(data) as Chunk),
    last: last?.data,
  }
}

const SSE = { 'content-type': 'application/json', accept: 'text/event-stream' }

async function stream(
  { request }: Client,
  body: unknown,
  { path = '/_fw/llm', headers = SSE }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Stream> {
  return readStream(await request(path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const types = (chunks: readonly Chunk[]) => chunks.map(({ type }) => type)

/** Removes repeated types in a row. */
const outline = (chunks: readonly Chunk[]) => types(chunks).filter((type, at, all) => type !== all[at - 1])

const TWO_STEPS = [
  {
    text: 'Let me look for tea.',
    calls: [{ id: 'c1', name: 'api.shop.search', input: { query: 'tea' } }],
    reasoning: '',
  },
  { text: 'There is a tea pot.', reasoning: '' },
]

const FORMATS: readonly ScriptedFormat[] = ['anthropic', 'openai', 'openai-compatible', 'google']

describeTransports('a streamed turn', (start) => {
  test.each(FORMATS)(
    'GEN-06 STR-01 STR-02 STR-03 EVT-17 a turn of %s arrives in parts, in this order',
    async (format) => {
      const { options } = await withModel(TWO_STEPS, { format })
      const { chunks, last } = await stream(await start(options), ask('Tea?'))
      expect(outline(chunks)).toEqual([
        'start',
        'start-step',
        'text-start',
        'text-delta',
        'text-end',
        'tool-input-start',
        'tool-input-delta',
        'tool-input-available',
        'finish-step',
        'start-step',
        'text-start',
        'text-delta',
        'text-end',
        'finish-step',
        'finish',
      ])
      expect(last).toBe('[DONE]')
      // Every provider streams: the words come in several deltas.
      expect(types(chunks).filter((type) => type === 'text-delta').length).toBeGreaterThan(4)
    },
  )

  test.each([
    ['no id', ''],
    ['the same id', 'call_0'],
  ])('a model server that gives %s to each call: every result is that of its own call', async (_, id) => {
    const find = (query: string) => ({ calls: [{ id, name: 'api.shop.search', input: { query } }] })
    for (const path of ['/_fw/agent', '/_fw/llm']) {
      const { options, model } = await withModel([find('tea'), find('cup'), 'Done.'], {
        format: 'openai-compatible',
      })
      const client = await start(options)
      if (path === '/_fw/agent') await client.post(path, ask('Go.'))
      else await stream(client, ask('Go.'))
      const { messages } = (model.requests.at(-1)?.body ?? { messages: [] }) as { messages: Record<string, unknown>[] }
      const results = messages.filter(({ role }) => role === 'tool')
      expect(results.map(({ content }) => content)).toEqual(['{"names":["tea pot"]}', '{"names":["cup pot"]}'])
      expect(new Set(results.map((result) => result.tool_call_id)).size).toBe(2)
    }
  })

  test('a call has the title of its tool, which may depend on the input', async () => {
    const bank = {
      pay: api({
        title: ({ to }) => `Pay ${to}\u202e`,
        input: schema({ to: str() }),
        guard: 'confirm',
        run: () => true,
      }),
      list: api({ title: 'List', run: () => [] }),
      plain: api({ run: () => [] }),
      staff: api({ title: () => 'For staff', scopes: ['staff'], input: schema({}), run: () => [] }),
    }
    const calls = [
      { name: 'api.bank.pay', input: { to: 'Ada' } },
      { name: 'api.bank.pay', input: { to: 7 } },
      { name: 'api.bank.list', input: {} },
      { name: 'api.bank.plain', input: {} },
      { name: 'api.bank.staff', input: {} },
    ]
    for (const format of FORMATS) {
      const { options } = await withModel([{ calls }, 'Done.'], { format, options: { apis: { bank } } })
      const { chunks } = await stream(await start(options), ask('Go.'))
      const titles = chunks.filter(({ type }) => type === 'tool-input-available').map(({ title }) => title)
      expect(titles).toEqual(['Pay Ada\\u202e', undefined, 'List', undefined, undefined])
    }
  })

  test('EVT-05 EVT-06 EVT-07 EVT-08 EVT-09 EVT-10 EVT-11 EVT-12 EVT-13 EVT-14 each event has its fields', async () => {
    const { options } = await withModel(TWO_STEPS)
    const { ids, chunks, last } = await stream(await start(options), ask('Tea?'))
    expect(ids).toEqual(chunks.map((_, index) => String(index + 1)))
    const of = (type: string) => chunks.filter((chunk) => chunk.type === type)
    expect(of('start')).toEqual([{ type: 'start', messageId: expect.stringMatching(/^msg_/) }])
    expect(of('start-step')).toEqual([
      { type: 'start-step' },
      { type: 'start-step', messageMetadata: { holdsData: true } },
    ])
    const [first, second] = of('text-start')
    expect(first?.id).not.toBe(second?.id)
    const said = (id: unknown) =>
      of('text-delta')
        .filter((chunk) => chunk.id === id)
        .map(({ delta }) => delta)
        .join('')
    expect([said(first?.id), said(second?.id)]).toEqual(['Let me look for tea.', 'There is a tea pot.'])
    expect(of('text-end').map(({ id }) => id)).toEqual([first?.id, second?.id])
    expect(of('tool-input-start')).toMatchObject([{ toolCallId: 'c1', toolName: 'api.shop.search' }])
    const json = of('tool-input-delta').map(({ inputTextDelta }) => inputTextDelta)
    expect(JSON.parse(json.join(''))).toEqual({ query: 'tea' })
    expect(of('tool-input-available')).toMatchObject([
      { toolCallId: 'c1', toolName: 'api.shop.search', input: { query: 'tea' } },
    ])
    expect(of('finish-step')).toHaveLength(2)
    expect(of('finish')).toEqual([
      {
        type: 'finish',
        messageMetadata: {
          type: 'text',
          model: 'anthropic/claude-sonnet-5-5',
          messages: expect.arrayContaining([{ role: 'assistant', content: 'There is a tea pot.', holdsData: true }]),
          holdsData: true,
          usage: { inputTokens: 20, outputTokens: 10, cachedInputTokens: 0, costUsd: 0.00014 },
          proposals: [],
        },
      },
    ])
    expect(last).toBe('[DONE]')
  })

  test('HTP-10 HTP-11 EVT-02 Accept or the body requests it, on both paths', async () => {
    for (const path of ['/_fw/llm', '/_fw/agent']) {
      const { options } = await withModel(['One.', 'Two.', 'Three.'])
      const client = await start(options)
      expect((await stream(client, ask('Hi.'), { path })).last).toBe('[DONE]')
      const plain = { 'content-type': 'application/json' }
      const inBody = await stream(client, ask('Hi.', { stream: true }), { path, headers: plain })
      expect(inBody.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(inBody.last).toBe('[DONE]')
      const whole = await client.post(path, ask('Hi.'))
      expect(whole.body).toMatchObject({ type: 'text', text: 'Three.' })
    }
  })

  test('EVT-03 EVT-04 VER-02 its headers name the vocabulary, its version and the stream', async () => {
    const { options } = await withModel(['One.', 'Two.'])
    const client = await start(options)
    const [one, two] = [await stream(client, ask('Hi.')), await stream(client, ask('Hi.'))]
    for (const { headers } of [one.response, two.response]) {
      expect(headers.get('x-fw-ai-ui-message-stream')).toBe('v1')
      expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
      expect(headers.get('cache-control')).toBe('no-store')
    }
    const id = one.response.headers.get('x-fw-stream-id')
    expect(id).toMatch(/^[\w-]{16,}$/)
    expect(two.response.headers.get('x-fw-stream-id')).not.toBe(id)
  })

  test.each([
    ['before it began', { status: 500, headers: { 'retry-after': '0' } }, ['start', 'start-step', 'error']],
    [
      'in the middle',
      { text: 'a b c d e f g h', reset: 'within' as const },
      ['start', 'start-step', 'text-start', 'text-delta', 'text-end', 'error'],
    ],
    [
      'with an error',
      { text: 'a b c d e f g h', streamError: 'words of Ada' },
      ['start', 'start-step', 'text-start', 'text-delta', 'text-end', 'error'],
    ],
  ])('STR-04 EVT-15 a provider that dies %s ends the stream with an error', async (_what, step, expected) => {
    const { options } = await withModel([step, step, step])
    const { chunks, last, response } = await stream(await start({ ...options, production: true }), ask('Hi.'))
    expect(response.status).toBe(200)
    expect(outline(chunks)).toEqual(expected)
    expect(chunks.at(-1)).toMatchObject({ errorText: expect.stringContaining('Anthropic'), code: 'provider_error' })
    expect(JSON.stringify(chunks)).not.toContain('Ada')
    expect(last).toBe('[DONE]')
  })

  test('EVT-16 outputs of tools are not on the stream', async () => {
    const { options } = await withModel([{ calls: [{ name: 'api.shop.search', input: { query: 'tea' } }] }, 'Done.'])
    const { chunks } = await stream(await start(options), ask('Tea?'))
    expect(ran).toEqual(['search tea'])
    expect(types(chunks).filter((type) => type.startsWith('tool-output'))).toEqual([])
    const { messageMetadata, ...finish } = chunks.at(-1) as Chunk
    expect(JSON.stringify([...chunks.slice(0, -1), finish])).not.toContain('tea pot')
  })

  test('EVT-18 ERR-11 a request that wants to resume is refused', async () => {
    const { options, model } = await withModel(['One.'])
    const { post } = await start(options)
    for (const path of ['/_fw/llm', '/_fw/agent']) {
      const { status, body } = await post(path, ask('Hi.'), { accept: 'text/event-stream', 'last-event-id': '3' })
      expect(status).toBe(422)
      expect(body).toMatchObject({ ok: false, error: 'stream_not_resumable' })
    }
    expect(model.requests).toHaveLength(0)
  })

  test('calls of the page end the turn: the finish names them', async () => {
    const { options } = await withModel([{ calls: [{ id: 'c1', name: 'ui_read_page', input: {} }] }])
    const { chunks } = await stream(await start(options), ask('Read.'))
    expect(chunks.at(-1)).toMatchObject({
      type: 'finish',
      messageMetadata: { type: 'ui_calls', calls: [{ id: 'c1', name: 'ui_read_page', input: {} }] },
    })
  })

  test('with tools of its own a request is one round of the model, and runs nothing', async () => {
    const call = { id: 'c1', name: 'api.shop.search', input: { query: 'tea' } }
    const { options, model } = await withModel([{ calls: [call] }, { calls: [call] }, 'Hi.'])
    const client = await start(options)
    const tools = [{ name: 'api.shop.search', description: 'Mine.', input: { type: 'object', properties: {} } }]
    const whole = await client.post('/_fw/llm', ask('Tea?', { tools }))
    expect(whole.body).toMatchObject({ type: 'ui_calls', calls: [call] })
    const { chunks } = await stream(client, ask('Tea?', { tools }))
    expect(outline(chunks)).toEqual([
      'start',
      'start-step',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'finish-step',
      'finish',
    ])
    expect(ran).toEqual([])
    expect(model.requests.map(({ tools: offered }) => offered)).toEqual([['shop__search'], ['shop__search']])
    const bad = await client.post('/_fw/llm', ask('Tea?', { tools: [{ name: 'a b' }] }))
    expect(bad.body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'tools[0].name' }] })
  })

  test('onTurn hears of a turn that has ended, and cannot break it', async () => {
    const turns: FinishedTurn[] = []
    const config: AgentConfig = {
      onTurn: (turn) => {
        turns.push(turn)
        throw new Error('sink')
      },
    }
    const { options } = await withModel(['One.', 'Two.', { status: 401 }], { config })
    const client = await start(options)
    expect((await client.post('/_fw/agent', ask('Hi.'))).body.text).toBe('One.')
    expect((await stream(client, ask('Hi.'))).last).toBe('[DONE]')
    expect((await client.post('/_fw/agent', ask('Hi.'))).status).toBe(502)
    expect(turns.map(({ reply }) => reply.type)).toEqual(['text', 'text', 'error'])
    expect(turns[0]).toMatchObject({ reply: { usage: { inputTokens: 10 } }, durationMs: expect.any(Number) })
  })

  test('a client that leaves aborts the request of the provider', async () => {
    const { options, model } = await withModel([{ text: 'a b c d e f g h', hang: 'within' }])
    const client = await start(options)
    const leaving = new AbortController()
    const response = await client.request('/_fw/llm', {
      method: 'POST',
      headers: SSE,
      body: JSON.stringify(ask('Hi.')),
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes('text-delta')) text += new TextDecoder().decode((await reader?.read())?.value)
    leaving.abort()
    await reader?.cancel().catch(() => undefined)
    await expect.poll(() => model.requests[0]?.aborted).toBe(true)
  })
})
