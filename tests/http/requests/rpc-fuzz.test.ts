/**
 * Ten thousand mutated messages for MCP and A2A, the same in every run; `npm run soak -- --only rpc` sends ten times as
 * many.
 */
import { describe, expect, test, vi } from 'vitest'
import { fuzzRpc, problemOf } from '../../soak/rpc-fuzz.ts'
import { mutatedMessage, randomOf } from '../../soak/rpc-messages.ts'

vi.setConfig({ testTimeout: 60_000 })

test('mutated messages and headers get a well-formed response with their id, never a 5xx or a stack', async () => {
  expect(await fuzzRpc({ messages: 10_000, seed: 20_261_121 })).toEqual([])
})

describe('the validator of the responses', () => {
  const message = { path: '/_fw/mcp', body: '{"jsonrpc":"2.0","id":7,"method":"ping"}', headers: {} } as const
  const json = { headers: { 'content-type': 'application/json' } }
  const judged = (text: string, init: ResponseInit = json) => problemOf(message, new Response(text, init), text)

  test('takes a result and an error of the request', () => {
    expect(judged('{"jsonrpc":"2.0","id":7,"result":{}}')).toBeUndefined()
    expect(judged('{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"No."}}')).toBeUndefined()
    expect(judged('{"ok":false,"code":"forbidden","error":"No."}', { ...json, status: 403 })).toBeUndefined()
  })

  test.each([
    ['a 5xx', '{"jsonrpc":"2.0","id":7,"result":{}}', { ...json, status: 500 }],
    ['another id', '{"jsonrpc":"2.0","id":8,"result":{}}', json],
    ['an id of another type', '{"jsonrpc":"2.0","id":"7","result":{}}', json],
    ['no id', '{"jsonrpc":"2.0","error":{"code":-32601,"message":"No."}}', json],
    ['both a result and an error', '{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"No."}}', json],
    ['neither', '{"jsonrpc":"2.0","id":7}', json],
    ['no version', '{"id":7,"result":{}}', json],
    ['an error without a message', '{"jsonrpc":"2.0","id":7,"error":{"code":1}}', json],
    ['no JSON', '<h1>', json],
    ['a page', '{}', { headers: { 'content-type': 'text/html' } }],
    ['nothing', '', { status: 202 }],
    ['a stack', '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"at run (/srv/a.ts:3)"}}', json],
  ])('does not take %s', (_, text, init) => {
    expect(judged(text, init)).toBeTypeOf('string')
  })

  test('accepts a list only for a batch, with a response to each of its messages', () => {
    const answer = '{"jsonrpc":"2.0","id":7,"result":{}}'
    const listed = (text: string, headers: Record<string, string> = {}) =>
      problemOf({ ...message, body: `[${message.body},${message.body}]`, headers }, new Response(text, json), text)
    expect(listed(`[${answer},${answer}]`)).toBeUndefined()
    expect(listed(`[${answer}]`)).toBeTypeOf('string')
    expect(listed(`[${answer},${answer.replace('7', '8')}]`)).toBeTypeOf('string')
    expect(listed(`[${answer},${answer}]`, { 'mcp-protocol-version': '2025-06-18' })).toBeTypeOf('string')
    expect(judged(`[${answer}]`)).toBeTypeOf('string')
  })

  test('the messages reach every door, changed and unchanged', () => {
    const random = randomOf(1)
    const messages = Array.from({ length: 1500 }, () => mutatedMessage(random))
    const whole = (text: string) => messages.some(({ body }) => body.includes(text) && !body.includes('mark-'))
    for (const method of ['initialize', 'tools/call', 'server/discover', 'SendMessage', 'SubscribeToTask', '__proto__'])
      expect(whole(method), method).toBe(true)
    expect(messages.every(({ body }) => !body.includes('"mark-'))).toBe(true)
    expect(new Set(messages.map(({ body }) => body)).size).toBeGreaterThan(900)
  })
})
