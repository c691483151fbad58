import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Libsql, { type Database } from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createProposal } from '../../../runtime/src/proposals/create-proposal.ts'
import { type StoreProcess, startStoreProcess } from './store-process.ts'
import { useStores } from './stores.ts'

const stores = useStores()
const closing: { close(): unknown }[] = []
const running: StoreProcess[] = []
let files = 0

afterEach(async () => {
  for (const one of closing.splice(0)) await one.close()
  for (const process of running.splice(0)) await process.stop()
})

const newFile = () => stores.file(`folder${files}/deep/${files++}.db`)

function open(path: string, now?: () => number) {
  const lines: string[] = []
  const store = openData(`sqlite:${path}`, { now, log: (line) => lines.push(line) })
  closing.push(store)
  return { store, lines }
}

function inspect(path: string): Database {
  const database = new Libsql(path)
  closing.push(database)
  return database
}

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const pay = (now: number) => createProposal({ tool: 'api.shop.pay', input: {}, origin: 'agent' }, now, 60_000)

/** A value with as many nested objects. */
const nest = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels))

/** Creates a file as an earlier version did: a record contained its call. */
function createOldFile(path: string, version: number, columns: string) {
  mkdirSync(dirname(path), { recursive: true })
  const database = inspect(path)
  database.exec(`create table fw_proposals (
    id text primary key, subject text, state text not null, created_at integer not null, expires_at integer not null,
    data text not null, result text${columns}) strict`)
  database.exec(`pragma user_version = ${version}`)
  return {
    database,
    put: (id: string, state: string, data: string) =>
      database
        .prepare('insert into fw_proposals (id, state, created_at, expires_at, data) values (?, ?, ?, ?, ?)')
        .run([id, state, Date.now(), Date.now() + 60_000, data]),
  }
}

describe('the SQLite file', () => {
  it('is made by the first use, in WAL mode, readable for its owner only', async () => {
    const path = newFile()
    const { store } = open(path)
    expect(() => statSync(dirname(path))).toThrow('ENOENT')
    await store.write('key', 'text', 1_000)
    expect(rightsOf(dirname(path))).toBe('700')
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect([name, rightsOf(name)]).toEqual([name, '600'])
    expect(inspect(path).prepare('pragma journal_mode').get([])).toMatchObject({ journal_mode: 'wal' })
  })

  it('preserves existing file permissions', async () => {
    const path = newFile()
    await open(path).store.write('key', 'text', 1_000)
    chmodSync(path, 0o640)
    await open(path).store.read('key')
    expect(rightsOf(path)).toBe('640')
  })

  it.each([
    ['from before it had a schema number', 0, ''],
    ['of schema 1', 1, ', resolved_at integer'],
  ])('takes over a file %s, with its pending calls', async (_, version, columns) => {
    const path = newFile()
    const pending = pay(Date.now())
    const deep = { ...pay(Date.now()), input: nest(1_000) }
    const rejected = { ...pay(Date.now()), state: 'rejected' as const, resolvedBy: 'ann' }
    const old = createOldFile(path, version, columns)
    for (const { state, result: _result, ...data } of [pending, deep]) old.put(data.id, state, JSON.stringify(data))
    const { input: _input, message: _message, state, ...data } = rejected
    old.put(data.id, state, JSON.stringify(data))
    old.put('unreadable', 'pending', '{')
    const { proposals } = open(path).store
    expect(await proposals.list(undefined, Date.now())).toEqual([pending, deep])
    expect(await proposals.get(rejected.id)).toEqual({ ...data, state })
    expect(await proposals.get('unreadable')).toBeUndefined()
    expect(await proposals.claim(pending.id, 'executed', Date.now(), 'bob')).toBe(true)
    await proposals.settle(pending.id, { ok: true })
    expect(await proposals.get(pending.id)).toMatchObject({
      state: 'executed',
      result: { ok: true },
      resolvedBy: 'bob',
    })
    expect(await proposals.get(pending.id)).not.toHaveProperty('input')
    expect(old.database.prepare('pragma user_version').get([])).toMatchObject({ user_version: 2 })
    expect(await open(path).store.proposals.get(deep.id)).toEqual(deep)
  })

  it('returns unavailable at once for a folder that the system refuses', async () => {
    for (const path of ['/proc/nowhere/fw.db', '/proc/nowhere/data/fw.db']) {
      const { store, lines } = open(path)
      await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      expect(lines).toEqual([
        expect.stringContaining('The option `data` needs a folder that this process can write to.'),
      ])
    }
  })

  it('is not opened if a newer version wrote it, and the log has the solution', async () => {
    const path = newFile()
    await open(path).store.ping()
    inspect(path).exec('pragma user_version = 3')
    const { store, lines } = open(path)
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await expect(store.claim('a', 1)).rejects.toMatchObject({ code: 'unavailable' })
    expect(lines).toEqual([
      expect.stringMatching(
        /^data: the SQLite file \S+ cannot be used: It has schema 3, .* up to 2\. Update @fw\/runtime/,
      ),
    ])
  })

  it.each([
    [
      'a file that is not a database',
      (path: string) => writeFileSync(path, 'not a database, but long enough to see'.repeat(9)),
    ],
    ['a folder that is a file', (path: string) => writeFileSync(dirname(path), '')],
  ])('returns unavailable for %s, and works once that is fixed', async (_, spoil) => {
    const path = stores.file(`spoiled${files++}/fw.db`)
    if (_.startsWith('a file')) mkdirSync(dirname(path))
    spoil(path)
    const { store, lines } = open(path)
    const refusal = await store.read('a').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'unavailable', detail: undefined })
    // Neither the path nor SQLite's words reach a caller.
    expect(String(refusal)).not.toMatch(/spoiled|SQLITE|ENOTDIR|database disk/)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/file is not a database|ENOTDIR|EEXIST/)
    spawnSync('rm', ['-r', path, dirname(path)])
    await expect
      .poll(() =>
        store.read('a').then(
          () => 'works',
          () => 'not yet',
        ),
      )
      .toBe('works')
  })
})

describe('expired data', () => {
  it('leaves the file, and does not come back', async () => {
    const path = newFile()
    let now = Date.now()
    const { store } = open(path, () => now)
    await Promise.all(
      Array.from({ length: 1_200 }, async (_, index) => {
        await store.claim(`claim ${index}`, 1_000)
        await store.write(`value ${index}`, 'text', 1_000)
        await store.hit(`hit ${index}`, 5, 1_000)
        await store.proposals.put(pay(now))
      }),
    )
    const file = inspect(path)
    const count = () =>
      ['fw_claims', 'fw_values', 'fw_hits', 'fw_proposals'].map(
        (table) => (file.prepare(`select count(*) as rows from ${table}`).get([]) as { rows: number }).rows,
      )
    expect(count()).toEqual([1_200, 1_200, 1_200, 1_200])
    now += 2 * 3_600_000
    for (let index = 0; index < 4; index += 1) await store.write('last', 'text', 1_000)
    expect(count()).toEqual([0, 1, 0, 0])
  })
})

describe('a row that cannot be written', () => {
  /** Refuses changes of rows whose key begins with `bad`. */
  const spoil = (path: string, event: 'insert' | 'delete', table: string) =>
    inspect(path).exec(`create trigger spoiled_${event} before ${event} on ${table}
      when ${event === 'insert' ? 'new' : 'old'}.key like 'bad%' begin select raise(abort, 'bad row'); end`)

  it('fails alone: the other writes of its transaction are stored', async () => {
    const path = newFile()
    const { store, lines } = open(path)
    await store.ping()
    spoil(path, 'insert', 'fw_values')
    const written = await Promise.allSettled(
      ['first', 'bad', 'last'].map((key) => store.write(key, `the ${key} text`, 60_000)),
    )
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(written[1]).toMatchObject({ reason: { code: 'unavailable' } })
    for (const key of ['first', 'last']) expect(await open(path).store.read(key)).toBe(`the ${key} text`)
    expect(await store.read('bad')).toBeUndefined()
    expect(lines[0]).toContain('bad row')
  })

  it('of an expired call, however deep, is no obstacle for other callers', async () => {
    const path = newFile()
    let now = Date.now()
    const { store, lines } = open(path, () => now)
    const deep = { ...pay(now), input: nest(3_000) }
    await store.proposals.put(deep)
    now += 120_000
    await store.write('key', 'text', 1_000)
    expect(await store.claim('claim', 1_000)).toBe(true)
    const { input: _input, message: _message, ...rest } = deep
    expect(await open(path).store.proposals.get(deep.id)).toEqual({ ...rest, state: 'expired' })
    expect(lines).toEqual([])
  })

  it('does not stop the removal of expired data of other kinds, and no call fails because of it', async () => {
    const path = newFile()
    let now = Date.now()
    const { store, lines } = open(path, () => now)
    await store.claim('bad claim', 1_000)
    await store.write('value', 'text', 1_000)
    spoil(path, 'delete', 'fw_claims')
    now += 120_000
    expect(await store.hit('limit', 1, 1_000)).toMatchObject({ allowed: true })
    expect(await store.claim('claim', 1_000)).toBe(true)
    expect(inspect(path).prepare('select key from fw_values').all([])).toEqual([])
    expect(lines).toEqual([expect.stringContaining('bad row')])
  })
})

describe('a file that another process holds', () => {
  it('is waited for without holding up this process, then calls are refused, and it works again', async () => {
    const path = newFile()
    const { store, lines } = open(path)
    const proposal = pay(Date.now())
    await store.proposals.put(proposal)
    const holder = inspect(path)
    holder.exec('begin immediate')
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 5)
    const calls = Array.from({ length: 300 }, () => store.proposals.claim(proposal.id, 'executed', Date.now()))
    expect(await store.proposals.get(proposal.id)).toEqual(proposal)
    const refused = await Promise.allSettled(calls)
    clearInterval(turning)
    expect(new Set(refused.map((call) => call.status === 'rejected' && call.reason.code))).toEqual(
      new Set(['unavailable']),
    )
    expect(turns).toBeGreaterThan(20)
    expect(lines).toEqual([expect.stringContaining('Another process holds its lock for too long.')])
    const late = Array.from({ length: 10 }, () => store.proposals.claim(proposal.id, 'executed', Date.now()))
    holder.exec('rollback')
    expect((await Promise.all(late)).filter(Boolean)).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/works again\.$/)
    expect(lines).toHaveLength(2)
  })
})

describe('what must survive a loss of power', () => {
  it('fails if it could not be written to disk', async () => {
    const path = newFile()
    const { store, lines } = open(path)
    await store.write('key', 'text', 60_000)
    // The log can still be written to, and no longer be found to sync it.
    rmSync(`${path}-wal`)
    await expect(store.claim('key', 60_000)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(store.proposals.put(pay(Date.now()))).rejects.toMatchObject({ code: 'unavailable' })
    expect(lines).toEqual([expect.stringContaining('ENOENT')])
    expect(await store.hit('key', 1, 60_000)).toMatchObject({ allowed: true })
  })
})

describe('a disk without room', () => {
  it('fails with unavailable, preserves its data, and works again when there is space', async () => {
    const path = newFile()
    const process = await startStoreProcess(`sqlite:${path}`)
    running.push(process)
    const limit = (bytes: string) =>
      expect(spawnSync('prlimit', ['--pid', String(process.child.pid), `--fsize=${bytes}:`]).status).toBe(0)
    expect(await process.run('write', ['kept'])).toEqual({ answer: null })
    limit('200000')
    const many = Array.from({ length: 500 }, (_, index) => `filler ${index}`)
    expect(await process.run('write', many)).toEqual({ code: 'unavailable' })
    expect(await open(path).store.read('kept')).toHaveLength(2_000)
    limit('unlimited')
    expect(await process.run('write', many)).toEqual({ answer: null })
    expect(await open(path).store.read('filler 499')).toHaveLength(2_000)
  })
})
