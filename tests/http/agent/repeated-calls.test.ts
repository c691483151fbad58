/** Conversations whose calls have the same id. Their client chooses the ids, so they must not multiply its content. */
import { expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server.ts'
import { tidyAfterEach, withModel } from '../agent-app.ts'

tidyAfterEach()

const FORMATS = ['anthropic', 'openai', 'openai-compatible', 'google'] as const

async function send(messages: readonly object[], format: (typeof FORMATS)[number] = 'anthropic') {
  const { model, options } = await withModel(['Hello.'], { format })
  const server = createFwServer({ ...options, log: () => undefined })
  const begin = performance.now()
  const response = await server.fetch(
    new Request('http://localhost/_fw/agent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
    }),
  )
  const time = performance.now() - begin
  const body = await response.json()
  await server.close()
  return { status: response.status, body, time, sent: JSON.stringify(model.requests[0]?.body) }
}

const repeat = (count: number, name = (at: number) => `other${at}`) =>
  Array.from({ length: count }, (_, at) => ({ id: 'a', name: name(at), input: {} }))
const USER = { role: 'user', content: 'Go on.' }

test.each(FORMATS)('a result of many calls is sent to the model once: %s', async (format) => {
  const { status, sent } = await send(
    [
      USER,
      { role: 'assistant', content: '', toolCalls: repeat(50) },
      { role: 'tool', toolCallId: 'a', content: '"the result"' },
      USER,
    ],
    format,
  )
  expect(status).toBe(200)
  expect(sent.split('the result').length - 1).toBe(1)
  expect(sent.split('This call did not run').length - 1).toBe(49)
})

test('calls of the same id in several rounds have their results in order', async () => {
  const round = (content: string) => [
    { role: 'assistant', content: '', toolCalls: repeat(1) },
    { role: 'tool', toolCallId: 'a', content },
  ]
  const { sent } = await send([USER, ...round('"one"'), USER, ...round('"two"'), USER])
  expect(sent.indexOf('one')).toBeLessThan(sent.indexOf('two'))
  expect(sent).not.toContain('This call did not run')
})

test('a long result of many calls is read once', async () => {
  const { status, time } = await send([
    USER,
    { role: 'assistant', content: '', toolCalls: repeat(500, (at) => `api.other.tool${at}`) },
    { role: 'tool', toolCallId: 'a', content: `{"code":"not_found","error":"${'x'.repeat(400_000)}"}` },
    USER,
  ])
  expect(status).toBe(200)
  expect(time).toBeLessThan(1_500)
})

test('a result is untrusted if any call of its id may have returned untrusted content', async () => {
  const { body } = await send([
    USER,
    { role: 'assistant', content: '', toolCalls: repeat(2, (at) => ['api.shop.search', 'ui_read_page'][at] ?? '') },
    { role: 'tool', toolCallId: 'a', content: '{"names":[]}' },
    USER,
  ])
  expect(body).toMatchObject({ type: 'text', tainted: true })
})
