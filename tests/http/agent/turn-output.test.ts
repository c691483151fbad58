/** Agents whose reply is a value of a declared type. */
import { expect, test } from 'vitest'
import { type AgentConfig, defineAgent } from '../../../runtime/src/agent.ts'
import { enums, int, list, schema, str } from '../../../runtime/src/index.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { describeTransports } from '../transports.ts'

tidyAfterEach()

const FORMATS: readonly ScriptedFormat[] = ['anthropic', 'openai', 'openai-compatible', 'google']

const output = schema({
  mood: enums(['calm', 'happy']),
  cups: int({ min: 0 }),
  notes: list(str()).optional(),
})
const config: AgentConfig = { output }
const VALID = JSON.stringify({ mood: 'calm', cups: 2, notes: null })
const search = { name: 'api.shop.search', input: { query: 'tea' } }

/** The schema of the reply, where each provider has it. */
const findSchema = (body: Readonly<Record<string, unknown>>): unknown => {
  const { output_config, text, response_format, generationConfig } = body as Record<string, Record<string, never>>
  const format = output_config?.format ?? text?.format ?? response_format?.json_schema
  return (format as { schema?: unknown } | undefined)?.schema ?? generationConfig?.responseJsonSchema
}

describeTransports('an agent with an output', (start) => {
  test.each(FORMATS)('%s: the reply has the validated value, after calls of tools', async (format) => {
    const { options, model } = await withModel([{ calls: [search] }, VALID], { format, config })
    const { post } = await start(options)
    const { body } = await post('/_fw/agent', ask('Tea?'))
    expect(body).toMatchObject({ type: 'text', text: VALID, output: { mood: 'calm', cups: 2 } })
    expect(body.output).not.toHaveProperty('notes')
    for (const request of model.requests) {
      expect(findSchema(request.body)).toMatchObject({ type: 'object', properties: { mood: {}, cups: {}, notes: {} } })
      expect(request.system).toContain('one JSON object')
    }
  })

  test('a setting for reasoning stays beside the schema', async () => {
    const { options, model } = await withModel([VALID], { config: { ...config, reasoning: 'low' } })
    const { post } = await start(options)
    await post('/_fw/agent', ask('Tea?'))
    expect(model.requests[0]?.body.output_config).toMatchObject({ effort: 'low', format: { type: 'json_schema' } })
  })

  test.each(FORMATS)(
    '%s: an invalid value is requested once more, and only the valid one is stored',
    async (format) => {
      const { options, model } = await withModel(['{"mood":"wild","cups":-1}', `\`\`\`json\n${VALID}\n\`\`\``], {
        format,
        config: { ...config, maxTurns: 1 },
      })
      const { post } = await start(options)
      const { body } = await post('/_fw/agent', ask('Tea?'))
      expect(body).toMatchObject({ type: 'text', output: { mood: 'calm', cups: 2 }, usage: { inputTokens: 20 } })
      expect(body.messages).toHaveLength(2)
      const repair = JSON.stringify(model.requests[1]?.body)
      for (const text of ['wild', 'Your reply is not valid', '- mood', '- cups']) expect(repair).toContain(text)
    },
  )

  test('a second invalid value is an error that names what is wrong', async () => {
    const { options, model } = await withModel(['Two cups.', '{"mood":"calm"}'], { config })
    const { post } = await start(options)
    const { status, body } = await post('/_fw/agent', ask('Tea?'))
    expect([status, body]).toMatchObject([
      502,
      {
        type: 'error',
        error: "The model's reply does not match the output of this agent.",
        detail: expect.stringContaining('- cups'),
        messages: [{ role: 'user' }],
      },
    ])
    expect(model.requests).toHaveLength(2)
    expect(JSON.stringify(model.requests[1]?.body)).toContain('the reply must be JSON')
  })

  test('a stream has the value in its last event', async () => {
    const { options } = await withModel([VALID], { config })
    const { request } = await start(options)
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(ask('Tea?', { stream: true })) }
    const text = await (await request('/_fw/agent', init)).text()
    expect(text).toMatch(/"type":"finish".*"output":\{"mood":"calm","cups":2\}/)
  })
})

test.each([
  [7, 'schema'],
  [str(), 'object'],
])('%s is an invalid output', (value, word) => {
  expect(() => defineAgent({ output: value as never })).toThrow(word)
})
