import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterEach, describe, expect, test } from 'vitest'
import type { ScriptedStep } from '../../../runtime/src/testing.ts'
import { rateLimit } from '../../support/vendors/failures.ts'
import { type StrictModel, strictModel } from '../../support/vendors/strict-model.ts'

const open: StrictModel[] = []
afterEach(async () => {
  for (const model of open.splice(0)) await model.close()
})

async function serve(...steps: ScriptedStep[]): Promise<StrictModel> {
  const model = await strictModel(steps)
  open.push(model)
  return model
}

/** What a vendor's own client reads from the reply of a strict server. */
interface Read {
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  readonly stop: unknown
}

interface Judge {
  /** Sends a request with a tool. */
  readonly ask: (model: StrictModel, stream: boolean) => Promise<Read>
  readonly stops: { readonly calls: unknown; readonly cut: unknown }
  /** Sends a request that the vendor refuses, and returns its error. */
  readonly breakRule: (model: StrictModel) => Promise<unknown>
}

const PARAMETERS = {
  type: 'object' as const,
  properties: { query: { type: 'string' } },
  required: ['query'],
  additionalProperties: false,
}

const JUDGES: Readonly<Record<string, Judge>> = {
  '@anthropic-ai/sdk': {
    async ask({ url }, stream) {
      const client = new Anthropic({ apiKey: 'key', baseURL: url, maxRetries: 0 })
      const params = {
        model: 'claude-sonnet-5-5',
        max_tokens: 1000,
        messages: [{ role: 'user' as const, content: 'Tea?' }],
        tools: [{ name: 'find', input_schema: PARAMETERS, strict: true }],
      }
      const message = await (stream
        ? client.messages.stream(params).finalMessage()
        : client.messages.create({ ...params, stream: false }))
      return {
        text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: message.content.flatMap((block) =>
          block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
        ),
        stop: message.stop_reason,
      }
    },
    stops: { calls: 'tool_use', cut: 'max_tokens' },
    breakRule: ({ url }) =>
      new Anthropic({ apiKey: 'key', baseURL: url, maxRetries: 0 }).messages.create({
        model: 'claude-sonnet-5-5',
        max_tokens: 1000,
        messages: [{ role: 'assistant', content: 'So' }],
      }),
  },
  'openai, Responses': {
    async ask({ url }, stream) {
      const client = new OpenAI({ apiKey: 'key', baseURL: `${url}/v1`, maxRetries: 0 })
      const params = {
        model: 'gpt-5.6-terra' as const,
        input: 'Tea?',
        tools: [{ type: 'function' as const, name: 'find', parameters: PARAMETERS, strict: true }],
      }
      const response = await (stream
        ? client.responses.stream(params).finalResponse()
        : client.responses.create({ ...params, stream: false }))
      return {
        text: response.output_text,
        calls: response.output.flatMap((item) =>
          item.type === 'function_call' ? [{ name: item.name, input: JSON.parse(item.arguments) }] : [],
        ),
        stop: response.incomplete_details?.reason ?? response.status,
      }
    },
    stops: { calls: 'completed', cut: 'max_output_tokens' },
    breakRule: ({ url }) =>
      new OpenAI({ apiKey: 'key', baseURL: `${url}/v1`, maxRetries: 0 }).responses.create({
        model: 'gpt-5.6-terra',
        input: 'Tea?',
        temperature: 0.2,
      }),
  },
  'openai, Chat Completions': {
    async ask({ url }, stream) {
      const client = new OpenAI({ apiKey: 'key', baseURL: `${url}/api.openai.com/v1`, maxRetries: 0 })
      const params = {
        model: 'gpt-5.6-terra' as const,
        reasoning_effort: 'none' as const,
        messages: [{ role: 'user' as const, content: 'Tea?' }],
        tools: [{ type: 'function' as const, function: { name: 'find', parameters: PARAMETERS, strict: true } }],
      }
      // The helper for streams throws at the length limit, so the chunks are read one by one.
      if (stream) return readChunks(await client.chat.completions.create({ ...params, stream }))
      const [choice] = (await client.chat.completions.create(params)).choices
      return {
        text: choice?.message.content ?? '',
        calls: (choice?.message.tool_calls ?? []).flatMap((call) =>
          call.type === 'function' ? [{ name: call.function.name, input: JSON.parse(call.function.arguments) }] : [],
        ),
        stop: choice?.finish_reason,
      }
    },
    stops: { calls: 'tool_calls', cut: 'length' },
    breakRule: ({ url }) =>
      new OpenAI({ apiKey: 'key', baseURL: `${url}/api.openai.com/v1`, maxRetries: 0 }).chat.completions.create({
        model: 'gpt-5.6-terra',
        messages: [{ role: 'user', content: 'Tea?' }],
        tools: [{ type: 'function', function: { name: 'find', parameters: PARAMETERS } }],
      }),
  },
  '@google/genai': {
    async ask({ url }, stream) {
      const { models } = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: url } })
      const params = {
        model: 'gemini-3.8-flash',
        contents: 'Tea?',
        config: { tools: [{ functionDeclarations: [{ name: 'find', parametersJsonSchema: PARAMETERS }] }] },
      }
      const chunks = []
      if (stream) for await (const chunk of await models.generateContentStream(params)) chunks.push(chunk)
      else chunks.push(await models.generateContent(params))
      const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      return {
        text: parts.map(({ text = '' }) => text).join(''),
        calls: chunks.flatMap(({ functionCalls = [] }) =>
          functionCalls.map(({ name = '', args }) => ({ name, input: args })),
        ),
        stop: chunks.at(-1)?.candidates?.[0]?.finishReason,
      }
    },
    stops: { calls: 'STOP', cut: 'MAX_TOKENS' },
    breakRule: ({ url }) =>
      new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: url } }).models.generateContent({
        model: 'gemini-3.8-flash',
        contents: [{ role: 'system', parts: [{ text: 'Tea?' }] }],
      }),
  },
}

async function readChunks(chunks: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): Promise<Read> {
  let [text, name, json, stop]: [string, string, string, unknown] = ['', '', '', undefined]
  for await (const { choices } of chunks) {
    const { delta, finish_reason } = choices[0] ?? {}
    text += delta?.content ?? ''
    name += delta?.tool_calls?.[0]?.function?.name ?? ''
    json += delta?.tool_calls?.[0]?.function?.arguments ?? ''
    stop = finish_reason ?? stop
  }
  return { text, calls: name === '' ? [] : [{ name, input: JSON.parse(json) }], stop }
}

describe.each(Object.entries(JUDGES))('%s reads the replies of its strict server', (_name, judge) => {
  test.each([false, true])('text and a call, streamed: %s', async (stream) => {
    const model = await serve({ text: 'Let me look.', calls: [{ name: 'find', input: { query: 'tea' } }] })
    expect(await judge.ask(model, stream)).toEqual({
      text: 'Let me look.',
      calls: [{ name: 'find', input: { query: 'tea' } }],
      stop: judge.stops.calls,
    })
    expect(model.broken).toEqual([])
  })

  test.each([false, true])('a reply that reached its limit, streamed: %s', async (stream) => {
    const model = await serve({ text: 'Let me', cut: true })
    expect(await judge.ask(model, stream)).toMatchObject({ text: 'Let me', calls: [], stop: judge.stops.cut })
  })

  test('a refusal of the server, with its status', async () => {
    const model = await serve('Hi.')
    await expect(judge.breakRule(model)).rejects.toMatchObject({ status: 400 })
    expect(model.broken).toHaveLength(1)
  })

  test('a rate limit', async () => {
    const format = _name === '@google/genai' ? 'google' : 'anthropic'
    const model = await serve(rateLimit(format, 30))
    await expect(judge.ask(model, false)).rejects.toMatchObject({ status: 429 })
  })
})
