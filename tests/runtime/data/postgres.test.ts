import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { openPostgresData } from '../../../runtime/src/data/postgres-data.ts'
import { SCHEMA_STEPS, type SchemaStep } from '../../../runtime/src/data/postgres-schema.ts'
import { parsePostgresUrl } from '../../../runtime/src/data/postgres-url.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { startPostgres, type TestPostgres } from '../../servers/postgres.ts'
import { startStoreProcess } from './store-process.ts'

const closing: { close(): unknown }[] = []
let shared: TestPostgres
let schemas = 0

beforeAll(async () => {
  shared = await startPostgres()
  return () => shared.close()
})

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

async function ownPostgres(...setup: Parameters<typeof startPostgres>): Promise<TestPostgres> {
  const postgres = await startPostgres(...setup)
  closing.push(postgres)
  return postgres
}

/** Returns a name for tables that no other test uses. */
const newSchema = () => `own${schemas++}`

function open(url: string, { now, steps }: { now?: () => number; steps?: readonly SchemaStep[] } = {}) {
  const lines: string[] = []
  const options = { log: (line: string) => lines.push(line), ...(now && { now }), ...(steps && { steps }) }
  const store = steps === undefined ? openData(url, options) : openPostgresData(parsePostgresUrl(url), options)
  closing.push(store)
  return { store, lines }
}

const pay = () => createProposal({ tool: 'api.shop.pay', input: {}, origin: 'agent' }, Date.now(), 60_000)

const works = (store: DataStore) =>
  store.ping().then(
    () => 'works',
    () => 'away',
  )

const UNAVAILABLE = { code: 'unavailable', status: 503 }

describe('a Postgres that stops', () => {
  it('is unavailable within moments, for all calls, and used again once it is back', async () => {
    const postgres = await ownPostgres()
    // A server that trusts its machine accepts any password: only its presence in the URL matters.
    const { store, lines } = open(postgres.url.replace('fw@', 'fw:pa55word@'))
    const proposals = Array.from({ length: 200 }, pay)
    await Promise.all(proposals.map((proposal) => store.proposals.put(proposal)))
    const claim = () => Promise.allSettled(proposals.map(({ id }) => store.proposals.claim(id, 'executed', Date.now())))

    const inFlight = claim()
    await postgres.kill()
    const before = await inFlight
    const during = [...(await claim()), ...(await claim())]
    for (const call of during) expect(call).toMatchObject({ status: 'rejected', reason: UNAVAILABLE })
    expect(JSON.stringify(during)).not.toMatch(/pa55word|127\.0\.0\.1|ECONN/)

    await postgres.start()
    await expect.poll(() => works(store), { timeout: 10_000 }).toBe('works')
    const after = await claim()
    for (const [index] of proposals.entries()) {
      const wins = [before[index], after[index]].filter((call) => call?.status === 'fulfilled' && call.value)
      expect(wins.length).toBeLessThanOrEqual(1)
      // A claim that failed with 503 may have succeeded; a claim never succeeds twice.
      if (before[index]?.status === 'fulfilled') expect(wins).toHaveLength(1)
    }
    expect(lines).toEqual([
      expect.stringMatching(/^data: Postgres at 127\.0\.0\.1:\d+ cannot be used: .* 503 until it works again\.$/),
      expect.stringMatching(/ works again\.$/),
    ])
  }, 30_000)

  it('is not waited for by a pile of calls when it hangs', async () => {
    const postgres = await ownPostgres()
    const { store, lines } = open(postgres.url)
    await store.ping()
    postgres.pause()
    const started = performance.now()
    const crowd = await Promise.allSettled(Array.from({ length: 11_000 }, (_, index) => store.claim(`${index}`, 1_000)))
    expect(crowd.filter(({ status }) => status === 'fulfilled')).toEqual([])
    expect(performance.now() - started).toBeLessThan(10_000)
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    postgres.resume()
    await expect.poll(() => works(store), { timeout: 15_000 }).toBe('works')
    expect(lines).toHaveLength(2)
  }, 40_000)

  it('has never been reachable: calls fail immediately, and no rejection is unhandled', async () => {
    const postgres = await ownPostgres()
    await postgres.kill()
    const { store, lines } = open(postgres.url)
    for (let index = 0; index < 5; index += 1) await expect(store.read('a')).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')])
    await postgres.start()
    await expect.poll(() => works(store), { timeout: 10_000 }).toBe('works')
  }, 30_000)

  it('has ended idle connections: the next calls work', async () => {
    const { store, lines } = open(`${shared.url}?schema=${newSchema()}`)
    await Promise.all(Array.from({ length: 900 }, (_, index) => store.claim(`${index}`, 60_000)))
    // The background work of the first call ends as well.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const ended = shared.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fw' and state = 'idle'",
    )
    expect(ended.length).toBeGreaterThan(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await store.claim('after', 60_000)).toBe(true)
    expect(lines).toEqual([])
  })

  it('is closed while calls wait: they end, and no connection remains', async () => {
    const schema = newSchema()
    const store = openData(`${shared.url}?schema=${schema}`, { log: () => undefined })
    await store.ping()
    const calls = Promise.allSettled(Array.from({ length: 500 }, (_, index) => store.claim(`${index}`, 60_000)))
    await store.watch(
      'news',
      () => undefined,
      () => undefined,
    )
    await store.close()
    expect(await calls).toHaveLength(500)
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    await expect
      .poll(() => shared.query("select count(*) from pg_stat_activity where application_name = 'fw'"))
      .toEqual(['0'])
  })
})

describe('a Postgres that cannot be used', () => {
  it('refuses a wrong password, which the log does not show, and accepts the right one', async () => {
    const postgres = await ownPostgres({ access: ['host all shop 127.0.0.1/32 scram-sha-256'] })
    postgres.query("create role shop login password 'pa55/wörd'")
    postgres.query('grant create on database fw to shop')
    const { store, lines } = open(postgres.url.replace('fw@', 'shop:wr0ng@'))
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([expect.stringContaining('password authentication failed for user "shop"')])
    expect(lines.join()).not.toContain('wr0ng')
    const right = open(postgres.url.replace('fw@', `shop:${encodeURIComponent('pa55/wörd')}@`))
    expect(await right.store.claim('a', 1_000)).toBe(true)
  }, 30_000)

  it('says which right the user lacks, and works with a schema that was made for it', async () => {
    shared.query('create role limited login')
    const url = `${shared.url.replace('fw@', 'limited@')}?schema=limited`
    const { store, lines } = open(url)
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([
      expect.stringMatching(/permission denied .* create schema "limited" authorization "<user>"\./),
    ])
    shared.query('create schema limited authorization limited')
    await expect.poll(() => works(store), { timeout: 10_000 }).toBe('works')
  })

  it('is read-only, such as the old primary after a failover: calls fail until another one is reached', async () => {
    const postgres = await ownPostgres()
    const { store } = open(postgres.url)
    expect(await store.claim('a', 60_000)).toBe(true)
    postgres.query('alter database fw set default_transaction_read_only = on')
    postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fw'")
    await expect.poll(() => store.claim('b', 60_000).catch(({ code }) => code), { timeout: 10_000 }).toBe('unavailable')
    const { store: another, lines } = open(postgres.url)
    await expect(another.ping()).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([expect.stringContaining('It is read-only, such as a standby.')])
    postgres.query('set transaction read write; alter database fw reset default_transaction_read_only')
    await expect.poll(() => store.claim('b', 60_000).catch(() => 'away'), { timeout: 10_000 }).toBe(true)
    expect(await store.claim('a', 60_000)).toBe(false)
  }, 30_000)
})

describe('the tables', () => {
  it('are made once by processes that start together, in a schema of their own', async () => {
    const [schema, other] = [newSchema(), newSchema()]
    const stores = Array.from({ length: 6 }, () => open(`${shared.url}?schema=${schema}`))
    const claims = await Promise.all(stores.map(({ store }) => store.claim('first', 60_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(stores.flatMap(({ lines }) => lines)).toEqual([])
    expect(await open(`${shared.url}?schema=${other}`).store.claim('first', 60_000)).toBe(true)
    expect(shared.query(`select version, works_since from ${schema}.version`)).toEqual([`${SCHEMA_STEPS.length}|1`])
    expect(shared.query("select tablename from pg_tables where schemaname = 'public'")).toEqual([])
  })

  it('of an older version get the missing steps, and keep their rows', async () => {
    const url = `${shared.url}?schema=${newSchema()}`
    const old = open(url, { steps: SCHEMA_STEPS.slice(0, 1) }).store
    const proposal = { ...pay(), subject: 'ada' }
    await old.proposals.put(proposal)
    expect(await old.claim('nonce', 60_000)).toBe(true)
    await old.write('thread', 'text', 60_000)
    expect(await old.add('budget', 5, 60_000)).toBe(5)
    const seen: string[] = []
    const stores = [open(url).store, open(url).store]
    await Promise.all(stores.map((store) => store.ping()))
    await stores[0]?.watch(
      'news',
      (text) => seen.push(text.slice(0, 4)),
      () => undefined,
    )
    await stores[1]?.publish('news', 'long'.repeat(4_000))
    await expect.poll(() => seen).toEqual(['long'])
    for (const store of [...stores, old]) {
      expect(await store.proposals.get(proposal.id)).toEqual(proposal)
      expect(await store.claim('nonce', 60_000)).toBe(false)
      expect(await store.read('thread')).toBe('text')
      expect(await store.add('budget', 0, 60_000)).toBe(5)
    }
  })

  const added = { worksSince: 1, sql: 'alter table $schema.claims add column note text' }
  const changed = { worksSince: SCHEMA_STEPS.length + 2, sql: 'alter table $schema.claims rename to kept_claims' }

  it('of a newer version are left alone, and used if that version allows it', async () => {
    const schema = newSchema()
    const url = `${shared.url}?schema=${schema}`
    await open(url, { steps: [...SCHEMA_STEPS, added] }).store.ping()
    const { store, lines } = open(url)
    expect(await store.claim('a', 60_000)).toBe(true)
    expect(lines).toEqual([])
    expect(shared.query(`select version from ${schema}.version`)).toEqual([`${SCHEMA_STEPS.length + 1}`])
  })

  it('of a newer version that this one does not know are refused, and not changed', async () => {
    const schema = newSchema()
    const url = `${shared.url}?schema=${schema}`
    await open(url, { steps: [...SCHEMA_STEPS, added, changed] }).store.ping()
    const { store, lines } = open(url)
    await expect(store.claim('a', 60_000)).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([
      expect.stringContaining(
        `Its schema "${schema}" has version ${SCHEMA_STEPS.length + 2}, but this version of @fw/runtime supports versions up to ${SCHEMA_STEPS.length}. Update @fw/runtime, or set another schema in the option \`data\`.`,
      ),
    ])
    expect(shared.query(`select count(*) from ${schema}.kept_claims`)).toEqual(['0'])
  })

  it('are not changed by a step that fails', async () => {
    const schema = newSchema()
    const url = `${shared.url}?schema=${schema}`
    await open(url).store.ping()
    const broken = { worksSince: 1, sql: 'create table $schema.more (id int); select 1 / 0' }
    const { store, lines } = open(url, { steps: [...SCHEMA_STEPS, broken] })
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE)
    expect(lines).toEqual([expect.stringContaining('division by zero.')])
    expect(shared.query(`select version, to_regclass('${schema}.more') is null from ${schema}.version`)).toEqual([
      `${SCHEMA_STEPS.length}|t`,
    ])
  })

  it('that somebody removes while the server runs are made again', async () => {
    const schema = newSchema()
    const { store } = open(`${shared.url}?schema=${schema}`)
    expect(await store.claim('a', 60_000)).toBe(true)
    shared.query(`drop schema ${schema} cascade`)
    await expect.poll(() => store.claim('a', 60_000).catch(() => 'away'), { timeout: 10_000 }).toBe(true)
  })
})

describe('calls that share a transaction', () => {
  it('do not fail because of another one, which runs alone', async () => {
    const schema = newSchema()
    const { store } = open(`${shared.url}?schema=${schema}`)
    await store.ping()
    shared.query(`alter table ${schema}.claims add check (key <> 'refused')`)
    const keys = ['a', 'b', 'refused', 'c']
    const claims = await Promise.allSettled(keys.map((key) => store.claim(key, 60_000)))
    expect(claims.map((claim) => (claim.status === 'fulfilled' ? claim.value : 'failed'))).toEqual([
      ...[true, true, 'failed', true],
    ])
    for (const key of ['a', 'b', 'c']) expect(await store.claim(key, 60_000)).toBe(false)
    expect(await store.claim('after', 60_000)).toBe(true)
  })

  it('never wait for each other in a circle: servers lock the same rows in one order', async () => {
    const url = `${shared.url}?schema=${newSchema()}`
    const stores = [open(url), open(url), open(url)]
    const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`)
    for (let round = 0; round < 10; round += 1) {
      const calls = stores.flatMap(({ store }, index) => {
        const order = index % 2 === 0 ? keys : [...keys].reverse()
        return order.flatMap((key) => [
          store.hit(key, 1_000, 60_000),
          store.add(key, 1, 60_000),
          store.write(key, 'x', 60_000),
        ])
      })
      await Promise.all(calls)
    }
    for (const key of keys) expect(await stores[0]?.store.add(key, 0, 60_000)).toBe(30)
    expect(await stores[1]?.store.hit('key 7', 1_000, 60_000)).toMatchObject({ remaining: 1_000 - 31 })
    expect(shared.query("select deadlocks from pg_stat_database where datname = 'fw'")).toEqual(['0'])
    expect(stores.flatMap(({ lines }) => lines)).toEqual([])
  }, 30_000)
})

it('removes expired rows of all tables, one process at a time', async () => {
  const schema = newSchema()
  let now = Date.now()
  const url = `${shared.url}?schema=${schema}`
  const [first, second] = [open(url, { now: () => now }), open(url, { now: () => now })]
  const old: Proposal = { ...pay(), subject: 'ada' }
  const resolved: Proposal = { ...pay(), subject: 'ada' }
  await first.store.proposals.put(old)
  await first.store.proposals.put(resolved)
  await first.store.proposals.claim(resolved.id, 'executed', now)
  await first.store.proposals.settle(resolved.id, { ok: true })
  await Promise.all(
    Array.from({ length: 1_200 }, async (_, index) => {
      await first.store.claim(`${index}`, 1_000)
      await first.store.hit(`${index}`, 5, 1_000)
    }),
  )
  await first.store.write('text', 'x', 1_000)
  await first.store.add('sum', 1, 1_000)
  await first.store.publish('news', 'x'.repeat(20_000))
  const count = () =>
    ['claims', 'hits', 'texts', 'sums', 'messages'].map(
      (table) => shared.query(`select count(*) from ${schema}.${table}`)[0],
    )
  expect(count()).toEqual(['1200', '1200', '1', '1', '1'])

  now += 120_000
  await Promise.all([first, second].map(({ store }) => store.claim('kept', 3_600_000)))
  await expect.poll(count, { timeout: 10_000 }).toEqual(['1', '0', '0', '0', '0'])
  expect(await first.store.proposals.get(old.id)).toMatchObject({ state: 'expired' })
  expect(await first.store.proposals.get(old.id)).not.toHaveProperty('input')
  expect(await first.store.proposals.get(resolved.id)).toMatchObject({ state: 'executed', result: { ok: true } })

  now += 3_600_000
  await second.store.claim('again', 1_000)
  await expect.poll(() => shared.query(`select count(*) from ${schema}.proposals`)).toEqual(['0'])
  expect([...first.lines, ...second.lines]).toEqual([])
})

it('takes times from the clock of the Postgres machine, so that clocks of servers may differ', async () => {
  const { store } = open(`${shared.url}?schema=${newSchema()}`)
  expect(await store.claim('short', 300)).toBe(true)
  expect(await store.claim('short', 300)).toBe(false)
  await expect.poll(() => store.claim('short', 300), { interval: 50 }).toBe(true)
})

it('opens no more connections than the URL allows', async () => {
  const postgres = await ownPostgres()
  const { store } = open(`${postgres.url}?pool=2`)
  const calls = Array.from({ length: 3_000 }, (_, index) => store.claim(`${index}`, 60_000))
  const count = () => postgres.query("select count(*) from pg_stat_activity where application_name = 'fw'")
  await Promise.all(calls)
  expect(count()).toEqual(['2'])
})

it('a process that is killed during 300 claims leaves each of them done or not done', async () => {
  const url = `${shared.url}?schema=${newSchema()}`
  const { store } = open(url)
  const proposals = Array.from({ length: 300 }, (_, index) => ({ ...pay(), subject: `user ${index}` }))
  await Promise.all(proposals.map((proposal) => store.proposals.put(proposal)))
  const child = await startStoreProcess(url)
  void child.run('settle', [proposals.map(({ id }) => id), 'executed']).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 30))
  await child.stop()
  const claims = await Promise.all(proposals.map(({ id }) => store.proposals.claim(id, 'rejected', Date.now())))
  for (const [index, { id }] of proposals.entries())
    expect((await store.proposals.get(id))?.state).toBe(claims[index] ? 'rejected' : 'executed')
}, 30_000)
