/** Conversations whose calls have the same id. Their client chooses the ids, so they must not multiply its content. */
import { expect, test } from 'vitest'
import { createFwServer } from '../../../runtime/src/server.ts'
import { ran, tidyAfterEach, withModel } from '../agent-app.ts'

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
  expect(sent.split('No result of this call is known').length - 1).toBe(49)
})

test('calls of the same id in several rounds have their results in order', async () => {
  const round = (content: string) => [
    { role: 'assistant', content: '', toolCalls: repeat(1) },
    { role: 'tool', toolCallId: 'a', content },
  ]
  const { sent } = await send([USER, ...round('"one"'), USER, ...round('"two"'), USER])
  expect(sent.indexOf('one')).toBeLessThan(sent.indexOf('two'))
  expect(sent).not.toContain('No result of this call is known')
})

test('a result belongs to the newest call before it, and a call without a result has none of a later one', async () => {
  const ask = (content: string) => ({ role: 'user', content })
  const call = { role: 'assistant', content: '', toolCalls: repeat(1) }
  const { sent } = await send([
    ask('First.'),
    call,
    ask('Second.'),
    call,
    { role: 'tool', toolCallId: 'a', content: '"two"' },
  ])
  const [first, second] = [sent.indexOf('First.'), sent.indexOf('Second.')]
  expect(sent.slice(first, second)).toContain('No result of this call is known')
  expect(sent.slice(second)).toContain('two')
  expect(sent.slice(second)).not.toContain('No result')
})

test.each(FORMATS)('calls of several rounds that the server gives the same id stay apart: %s', async (format) => {
  const calls = (query: string) => ({ calls: [{ id: 'call_0', name: 'api.shop.search', input: { query } }] })
  const { model, options } = await withModel([calls('tea'), calls('cup'), 'Both.'], { format })
  const server = createFwServer({ ...options, log: () => undefined })
  const body = JSON.stringify({ messages: [USER], stream: true, events: 'full' })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const text = await (await server.fetch(new Request('http://localhost/_fw/agent', init))).text()
  await server.close()
  const listIds = (type: string) =>
    [...text.matchAll(new RegExp(`"type":"${type}","toolCallId":"([^"]+)"`, 'g'))].map(([, id]) => id)
  const ids = listIds('tool-input-available')
  expect(new Set(ids).size).toBe(2)
  expect([listIds('tool-input-start'), listIds('tool-output-available')]).toEqual([ids, ids])
  const last = JSON.stringify(model.requests.at(-1)?.body)
  expect(last.indexOf('tea pot')).toBeGreaterThan(0)
  expect(last.indexOf('tea pot')).toBeLessThan(last.indexOf('cup pot'))
  expect(ran).toEqual(['search tea', 'search cup'])
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
