import { afterEach, expect, test, vi } from 'vitest'
import { asAgent } from '../../../../runtime/src/browser/agent/as-agent.ts'
import { runWithOrigin } from '../../../../runtime/src/browser/calls/cause.ts'
import { stub } from '../../../../runtime/src/browser/islands/stub.ts'

/** A server with the same response to every call, which records the requests. */
const serverAnswers = (status: number, body: string) => {
  const calls: { url: string; headers: Headers; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) })
    return new Response(body, { status })
  })
  return calls
}
afterEach(() => vi.unstubAllGlobals())

test('posts the input as JSON and returns the result, with the codec if it has one', async () => {
  const calls = serverAnswers(200, '{"ok":true,"result":"1970-01-01T00:00:00.000Z"}')
  const codec = {
    encode: (input: unknown) => ({ at: (input as Date).getTime() }),
    decode: (text: unknown) => new Date(String(text)),
  }
  expect(await stub('api.shop.when', codec)(new Date(7))).toEqual(new Date(0))
  expect(calls.map(({ url, body }) => [url, body])).toEqual([['/_fw/api/shop.when', { at: 7 }]])
  expect(calls[0]?.headers.get('content-type')).toBe('application/json')
  await stub('api.shop.all')()
  expect(calls[1]?.body).toEqual({})
})

test('rejects with the envelope of the server', async () => {
  serverAnswers(
    400,
    '{"ok":false,"error":"No.","code":"invalid_input","issues":[{"path":"qty","message":"too small"}]}',
  )
  await expect(stub('api.shop.add')({})).rejects.toMatchObject({
    name: 'FwError',
    message: 'No.',
    code: 'invalid_input',
    status: 400,
    issues: [{ path: 'qty', message: 'too small' }],
  })
  serverAnswers(401, '{"ok":false,"error":"agent_required","code":"agent_required","message":"Sign it."}')
  await expect(stub('api.shop.add')({})).rejects.toMatchObject({ message: 'Sign it.', code: 'agent_required' })
})

test('rejects as unavailable when the server gives no envelope', async () => {
  serverAnswers(502, '<html>')
  await expect(stub('api.shop.add')({})).rejects.toMatchObject({ code: 'unavailable', status: 502 })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(stub('api.shop.add')({})).rejects.toMatchObject({ code: 'unavailable', status: 0 })
})

test("a call made after an agent has acted is the agent's, and a person's is not", async () => {
  const calls = serverAnswers(200, '{"ok":true,"result":1}')
  const add = stub('api.shop.add')
  await asAgent(async () => {
    await Promise.resolve()
    await add({})
  })
  await expect(asAgent(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await add({})
  await runWithOrigin('human', () => add({}))
  expect(calls.map(({ headers }) => headers.get('x-fw-origin'))).toEqual(['agent', 'agent', null])
})
