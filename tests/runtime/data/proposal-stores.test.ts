import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Proposal, ProposalStore } from '../../../runtime/src/contract/agent/proposal.ts'
import { createMemoryProposalStore } from '../../../runtime/src/data/memory-proposals.ts'
import { createPostgresProposalStore } from '../../../runtime/src/data/postgres-proposals.ts'
import { createRedisProposalStore } from '../../../runtime/src/data/redis-proposals.ts'
import { createSqliteProposalStore } from '../../../runtime/src/data/sqlite-proposals.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { type D1Stores, type DurableStores, startD1Stores, startDurableStores } from '../../servers/durable-store.ts'
import { startPostgres, type TestPostgres } from '../../servers/postgres.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { NEWER_NODE } from '../../servers/runtimes.ts'

const NOW = Date.now()
const TTL = 600_000

function proposal(
  subject?: string,
  createdAt = NOW,
  input: unknown = { items: [{ id: 'a', qty: 2 }], note: 'ü "<>"' },
) {
  const source = { tool: 'api.shop.checkout', input, origin: 'agent' as const, agent: 'key' }
  return createProposal(subject === undefined ? source : { ...source, subject }, createdAt, TTL)
}

const folder = mkdtempSync(join(tmpdir(), 'fw-stores-'))
let redis: TestRedis
let postgres: TestPostgres
let durable: DurableStores
let d1: D1Stores | undefined
let count = 0

beforeAll(async () => {
  const d1Stores = NEWER_NODE === undefined ? undefined : startD1Stores()
  ;[redis, postgres, durable, d1] = await Promise.all([startRedis(), startPostgres(), startDurableStores(), d1Stores])
})
afterAll(async () => {
  await redis?.close()
  await postgres?.close()
  await durable?.close()
  await d1?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Opened = readonly [string, (name: string) => ProposalStore]
const D1_STORE: Opened = [
  'd1',
  (name) => {
    if (d1 === undefined) throw new Error('Miniflare runs from beforeAll on.')
    return d1.open(name).proposals
  },
]

/** How to open a store, and how another process would open the same one; memory has one process only. */
const STORES: readonly Opened[] = [
  ['memory', () => createMemoryProposalStore()],
  ['sqlite', (name) => createSqliteProposalStore(join(folder, `${name}.db`))],
  ['postgres', (name) => createPostgresProposalStore(`${postgres.url}?schema=${name}`)],
  ['durable', (name) => durable.open(name).proposals],
  ...(NEWER_NODE === undefined ? [] : [D1_STORE]),
  ['redis', (name) => createRedisProposalStore(redis.url, { prefix: `${name}:` })],
]

describe.each(STORES)('the %s store', (kind, open) => {
  let store: ProposalStore
  let other: ProposalStore

  beforeEach(() => {
    const name = `t${count++}`
    store = open(name)
    other = kind === 'memory' ? store : open(name)
  })
  afterEach(async () => {
    await store.close?.()
    await other.close?.()
  })

  it('stores the questions of a server with the call, and deletes them with it', async () => {
    const questions = [{ name: 'size', kind: 'link' as const, message: 'Private words', url: 'https://pay.example/' }]
    const question = { server: 'https://tea.example/mcp', questions, resumeKey: 'k' }
    const put = createProposal({ tool: 'mcp_tea.order', input: {}, origin: 'agent', question }, NOW, TTL)
    await store.put(put)
    expect(await other.get(put.id)).toEqual(put)
    expect(await other.list(undefined, NOW)).toEqual([put])
    expect(await other.claim(put.id, 'executed', NOW)).toBe(true)
    const claimed = await store.get(put.id)
    expect(claimed).toMatchObject({ state: 'executed', isQuestion: true })
    expect(JSON.stringify(claimed)).not.toContain('Private words')
  })

  it('PRO-02 returns a stored proposal to every process', async () => {
    const put = proposal('ada')
    await store.put(put)
    expect(await other.get(put.id)).toEqual(put)
    expect(await store.get('x'.repeat(24))).toBeUndefined()
  })

  it('stores a copy: later changes to the given or returned object have no effect', async () => {
    const input = { items: [{ qty: 1 }] }
    const put = proposal('ada', NOW, input)
    await store.put(put)
    const got = (await store.get(put.id)) as Proposal
    ;(got.input as typeof input).items[0]!.qty = 99
    expect((await store.get(put.id))?.input).toEqual({ items: [{ qty: 1 }] })
  })

  it('lists pending proposals of a subject, oldest first', async () => {
    const [second, first, foreign, nobodys] = [
      proposal('ada', NOW),
      proposal('ada', NOW - 10),
      proposal('bob'),
      proposal(),
    ]
    for (const each of [second, first, foreign, nobodys]) await store.put(each)
    expect((await other.list('ada', NOW)).map(({ id }) => id)).toEqual([first.id, second.id])
    expect((await other.list(undefined, NOW)).map(({ id }) => id)).toEqual([nobodys.id])
    expect(await other.pending?.('ada', NOW)).toEqual(
      [first, second].map(({ id, createdAt, expiresAt }) => ({ id, createdAt, expiresAt })),
    )
    expect((await other.pending?.(undefined, NOW))?.map(({ id }) => id)).toEqual([nobodys.id])
    await store.claim(first.id, 'rejected', NOW)
    expect((await store.pending?.('ada', NOW))?.map(({ id }) => id)).toEqual([second.id])
    expect((await other.list('ada', NOW)).map(({ id }) => id)).toEqual([second.id])
    expect(await other.pending?.('ada', NOW + TTL)).toEqual([])
  })

  it('PLC-05 PLC-06 lets go of pending once, to the state that was asked for', async () => {
    const put = proposal('ada')
    await store.put(put)
    expect(await store.claim(put.id, 'executed', NOW)).toBe(true)
    expect(await store.claim(put.id, 'executed', NOW)).toBe(false)
    expect(await other.claim(put.id, 'rejected', NOW)).toBe(false)
    expect((await other.get(put.id))?.state).toBe('executed')
    expect(await store.claim('x'.repeat(24), 'executed', NOW)).toBe(false)
  })

  it('PLC-03 lets one of 100 parallel approvals and rejections win', async () => {
    const put = proposal('ada')
    await store.put(put)
    const claims = Array.from({ length: 100 }, (_, index) =>
      (index % 2 === 0 ? store : other).claim(put.id, index % 3 === 0 ? 'rejected' : 'executed', NOW),
    )
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
  })

  it('does not claim or list what has expired', async () => {
    const put = proposal('ada')
    await store.put(put)
    expect(await store.list('ada', NOW + TTL)).toEqual([])
    expect(await store.claim(put.id, 'executed', NOW + TTL)).toBe(false)
  })

  it('stores the result of a call', async () => {
    const put = proposal('ada')
    await store.put(put)
    await store.claim(put.id, 'executed', NOW)
    await store.settle(put.id, { order: 7, total: null })
    expect((await other.get(put.id))?.result).toEqual({ order: 7, total: null })
    await store.settle('x'.repeat(24), 1)
    expect(await store.get('x'.repeat(24))).toBeUndefined()
  })

  it.each(['executed', 'rejected', 'expired'] as const)('removes the call of a proposal that is %s', async (state) => {
    const put = proposal('ada')
    await store.put(put)
    const by = state === 'expired' ? {} : { resolvedBy: 'bob \u0000\ud800' }
    await store.claim(put.id, state, NOW, by.resolvedBy)
    const { input: _input, message: _message, ...rest } = put
    expect(await other.get(put.id)).toEqual({ ...rest, state, ...by })
    if (state === 'executed') await other.settle(put.id, { paid: 1 })
    expect(await store.get(put.id)).not.toHaveProperty('input')
  })

  it('removes the call of a proposal that had expired when the next one of its subject was stored', async () => {
    const [old, next] = [proposal('ada', NOW), proposal('ada', NOW + TTL + 1)]
    for (const put of [old, next]) {
      await store.put(put)
      await store.pending?.('ada', put.createdAt)
    }
    expect(await other.get(old.id)).toMatchObject({ id: old.id, state: 'expired' })
    expect(await other.get(old.id)).not.toHaveProperty('input')
    expect(await other.get(next.id)).toEqual(next)
  })

  it('stores the last 100 resolved proposals of a subject, and every running call', async () => {
    const resolve = async (subject: string | undefined, state: 'executed' | 'rejected', isSettled: boolean) => {
      const put = proposal(subject)
      await store.put(put)
      await store.claim(put.id, state, NOW)
      if (isSettled) await store.settle(put.id, { ok: true })
      return put.id
    }
    const isThere = async (ids: readonly string[]) =>
      (await Promise.all(ids.map(async (id) => (await other.get(id)) !== undefined))).filter(Boolean).length
    // Put first and resolved last: it is the newest of the resolved ones.
    const early = proposal('ada', NOW - 10)
    await store.put(early)
    const others = [await resolve('bob', 'rejected', false), await resolve(undefined, 'executed', true)]
    const running = await resolve('ada', 'executed', false)
    const [executed, rejected]: [string[], string[]] = [[], []]
    for (let count = 0; count < 103; count += 1) {
      executed.push(await resolve('ada', 'executed', true))
      rejected.push(await resolve('ada', 'rejected', false))
    }
    await store.claim(early.id, 'rejected', NOW)
    expect(await isThere([early.id, running, ...others])).toBe(4)
    expect([await isThere(executed.slice(0, 3)), await isThere(executed.slice(3))]).toEqual([0, 100])
    expect([await isThere(rejected.slice(0, 4)), await isThere(rejected.slice(4))]).toEqual([0, 99])
    await other.settle(running, { ok: true })
    expect([await isThere([running]), await isThere(executed)]).toEqual([1, 99])
  })

  it('knows how long a process has marked a call as running; memory has one process and needs no mark', async () => {
    if (kind === 'memory') return expect(store.isHeld).toBeUndefined()
    const { id } = proposal('ada')
    expect(await other.isHeld?.(id)).toBe(false)
    await store.hold?.(id, 60_000)
    expect(await other.isHeld?.(id)).toBe(true)
    await store.hold?.(id, 1)
    await expect.poll(() => other.isHeld?.(id)).toBe(false)
  })

  it('separates subjects with any names', async () => {
    const subjects = ['', 'a:b', 'a', "'; drop table fw_proposals; --", '__proto__', 'ü\n']
    const puts = subjects.map((subject) => proposal(subject))
    for (const put of puts) await store.put(put)
    for (const [index, subject] of subjects.entries())
      expect((await store.list(subject, NOW)).map(({ id }) => id)).toEqual([puts[index]!.id])
  })
})

describe('the redis store', () => {
  it('fails with unavailable while Redis cannot be reached, and works again afterwards', async () => {
    const own = await startRedis()
    const store = createRedisProposalStore(own.url)
    try {
      const put = proposal('ada')
      await store.put(put)
      await own.kill()
      await expect(store.get(put.id)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      await own.start()
      await expect.poll(() => store.get(put.id).catch(() => undefined), { timeout: 10_000 }).toEqual(put)
    } finally {
      await store.close?.()
      await own.close()
    }
  })
})
