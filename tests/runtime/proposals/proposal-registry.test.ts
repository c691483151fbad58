import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import { createMemoryProposalStore } from '../../../runtime/src/data/memory-proposals.ts'
import type { ProposalSource } from '../../../runtime/src/proposals/create-proposal.ts'
import { createProposalRegistry } from '../../../runtime/src/proposals/proposal-registry.ts'

const TTL = 1_000

function open(maxPending = 2, onParked?: (proposal: Proposal) => void) {
  const store = createMemoryProposalStore()
  let time = 10_000
  const registry = createProposalRegistry({
    store,
    ttlMs: TTL,
    maxPending,
    now: () => time++,
    log: { error: () => undefined },
    ...(onParked === undefined ? {} : { onParked }),
  })
  const park = (source: Partial<ProposalSource> = {}) =>
    registry.park({ tool: 'api.shop.pay', input: { amount: 1 }, origin: 'agent', ...source })
  return { store, registry, park }
}

const anybody = () => true
const nobody = () => false

describe('the bound of callers without a subject', () => {
  it('is separate for each verified agent, and evicts its oldest', async () => {
    const { registry, park } = open()
    const strange = await park()
    const first = await park({ agent: 'one' })
    const other = await park({ agent: 'two' })
    for (let round = 0; round < 2; round += 1) await park({ agent: 'one' })
    const { proposals: left } = await registry.list(undefined)
    expect(left.map(({ agent }) => agent)).toEqual([undefined, 'two', 'one', 'one'])
    expect(left.some(({ id }) => id === first.id)).toBe(false)
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([other.id, strange.id]))
  })

  it('refuses the new one of anonymous callers, and does not store it', async () => {
    const { registry, park } = open()
    const kept = [await park(), await park()]
    await expect(park()).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await registry.list(undefined)).proposals.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
    await park({ agent: 'one' })
    await park({ subject: 'ann' })
  })
})

describe('parking beside many large calls', () => {
  it('reads none of them', async () => {
    const { store, park } = open(100)
    const lists: unknown[] = []
    const { list } = store
    store.list = (...args) => {
      lists.push(args)
      return list(...args)
    }
    for (let round = 0; round < 105; round += 1) await park({ subject: 'ann' })
    for (let round = 0; round < 105; round += 1) await park().catch(() => undefined)
    expect(lists).toEqual([])
    expect((await store.list('ann', 10_200)).length).toBe(100)
  })

  it('works on a store that can only list', async () => {
    const { store, registry, park } = open(3)
    delete store.pending
    const parked = []
    for (let round = 0; round < 5; round += 1) parked.push(await park({ subject: 'ann' }))
    expect((await registry.list('ann')).proposals.map(({ id }) => id)).toEqual(parked.slice(2).map(({ id }) => id))
  })
})

describe('onParked', () => {
  it('receives the stored proposal, and cannot change it or the response', async () => {
    const heard: Proposal[] = []
    const { store, park } = open(2, (proposal) => {
      heard.push(proposal)
      ;(proposal.input as { amount: number }).amount = 9
    })
    const parked = await park()
    expect(heard.map(({ id }) => id)).toEqual([parked.id])
    expect(parked.input).toEqual({ amount: 1 })
    expect((await store.get(parked.id))?.input).toEqual({ amount: 1 })
  })

  it('does not hear of a call that was refused', async () => {
    let heard = 0
    const { park } = open(1, () => {
      heard += 1
    })
    await park()
    await park().catch(() => undefined)
    expect(heard).toBe(1)
  })
})

describe('a proposal', () => {
  it('has an id of 192 random bits, another one each time', async () => {
    const { park } = open(100)
    const ids = await Promise.all(Array.from({ length: 50 }, () => park()))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(50)
    for (const { id } of ids) expect(Buffer.from(id, 'base64url').length).toBe(24)
  })

  it('has a hash of its call, independent of the order of its fields', async () => {
    const { store, park } = open(100)
    const hash = async (input: unknown, tool = 'api.a.b') =>
      (await store.get((await park({ input, tool })).id))?.inputHash
    const first = await hash({ a: 1, b: [{ c: 2, d: 3 }] })
    expect(await hash({ b: [{ d: 3, c: 2 }], a: 1 })).toBe(first)
    expect(await hash({ a: 1, b: [{ c: 2, d: 4 }] })).not.toBe(first)
    expect(await hash({ a: 1, b: [{ c: 2, d: 3 }] }, 'api.a.c')).not.toBe(first)
  })

  it('has a message of limited length, truncated between characters', async () => {
    const { park } = open(100)
    const { message } = await park({ input: { text: '😀'.repeat(600) } })
    expect(message.length).toBeLessThan(560)
    // Half a character cannot be encoded.
    expect(() => encodeURIComponent(message)).not.toThrow()
  })
})

describe('settling', () => {
  it('is closed to those who may not, and leaves the proposal as it was', async () => {
    const { registry, park } = open()
    const { id } = await park()
    await expect(registry.approve(id, nobody, () => Promise.reject(new Error('ran')))).rejects.toMatchObject({
      code: 'unknown_proposal',
    })
    expect(await registry.reject(id, nobody)).toBe(false)
    expect((await registry.find(id, anybody))?.state).toBe('pending')
  })

  it('claims before it runs: what looks during the run sees it executed', async () => {
    const { registry, park } = open()
    const { id } = await park()
    const during = await registry.approve(id, anybody, async () => ({
      outcome: { ok: true, result: (await registry.find(id, anybody))?.state },
    }))
    expect(during.outcome).toEqual({ ok: true, result: 'executed' })
    expect((await registry.find(id, anybody))?.result).toEqual(during.outcome)
  })
})
