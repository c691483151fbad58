/** `onChange`: once for each committed write, after its tags have been invalidated. */
import { beforeEach, expect, test } from 'vitest'
import type { ChangeEntry } from '../../../runtime/src/contract/api.ts'
import { api, cached, FwError, revalidatePath, revalidateTag, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { startRedis } from '../../servers/redis.ts'
import { AGENT, describeTransports } from '../transports.ts'

let stock = 0
beforeEach(() => {
  stock = 0
})
const readStock = cached(() => stock, { ttl: 60, tags: ['stock'] })
const input = schema({ id: str() })
const order = api({
  description: 'Orders.',
  input,
  invalidates: ['stock', 'order-[id]'],
  run: () => {
    stock += 1
    return stock
  },
})
const held = api({ description: 'Pays.', guard: 'confirm', input, invalidates: ['order-[id]'], run: () => 'paid' })
const failing = api({
  description: 'Fails.',
  input,
  invalidates: ['stock'],
  run: () => {
    throw new FwError('forbidden')
  },
})
const nested = api({
  description: 'Orders twice.',
  input,
  invalidates: ['orders'],
  run: async () => [await order({ id: 'a' }), await order({ id: 'b' })],
})
const list = api({ description: 'Lists.', readonly: true, input, run: () => readStock() })
const unlisted = api({ description: 'Has no tags.', input, run: () => 1 })
const missing = api({
  description: 'Has no parameter.',
  input: schema({}),
  invalidates: ['order-[id]' as never],
  run: () => 1,
})
const manual = api({
  description: 'Revalidates.',
  input,
  run: async () => {
    await revalidateTag('a, b')
    await revalidatePath('/products/ä/')
    await revalidatePath('/products/[id]')
  },
})
const apis = { shop: { order, held, failing, nested, list, unlisted, missing, manual } }

/** Options with an `onChange` that records. */
function record(options: FwServerOptions = {}) {
  const changes: ChangeEntry[] = []
  const onChange = (change: ChangeEntry) => void changes.push(change)
  return { changes, options: { apis, onChange, ...options } }
}

describeTransports('onChange', (start) => {
  test('receives each write once, with its tags, caller and request, and no refused or failed call', async () => {
    const { changes, options } = record({ ctxFor: () => ({ userId: 7 }) })
    const { call } = await start(options)
    const before = Date.now()
    const { headers } = await call('shop.order', { id: '7' })
    await call('shop.order', { id: 'a,b' }, AGENT)
    for (const name of ['list', 'failing', 'unlisted', 'missing', 'nothing']) await call(`shop.${name}`, { id: '1' })
    await call('shop.order', {})
    expect(changes).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        tags: ['stock', 'order-7'],
        tool: 'api.shop.order',
        origin: 'human',
        subject: '7',
        at: expect.any(Number),
        requestId: headers.get('x-request-id'),
      },
      expect.objectContaining({ tags: ['stock', 'order-a%2Cb'], origin: 'agent', subject: '7' }),
    ])
    expect(new Set(changes.map(({ id }) => id)).size).toBe(2)
    for (const { at } of changes) expect(at).toBeGreaterThanOrEqual(before)
  })

  test('receives nested writes, and an approved one of an agent when it runs', async () => {
    const { changes, options } = record()
    const { call, post } = await start(options)
    await call('shop.nested', { id: '1' })
    expect(changes.map(({ tags }) => tags)).toEqual([['stock', 'order-a'], ['stock', 'order-b'], ['orders']])
    const { body } = await call('shop.held', { id: '9' }, AGENT)
    const { id } = body.result as { id: string }
    expect(changes).toHaveLength(3)
    expect((await post('/_fw/approve', { id })).status).toBe(200)
    expect(changes.slice(3)).toEqual([
      expect.objectContaining({ tool: 'api.shop.held', origin: 'agent', tags: ['order-9'] }),
    ])
    expect(changes[3]).not.toHaveProperty('subject')
  })

  test('receives revalidateTag and revalidatePath', async () => {
    const { changes, options } = record({ ctxFor: () => ({ userId: 'ann' }) })
    const { call } = await start(options)
    await call('shop.manual', { id: '1' }, AGENT)
    const caller = { origin: 'agent', subject: 'ann', requestId: expect.any(String) }
    expect(changes).toEqual([
      expect.objectContaining({ tags: ['a%2C%20b'], ...caller }),
      expect.objectContaining({ tags: [], path: '/products/%C3%A4', ...caller }),
      expect.objectContaining({ tags: [], path: '/products/[id]', ...caller }),
    ])
    for (const change of changes) expect(change).not.toHaveProperty('tool')
    await revalidateTag('outside')
    expect(changes[3]).toMatchObject({ tags: ['outside'], origin: 'human' })
    expect(changes[3]).not.toHaveProperty('requestId')
  })

  test('sees the new data, and its own calls have the caller of the write, but are not reported', async () => {
    const seen: unknown[] = []
    const { call } = await start({
      apis,
      ctxFor: () => ({ userId: 'ann' }),
      onAudit: ({ tool, origin, subject }) => void seen.push([tool, origin, subject]),
      onChange: async ({ id }) => {
        seen.push(await readStock())
        await order({ id: `follows ${id}` })
        await revalidateTag('more')
      },
    })
    await call('shop.list', { id: '1' })
    await call('shop.order', { id: '1' }, AGENT)
    await expect.poll(() => seen.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen).toEqual(
      expect.arrayContaining([1, ['api.shop.list', 'human', 'ann'], ['api.shop.order', 'agent', 'ann']]),
    )
    expect(seen).toHaveLength(4)
    expect(stock).toBe(2)
  })

  test.each(['throws', 'rejects'])('an onChange that %s is logged, and the call succeeds', async (how) => {
    const lines: string[] = []
    const { call } = await start({
      apis,
      log: ({ msg }) => void lines.push(msg),
      onChange: () => {
        if (how === 'throws') throw new Error('no receiver')
        return Promise.reject(new Error('no receiver'))
      },
    })
    expect((await call('shop.order', { id: '1' })).body).toEqual({ ok: true, result: 1 })
    await expect.poll(() => lines.filter((line) => line === 'onChange failed.')).toHaveLength(1)
  })
})

test('of two servers in a process, the one that ran the call is told; without a call, both', async () => {
  const [first, second] = [record(), record()]
  const [one, two] = [createFwServer(first.options), createFwServer(second.options)]
  const call = { method: 'POST', body: '{"id":"1"}', headers: { 'content-type': 'application/json' } }
  await one.fetch(new Request('http://localhost/_fw/api/shop.order', call))
  expect([first.changes.length, second.changes.length]).toEqual([1, 0])
  await order({ id: '2' })
  expect([first.changes.length, second.changes.length]).toEqual([2, 1])
  expect(second.changes[0]).toMatchObject({ tags: ['stock', 'order-2'], tool: 'api.shop.order', origin: 'human' })
  await one.close()
  await revalidateTag('later')
  expect([first.changes.length, second.changes.length]).toEqual([2, 2])
  await two.close()
})

test('a write during an outage of Redis is reported', async () => {
  const redis = await startRedis()
  const { changes, options } = record({ data: redis.url, log: () => undefined })
  const server = createFwServer(options)
  await redis.kill()
  const call = { method: 'POST', body: '{"id":"1"}', headers: { 'content-type': 'application/json' } }
  const response = await server.fetch(new Request('http://localhost/_fw/api/shop.order', call))
  expect(await response.json()).toEqual({ ok: true, result: 1 })
  expect(changes).toMatchObject([{ tags: ['stock', 'order-1'] }])
  await server.close()
  await redis.close()
})

test('onChange must be a function', () => {
  expect(() => createFwServer({ onChange: {} as never })).toThrow('Export it from src/hooks.ts')
})
