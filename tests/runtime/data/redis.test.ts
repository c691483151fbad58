import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'

const closing: { close(): unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

async function ownRedis(): Promise<TestRedis> {
  const redis = await startRedis()
  closing.push(redis)
  return redis
}

function open(url: string) {
  const lines: string[] = []
  const store = openData(url, { log: (line) => lines.push(line) })
  closing.push(store)
  return { store, lines }
}

const pay = () => createProposal({ tool: 'api.shop.pay', input: {}, origin: 'agent' }, Date.now(), 60_000)

describe('Redis that stops', () => {
  it('is unavailable within moments, for all calls, and used again once it is back', async () => {
    const redis = await ownRedis()
    // A Redis without a password accepts any: only its presence in the URL matters.
    const { store, lines } = open(redis.url.replace('//', '//default:pa55word@'))
    const proposals = Array.from({ length: 200 }, pay)
    for (const proposal of proposals) await store.proposals.put(proposal)
    const claim = () => Promise.allSettled(proposals.map(({ id }) => store.proposals.claim(id, 'executed', Date.now())))

    const inFlight = claim()
    await redis.kill()
    const before = await inFlight
    const during = [...(await claim()), ...(await claim())]
    for (const call of during) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(JSON.stringify(during)).not.toMatch(/pa55word|127\.0\.0\.1|ECONN/)

    await redis.start()
    await expect
      .poll(
        () =>
          store.ping().then(
            () => 'works',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('works')
    const after = await claim()
    for (const [index] of proposals.entries()) {
      const wins = [before[index], after[index]].filter((call) => call?.status === 'fulfilled' && call.value)
      expect(wins.length).toBeLessThanOrEqual(1)
      // A claim that failed with 503 may have succeeded; a claim never succeeds twice.
      if (before[index]?.status === 'fulfilled') expect(wins).toHaveLength(1)
    }
    expect(lines).toEqual([
      expect.stringMatching(/^data: Redis at 127\.0\.0\.1:\d+ cannot be used: .* 503 until it works again\.$/),
      expect.stringMatching(/ works again\.$/),
    ])
  })

  it('is not waited for by a pile of calls when it hangs', async () => {
    const redis = await ownRedis()
    const { store, lines } = open(redis.url)
    await store.ping()
    redis.pause()
    const crowd = await Promise.allSettled(Array.from({ length: 11_000 }, () => store.claim('key', 1_000)))
    expect(crowd.filter(({ status }) => status === 'fulfilled')).toEqual([])
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
    redis.resume()
    await expect
      .poll(
        () =>
          store.ping().then(
            () => 'works',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('works')
    expect(lines).toHaveLength(2)
  })

  it('forgets its scripts, and learns them again', async () => {
    const redis = await ownRedis()
    const { store } = open(redis.url)
    expect(await store.claim('one', 60_000)).toBe(true)
    await redis.kill()
    await redis.start()
    await expect.poll(() => store.claim('one', 60_000).catch(() => 'away'), { timeout: 10_000 }).toBe(false)
  })

  it('has never been reachable: calls fail immediately, and no rejection is unhandled', async () => {
    const redis = await ownRedis()
    await redis.kill()
    const { store, lines } = open(redis.url)
    for (let index = 0; index < 5; index += 1)
      await expect(store.read('a')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(lines).toHaveLength(1)
    await redis.start()
    await expect
      .poll(
        () =>
          store.read('a').then(
            () => 'works',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('works')
  })
})

describe('a Redis that cannot be used', () => {
  it('is refused if it is older than 7, with a log message', async () => {
    const { store, lines } = open(await oldRedis('6.2.14'))
    await expect(store.claim('a', 1_000)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
    expect(lines).toEqual([expect.stringContaining('It is version 6.2.14; fw needs Redis 7 or newer.')])
  })

  it('refuses a wrong password, which the log does not show', async () => {
    const redis = await ownRedis()
    const { store, lines } = open(redis.url.replace('//', '//nobody:pa55word@'))
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
    expect(lines).toEqual([expect.stringContaining('WRONGPASS')])
    expect(lines.join()).not.toContain('pa55word')
  })
})

it('sets an expiry for every key in Redis', async () => {
  const redis = await ownRedis()
  const { store } = open(`${redis.url}?prefix=shop:`)
  await store.claim('claim', 50_000)
  await store.write('value', 'text', 50_000)
  await store.hit('hit', 5, 50_000)
  const [pending, rejected, executed] = [pay(), pay(), pay()].map((proposal) => ({ ...proposal, subject: 'ada' }))
  for (const proposal of [pending, rejected, executed]) await store.proposals.put(proposal as Proposal)
  await store.proposals.claim(rejected?.id ?? '', 'rejected', Date.now())
  await store.proposals.claim(executed?.id ?? '', 'executed', Date.now())
  await store.proposals.settle(executed?.id ?? '', { ok: true })
  await store.proposals.hold?.(executed?.id ?? '', 50_000)
  const { Redis } = await import('ioredis')
  const client = new Redis(redis.url)
  closing.push({ close: () => client.disconnect() })
  const keys = (await client.keys('*')).sort()
  // Three records, the call of the pending one, three lists and a lease.
  expect(keys).toHaveLength(3 + 3 + 1 + 3 + 1)
  for (const key of keys) {
    expect(key).toMatch(/^shop:/)
    const lifetime = await client.pttl(key)
    expect(lifetime).toBeGreaterThan(40_000)
    expect(lifetime).toBeLessThanOrEqual(60_000 + 3_600_000)
  }
})

/** As much of an old Redis as a client asks before it works. */
async function oldRedis(version: string): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const command of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const info = `redis_version:${version}\r\nloading:0\r\n`
        const name = command[1]?.toLowerCase()
        socket.write(name === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(server)
  const address = server.address()
  return `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
