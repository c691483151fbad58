import { createAnthropic } from '@ai-sdk/anthropic'
import { createAnthropic as createAnthropic6 } from '@ai-sdk/anthropic-6'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { describe, expect, test } from 'vitest'
import { askModel, callProvider } from '../../../runtime/src/agent/providers/call-provider.ts'
import { describeRefusedFields } from '../../../runtime/src/agent/providers/refused-fields.ts'
import { resolveModel } from '../../../runtime/src/agent/resolve-model.ts'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { LanguageModel } from '../../../runtime/src/contract/agent/language-model.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import type { ResolvedModel } from '../../../runtime/src/contract/agent/model.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import type { ScriptedStep } from '../../../runtime/src/testing.ts'
import { type StrictModel, strictModel } from '../../support/vendors/strict-model.ts'
import { ASK, closeAfterEach, open, streamed, TOOLS } from './scripted-rig.ts'

closeAfterEach()

/** A model object of each provider package, which sends its requests to a strict server. */
const OBJECTS: Readonly<Record<string, (url: string) => LanguageModel>> = {
  '@ai-sdk/anthropic 4 of the AI SDK 7': (url) =>
    createAnthropic({ apiKey: 'key', baseURL: `${url}/v1` })('claude-sonnet-5-5'),
  '@ai-sdk/anthropic 3 of the AI SDK 6': (url) =>
    createAnthropic6({ apiKey: 'key', baseURL: `${url}/v1` })('claude-sonnet-5-5'),
  '@ai-sdk/openai 4 of the AI SDK 7': (url) => createOpenAI({ apiKey: 'key', baseURL: `${url}/v1` })('gpt-5.6-terra'),
  '@ai-sdk/google 4 of the AI SDK 7': (url) =>
    createGoogle({ apiKey: 'key', baseURL: `${url}/v1beta` })('gemini-3.8-flash'),
}

const CALL = { name: 'api.shop.search', input: { query: 'tea' } }

describe.each(Object.entries(OBJECTS))('a model object of %s', (name, create) => {
  async function serve(...steps: ScriptedStep[]): Promise<[ResolvedModel, StrictModel]> {
    const scripted = await strictModel(steps)
    open.push(scripted)
    const model = resolveModel(create(scripted.url), {}, OPTIONS)
    if (model === undefined) throw new Error('no model')
    return [model, scripted]
  }

  /** OpenAI's package stores responses by default, and then sends references to them. */
  const OPTIONS = { providerOptions: { openai: { store: false } } }

  test('gets no format that only fw knows', async () => {
    const [model, scripted] = await serve('Done.')
    const input: JsonSchema = {
      type: 'object',
      properties: { price: { type: 'integer', format: 'money-minor-units' } },
    }
    await callProvider(model, '', [...ASK], [{ name: 'api.shop.pay', description: 'Pays.', input }])
    const sent = JSON.stringify(scripted.requests[0]?.body)
    expect(sent).toContain('in minor units')
    expect(sent).not.toContain('money-minor-units')
  })

  test('text and calls, streamed and whole, over several rounds', async () => {
    for (const isStreamed of [false, true]) {
      const [model, scripted] = await serve(
        { text: 'Let me look.', calls: [CALL], usage: { input: 100, output: 20, cached: 40 } },
        { calls: [CALL, { name: 'AddToCart.add', input: {} }] },
        'Done.',
      )
      const messages: Message[] = [...ASK]
      for (let round = 0; round < 3; round++) {
        const { events, reply } = isStreamed
          ? await streamed(model, { messages })
          : { events: [], reply: await callProvider(model, 'Be brief.', messages, TOOLS) }
        if (round === 0) {
          expect(reply).toMatchObject({
            text: 'Let me look.',
            stopReason: 'tool_calls',
            toolCalls: [CALL],
            usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 40 },
          })
          const heard = events.map((event) => (event.type === 'text' ? event.delta : '')).join('')
          expect(heard).toBe(isStreamed ? 'Let me look.' : '')
        }
        const { text = '', toolCalls = [], providerMetadata } = reply
        messages.push({ role: 'assistant', content: text, toolCalls, providerMetadata })
        for (const { id } of toolCalls) messages.push({ role: 'tool', toolCallId: id, content: '[]' })
      }
      expect(scripted.broken).toEqual([])
      expect(messages.at(-1)?.content).toBe('Done.')
      expect(scripted.requests[0]).toMatchObject({ tools: ['shop__search', 'AddToCart__add'] })
      expect(JSON.stringify(scripted.requests[0]?.body)).toContain('Be brief.')
    }
  })

  test('a reply with reasoning, behind other instructions than those before it', async () => {
    const [model, scripted] = await serve({ reasoning: 'Tea is near.', calls: [CALL] }, 'Done.')
    const { toolCalls = [], text = '', providerMetadata } = await callProvider(model, 'Be brief.', [...ASK], TOOLS)
    const messages: Message[] = [
      ...ASK,
      { role: 'assistant', content: text, toolCalls, providerMetadata },
      ...toolCalls.map(({ id }): Message => ({ role: 'tool', toolCallId: id, content: '[]' })),
    ]
    expect((await callProvider(model, 'Be kind.', messages, TOOLS)).text).toBe('Done.')
    expect(scripted.broken).toEqual([])
  })

  test('an image and a text file', async () => {
    const [model, scripted] = await serve('A cup.')
    const attachments = [
      { mediaType: 'image/png', data: 'aGk=', name: 'a.png' },
      { mediaType: 'text/csv', data: btoa('a,b'), name: 'a.csv' },
    ]
    const messages: Message[] = [{ role: 'user', content: 'What is this?', attachments }]
    expect((await callProvider(model, '', messages, [])).text).toBe('A cup.')
    expect(scripted.broken).toEqual([])
    expect(JSON.stringify(scripted.requests[0]?.body)).toContain('aGk=')
    expect(JSON.stringify(scripted.requests[0]?.body)).toContain('a.csv:')
  })

  test('files in the result of a tool', async () => {
    const [model, scripted] = await serve('A cup.')
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
    const attachments = [
      { mediaType: 'image/png', data: png },
      { mediaType: 'application/pdf', data: btoa('%PDF-1.7'), name: 'a.pdf' },
    ]
    const messages: Message[] = [
      ...ASK,
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: TOOLS[0]?.name ?? '', input: {} }] },
      { role: 'tool', toolCallId: 'c1', content: '"A cup."', attachments },
    ]
    expect((await callProvider(model, '', messages, TOOLS)).text).toBe('A cup.')
    expect(scripted.broken).toEqual([])
    expect(JSON.stringify(scripted.requests[0]?.body)).toContain(png)
    expect(JSON.stringify(scripted.requests[0]?.body)).toContain(btoa('%PDF-1.7'))
  })

  test('settings reach the provider under its names', async () => {
    const [model, scripted] = await serve('Hi.')
    const settings = { maxOutputTokens: 500, reasoning: 'low' } as const
    await callProvider({ ...model, settings }, '', ASK, TOOLS)
    expect(scripted.broken).toEqual([])
    const sent = JSON.stringify(scripted.requests[0]?.body)
    expect(sent).toMatch(/"max_?(?:output_?)?tokens":500/i)
    // Model objects of the AI SDK 6 have no such setting, which is reported.
    if (name.includes('SDK 6')) expect(describeRefusedFields({ ...model, settings })).toHaveLength(1)
    else expect(sent).toContain('"low"')
  })

  test('a call at the length limit has a fault', async () => {
    const [model] = await serve({ cut: true, calls: [{ ...CALL, json: '{"query":"te' }] })
    const { reply } = await streamed(model)
    expect(reply.stopReason).toBe('max_tokens')
    for (const call of reply.toolCalls ?? []) expect(call.fault).toBe('cut_off')
  })

  test('failures: retries, their limits, refusals, a hanging server and a caller that leaves', async () => {
    const again = { status: 529, headers: { 'retry-after': '0' } }
    const [model, scripted] = await serve(
      ...[again, 'Hi.', { status: 401, message: 'No such key' }, { status: 400, message: 'Too long' }],
      ...[{ hang: 'before' } as const, { hang: 'before' } as const],
    )
    expect((await callProvider(model, '', ASK, [])).text).toBe('Hi.')
    await expect(callProvider(model, '', ASK, [])).rejects.toMatchObject({ failure: 'auth', detail: 'No such key' })
    await expect(callProvider(model, '', ASK, [])).rejects.toMatchObject({ failure: 'rejected', detail: 'Too long' })
    const asked = { model, system: '', messages: ASK, tools: [] }
    await expect(askModel({ ...asked, idleTimeoutMs: 60 })).rejects.toMatchObject({ failure: 'timeout' })
    const control = new AbortController()
    const waiting = askModel({ ...asked, signal: control.signal })
    await expect.poll(() => scripted.requests.length).toBe(6)
    control.abort()
    await expect(waiting).rejects.toMatchObject({ failure: 'aborted' })
    await expect.poll(() => scripted.requests.at(-1)?.aborted).toBe(true)
  })
})

test('an object that is no model of these versions is refused where it is defined', () => {
  for (const model of [{}, { specificationVersion: 'v2', doStream: () => undefined }])
    expect(() => defineAgent({ model: model as never })).toThrow(
      'model is an object. It must be a string or a language model object of the AI SDK 6 or 7',
    )
})
