/** Refusals, safety stops and pauses of each vendor, as clients receive them. */
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { api } from '../../../runtime/src/index.ts'
import type { ScriptedFailure, ScriptedFormat, ScriptedRequest, ScriptedStep } from '../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

const JSON_TYPE = { 'content-type': 'application/json' }
const STREAM = { 'content-type': 'text/event-stream' }

function reply(value: object, { stream }: ScriptedRequest, done = ''): ScriptedFailure {
  return stream
    ? { body: `data: ${JSON.stringify(value)}\n\n${done}`, headers: STREAM }
    : { body: JSON.stringify(value), headers: JSON_TYPE }
}

const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 2 }

const blockedPrompt: ScriptedStep = (request) =>
  reply({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata }, request)

const unsafeReply: ScriptedStep = (request) =>
  reply({ candidates: [{ content: { parts: [{ text: 'Take' }] }, finishReason: 'SAFETY' }], usageMetadata }, request)

const filteredCompletion: ScriptedStep = (request) => {
  const content = { role: 'assistant', content: 'Take' }
  const choice = { index: 0, finish_reason: 'content_filter', [request.stream ? 'delta' : 'message']: content }
  return reply({ choices: [choice], usage: { prompt_tokens: 9, completion_tokens: 1 } }, request, 'data: [DONE]\n\n')
}

const filteredResponse: ScriptedStep = (request) => {
  const part = { type: 'output_text', text: 'Take' }
  const output = [{ id: 'msg_1', type: 'message', role: 'assistant', status: 'incomplete', content: [part] }]
  const response = {
    id: 'resp_1',
    status: 'incomplete',
    incomplete_details: { reason: 'content_filter' },
    output,
    usage: { input_tokens: 9, output_tokens: 1 },
  }
  return reply(request.stream ? { type: 'response.incomplete', response } : response, request)
}

interface Case {
  readonly title: string
  readonly format: ScriptedFormat
  readonly step: ScriptedStep
  readonly refusal: object
}

const CASES: readonly Case[] = [
  {
    title: 'a refusal of Claude',
    format: 'anthropic',
    step: { text: 'Well,', refusal: 'Not this.' },
    refusal: { reason: 'model', message: 'Not this.', finishReason: 'refusal' },
  },
  {
    title: 'a refusal of a model of OpenAI',
    format: 'openai',
    step: { refusal: 'Not this.' },
    refusal: { reason: 'model', message: 'Not this.' },
  },
  {
    title: 'the filter of OpenAI',
    format: 'openai',
    step: filteredResponse,
    refusal: {
      reason: 'content_filter',
      message: 'The reply was blocked by a content filter.',
      finishReason: 'content_filter',
    },
  },
  {
    title: 'the filter of a compatible server',
    format: 'openai-compatible',
    step: filteredCompletion,
    refusal: {
      reason: 'content_filter',
      message: 'The reply was blocked by a content filter.',
      finishReason: 'content_filter',
    },
  },
  {
    title: 'a reply that Gemini stops',
    format: 'google',
    step: unsafeReply,
    refusal: { reason: 'content_filter', message: 'The reply was blocked (safety).', finishReason: 'SAFETY' },
  },
  {
    title: 'a message that Gemini blocks',
    format: 'google',
    step: blockedPrompt,
    refusal: {
      reason: 'prompt_blocked',
      message: 'The message was blocked (prohibited_content).',
      finishReason: 'PROHIBITED_CONTENT',
    },
  },
]

/** Pauses a reply within its own search, as the API does. */
const paused: ScriptedStep = (request) => {
  const { model, stream } = request
  const text = { type: 'text', text: 'One moment. ' }
  const search = { type: 'server_tool_use', id: `srvtoolu_${crypto.randomUUID()}`, name: 'tool_search_tool_bm25' }
  const usage = { input_tokens: 10, output_tokens: 5 }
  const blocks = [text, { ...search, input: { query: 'tea' } }]
  if (!stream) return reply({ content: blocks, model, stop_reason: 'pause_turn', usage }, request)
  const events = [
    { type: 'message_start', message: { model, usage } },
    { type: 'content_block_start', index: 0, content_block: text },
    { type: 'content_block_start', index: 1, content_block: { ...search, input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"query":"tea"}' } },
    { type: 'message_delta', delta: { stop_reason: 'pause_turn' }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ]
  return { body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), headers: STREAM }
}

/** So many functions that the API searches among them. */
const MANY = {
  many: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`do${at}`, api({ description: `Does ${at}.`, run: () => ({ done: at }) })]),
  ),
}

/** Sends a question with the client of the AI SDK, and returns the reply with the reason why it ended. */
async function chat(fetch: typeof globalThis.fetch): Promise<{ message: UIMessage; finishReason: unknown }> {
  const transport = new DefaultChatTransport({ api: 'http://localhost/_fw/agent', fetch })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Do it.' }] }],
    abortSignal: undefined,
  })
  const [chunks, copy] = stream.tee()
  let message: UIMessage | undefined
  for await (const one of readUIMessageStream({ stream: chunks, terminateOnError: true })) message = one
  let finishReason: unknown
  for await (const chunk of copy) if (chunk.type === 'finish') ({ finishReason } = chunk)
  if (message === undefined) throw new Error('no message')
  return { message, finishReason }
}

describeTransports('a reply that is refused', (start) => {
  test.each(CASES)('$title: the reply has the reason, in JSON and as a part of a stream', async (one) => {
    const { options } = await withModel([one.step, one.step], { format: one.format })
    const { post, request } = await start(options)
    const { status, body } = await post('/_fw/agent', ask('Do it.'))
    expect([status, body]).toMatchObject([200, { type: 'refusal', ...one.refusal }])
    const { message, finishReason } = await chat((_, init) => request('/_fw/agent', init))
    expect(message.parts.filter(({ type }) => type.startsWith('data-'))).toEqual([
      { type: 'data-refusal', data: one.refusal },
    ])
    expect(finishReason).toBe('content-filter')
  })

  test('a stream in the shape of the framework has the refusal in its last event only', async () => {
    const { options } = await withModel([{ refusal: 'Not this.' }])
    const { request } = await start(options)
    const headers = { ...JSON_TYPE, accept: 'text/event-stream' }
    const init = { method: 'POST', headers, body: JSON.stringify(ask('Do it.')) }
    const text = await (await request('/_fw/agent', init)).text()
    expect(text).not.toContain('data-refusal')
    expect(text).toMatch(/"type":"finish".*"type":"refusal","reason":"model","message":"Not this."/)
  })
})

describeTransports('a reply that Anthropic pauses', (start) => {
  test.each([
    ['JSON', false],
    ['a stream', true],
  ])('continues in the same step: %s', async (_, stream) => {
    const { options, model } = await withModel([paused, paused, 'Here is tea.', 'Welcome.'], {
      options: { apis: MANY },
    })
    const { request } = await start(options)
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(ask('Tea?', { stream, events: 'full' })) }
    const text = await (await request('/_fw/agent', init)).text()
    const [json = ''] = text.split('\n').filter((line) => line.includes('"usage"'))
    const body = JSON.parse(json.replace(/^data: /, ''))
    const { messages, usage } = body.messageMetadata ?? body
    expect(messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: 'One moment. One moment. Here is tea.',
      providerMetadata: { provider: 'anthropic' },
    })
    expect(messages).toHaveLength(2)
    expect(usage.inputTokens).toBe(30)
    if (stream) expect(text.split('"start-step"')).toHaveLength(2)
    const sent = model.requests[2]?.body.messages as { role: string; content: { type: string }[] }[]
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(sent[1]?.content.filter(({ type }) => type === 'server_tool_use')).toHaveLength(2)
    // The whole reply is sent back with the next message.
    const more = { messages: [...messages, { role: 'user', content: 'Thanks.' }], path: '/' }
    const again = await request('/_fw/agent', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(more) })
    expect(await again.json()).toMatchObject({ text: 'Welcome.' })
  })

  test('counts as a round, so maxTurns ends it', async () => {
    const { options, model } = await withModel([paused, paused, paused], {
      config: { maxTurns: 2 },
      options: { apis: MANY },
    })
    const { post } = await start(options)
    const { body } = await post('/_fw/agent', ask('Tea?'))
    expect(body).toMatchObject({ type: 'text', stopReason: 'max_turns' })
    expect(model.requests).toHaveLength(2)
  })
})
