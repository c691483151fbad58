import { describe, expect, test } from 'vitest'
import { callProvider } from '../../../runtime/src/agent/providers/call-provider.ts'
import { resolveModel } from '../../../runtime/src/agent/resolve-model.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import type { ModelReply, ResolvedModel } from '../../../runtime/src/contract/agent/model.ts'
import { signReasoning, signThinking } from '../../../runtime/src/testing/wires/wire-writer.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { ASK, closeAfterEach, FORMATS, open, serve, streamed, TOOLS } from './scripted-rig.ts'

closeAfterEach()

/** The same conversation as each format writes it. */
const CONVERSATIONS: Readonly<Record<ScriptedFormat, unknown>> = {
  anthropic: [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
        { type: 'text', text: 'a.csv:\na,b' },
        { type: 'text', text: 'What is this?', cache_control: { type: 'ephemeral' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'c1', name: 'shop__search', input: { query: 'tea' } },
        { type: 'tool_use', id: 'c2', name: 'shop__search', input: { query: 'cup' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: '[{"id":1}]' },
        { type: 'tool_result', tool_use_id: 'c2', content: '[]' },
        { type: 'text', text: 'And now?', cache_control: { type: 'ephemeral' } },
      ],
    },
  ],
  openai: [
    {
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        { type: 'input_text', text: 'a.csv:\na,b' },
        { type: 'input_text', text: 'What is this?' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'shop__search', arguments: '{"query":"tea"}' },
    { type: 'function_call', call_id: 'c2', name: 'shop__search', arguments: '{"query":"cup"}' },
    { type: 'function_call_output', call_id: 'c1', output: '[{"id":1}]' },
    { type: 'function_call_output', call_id: 'c2', output: '[]' },
    { role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
  ],
  'openai-compatible': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        { type: 'text', text: 'a.csv:\na,b' },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'shop__search', arguments: '{"query":"tea"}' } },
        { id: 'c2', type: 'function', function: { name: 'shop__search', arguments: '{"query":"cup"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: '[{"id":1}]' },
    { role: 'tool', tool_call_id: 'c2', content: '[]' },
    { role: 'user', content: 'And now?' },
  ],
  google: [
    {
      role: 'user',
      parts: [
        { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
        { text: 'a.csv:\na,b' },
        { text: 'What is this?' },
      ],
    },
    {
      role: 'model',
      parts: [
        {
          functionCall: { id: 'c1', name: 'shop__search', args: { query: 'tea' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { id: 'c2', name: 'shop__search', args: { query: 'cup' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'shop__search', response: { result: [{ id: 1 }] } } },
        { functionResponse: { id: 'c2', name: 'shop__search', response: { result: [] } } },
        { text: 'And now?' },
      ],
    },
  ],
}

/** An option of each provider. */
const OPTIONS: Readonly<Record<ScriptedFormat, object>> = {
  anthropic: { service_tier: 'auto' },
  openai: { service_tier: 'flex' },
  'openai-compatible': { temperature: 0.1 },
  google: { generationConfig: { temperature: 0.1 } },
}

const MEMBERS: Readonly<Record<string, string>> = { google: 'contents', openai: 'input' }

describe.each(FORMATS)('MDL-13 the format of %s', (format) => {
  test('MDL-12 complete responses: text, and calls by the full names of the tools', async () => {
    const answer = {
      text: 'Let me look.',
      calls: [
        { id: 'c1', name: 'api.shop.search', input: { query: 'tea', limit: null } },
        { id: 'c2', name: 'AddToCart.add', input: {} },
      ],
      usage: { input: 100, output: 20, cached: 40 },
    }
    const [model, scripted] = await serve(format, answer)
    const reply = await callProvider(model, 'Be brief.', ASK, TOOLS)
    expect(reply).toMatchObject({
      text: 'Let me look.',
      stopReason: 'tool_calls',
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 },
      model: model.model,
    })
    // An optional member that a strict schema makes the model send as null is absent again.
    expect(reply.toolCalls?.map(({ name, input }) => [name, input])).toEqual([
      ['api.shop.search', { query: 'tea' }],
      ['AddToCart.add', {}],
    ])
    expect(scripted.requests[0]).toMatchObject({
      format,
      model: model.model,
      system: 'Be brief.',
      tools: ['shop__search', 'AddToCart__add'],
      stream: false,
    })
  })

  test('streams the same response in parts', async () => {
    const answer = {
      text: 'Let me look for it.',
      calls: [
        { id: 'c1', name: 'api.shop.search', input: { query: 'tea' } },
        { id: 'c2', name: 'AddToCart.add', input: { times: [1, 2] } },
      ],
      usage: { input: 100, output: 20, cached: 40 },
    }
    const [model] = await serve(format, answer, answer)
    const whole = await callProvider(model, 'Be brief.', ASK, TOOLS)
    const { events, reply } = await streamed(model)
    const withoutIds = ({ toolCalls, ...rest }: ModelReply) => ({
      ...JSON.parse(JSON.stringify(rest).replaceAll(/_\d+/g, '_')),
      toolCalls: toolCalls?.map(({ name, input }) => ({ name, input })),
    })
    expect(withoutIds(reply)).toEqual(withoutIds(whole))
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.delta] : []))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).toBe('Let me look for it.')
    for (const [at, { id, name, input }] of (reply.toolCalls ?? []).entries()) {
      const starts = events.flatMap((event) => (event.type === 'call-start' ? [event] : []))
      expect(starts[at]).toMatchObject({ id, name })
      const json = events.flatMap((event) => (event.type === 'call-delta' && event.id === id ? [event.delta] : []))
      expect(JSON.parse(json.join(''))).toEqual(input)
    }
  })

  test('a conversation is sent back: calls, results, attachments', async () => {
    const [model, scripted] = await serve(format, 'Here you are.')
    const messages: Message[] = [
      {
        role: 'user',
        content: 'What is this?',
        attachments: [
          { mediaType: 'image/png', data: 'aGk=', name: 'a.png' },
          { mediaType: 'text/csv', data: btoa('a,b'), name: 'a.csv' },
        ],
      },
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'c1', name: 'api.shop.search', input: { query: 'tea' } },
          { id: 'c2', name: 'api.shop.search', input: { query: 'cup' } },
        ],
      },
      { role: 'tool', content: '[{"id":1}]', toolCallId: 'c1' },
      { role: 'tool', content: '[]', toolCallId: 'c2' },
      { role: 'user', content: 'And now?' },
    ]
    expect((await callProvider(model, '', messages, TOOLS)).text).toBe('Here you are.')
    expect(scripted.requests[0]?.system).toBe('')
    expect(scripted.requests[0]?.body[MEMBERS[format] ?? 'messages']).toEqual(CONVERSATIONS[format])
  })

  test('AGC-03 AGC-05 modelOptions add fields and rewrite none of model, messages and tools', async () => {
    const [model, scripted] = await serve(format, 'Hi.')
    const own = OPTIONS[format]
    const options = { ...own, model: 'evil', messages: [], tools: [], contents: [], input: [], stream: true }
    await callProvider({ ...model, options }, 'Be brief.', ASK, TOOLS)
    const [request] = scripted.requests
    expect(request?.body).toMatchObject(own)
    expect(request?.model).toBe(model.model)
    expect(request?.tools).toHaveLength(2)
    expect(JSON.stringify(request?.body)).toContain('Green tea?')
    expect(request?.stream).toBe(false)
  })

  test('a refusal and a truncated response are recognized', async () => {
    const [model] = await serve(format, { refusal: 'Not this.' }, { refusal: 'Not this.' }, { text: 'So', cut: true })
    expect(await callProvider(model, '', ASK, [])).toMatchObject({ stopReason: 'refusal', refusal: 'Not this.' })
    expect((await streamed(model)).reply).toMatchObject({ stopReason: 'refusal', refusal: 'Not this.' })
    expect(await callProvider(model, '', ASK, [])).toMatchObject({ stopReason: 'max_tokens', text: 'So' })
  })

  test('a complete response to a streamed request is read too', async () => {
    const [model, scripted] = await serve(format, { text: 'x', reasoning: '' })
    const whole = await fetchWhole(model)
    scripted.add({ body: whole, headers: { 'content-type': 'application/json' } })
    const { events, reply } = await streamed(model)
    expect(events).toEqual([{ type: 'text', delta: 'x' }])
    expect(reply.text).toBe('x')
  })
})

/** Returns the body of a complete response, in the format of the scripted model. */
async function fetchWhole(model: ResolvedModel): Promise<string> {
  let text = ''
  await callProvider(model, '', ASK, [], async (url, init) => {
    const response = await fetch(url, init)
    text = await response.clone().text()
    return response
  })
  return text
}

type CallPart = { index?: number; id?: string; function: { name?: string; arguments?: string } }
const named = (query: string, more: object = {}): CallPart => ({
  ...more,
  function: { name: 'shop__search', arguments: JSON.stringify({ query }) },
})

/** What servers make of the parts of two calls. */
test.each<[string, CallPart[]]>([
  ['without ids', [named('tea', { index: 0, id: '' }), named('cup', { index: 1 })]],
  ['with ids, and the same index', [named('tea', { index: 0, id: 'a' }), named('cup', { index: 0, id: 'b' })]],
  ['with the id of an earlier call', [named('tea', { index: 0, id: 'c1' }), named('cup', { index: 1, id: 'c2' })]],
  ['with the same id', [named('tea', { index: 0, id: 'a' }), named('cup', { index: 1, id: 'a' })]],
  [
    'without an index, in parts',
    [
      { id: 'a', function: { name: 'shop__search', arguments: '{"query"' } },
      { function: { arguments: ':"tea"}' } },
      named('cup', { id: 'b' }),
    ],
  ],
])('two calls of a response are separate, each with its own id: %s', async (_, parts) => {
  const earlier: Message[] = [
    ...ASK,
    { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'api.shop.search', input: { query: 'pot' } }] },
    { role: 'tool', toolCallId: 'c1', content: '[]' },
  ]
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const body = [...parts.map((part) => chunk({ tool_calls: [part] })), chunk({}, 'tool_calls'), 'data: [DONE]\n\n']
  const [model] = await serve('openai-compatible', {
    body: body.join(''),
    headers: { 'content-type': 'text/event-stream' },
  })
  const { events, reply } = await streamed(model, { messages: earlier })
  expect(reply.toolCalls?.map(({ input }) => input)).toEqual([{ query: 'tea' }, { query: 'cup' }])
  const ids = reply.toolCalls?.map(({ id }) => id) ?? []
  expect(new Set(['c1', '', ...ids]).size).toBe(4)
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(40)
  expect(events.flatMap((event) => (event.type === 'call-start' ? [event.id] : []))).toEqual(ids)
})

test('arguments that are not JSON stay text, for validation to refuse', async () => {
  const call = { id: 'c1', type: 'function', function: { name: 'shop__search', arguments: '{"query": ' } }
  const [model] = await serve('openai-compatible', {
    body: JSON.stringify({ choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'stop' }] }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await callProvider(model, '', ASK, TOOLS)).toMatchObject({
    stopReason: 'tool_calls',
    toolCalls: [{ id: 'c1', name: 'api.shop.search', input: '{"query": ', fault: 'invalid_json' }],
  })
})

test('signed thoughts go back as they came, and to no other provider', async () => {
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: signThinking('Hm.', 'claude-sonnet-5-5') }
  const content = [thinking, { type: 'tool_use', id: 'c1', name: 'shop__search', input: { query: 'tea' } }]
  const [model, scripted] = await serve(
    'anthropic',
    {
      body: JSON.stringify({ content, model: 'm', stop_reason: 'tool_use', usage: {} }),
      headers: { 'content-type': 'application/json' },
    },
    'Done.',
  )
  const { toolCalls, providerMetadata } = await callProvider(model, '', ASK, TOOLS)
  const history: Message[] = [
    ...ASK,
    { role: 'assistant', content: '', ...(toolCalls && { toolCalls }), providerMetadata },
    { role: 'tool', content: '[]', toolCallId: 'c1' },
  ]
  await callProvider(model, '', history, TOOLS)
  expect(scripted.requests[1]?.body.messages).toMatchObject([{}, { role: 'assistant', content }, {}])
  const [other, scriptedOther] = await serve('openai', 'Done.')
  await callProvider(other, '', history, TOOLS)
  expect(JSON.stringify(scriptedOther.requests[0]?.body)).not.toContain(thinking.signature)
})

test('a thought signature of Gemini is sent back on its part, and results refer to calls by name', async () => {
  const parts = [
    { functionCall: { name: 'shop__search', args: { query: 'tea' } }, thoughtSignature: signReasoning('Hm.') },
  ]
  const [model, scripted] = await serve(
    'google',
    {
      body: JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
      headers: { 'content-type': 'application/json' },
    },
    'Done.',
  )
  const { toolCalls = [], providerMetadata } = await callProvider(model, '', ASK, TOOLS)
  await callProvider(
    model,
    '',
    [
      ...ASK,
      { role: 'assistant', content: '', toolCalls, providerMetadata },
      { role: 'tool', content: '{"found":1}', toolCallId: toolCalls[0]?.id ?? '' },
    ],
    TOOLS,
  )
  expect(scripted.requests[1]?.body.contents).toEqual([
    { role: 'user', parts: [{ text: 'Green tea?' }] },
    { role: 'model', parts },
    { role: 'user', parts: [{ functionResponse: { name: 'shop__search', response: { result: { found: 1 } } } }] },
  ])
})

test('reasoning of OpenRouter is sent back, and its price counts', async () => {
  const scripted = await strictModel()
  open.push(scripted)
  const details = [{ type: 'reasoning.text', text: 'Hm.' }]
  scripted.add(
    {
      body: JSON.stringify({
        choices: [{ message: { content: 'Hi.', reasoning_details: details }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 2, cost: 0.0004 },
      }),
      headers: { 'content-type': 'application/json' },
    },
    'Done.',
  )
  const env = { OPENROUTER_API_KEY: 'scripted-key', OPENROUTER_BASE_URL: `${scripted.url}/v1` }
  const model = resolveModel(undefined, env)
  if (model === undefined) throw new Error('no model')
  const { usage, providerMetadata } = await callProvider(model, '', ASK, [])
  expect(usage.costUsd).toBe(0.0004)
  await callProvider(model, '', [...ASK, { role: 'assistant', content: 'Hi.', providerMetadata }], [])
  expect(scripted.requests[1]?.body.messages).toMatchObject([{}, { reasoning_details: details }])
  // Its servers do not all know the strict mode.
  expect(JSON.stringify(scripted.requests[1]?.body)).not.toContain('strict')
})
