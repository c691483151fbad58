import { describe, expect, test } from 'vitest'
import { callProvider } from '../../../runtime/src/agent/providers/call-provider.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import { ASK, closeAfterEach, serve, streamed, TOOLS } from './scripted-rig.ts'

closeAfterEach()

const SSE = { 'content-type': 'text/event-stream' }
const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ model: 'llama', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } })}\n\n`
const DONE = 'data: [DONE]\n\n'
const call = (called: object, more: object = {}) => ({ tool_calls: [{ index: 0, ...more, function: called }] })

/** The events of a server, sent with this content type. */
async function read(body: string, contentType = 'text/event-stream') {
  const [model] = await serve('openai-compatible', { body, headers: { 'content-type': contentType } })
  return streamed(model)
}

describe('a stream of a server that only resembles OpenAI’s', () => {
  test.each([
    ['no finish reason, with [DONE]', [chunk({ content: 'Hello.' }), DONE].join('')],
    ['no finish reason, with the usage', [chunk({ content: 'Hello.' }), USAGE].join('')],
    ['no [DONE]', chunk({ content: 'Hello.' }, 'stop')],
    ['a last event without a blank line', chunk({ content: 'Hello.' }, 'stop').trimEnd()],
    ['comments', `: ping\n\n${chunk({ content: 'Hello.' }, 'stop')}${DONE}`],
    ['thoughts in tags', [chunk({ content: '<think>Hm.</think>\n\nHello.' }, 'stop'), DONE].join('')],
    [
      'thoughts in tags over several chunks',
      [...'<think>Hm, <b>.</think>\n\nHello.'].map((content) => chunk({ content })).join('') + chunk({}, 'stop'),
    ],
  ])('%s', async (_, body) => {
    const { events, reply } = await read(body)
    expect(reply).toMatchObject({ text: 'Hello.', stopReason: 'end' })
    expect(events.map((event) => (event.type === 'text' ? event.delta : '')).join('')).toBe('Hello.')
  })

  test('events with the type text/plain', async () => {
    expect((await read(chunk({ content: 'Hello.' }, 'stop') + DONE, 'text/plain; charset=utf-8')).reply.text).toBe(
      'Hello.',
    )
    await expect(read('Bad gateway', 'text/plain')).rejects.toMatchObject({ failure: 'invalid_response' })
  })

  test('a start that only resembles a tag is text', async () => {
    for (const text of ['<', '<thin', '<thinking>Yes.', ' <b>Yes.</b>'])
      expect((await read(chunk({ content: text }, 'stop'))).reply.text).toBe(text)
  })

  test('a stream that ends without any sign of its end has failed', async () => {
    await expect(read(chunk({ content: 'Hel' }))).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(read(`${chunk({ content: 'Hel' })}data: {"choi`)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  test('a connection that stays open after the finish reason', async () => {
    const [model] = await serve('openai-compatible')
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(chunk({ content: 'Hello.' }, 'stop'))),
    })
    const fetch = async () => new Response(body, { headers: SSE })
    expect((await streamed(model, { fetch, idleTimeoutMs: 20_000 })).reply.text).toBe('Hello.')
  })
})

describe('calls', () => {
  const search = { name: 'api.shop.search', input: { query: 'tea' } }
  test.each<[string, object[]]>([
    ['arguments as an object', [call({ name: 'shop__search', arguments: { query: 'tea' } }, { id: 'a' })]],
    [
      'a name in parts',
      [
        call({ name: 'shop' }, { id: 'a' }),
        call({ name: '__sea' }),
        call({ name: 'rch' }),
        call({ arguments: '{"query":"tea"}' }),
      ],
    ],
    [
      'a name in each part',
      [
        call({ name: 'shop__search', arguments: '{"query"' }, { id: 'a' }),
        call({ name: 'shop__search', arguments: ':"tea"}' }, { id: 'a' }),
      ],
    ],
    [
      'without an index',
      [{ tool_calls: [{ id: 'a', function: { name: 'shop__search', arguments: '{"query":"tea"}' } }] }],
    ],
  ])('%s', async (_, deltas) => {
    const { events, reply } = await read(deltas.map((delta) => chunk(delta)).join('') + chunk({}, 'tool_calls') + DONE)
    expect(reply.toolCalls).toMatchObject([search])
    expect(events.filter(({ type }) => type === 'call-start')).toMatchObject([{ name: 'api.shop.search' }])
  })

  test('arguments as an object, in a whole response', async () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'shop__search', arguments: { query: 'tea' } } }]
    const [model] = await serve('openai-compatible', {
      body: JSON.stringify({ choices: [{ message: { content: '<think>Hm.</think>Yes.', tool_calls } }] }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await callProvider(model, '', ASK, TOOLS)).toMatchObject({ text: 'Yes.', toolCalls: [search] })
  })

  test.each(['deepseek-v4-pro', 'gemini-3.8-flash'])('%s gets back what it requires with its calls', async (name) => {
    for (const isStreamed of [false, true]) {
      const [model, scripted] = await serve('openai-compatible', { calls: [search] }, 'Done.')
      const own = { ...model, model: name }
      const { toolCalls = [], providerMetadata } = isStreamed
        ? (await streamed(own)).reply
        : await callProvider(own, '', ASK, TOOLS)
      const history: Message[] = [
        ...ASK,
        { role: 'assistant', content: '', toolCalls, providerMetadata },
        { role: 'tool', toolCallId: toolCalls[0]?.id ?? '', content: '[]' },
      ]
      expect((await callProvider(own, '', history, TOOLS)).text).toBe('Done.')
      expect(scripted.broken).toEqual([])
    }
  })
})
