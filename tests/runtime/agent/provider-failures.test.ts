import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { askModel, callProvider, streamModel } from '../../../runtime/src/agent/providers/call-provider.ts'
import { ASK, closeAfterEach, FORMATS, serve, streamed } from './scripted-rig.ts'

closeAfterEach()

describe.each(FORMATS)('when %s fails', (format) => {
  test.each([
    [401, 'auth'],
    [403, 'auth'],
    [400, 'rejected'],
    [404, 'rejected'],
    [413, 'rejected'],
  ])('%i is %s, and not tried again', async (status, failure) => {
    const [model, scripted] = await serve(format, { status, message: 'words of the provider, key scripted-key' }, 'x')
    const error = await askModel({ model, system: '', messages: ASK, tools: [] }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ProviderError', failure, status, detail: 'words of the provider, key ***' })
    expect((error as Error).message).not.toContain('words')
    expect(scripted.requests).toHaveLength(1)
  })

  test.each([429, 500, 503, 529])('%i is tried again, at most twice', async (status) => {
    const again = { status, headers: { 'retry-after': '0' } }
    const [model, scripted] = await serve(format, again, again, 'At last.', again, again, again)
    expect((await callProvider(model, '', ASK, [])).text).toBe('At last.')
    await expect(streamed(model)).rejects.toMatchObject({
      failure: status === 429 ? 'rate_limited' : 'unavailable',
      status,
    })
    expect(scripted.requests).toHaveLength(6)
    expect(scripted.left).toBe(0)
  })

  test('a retry delay that is too long is reported, not awaited', async () => {
    const [model, scripted] = await serve(format, { status: 429, headers: { 'retry-after': '3600' } })
    await expect(callProvider(model, '', ASK, [])).rejects.toMatchObject({
      failure: 'rate_limited',
      retryAfterMs: 3_600_000,
    })
    expect(scripted.requests).toHaveLength(1)
  })

  test('a connection that breaks before the response is retried, and one that breaks within it is not', async () => {
    const [model, scripted] = await serve(format, { reset: 'before' }, 'Hi.', { text: 'a b c d', reset: 'within' })
    expect((await callProvider(model, '', ASK, [])).text).toBe('Hi.')
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(scripted.requests).toHaveLength(3)
  })

  test.each([
    ['broken JSON', { body: '{"content": [', headers: { 'content-type': 'application/json' } }],
    ['JSON of another kind', { body: '[]', headers: { 'content-type': 'application/json' } }],
    ['HTML', { body: '<h1>Welcome</h1>', headers: { 'content-type': 'text/html' } }],
  ])('%s is an invalid response', async (_what, step) => {
    const [model] = await serve(format, step, step)
    await expect(callProvider(model, '', ASK, [])).rejects.toMatchObject({ failure: 'invalid_response' })
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'invalid_response', detail: step.body })
  })

  test('half an event, and an error in the stream', async () => {
    const sse = { headers: { 'content-type': 'text/event-stream' } }
    const [model] = await serve(
      format,
      { ...sse, body: 'data: {"ty' },
      { ...sse, body: 'data: {"ty\n\n' },
      { text: 'a b c d', streamError: 'words' },
    )
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'invalid_response' })
    await expect(streamed(model)).rejects.toMatchObject({ failure: 'unavailable', detail: 'words' })
  })

  test('silence ends it: before the first byte, and after some', async () => {
    const [model, scripted] = await serve(format, { hang: 'before' }, { text: 'a b c d', hang: 'within' })
    await expect(streamed(model, { idleTimeoutMs: 60 })).rejects.toMatchObject({ failure: 'timeout' })
    await expect(streamed(model, { idleTimeoutMs: 60 })).rejects.toMatchObject({ failure: 'timeout' })
    await expect.poll(() => scripted.requests.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('silence ends it, independent of garbage collection', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 2)
    try {
      const steps = Array.from({ length: 5 }, () => ({ text: 'a b c d', hang: 'within' as const }))
      const [model] = await serve(format, ...steps)
      for (const _ of steps)
        await expect(streamed(model, { idleTimeoutMs: 60 })).rejects.toMatchObject({ failure: 'timeout' })
    } finally {
      clearInterval(collecting)
    }
  })

  test('the caller’s leave aborts the request: before it, while it waits, while it streams', async () => {
    const [model, scripted] = await serve(format, { hang: 'before' }, { text: 'a b c d', hang: 'within' })
    const gone = AbortSignal.abort()
    await expect(streamed(model, { signal: gone })).rejects.toMatchObject({ failure: 'aborted' })
    expect(scripted.requests).toHaveLength(0)
    const waiting = new AbortController()
    const first = streamed(model, { signal: waiting.signal })
    await expect.poll(() => scripted.requests.length).toBe(1)
    waiting.abort()
    await expect(first).rejects.toMatchObject({ failure: 'aborted' })
    const streaming = new AbortController()
    const hear = vi.fn()
    const asked = { model, system: '', messages: ASK, tools: [], signal: streaming.signal }
    const third = streamModel(asked, { hear, pause: () => undefined })
    await expect.poll(() => hear.mock.calls[0]?.[0]).toMatchObject({ type: 'text' })
    streaming.abort()
    await expect(third).rejects.toMatchObject({ failure: 'aborted' })
    await expect.poll(() => scripted.requests.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('a slow reader applies back pressure, and nothing is read in the meantime', async () => {
    const [model] = await serve(format, { text: 'a b c d' })
    let heard = 0
    let most = 0
    let isWaiting = false
    const pause = async () => {
      isWaiting = true
      most = heard
      await new Promise((resolve) => setImmediate(resolve))
      expect(heard).toBe(most)
      isWaiting = false
    }
    const hear = () => {
      expect(isWaiting).toBe(false)
      heard += 1
    }
    const { text } = await streamModel({ model, system: '', messages: ASK, tools: [] }, { hear, pause })
    expect(text).toBe('a b c d')
    expect(heard).toBeGreaterThan(1)
  })

  test('a redirect is not followed: the key stays here', async () => {
    const [model] = await serve(format, { status: 307, headers: { location: 'http://127.0.0.1:9/' }, body: '' })
    await expect(askModel({ model, system: '', messages: ASK, tools: [], retries: 0 })).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })
})

test("a response ends with the provider's last event, even if the connection stays open", async () => {
  const [model] = await serve('anthropic')
  const events = [
    { type: 'message_start', message: { model: 'm', usage: { input_tokens: 3 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ]
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
      ),
  })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const { reply } = await streamed(model, { fetch, idleTimeoutMs: 3000 })
  expect(reply).toMatchObject({ text: 'Hello.', stopReason: 'end', usage: { inputTokens: 3, outputTokens: 2 } })
})

test('a response in parts is read like one in one piece', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'Hello' },
    { type: 'text', text: ' there.' },
  ]
  const [model, scripted] = await serve('openai-compatible')
  const json = { 'content-type': 'application/json' }
  scripted.add({ body: JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }), headers: json })
  expect((await callProvider(model, '', ASK, [])).text).toBe('Hello there.')
  const chunk = JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })
  scripted.add({ body: `data: ${chunk}\n\ndata: [DONE]\n\n`, headers: { 'content-type': 'text/event-stream' } })
  expect((await streamed(model)).reply.text).toBe('Hello there.')
})
