import { expect, test } from 'vitest'
import { api, int, notFound, schema } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'

type Told = Parameters<NonNullable<FwServerOptions['inspect']>>

const thrown = new Error('broken')
const shop = {
  buy: api({
    description: 'Buy something.',
    guard: 'confirm',
    effect: 'irreversible',
    input: schema({ count: int().default(1) }),
    run: () => {
      throw thrown
    },
  }),
}

function serverWith(options: Partial<FwServerOptions> = {}) {
  const told: Told[] = []
  const inspect = (...failure: Told) => void told.push(failure)
  const routes = {
    '/shop/[id]': () => shop.buy({ count: 2 }),
    '/none': () => notFound(),
  }
  return { told, ...createFwServer({ apis: { shop }, routes, log: () => undefined, inspect, ...options }) }
}

const call = (body: string) =>
  new Request('http://app.test/_fw/api/shop.buy', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })

test('a failed call is reported with its guard and the input of run, then with its request', async () => {
  const { fetch, told } = serverWith()
  const answer = await fetch(call('{}'))
  const requestId = answer.headers.get('x-request-id')
  expect(told).toEqual([
    [
      thrown,
      {
        requestId,
        mayBeHandled: undefined,
        call: {
          tool: 'api.shop.buy',
          origin: 'human',
          guard: 'confirm',
          effect: 'irreversible',
          input: { count: 1 },
          isChecked: true,
        },
      },
    ],
    [thrown, { requestId, method: 'POST', path: '/_fw/api/shop.buy', route: '/_fw/api/shop.buy', origin: 'human' }],
  ])
})

test('a page that fails in a call is reported inside out', async () => {
  const { fetch, told } = serverWith()
  await fetch(new Request('http://app.test/shop/7'))
  expect(told.map(([error, { route, mayBeHandled, call }]) => [error, route, mayBeHandled, call?.input])).toEqual([
    [thrown, undefined, true, { count: 2 }],
    [thrown, '/shop/[id]', undefined, undefined],
  ])
})

test('inputs are reported as redact rewrites them, and omitted if it fails', async () => {
  const redacted = serverWith({ redact: (tool) => `${tool} hidden` })
  await redacted.fetch(call('{"count":5}'))
  expect(redacted.told[0]?.[1].call?.input).toBe('api.shop.buy hidden')
  const failing = serverWith({
    redact: () => {
      throw new Error('no')
    },
  })
  await failing.fetch(call('{"count":5}'))
  expect(failing.told[0]?.[1].call?.input).toBeUndefined()
})

test('mistakes of callers and missing pages are not failures', async () => {
  const { fetch, told } = serverWith()
  await fetch(call('{"count":"x"}'))
  await fetch(call('nonsense'))
  await fetch(new Request('http://app.test/none'))
  await fetch(new Request('http://app.test/nowhere'))
  expect(told).toEqual([])
})

test('a throwing listener changes no response', async () => {
  const { fetch } = serverWith({
    inspect: () => {
      throw new Error('the tool broke')
    },
  })
  expect((await fetch(call('{}'))).status).toBe(500)
})
