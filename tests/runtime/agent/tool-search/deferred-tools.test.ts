import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { askModel, streamModel } from '../../../../runtime/src/agent/providers/call-provider.ts'
import { resolveModel } from '../../../../runtime/src/agent/resolve-model.ts'
import type { LanguageModel } from '../../../../runtime/src/contract/agent/language-model.ts'
import type { Message } from '../../../../runtime/src/contract/agent/message.ts'
import type { ModelReply, ResolvedModel } from '../../../../runtime/src/contract/agent/model.ts'
import { ASK, closeAfterEach, serve, TOOLS } from '../scripted-rig.ts'
import { CATALOGUE } from './catalogue.ts'

closeAfterEach()

const SEARCH = { id: 's1', name: 'search_tools', input: { query: 'refund a payment' } }
const REFUND = { id: 'c1', name: 'api.payments.refund', input: { paymentId: 'p1', amount: '5', reason: 'broken' } }
const REQUEST = { system: 'Be brief.', tools: TOOLS, deferred: CATALOGUE }

const toMessage = ({ text = '', toolCalls = [], providerMetadata }: ModelReply): Message => ({
  role: 'assistant',
  content: text,
  toolCalls,
  providerMetadata,
})
/** A conversation in which a search has found tools. */
const found = (...names: readonly string[]): Message[] => [
  ...ASK,
  { role: 'assistant', content: '', toolCalls: [SEARCH] },
  { role: 'tool', toolCallId: 's1', content: JSON.stringify({ tools: names }) },
]

const listNames = (tools: unknown) =>
  (tools as readonly { name?: string; function?: { name: string } }[]).map(
    ({ name, function: own }) => name ?? own?.name,
  )

test.each<[string, (url: string) => LanguageModel]>([
  ['anthropic', (url) => createAnthropic({ apiKey: 'key', baseURL: `${url}/v1` })('claude-sonnet-5-5')],
  ['openai', (url) => createOpenAI({ apiKey: 'key', baseURL: `${url}/v1` })('gpt-5.6-terra')],
])('a model object of the AI SDK finds tools with search_tools: %s', async (format, create) => {
  const [, scripted] = await serve(format as 'anthropic' | 'openai', { calls: [REFUND] })
  const model = resolveModel(create(scripted.url), {}, { providerOptions: { openai: { store: false } } })
  const messages = found('payments__refund')
  const reply = await askModel({ ...REQUEST, model: model as ResolvedModel, messages })
  expect(reply.toolCalls).toMatchObject([REFUND])
  expect(listNames(scripted.requests[0]?.body.tools)).toEqual([
    'shop__search',
    'AddToCart__add',
    'search_tools',
    'payments__refund',
  ])
  expect(scripted.broken).toEqual([])
})

test.each([
  ['openai', 'gpt-4.1'],
  ['anthropic', 'claude-3-5-haiku-latest'],
] as const)('a model of %s without a search of its own: %s', async (format, name) => {
  const [model, scripted] = await serve(format, { reasoning: '', calls: [SEARCH] }, { reasoning: '', calls: [REFUND] })
  const old = { ...model, model: name }
  const reply = await askModel({ ...REQUEST, model: old, messages: ASK })
  expect(reply.toolCalls).toMatchObject([{ name: 'search_tools' }])
  await askModel({ ...REQUEST, model: old, messages: found('payments__refund') })
  expect(listNames(scripted.requests[1]?.body.tools).slice(-2)).toEqual(['search_tools', 'payments__refund'])
  expect(JSON.stringify(scripted.requests[1]?.body)).not.toMatch(/defer_loading|tool_search/)
})

test('a request has at most 128 tools, however many were found', async () => {
  const [model, scripted] = await serve('openai-compatible', 'Hm.')
  const names = CATALOGUE.slice(0, 200).map(({ name }) => name.slice(4).replace('.', '__'))
  await askModel({ ...REQUEST, model, messages: found(...names) })
  const sent = listNames(scripted.requests[0]?.body.tools)
  expect(sent).toHaveLength(128)
  expect(sent.at(-1)).toBe(names.at(-1))
})

test('OpenAI gets the found functions with the result, and the start of its request stays the same', async () => {
  for (const isStreamed of [false, true]) {
    const [model, scripted] = await serve('openai', { calls: [SEARCH] }, { calls: [REFUND] }, 'Done.')
    const messages: Message[] = [...ASK]
    for (const [id, content] of [
      ['s1', '{"tools":["payments__refund","unknown__tool"]}'],
      ['c1', '{"done":true}'],
    ] as const) {
      const request = { ...REQUEST, model, messages: [...messages] }
      const listener = { hear: () => undefined, pause: () => undefined }
      const reply = await (isStreamed ? streamModel(request, listener) : askModel(request))
      expect(reply.toolCalls).toMatchObject([{ id }])
      messages.push(toMessage(reply), { role: 'tool', toolCallId: id, content })
    }
    await askModel({ ...REQUEST, model, messages })
    expect(scripted.broken).toEqual([])
    const [first, , last] = scripted.requests.map(({ body }) => body) as { tools: object[]; input: object[] }[]
    expect(last?.tools).toEqual(first?.tools)
    expect(listNames(first?.tools)).toEqual(['shop__search', 'AddToCart__add', undefined])
    const outputs = last?.input.filter((item) => JSON.stringify(item).includes('tool_search_output'))
    expect(outputs).toMatchObject([
      { call_id: 's1', tools: [{ name: 'payments__refund', strict: true, defer_loading: true }] },
    ])
  }
})

test("Anthropic's search runs within the reply, and is sent back with it", async () => {
  for (const isStreamed of [false, true]) {
    const search = { ...SEARCH, found: ['api.payments.refund'] }
    const [model, scripted] = await serve('anthropic', { reasoning: '', calls: [search, REFUND] }, 'Done.')
    const request = { ...REQUEST, model, messages: ASK }
    const events: string[] = []
    const listener = { hear: ({ type }: { type: string }) => void events.push(type), pause: () => undefined }
    const reply = await (isStreamed ? streamModel(request, listener) : askModel(request))
    expect(reply).toMatchObject({ stopReason: 'tool_calls', toolCalls: [REFUND] })
    if (isStreamed) expect(events.filter((type) => type === 'call-start')).toHaveLength(1)
    const messages: Message[] = [...ASK, toMessage(reply), { role: 'tool', toolCallId: 'c1', content: '{}' }]
    await askModel({ ...REQUEST, model, messages })
    const [first, last] = scripted.requests.map(({ body }) => body)
    expect(last?.tools).toEqual(first?.tools)
    expect(JSON.stringify(last?.messages)).toContain('"input":{"query":"refund a payment"}')
    expect(JSON.stringify(last?.messages)).toContain('{"type":"tool_reference","tool_name":"payments__refund"}')
    expect(scripted.broken).toEqual([])
  }
})

test('a search of Anthropic that was cut off is not sent back', async () => {
  const content = [
    { type: 'text', text: 'Let me look.' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: {} },
  ]
  const cut = { type: 'message', role: 'assistant', model: 'claude', content, stop_reason: 'max_tokens', usage: {} }
  const headers = { 'content-type': 'application/json' }
  const [model, scripted] = await serve('anthropic', { headers, body: JSON.stringify(cut) }, 'Done.')
  const reply = await askModel({ ...REQUEST, model, messages: ASK })
  expect(reply).toMatchObject({ text: 'Let me look.', stopReason: 'max_tokens' })
  const messages: Message[] = [...ASK, toMessage(reply), { role: 'user', content: 'And?' }]
  expect(await askModel({ ...REQUEST, model, messages })).toMatchObject({ text: 'Done.' })
  expect(scripted.broken).toEqual([])
})

describe("the vendors' own clients read the searches of the strict servers", () => {
  test.each([false, true])('Anthropic, streamed: %s', async (stream) => {
    const search = { ...SEARCH, found: ['api.payments.refund'] }
    const [, { url }] = await serve('anthropic', { calls: [search, REFUND] })
    const { messages } = new Anthropic({ apiKey: 'key', baseURL: url, maxRetries: 0 })
    const input_schema = { type: 'object' as const }
    const params = {
      model: 'claude-sonnet-5-5',
      max_tokens: 1000,
      messages: [{ role: 'user' as const, content: 'Money back!' }],
      tools: [
        { type: 'tool_search_tool_bm25_20251119' as const, name: 'tool_search_tool_bm25' as const },
        { name: 'payments__refund', input_schema, defer_loading: true },
      ],
    }
    const { content } = await (stream ? messages.stream(params).finalMessage() : messages.create(params))
    expect(content).toMatchObject([
      { type: 'thinking' },
      { type: 'server_tool_use', input: SEARCH.input },
      { type: 'tool_search_tool_result', content: { tool_references: [{ tool_name: 'payments__refund' }] } },
      { type: 'tool_use', name: 'payments__refund' },
    ])
  })

  test.each([false, true])('OpenAI, streamed: %s', async (stream) => {
    const [, { url }] = await serve('openai', { calls: [SEARCH] })
    const { responses } = new OpenAI({ apiKey: 'key', baseURL: `${url}/v1`, maxRetries: 0 })
    const params = {
      model: 'gpt-5.6-terra' as const,
      input: 'Money back!',
      tools: [{ type: 'tool_search' as const, execution: 'client' as const, description: 'Finds.', parameters: {} }],
    }
    const { output } = await (stream ? responses.stream(params).finalResponse() : responses.create(params))
    expect(output).toMatchObject([
      { type: 'reasoning' },
      { type: 'tool_search_call', execution: 'client', call_id: 's1', arguments: SEARCH.input },
    ])
  })
})
