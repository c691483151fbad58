import type Anthropic from '@anthropic-ai/sdk'
import type { GenerateContentParameters } from '@google/genai'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { callProvider } from '../../../runtime/src/agent/providers/call-provider.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { closeAfterEach, serve, TOOLS } from './scripted-rig.ts'

closeAfterEach()

describe('requests match the types that the providers publish', () => {
  const history: readonly Message[] = [
    { role: 'user', content: 'What is this?', attachments: [{ mediaType: 'application/pdf', data: 'aGk=' }] },
    { role: 'assistant', content: 'Hm.', toolCalls: [{ id: 'c1', name: 'api.shop.search', input: { query: 'x' } }] },
    { role: 'tool', content: '[]', toolCallId: 'c1' },
  ]

  /** The official client sends the same bytes when it is handed our body. */
  async function bodies(format: ScriptedFormat, send: (url: string, body: never) => Promise<unknown>) {
    const [model, scripted] = await serve(format, 'Hi.', 'Hi.')
    await callProvider({ ...model, options: {} }, 'Be brief.', history, TOOLS)
    const ours = scripted.requests[0]
    await send(scripted.url, ours?.body as never)
    return { ours, theirs: scripted.requests[1] }
  }

  test('Anthropic', async () => {
    const { default: Client } = await import('@anthropic-ai/sdk')
    const { ours, theirs } = await bodies('anthropic', (baseURL, body: Anthropic.MessageCreateParamsNonStreaming) =>
      new Client({ apiKey: 'scripted-key', baseURL }).messages.create(body),
    )
    expect(theirs?.body).toEqual(ours?.body)
    for (const name of ['authorization', 'anthropic-version', 'content-type'])
      expect(ours?.headers[name], name).toBe(theirs?.headers[name])
  })

  test('OpenAI', async () => {
    const { default: Client } = await import('openai')
    const { ours, theirs } = await bodies('openai', (url, body: OpenAI.Responses.ResponseCreateParamsNonStreaming) =>
      new Client({ apiKey: 'scripted-key', baseURL: `${url}/v1` }).responses.create(body),
    )
    expect(theirs?.body).toEqual(ours?.body)
    expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  })

  test('Chat Completions', async () => {
    const { default: Client } = await import('openai')
    const { ours, theirs } = await bodies(
      'openai-compatible',
      (url, body: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming) =>
        new Client({ apiKey: 'scripted-key', baseURL: `${url}/v1` }).chat.completions.create(body),
    )
    expect(theirs?.body).toEqual(ours?.body)
    expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
  })

  test('Google', async () => {
    const { GoogleGenAI } = await import('@google/genai')
    const { ours, theirs } = await bodies('google', (baseUrl, body: Record<string, never>) => {
      const { contents, systemInstruction, tools } = body
      const asked: GenerateContentParameters = {
        model: 'gemini-3.8-flash',
        contents: contents as never,
        config: { systemInstruction: systemInstruction as never, tools: tools as never },
      }
      return new GoogleGenAI({ apiKey: 'scripted-key', httpOptions: { baseUrl } }).models.generateContent(asked)
    })
    expect(theirs?.body.contents).toEqual(ours?.body.contents)
    expect(theirs?.body.tools).toEqual(ours?.body.tools)
    expect(theirs?.model).toBe(ours?.model)
    expect(ours?.headers['x-goog-api-key']).toBe(theirs?.headers['x-goog-api-key'])
  })
})
