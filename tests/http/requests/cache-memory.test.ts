/** Requests of callers without an account fill neither the memory of the server nor a shared store through its caches. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, test } from 'vitest'
import { api, cached, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { startRedis } from '../../servers/redis.ts'
import { routeModules } from '../route-modules.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const servers: FwServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

function open(options: FwServerOptions): FwServer {
  const server = createFwServer({ production: true, data: 'memory', log: () => undefined, ...options })
  servers.push(server)
  return server
}

const MIB = 1_048_576
const REQUESTS = 40

describe('A cache retains no long text of its callers', () => {
  const read = cached(async (id: string) => ({ length: id.length }), { ttl: 300, tags: (id) => [`row-${id}`] })
  const input = schema({ id: str() })
  const apis = {
    rows: {
      find: api({ description: 'Finds a row.', input, run: ({ input: { id } }) => read(id) }),
      change: api({ description: 'Changes a row.', input, invalidates: ['row-[id]'], run: () => null }),
    },
  }

  test.each(['find', 'change'])('that is the input of %s', async (name) => {
    const server = open({ apis })
    const call = async (id: string) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ id }) }
      const response = await server.fetch(new Request(`http://localhost/_fw/api/rows.${name}`, init))
      return [response.status, await response.text()]
    }
    expect(await call('x')).toMatchObject([200, expect.any(String)])
    collect()
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < REQUESTS; index++) expect((await call(`${index}${'a'.repeat(900_000)}`))[0]).toBe(200)
    collect()
    expect((process.memoryUsage().heapUsed - before) / MIB).toBeLessThan(10)
  })

  test('and still distinguishes long texts, and invalidates them by long tags', async () => {
    let runs = 0
    const count = cached(async (_id: string) => ++runs, { ttl: 300, tags: (id) => [`count-${id}`] })
    const server = open({
      apis: {
        counts: { drop: api({ description: 'Drops.', input, invalidates: ['count-[id]'], run: () => null }) },
      },
    })
    const [one, other] = ['a'.repeat(5_000), `${'a'.repeat(4_999)}b`]
    expect([await count(one), await count(other), await count(one)]).toEqual([1, 2, 1])
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ id: other }) }
    await server.fetch(new Request('http://localhost/_fw/api/counts.drop', init))
    expect([await count(one), await count(other)]).toEqual([1, 3])
  })
})

test('A Redis stores at most as many pages as the cache of each process may have', async () => {
  const redis = await startRedis({ fsync: 'everysec' })
  const client = new Redis(redis.url)
  try {
    const cache = { scope: 'public', sharedMaxAge: 60 } as const
    const modules = routeModules({ 'index.tsx': { html: () => '<p>home</p>', cache } })
    const server = open({ ...modules, data: redis.url, cache: { maxEntries: 5 } })
    const get = async (query: string) => {
      const response = await server.fetch(new Request(`http://localhost/?${query}`))
      await response.text()
      return response.headers.get('x-fw-cache')
    }
    for (let index = 0; index < 30; index++) expect(await get(`q=${index}`)).toBe('MISS')
    await expect.poll(async () => (await client.keys('*cache:page:*')).length).toBe(5)
    expect([await get('q=29'), await get('q=25'), await get('q=0')]).toEqual(['HIT', 'HIT', 'MISS'])
  } finally {
    client.disconnect()
    await redis.close()
  }
})
