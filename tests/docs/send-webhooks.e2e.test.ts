/** The app of `recipes/webhooks.md` with a receiver that fails at first. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { writeApp } from '../cli/support/written-app.ts'
import { readPages } from './blocks.ts'

const SECRET = 'a secret of the receiver'
const blocks = readPages().find(({ path }) => path === 'recipes/webhooks.md')?.blocks ?? []
const app = writeApp(Object.fromEntries(blocks.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text]]))))
const received: { readonly at: number; readonly signature: string; readonly body: string }[] = []
let server: Running

const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ at: performance.now(), signature: String(request.headers['x-signature']), body })
  response.writeHead(received.length < 3 ? 503 : 204).end()
})

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const env = {
    PAYMENT_SECRET: 'a secret of the provider',
    WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/changes`,
    WEBHOOK_SECRET: SECRET,
  }
  const built = await runFw(app.root, ['build'], env)
  expect(built.code, built.stderr).toBe(0)
  server = await startFw(app.root, ['start', '--port', '0'], env)
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  receiver.close()
  app.remove()
})

test('a change is sent until the receiver accepts it, signed, with one id, and the call does not wait for it', async () => {
  const started = performance.now()
  const response = await fetch(new URL('_fw/api/orders.payInCash', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"A1"}',
  })
  expect(await response.json()).toEqual({ ok: true, result: true })
  expect(performance.now() - started).toBeLessThan(450)
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(received).toHaveLength(3)
  const [first, second, third] = received
  expect(JSON.parse(first?.body ?? '')).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    tags: ['order-A1'],
    tool: 'api.orders.payInCash',
    at: expect.any(Number),
  })
  expect([second?.body, third?.body]).toEqual([first?.body, first?.body])
  for (const { signature, body } of received) {
    const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(given).toBe(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex'))
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(20)
  }
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(450)
})
