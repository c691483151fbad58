/** Images, audio and files in the results of tools, as each vendor takes them. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { afterEach, describe, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { api, toolContent } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { type StrictModel, strictModel } from '../../support/vendors/strict-model.ts'
import { ask, tidyAfterEach, withModel } from '../agent-app.ts'
import { serveMcp } from './remote/serve-mcp.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const BYTES = Buffer.byteLength(PNG, 'base64')
const HUGE = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(300_000)]).toString('base64')
const PDF = Buffer.from('%PDF-1.7\n%%EOF').toString('base64')
const MP3 = Buffer.from('ID3 not a song').toString('base64')
const ZIP = Buffer.from('PK not an archive').toString('base64')
const NOTE = Buffer.from('Water boils at 100 degrees.').toString('base64')

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const file = (uri: string, mimeType: string, blob: string) =>
  ({ type: 'resource', resource: { uri, mimeType, blob } }) as const

const look = {
  picture: api({ description: 'Shows a picture.', run: () => toolContent({ type: 'text', text: 'A dot.' }, image) }),
  bare: api({ description: 'Shows a picture only.', run: () => toolContent(image) }),
  all: api({
    description: 'Returns files.',
    run: () =>
      toolContent(
        file('file:///manual.pdf', 'application/pdf', PDF),
        { type: 'audio', data: MP3, mimeType: 'audio/mpeg' },
        file('file:///all.zip', 'application/zip', ZIP),
        file('file:///note.txt', 'text/plain', NOTE),
        { type: 'resource_link', uri: 'https://tea.example/more', name: 'more' },
      ),
  }),
  wrong: api({ description: 'Claims another type.', run: () => toolContent({ ...image, mimeType: 'image/jpeg' }) }),
  huge: api({
    description: 'Returns a large picture.',
    run: () => toolContent({ ...image, data: HUGE }),
  }),
  later: api({ description: 'Shows it after approval.', guard: 'confirm', run: () => toolContent(image) }),
}

/** Runs a turn in which the model calls one tool, and returns what the model then reads. */
async function turn(format: ScriptedFormat, name: string, config = {}) {
  const { options, model } = await withModel([{ calls: [{ id: 'c1', name, input: {} }] }, 'Seen.'], { format, config })
  const server = createFwServer({ ...options, apis: { look }, log: () => undefined })
  open.push(server)
  const reply = await post(server, ask('Look.'))
  expect(reply.body).toMatchObject({ type: 'text', text: 'Seen.' })
  expect((model as StrictModel).broken).toEqual([])
  return { server, model, reply: reply.body, body: model.requests.at(-1)?.body as Record<string, object[]> }
}

async function post(server: Pick<ReturnType<typeof createFwServer>, 'fetch'>, body: object) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await server.fetch(new Request('http://localhost/_fw/agent', init))
  return { status: response.status, body: await response.json() }
}

const URL = `data:image/png;base64,${PNG}`

describe('an image in the result of a tool', () => {
  test('is a block of the result for Anthropic', async () => {
    const { body } = await turn('anthropic', 'api.look.picture')
    expect(body.messages?.at(-1)).toMatchObject({
      content: [
        {
          type: 'tool_result',
          content: [
            { type: 'text', text: '"A dot."' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          ],
        },
      ],
    })
  })

  test('is a part of the output for OpenAI', async () => {
    const { body } = await turn('openai', 'api.look.picture')
    expect(body.input?.at(-1)).toMatchObject({
      type: 'function_call_output',
      output: [
        { type: 'input_text', text: '"A dot."' },
        { type: 'input_image', image_url: URL },
      ],
    })
  })

  test('follows the result as a message of the user in Chat Completions', async () => {
    const { body } = await turn('openai-compatible', 'api.look.bare')
    expect(body.messages?.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'c1', content: 'The result is in a message below.' },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url', image_url: { url: URL } }] },
    ])
  })

  test('is a part of the function response for Gemini 3', async () => {
    const { body } = await turn('google', 'api.look.picture')
    expect(body.contents?.at(-1)).toMatchObject({
      parts: [
        {
          functionResponse: {
            response: { result: 'A dot.' },
            parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }],
          },
        },
      ],
    })
  })

  test('follows the function response for older models of Gemini', async () => {
    const { body } = await turn('google', 'api.look.picture', { model: 'google/gemini-2.5-flash' })
    expect(body.contents?.at(-1)).toMatchObject({
      parts: [
        { functionResponse: { response: { result: 'A dot.' } } },
        { text: 'Files in the result of look__picture:' },
        { inlineData: { mimeType: 'image/png', data: PNG } },
      ],
    })
  })

  test('has the type of its bytes, whatever its tool claims', async () => {
    const { body } = await turn('anthropic', 'api.look.wrong')
    expect(JSON.stringify(body)).toContain('"media_type":"image/png"')
  })

  test.each(['anthropic', 'openai', 'openai-compatible', 'google'] as const)(
    '%s: is read again in the next turn, whose client sends it back',
    async (format) => {
      const { server, model, reply } = await turn(format, 'api.look.picture')
      expect(reply.tainted).toBe(true)
      model.add('Red.')
      const messages = [...reply.messages, { role: 'user', content: 'Which color?' }]
      expect((await post(server, { messages, path: '/' })).body).toMatchObject({ text: 'Red.' })
      expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(PNG)
    },
  )

  test('is replaced by its type in the conversation if it would fill the requests of the client', async () => {
    const { body, reply } = await turn('anthropic', 'api.look.huge')
    expect(JSON.stringify(body)).toContain('AAAAAAAA')
    const result = reply.messages.find(({ role }: { role: string }) => role === 'tool')
    expect(result).toEqual({
      role: 'tool',
      toolCallId: 'c1',
      content: '[a file, image/png: not stored in the conversation]',
    })
  })

  test.each(['huge', 'bare'])('stays untrusted content in the conversations that clients store: %s', async (name) => {
    const { options } = await withModel([{ calls: [{ name: `api.look.${name}`, input: {} }] }, 'Seen.', 'Again.'])
    const server = createFwServer({ ...options, apis: { look }, log: () => undefined })
    open.push(server)
    const { body } = await post(server, ask('Look.'))
    expect(body.tainted).toBe(true)
    const next = await post(server, ask('', { messages: [...body.messages, { role: 'user', content: 'And?' }] }))
    expect(next.body).toMatchObject({ text: 'Again.', tainted: true })
  })

  test('stays untrusted content in the conversation of a client of the AI SDK', async () => {
    const { options } = await withModel([{ calls: [{ name: 'api.look.bare', input: {} }] }, 'Seen.', 'Again.'])
    const server = createFwServer({ ...options, apis: { look }, log: () => undefined })
    open.push(server)
    const send = async (messages: object[]) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
      }
      return (await server.fetch(new Request('http://localhost/_fw/agent', init))).text()
    }
    const question = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Look.' }] }
    const chunks = (await send([question])).matchAll(/^data: (\{.*"tool-output-available".*\})$/gm)
    const { toolCallId, output } = JSON.parse([...chunks][0]?.[1] ?? '{}')
    const part = {
      type: 'dynamic-tool',
      toolName: 'look__bare',
      toolCallId,
      state: 'output-available',
      input: {},
      output,
    }
    const again = { ...question, id: '3', parts: [{ type: 'text', text: 'And?' }] }
    expect(await send([question, { id: '2', role: 'assistant', parts: [part] }, again])).toContain('"tainted":true')
  })

  test('reaches the model after an approval', async () => {
    const { options, model } = await withModel([
      { calls: [{ name: 'api.look.later', input: {} }] },
      'Waiting.',
      'A dot.',
    ])
    const server = createFwServer({ ...options, apis: { look }, log: () => undefined })
    open.push(server)
    const { body } = await post(server, ask('Show it.'))
    const [{ id }] = body.proposals
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fw-origin': 'human' },
      body: JSON.stringify({ id }),
    }
    await server.fetch(new Request('http://localhost/_fw/approve', init))
    await post(server, { messages: [...body.messages, { role: 'user', content: 'And?' }], path: '/' })
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(PNG)
  })
})

describe('files that a model reads, and those that it does not read', () => {
  test('anthropic: PDF as a document, text as text, others by type and size', async () => {
    const { body } = await turn('anthropic', 'api.look.all')
    const message = body.messages?.at(-1) as { content: { content: { type: string; text: string }[] }[] }
    const content = message.content[0]?.content ?? []
    expect(content[1]).toMatchObject({ type: 'document', source: { media_type: 'application/pdf', data: PDF } })
    expect(content[0]?.text).toContain('Water boils at 100 degrees.')
    expect(content[0]?.text).toContain('[more, https://tea.example/more]')
    expect(content[0]?.text).toContain("[a file, audio/mpeg, 14 bytes: this model can't read it]")
    expect(content[0]?.text).toContain("[all.zip, application/zip, 17 bytes: this model can't read it]")
    expect(JSON.stringify(body)).not.toContain(MP3)
  })

  test('google: audio follows the function response, PDF is in it', async () => {
    const { body } = await turn('google', 'api.look.all')
    expect(body.contents?.at(-1)).toMatchObject({
      parts: [
        { functionResponse: { parts: [{ inlineData: { mimeType: 'application/pdf' } }] } },
        { text: 'Files in the result of look__all:' },
        { inlineData: { mimeType: 'audio/mpeg', data: MP3 } },
      ],
    })
  })

  test('openrouter: audio reaches a model that hears it', async () => {
    const { model, options } = await withModel([{ calls: [{ name: 'api.look.all', input: {} }] }, 'Heard.'])
    const env = { OPENROUTER_API_KEY: 'key', OPENROUTER_BASE_URL: `${model.url}/v1` }
    const agent = defineAgent({ model: 'openrouter/openai/gpt-audio' }, { env })
    const server = createFwServer({ ...options, apis: { look }, agent, log: () => undefined })
    open.push(server)
    expect((await post(server, ask('Listen.'))).body).toMatchObject({ text: 'Heard.' })
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(
      `{"type":"input_audio","input_audio":{"data":"${MP3}","format":"mp3"}}`,
    )
  })
})

describe('a server whose model reads text only', () => {
  async function startTextModel(steps: Parameters<typeof withModel>[0]) {
    const { options, model } = await withModel(steps)
    const env = {
      FW_MODEL: `openai-compatible/text-only-${crypto.randomUUID()}`,
      OPENAI_COMPATIBLE_BASE_URL: `${model.url}/v1`,
    }
    const server = createFwServer({ ...options, apis: { look }, agent: defineAgent({}, { env }), log: () => undefined })
    open.push(server)
    return { server, model: model as StrictModel }
  }

  test('reads the type and the size of an image, after it has refused the image once', async () => {
    const call = { calls: [{ name: 'api.look.picture', input: {} }] }
    const { server, model } = await startTextModel([call, 'A dot, I read.', call, 'Again.'])
    expect((await post(server, ask('Look.'))).body).toMatchObject({ text: 'A dot, I read.' })
    expect(model.broken).toEqual(['openai-compatible/text-models'])
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(
      `[a file, image/png, ${BYTES} bytes: this model can't read it]`,
    )
    expect((await post(server, ask('Again.'))).body).toMatchObject({ text: 'Again.' })
    expect(model.broken).toHaveLength(1)
  })

  test("names the user's file, and refuses the next one before the model is called", async () => {
    const { server, model } = await startTextModel(['Unused.'])
    const attachments = [{ mediaType: 'image/png', data: PNG, name: 'dot.png' }]
    const question = { messages: [{ role: 'user', content: 'What is it?', attachments }], path: '/' }
    const first = await post(server, question)
    expect(first.body.error).toMatch(
      /^The file can't be read by text-only-\S+: dot\.png \(image\/png\)\. It reads text\.$/,
    )
    const next = await post(server, question)
    expect(next.status).toBe(400)
    expect(next.body.issues[0].message).toMatch(/^can't be read by \S+: dot\.png \(image\/png\)\. It reads text$/)
    expect(model.broken).toHaveLength(1)
  })
})

test('a result whose file the provider refuses is read without it', async () => {
  const { options, model } = await withModel([
    { calls: [{ name: 'api.look.bare', input: {} }] },
    {
      status: 400,
      body: '{"type":"error","error":{"type":"invalid_request_error","message":"Could not process image"}}',
    },
    'I could not see it.',
  ])
  const server = createFwServer({ ...options, apis: { look }, log: () => undefined })
  open.push(server)
  expect((await post(server, ask('Look.'))).body).toMatchObject({ text: 'I could not see it.' })
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(
    `[a file, image/png, ${BYTES} bytes: the provider refuses it]`,
  )
})

test.each(['anthropic', 'openai', 'openai-compatible', 'google'] as const)(
  '%s: content of a remote server reaches the model: image, audio, embedded files and text',
  async (format) => {
    const remote = await serveMcp(() => {
      const server = new McpServer({ name: 'camera', version: '1.0.0' })
      const annotations = { readOnlyHint: true }
      server.registerTool('shoot', { description: 'Takes a picture.', annotations }, async () => ({
        content: [
          { type: 'text', text: 'The kitchen.' },
          image,
          { type: 'audio', data: MP3, mimeType: 'audio/mpeg' },
          file('file:///manual.pdf', 'application/pdf', PDF),
        ],
      }))
      return server
    })
    open.push(remote)
    const model = await strictModel([{ calls: [{ name: 'mcp_camera.shoot', input: {} }] }, 'A kitchen.'])
    open.push(model)
    const mcp = { url: remote.url, name: 'camera', allowPrivate: true, approve: 'never' } as const
    const agent = defineAgent({ mcp }, { env: model.env(format) })
    const server = createFwServer({ agent, log: () => undefined })
    open.push(server)
    const { body } = await post(server, ask('Look.'))
    expect(body).toMatchObject({ text: 'A kitchen.', tainted: true })
    expect(model.broken).toEqual([])
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain(PNG)
    expect(sent).toContain(PDF)
    expect(sent).toContain('The kitchen.')
    expect(sent.includes(MP3)).toBe(format === 'google')
  },
)
