import { afterEach, describe, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { type ScriptedModel, scriptedModel } from '../../../runtime/src/testing.ts'
import { ask, shop } from '../agent-app.ts'

const models: ScriptedModel[] = []
afterEach(async () => {
  for (const model of models.splice(0)) await model.close()
})

/** The variables that point each provider at the scripted model. */
const PROVIDERS: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  'anthropic/claude': (url) => ({ ANTHROPIC_API_KEY: 'scripted-key', ANTHROPIC_BASE_URL: url }),
  'openai/gpt': (url) => ({ OPENAI_API_KEY: 'scripted-key', OPENAI_BASE_URL: `${url}/v1` }),
  'google/gemini': (url) => ({ GEMINI_API_KEY: 'scripted-key', GEMINI_BASE_URL: `${url}/v1beta` }),
  'openrouter/some/model': (url) => ({ OPENROUTER_API_KEY: 'scripted-key', OPENROUTER_BASE_URL: `${url}/v1` }),
  'openai-compatible/llama': (url) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1` }),
}

const RESERVED = [
  'model',
  'messages',
  'contents',
  'input',
  'system',
  'instructions',
  'tools',
  'systemInstruction',
  'system_instruction',
  'prompt',
  'conversation',
  'previous_response_id',
  'cachedContent',
  'functions',
  'stream',
]

/** Other spellings of the same fields: servers written in Go ignore case, and Gemini reads both forms of its names. */
const SPELLINGS = ['Messages', 'MODEL', 'cached_content', 'previousResponseId']

/** A turn, a streamed turn, and a raw round without tools. */
const REQUESTS: readonly [string, object][] = [
  ['/_fw/agent', ask('Green tea?')],
  ['/_fw/agent', ask('Green tea?', { stream: true })],
  ['/_fw/llm', ask('Green tea?', { tools: [] })],
]

/** The bodies that reach the provider. */
async function receivedBodies(name: string, modelOptions: Record<string, unknown>): Promise<unknown[]> {
  const model = await scriptedModel(REQUESTS.map(() => 'Hello.'))
  models.push(model)
  const agent = defineAgent({ model: name, modelOptions }, { env: PROVIDERS[name]?.(model.url) ?? {} })
  const server = createFwServer({ apis: { shop }, agent, log: () => undefined })
  for (const [path, body] of REQUESTS) {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(await (await server.fetch(request)).text()).toContain('Hello.')
  }
  await server.close()
  expect(model.requests.map(({ stream }) => stream)).toEqual([false, true, false])
  return model.requests.map(({ body, headers, model: asked }) => ({
    body,
    asked,
    authorization: headers.authorization,
  }))
}

describe.each(Object.keys(PROVIDERS))('AGC-05 modelOptions of %s', (name) => {
  test.each([...RESERVED, ...SPELLINGS])('never send %s', async (key) => {
    const plain = await receivedBodies(name, { temperature: 0.25 })
    for (const value of ['injected', []])
      expect(await receivedBodies(name, { temperature: 0.25, [key]: value })).toEqual(plain)
  })

  test('send every other field as written', async () => {
    const options = {
      temperature: 0.25,
      tool_choice: { type: 'any' },
      streaming: 1,
      system_fingerprint: ['x'],
      user: null,
    }
    for (const received of await receivedBodies(name, options)) expect(received).toMatchObject({ body: options })
  })
})
