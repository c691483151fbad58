import { describe, expect, test } from 'vitest'
import { callProvider } from '../../../runtime/src/agent/providers/call-provider.ts'
import { describeRefusedFields } from '../../../runtime/src/agent/providers/refused-fields.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import type { ModelTool } from '../../../runtime/src/contract/agent/model.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import { BROKEN_STREAMS, QUOTA, rateLimit } from '../../support/vendors/failures.ts'
import { ASK, closeAfterEach, FORMATS, serve, streamed, TOOLS } from './scripted-rig.ts'

closeAfterEach()

const members = (count: number, member: JsonSchema, required: boolean): JsonSchema => {
  const names = Array.from({ length: count }, (_, at) => `m${at}`)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, member])),
    ...(required && { required: names }),
    additionalProperties: false,
  }
}
const tool = (name: string, input: JsonSchema): ModelTool => ({
  name: `api.shop.${name}`,
  description: 'Does it.',
  input,
})
const tools = (count: number, create: () => JsonSchema) =>
  Array.from({ length: count }, (_, at) => tool(`t${at}`, create()))

const EMPTY: JsonSchema = { type: 'object', properties: {} }
const UNION: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] }

describe('strict tools of a request share the limits of Anthropic', () => {
  type SentTool = { readonly strict?: boolean; readonly input_schema: JsonSchema }
  const sentTools = (body: Readonly<Record<string, unknown>> = {}) => body.tools as readonly SentTool[]
  const isStrict = (body: Readonly<Record<string, unknown>> | undefined) =>
    sentTools(body).map(({ strict }) => strict === true)

  test.each<[string, readonly ModelTool[], number]>([
    ['21 tools', tools(21, () => ({ ...EMPTY })), 20],
    ['tools that share one schema', tools(40, () => EMPTY), 20],
    ['5 tools with 7 optional members each', tools(5, () => members(7, { type: 'string' }, false)), 3],
    ['9 tools with 4 unions each', tools(9, () => members(4, UNION, true)), 4],
  ])('%s', async (_, list, strict) => {
    const [model, scripted] = await serve('anthropic', 'Hi.')
    expect((await callProvider(model, '', ASK, list)).text).toBe('Hi.')
    expect(scripted.broken).toEqual([])
    expect(isStrict(scripted.requests[0]?.body).filter(Boolean)).toHaveLength(strict)
  })

  test('the most specific tools are strict, and a loose one has its whole schema', async () => {
    const [model, scripted] = await serve('anthropic', 'Hi.')
    const optional: JsonSchema = { type: 'string', minLength: 2 }
    const list = [
      ...tools(20, () => members(1, optional, true)),
      tool('small', members(0, optional, true)),
      tool('large', members(20, optional, true)),
    ]
    await callProvider(model, '', ASK, list)
    const { body } = scripted.requests[0] ?? {}
    expect(isStrict(body).slice(-3)).toEqual([false, false, true])
    const sent = sentTools(body).map(({ input_schema }) => input_schema)
    expect(sent[19]).toEqual(members(1, optional, true))
    expect(sent[0]?.properties?.m0).toEqual({ type: 'string', description: '(minLength: 2)' })
  })

  test('what is too complex to compile is sent loose, and later requests know it', async () => {
    const [model, scripted] = await serve('anthropic', 'Hi.', 'Again.')
    const list = tools(4, () => members(40, { type: 'string' }, true))
    expect((await callProvider(model, '', ASK, list)).text).toBe('Hi.')
    expect(scripted.broken).toEqual(['anthropic/grammar'])
    expect((await streamed(model, { tools: list })).reply.text).toBe('Again.')
    expect(scripted.broken).toHaveLength(1)
    expect(scripted.requests.map(({ body }) => isStrict(body).filter(Boolean).length)).toEqual([4, 0, 0])
  })
})

test.each(FORMATS)('%s: a conversation with calls of other providers, and with blank text', async (format) => {
  const [model, scripted] = await serve(format, 'Hi.')
  const long = 'functions.search:0'
  const messages: Message[] = [
    { role: 'user', content: 'Tea?' },
    { role: 'assistant', content: '\n', toolCalls: [{ id: long, name: 'api.shop.search', input: 'not an object' }] },
    { role: 'tool', toolCallId: long, content: '[]' },
    { role: 'user', content: 'And?' },
  ]
  expect((await callProvider(model, 'Be brief.', messages, TOOLS)).text).toBe('Hi.')
  expect(scripted.broken).toEqual([])
})

test.each(FORMATS)('%s: reasoning is sent back over several rounds', async (format) => {
  const call = (query: string) => ({ calls: [{ name: 'api.shop.search', input: { query } }] })
  for (const isStreamed of [false, true]) {
    const [model, scripted] = await serve(format, call('tea'), { ...call('cup'), text: 'Hm.' }, 'Done.')
    const messages: Message[] = [...ASK]
    for (let round = 0; round < 3; round++) {
      const reply = isStreamed
        ? (await streamed(model, { messages })).reply
        : await callProvider(model, '', messages, TOOLS)
      const { text = '', toolCalls = [], providerMetadata } = reply
      messages.push({ role: 'assistant', content: text, toolCalls, providerMetadata })
      for (const { id } of toolCalls) messages.push({ role: 'tool', toolCallId: id, content: '[]' })
    }
    expect(scripted.broken).toEqual([])
    expect(messages.at(-1)?.content).toBe('Done.')
  }
})

test.each(FORMATS)('%s: a call at the length limit does not run, and its conversation goes on', async (format) => {
  const cut = (json: string) => ({ cut: true, calls: [{ name: 'api.shop.search', input: {}, json }] })
  const jsons = ['', '{"que', '{"query":"te']
  const [model, scripted] = await serve(format, ...jsons.map(cut), { cut: true, calls: cut('').calls }, 'Done.')
  for (const _ of jsons) {
    const { reply } = await streamed(model)
    expect(reply).toMatchObject({ stopReason: 'max_tokens', toolCalls: [{ fault: 'cut_off' }] })
  }
  const { toolCalls = [], providerMetadata } = await callProvider(model, '', ASK, TOOLS)
  expect(toolCalls).toMatchObject([{ fault: 'cut_off' }])
  const [call] = toolCalls
  const history: Message[] = [
    ...ASK,
    { role: 'assistant', content: '', toolCalls, providerMetadata },
    { role: 'tool', toolCallId: call?.id ?? '', content: '{"error":"It did not run."}' },
  ]
  expect((await callProvider(model, '', history, TOOLS)).text).toBe('Done.')
  expect(scripted.broken).toEqual([])
})

// Gemini sends objects.
test.each(FORMATS.filter((format) => format !== 'google'))(
  '%s: arguments that are no JSON are a fault',
  async (format) => {
    const [model] = await serve(format, { calls: [{ name: 'api.shop.search', input: {}, json: '{"query": tea}' }] })
    expect((await streamed(model)).reply.toolCalls).toMatchObject([{ fault: 'invalid_json', input: '{"query": tea}' }])
  },
)

describe('settings', () => {
  const settings = { reasoning: 'high', temperature: 0.2, maxOutputTokens: 500 } as const

  test.each([
    ['anthropic', { max_tokens: 500, output_config: { effort: 'high' }, thinking: { type: 'adaptive' } }],
    ['openai', { max_output_tokens: 500, reasoning: { effort: 'high' }, store: false }],
    ['openai-compatible', { max_tokens: 500, reasoning_effort: 'high', temperature: 0.2 }],
    [
      'google',
      { generationConfig: { maxOutputTokens: 500, temperature: 0.2, thinkingConfig: { thinkingLevel: 'high' } } },
    ],
  ] as const)('%s gets them under its own names, without those that its model refuses', async (format, sent) => {
    const [model, scripted] = await serve(format, 'Hi.')
    await callProvider({ ...model, settings }, '', ASK, TOOLS)
    expect(scripted.broken).toEqual([])
    expect(scripted.requests[0]?.body).toMatchObject(sent)
    expect('temperature' in (scripted.requests[0]?.body ?? {})).toBe(format === 'openai-compatible')
  })

  test.each([
    ['anthropic', { output_config: { effort: 'low' } }],
    ['openai', { reasoning: { summary: 'auto', effort: 'low' } }],
    ['google', { generationConfig: { topP: 0.5, maxOutputTokens: 9 } }],
  ] as const)('options of %s win over them, member by member', async (format, options) => {
    const [model, scripted] = await serve(format, 'Hi.')
    await callProvider({ ...model, settings, options }, '', ASK, TOOLS)
    expect(scripted.broken).toEqual([])
    expect(scripted.requests[0]?.body).toMatchObject(options)
    if (format === 'google')
      expect(scripted.requests[0]?.body).toMatchObject({ generationConfig: { temperature: 0.2 } })
  })

  test.each([
    ['anthropic', { temperature: 0.2 }, 'anthropic/sampling'],
    ['anthropic', { thinking: { type: 'disabled' } }, 'anthropic/thinking'],
    ['anthropic', { tool_choice: { type: 'any' } }, 'anthropic/tool-choice'],
    ['openai', { temperature: 0.2 }, 'openai-responses/temperature'],
    ['openai', { max_tokens: 5 }, 'openai-responses/moved-fields'],
    ['openai', { seed: 5 }, 'openai-responses/fields'],
    ['google', { temperature: 0.2 }, 'gemini/fields'],
  ] as const)('%s refuses the option %o, which is sent as written and reported', async (format, options, rule) => {
    const [model, scripted] = await serve(format)
    const own = { ...model, options }
    await expect(callProvider(own, '', ASK, TOOLS)).rejects.toMatchObject({ failure: 'rejected' })
    expect(scripted.broken).toEqual([rule])
    expect(describeRefusedFields(own)).toEqual([
      expect.stringMatching(new RegExp(`^${model.provider}/.* refuses modelOptions.${Object.keys(options)[0]}: ".+"$`)),
    ])
  })

  test('a model of OpenAI that does not reason gets a temperature, and no request for encrypted reasoning', async () => {
    const [model, scripted] = await serve('openai', { text: 'Hi.', reasoning: '' })
    await callProvider({ ...model, model: 'gpt-4.1', settings: { temperature: 0.2 } }, '', ASK, TOOLS)
    expect(scripted.broken).toEqual([])
    expect(scripted.requests[0]?.body).toMatchObject({ temperature: 0.2 })
  })
})

describe('failures in the form of each vendor', () => {
  test.each(FORMATS)('%s: a wait that the user can bear is awaited, a longer one reported', async (format) => {
    const [model, scripted] = await serve(format, rateLimit(format, 0), 'Hi.', rateLimit(format, 34))
    expect((await callProvider(model, '', ASK, [])).text).toBe('Hi.')
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'rate_limited', retryAfterMs: 34_000 })
    expect(scripted.requests).toHaveLength(3)
  })

  test.each(FORMATS)('%s: an account without credit is not asked again', async (format) => {
    const [model, scripted] = await serve(format, QUOTA[format], 'Hi.')
    await expect(callProvider(model, '', ASK, [])).rejects.toMatchObject({ failure: 'rate_limited', status: 429 })
    expect(scripted.requests).toHaveLength(1)
  })

  test.each(Object.keys(BROKEN_STREAMS))('%s: an error in the stream', async (name) => {
    const events = BROKEN_STREAMS[name] ?? []
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    const format = FORMATS.find((one) => name === one || name.startsWith(`${one} `)) ?? 'openai'
    const [model] = await serve(format, { body, headers: { 'content-type': 'text/event-stream' } })
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'unavailable', detail: 'Overloaded' })
  })
})

test('a stream of Gemini that stays open after its finish reason ends the turn', async () => {
  const [model] = await serve('google')
  const chunk = (parts: object[], more = {}) => ({ candidates: [{ content: { role: 'model', parts }, ...more }] })
  const events = [
    chunk([{ text: 'Hello' }], { finishReason: 'STOP' }),
    chunk([{ text: ' there.' }], { finishReason: 'STOP' }),
  ]
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const event of events) controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
    },
  })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const { reply } = await streamed(model, { fetch, idleTimeoutMs: 20_000 })
  expect(reply).toMatchObject({ text: 'Hello there.', stopReason: 'end' })
})

test('a call of Gemini whose arguments come in parts is refused, because its rest is missing', async () => {
  const parts = [{ functionCall: { name: 'shop__search', willContinue: true, partialArgs: [{ jsonPath: '$.query' }] } }]
  const body = `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] })}\n\n`
  const [model] = await serve('google', { body, headers: { 'content-type': 'text/event-stream' } })
  await expect(streamed(model)).rejects.toMatchObject({ failure: 'invalid_response' })
})
