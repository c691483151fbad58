import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, describe, expect, test } from 'vitest'
import { api, cached, revalidateTag } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'

const servers: FwServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

describe('cached', () => {
  test('returns cached results by the arguments, in any order of their keys, for ttl seconds', async () => {
    const clock = { now: 0 }
    let runs = 0
    const find = cached(async (query: object) => ({ runs: ++runs, query }), { ttl: 60, now: () => clock.now })
    expect(await find({ a: 1, b: [2] })).toMatchObject({ runs: 1 })
    expect(await find({ b: [2], a: 1 })).toMatchObject({ runs: 1 })
    expect(await find({ a: 1, b: [2, 3] })).toMatchObject({ runs: 2 })
    clock.now += 60_000
    expect(await find({ a: 1, b: [2] })).toMatchObject({ runs: 3 })
  })

  test('distinguishes arguments that JSON does not, and refuses arguments that cannot be distinguished', async () => {
    let runs = 0
    const find = cached(async (_value: unknown) => ++runs, { ttl: 60 })
    const values = [
      undefined,
      null,
      'null',
      0,
      -0,
      '0',
      0n,
      Number.NaN,
      new Date(0),
      '1970',
      [],
      [undefined],
      [[]],
      {},
      true,
    ]
    for (const value of values) await find(value)
    expect(runs).toBe(values.length)
    for (const value of values) await find(value)
    expect(runs).toBe(values.length)
    for (const value of [
      new Map(),
      new Set([1]),
      () => 1,
      Symbol('a'),
      new (class Person {})(),
      { a: { b: new Map() } },
    ])
      await expect(find(value)).rejects.toThrow('takes plain data')
    await expect(find({ a: [new Map()] })).rejects.toThrow('argument[0].a[0]')
  })

  test('concurrent calls share one run; they share its error, which is not cached', async () => {
    let runs = 0
    const fails = cached(
      async () => {
        runs += 1
        throw new Error(`run ${runs}`)
      },
      { ttl: 60 },
    )
    const answers = await Promise.allSettled([fails(), fails(), fails()])
    expect(answers.map((answer) => String((answer as PromiseRejectedResult).reason))).toEqual(
      Array(3).fill('Error: run 1'),
    )
    await expect(fails()).rejects.toThrow('run 2')
  })

  test('a stale result is returned while one refresh runs; a failed refresh leaves it', async () => {
    const clock = { now: 0 }
    let runs = 0
    const get = cached(async () => ++runs, { ttl: 60, swr: 60, now: () => clock.now })
    await get()
    clock.now += 60_000
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    await expect.poll(get).toBe(2)
    expect(runs).toBe(2)
  })

  test('a caller cannot change the result of the next one, and a result that cannot be copied is refused', async () => {
    const rows = [{ name: 'tea', tags: ['hot'] }]
    const list = cached(async () => rows, { ttl: 60 })
    const first = await list()
    expect(() => first.push({ name: 'x', tags: [] })).toThrow(TypeError)
    expect(() => first[0]?.tags.push('x')).toThrow(TypeError)
    rows.push({ name: 'coffee', tags: [] })
    expect(await list()).toEqual([{ name: 'tea', tags: ['hot'] }])
    await expect(cached(async () => () => 1, { ttl: 60 })()).rejects.toThrow('cannot be copied')
  })

  test('tags of each call invalidate its results', async () => {
    let runs = 0
    const find = cached(async (_id: number) => ++runs, { ttl: 60, tags: (id) => ['rows', `row-${id}`] })
    const all = () => Promise.all([find(1), find(2)])
    expect(await all()).toEqual([1, 2])
    await revalidateTag('row-1')
    expect(await all()).toEqual([3, 2])
    await revalidateTag('rows')
    expect(await all()).toEqual([4, 5])
  })

  test('runs without a caller: an API inside has an empty ctx, because other callers receive the result', async () => {
    const who = api({ run: async ({ ctx }) => String((ctx as { name?: string }).name) })
    const asked = cached(async () => who(), { ttl: 60 })
    const server = createFwServer({
      log: () => undefined,
      ctxFor: (request) => ({ name: request.headers.get('x-name') }),
      apis: { who: { who, both: api({ run: async () => [await who(), await asked()] }) } },
    })
    servers.push(server)
    for (const name of ['ann', 'bob']) {
      const headers = { 'x-name': name, 'content-type': 'application/json' }
      const answer = await server.fetch(
        new Request('http://localhost/_fw/api/who.both', { method: 'POST', headers, body: '{}' }),
      )
      expect(await answer.json()).toEqual({ ok: true, result: [name, 'undefined'] })
    }
  })

  test('preserves contexts of other code', async () => {
    const storage = new AsyncLocalStorage<string>()
    const get = cached(async () => storage.getStore(), { ttl: 60 })
    expect(await storage.run('trace', get)).toBe('trace')
  })

  test('maxEntries limits the cache, and invalid options are refused', async () => {
    let runs = 0
    const find = cached(async (_id: number) => ++runs, { ttl: 60, maxEntries: 2 })
    for (const id of [1, 2, 3, 1]) await find(id)
    expect(runs).toBe(4)
    expect(() => cached(async () => 1, {} as never)).toThrow('ttl')
    expect(() => cached(async () => 1, { ttl: -1 })).toThrow('ttl')
    expect(() => cached(async () => 1, { ttl: 1, swr: Number.NaN })).toThrow('swr')
    expect(() => cached(undefined as never, { ttl: 1 })).toThrow('takes the function')
  })
})
