/** The limits of a D1 database: long strings, and expired data. The contract of stores is in `data-stores.test.ts`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { type D1Stores, startD1Stores } from '../../servers/durable-store.ts'

const MINUTE_MS = 60_000

describe('a store in D1', () => {
  let stores: D1Stores
  let now = Date.now()
  const clock = () => now
  beforeAll(async () => {
    stores = await startD1Stores()
  })
  afterAll(() => stores?.close())

  it('deletes expired data, once in ten minutes for all processes', async () => {
    const [store, other] = [stores.open('swept', clock), stores.open('swept', clock)]
    await store.write('page', 'old', MINUTE_MS)
    await store.claim('nonce', MINUTE_MS)
    await store.hit('caller', 5, MINUTE_MS)
    await store.add('tokens', 5, MINUTE_MS)
    await store.proposals.put(createProposal({ tool: 'a', input: {}, origin: 'agent', subject: 'ann' }, now, MINUTE_MS))
    expect(countRows()).toEqual({ fw_texts: 2, fw_claims: 2, fw_hits: 1, fw_sums: 1, fw_proposals: 1 })
    now += 5 * MINUTE_MS
    // A new process: its first change would sweep, and another one did so a short time ago.
    await other.write('page', 'new', 24 * 60 * MINUTE_MS)
    expect(countRows()).toMatchObject({ fw_hits: 1, fw_sums: 1 })
    now += 6 * MINUTE_MS
    await store.write('other page', 'new', 24 * 60 * MINUTE_MS)
    // The claim of the sweep, two pages, and the proposal, whose outcome can still be read.
    await expect.poll(countRows).toEqual({ fw_texts: 2, fw_claims: 1, fw_hits: 0, fw_sums: 0, fw_proposals: 1 })
    now += 120 * MINUTE_MS
    await other.write('page', 'newer', 24 * 60 * MINUTE_MS)
    await expect.poll(() => countRows().fw_proposals).toBe(0)
  })

  it('stores strings, calls and results that are longer than a value of D1', async () => {
    const store = stores.open('long', clock)
    const text = '\u{1f600}\u00fc\u2028'.repeat(900_000)
    await store.write('page', text, MINUTE_MS)
    expect((await store.read('page')) === text).toBe(true)
    await store.write('page', 'short', MINUTE_MS)
    expect(await store.read('page')).toBe('short')

    const source = { tool: 'api.shop.checkout', origin: 'agent' as const, subject: 'ann' }
    const proposal = createProposal({ ...source, input: { text } }, now, MINUTE_MS)
    const small = createProposal({ ...source, input: { text: 'small' } }, now + 1, MINUTE_MS)
    await store.proposals.put(proposal)
    await store.proposals.put(small)
    const listed = await store.proposals.list('ann', now)
    expect(listed.map(({ id, input }) => [id, (input as { text: string }).text.length])).toEqual([
      [proposal.id, text.length],
      [small.id, 5],
    ])
    expect(await store.proposals.claim(proposal.id, 'executed', now)).toBe(true)
    await store.proposals.settle(proposal.id, { ok: true, result: text })
    const settled = await store.proposals.get(proposal.id)
    const { result } = (settled?.result ?? {}) as { result?: string }
    expect([settled?.input, result === text]).toEqual([undefined, true])
  })

  /** Counts the rows of the only database that has been opened. */
  function countRows(): Readonly<Record<string, number>> {
    const [file = ''] = readdirSync(stores.files).filter((name) => /^[\da-f]{64}\.sqlite$/.test(name))
    const database = new Database(join(stores.files, file))
    const tables = ['fw_texts', 'fw_claims', 'fw_hits', 'fw_sums', 'fw_proposals']
    const counts = tables.map((table) => [table, database.prepare(`select count(*) as rows from ${table}`).get()])
    database.close()
    return Object.fromEntries(counts.map(([table, row]) => [table, (row as { rows: number }).rows]))
  }
})
