/** Files of users that the model can't read: refused by name before the model is called, wherever they come from. */
import { afterEach, describe, expect, test } from 'vitest'
import { webhookChannel } from '../../../runtime/src/channels.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import type { ScriptedFormat } from '../../../runtime/src/testing.ts'
import { tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function startApp(format: ScriptedFormat, config = {}) {
  const { options, model } = await withModel(['Read.', 'Read.'], { format, config })
  const channels = { support: webhookChannel({ secret: 's' }) }
  const server = createFwServer({ ...options, channels, log: () => undefined })
  open.push(server)
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer s', 'a2a-version': '1.0' }
    const response = await server.fetch(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return { post, model, server }
}

const DATA = 'UEsDBA=='

/** Where a file may come from, and the request that sends it. */
const REQUESTS: Readonly<Record<string, (type: string, name: string) => readonly [path: string, body: object]>> = {
  'a message': (mediaType, name) => [
    '/_fw/agent',
    { messages: [{ role: 'user', content: 'What is it?', attachments: [{ mediaType, name, data: DATA }] }], path: '/' },
  ],
  'a message of the AI SDK': (mediaType, filename) => [
    '/_fw/agent',
    {
      messages: [
        {
          id: 'm',
          role: 'user',
          parts: [{ type: 'file', mediaType, filename, url: `data:${mediaType};base64,${DATA}` }],
        },
      ],
    },
  ],
  'a run of AG-UI': (mimeType, filename) => [
    '/_fw/agent',
    {
      threadId: 't',
      runId: 'r',
      messages: [
        {
          id: 'm',
          role: 'user',
          content: [{ type: 'document', source: { type: 'data', mimeType, value: DATA }, metadata: { filename } }],
        },
      ],
    },
  ],
  'a webhook': (mediaType, name) => [
    '/_fw/channels/support',
    { text: 'What is it?', attachments: [{ mediaType, name, data: DATA }] },
  ],
  A2A: (mediaType, filename) => [
    '/_fw/a2a',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: {
        message: {
          messageId: 'm',
          role: 'ROLE_USER',
          parts: [{ text: 'What is it?' }, { raw: DATA, mediaType, filename }],
        },
      },
    },
  ],
}

describe.each(Object.keys(REQUESTS))('a file in %s', (source) => {
  const request = REQUESTS[source] as (typeof REQUESTS)[string]

  test.each([
    ['anthropic', 'application/zip', 'all.zip'],
    ['openai', 'audio/mpeg', 'song.mp3'],
    ['openai-compatible', 'video/mp4', 'film.mp4'],
    ['google', 'image/gif', 'cat.gif'],
  ] as const)('%s: %s is refused by its name, with the types that the model reads', async (format, mediaType, name) => {
    const { post, model } = await startApp(format)
    const { status, body } = await post(...request(mediaType, name))
    const text = JSON.stringify(body)
    expect(text).toContain(name)
    expect(text).toContain(mediaType)
    expect(text).toContain('image/png')
    expect(text).toMatch(/can't be read by|This agent reads files/)
    if (source === 'a webhook') {
      const reason = new RegExp(`^A file can't be read by \\S+: ${name} \\(${mediaType}\\)\\. It reads .+, text\\.$`)
      expect(body).toMatchObject({ error: 'invalid_request', text: expect.stringMatching(reason) })
    } else if (source !== 'A2A') expect(status).toBe(400)
    else expect(body.error.data[0]).toMatchObject({ reason: 'CONTENT_TYPE_NOT_SUPPORTED' })
    expect(model.requests).toHaveLength(0)
  })

  test.each([
    ['google', 'audio/mpeg', 'song.mp3'],
    ['openai', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'letter.docx'],
    ['anthropic', 'text/csv', 'rows.csv'],
  ] as const)('%s: %s reaches a model that reads it', async (format, mediaType, name) => {
    const { post, model } = await startApp(format)
    await post(...request(mediaType, name))
    expect(JSON.stringify(model.requests[0]?.body)).toContain(format === 'anthropic' ? 'rows.csv' : DATA)
  })
})

test('a file of an earlier message, which another model has read, becomes its type and size', async () => {
  const { post, model } = await startApp('anthropic')
  const attachments = [{ mediaType: 'audio/mpeg', data: DATA, name: 'song.mp3' }]
  const messages = [
    { role: 'user', content: 'What is it?', attachments },
    { role: 'assistant', content: 'A song.' },
    { role: 'user', content: 'Which?' },
  ]
  expect((await post('/_fw/agent', { messages, path: '/' })).body).toMatchObject({ text: 'Read.' })
  expect(JSON.stringify(model.requests[0]?.body)).toContain("[song.mp3, audio/mpeg, 4 bytes: this model can't read it]")
})

test('the agent card lists the types that the model reads', async () => {
  const { server } = await startApp('google')
  const card = await (await server.fetch(new Request('http://localhost/.well-known/agent-card.json'))).json()
  expect(card.defaultInputModes).toContain('audio/mpeg')
  expect(card.defaultInputModes).not.toContain('image/gif')
})

test('a webhook refuses files that are not base64', async () => {
  const { post } = await startApp('anthropic')
  const { status, body } = await post('/_fw/channels/support', {
    text: 'Hi',
    attachments: [{ mediaType: 'a/b', data: '?' }],
  })
  expect(status).toBe(400)
  expect(body.error).toContain('attachments')
})
