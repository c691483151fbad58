import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import Libsql from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { openData } from '../../../runtime/src/data/open-data.ts'
import { createSqliteLink } from '../../../runtime/src/data/sqlite-queue.ts'
import { SqliteWatch } from '../../../runtime/src/data/sqlite-watch.ts'
import { digestText } from '../../../runtime/src/digest/digest-text.ts'
import { startPostgres } from '../../servers/postgres.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { startStoreProcess } from './store-process.ts'
import { useStores } from './stores.ts'

const stores = useStores()
const closing: { close(): unknown }[] = []
let files = 0

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

const newFile = () => stores.file(`watch${files++}.db`)

function open(data: string, now?: () => number) {
  const lines: string[] = []
  const store = openData(data, { now, log: (line) => lines.push(line) })
  closing.push(store)
  return { store, lines }
}

async function ownRedis(): Promise<TestRedis> {
  const redis = await startRedis()
  closing.push(redis)
  return redis
}

async function ownPostgres() {
  const postgres = await startPostgres()
  closing.push(postgres)
  return postgres
}

/** Watches a channel, and records messages and gaps in their order. */
async function record(store: ReturnType<typeof openData>, channel = 'news') {
  const seen: string[] = []
  const end = await store.watch(
    channel,
    (text) => seen.push(text),
    () => seen.push('GAP'),
  )
  return { seen, end }
}

/** Sends a message, repeatedly if the store is away. */
async function publishPatiently(store: ReturnType<typeof openData>, text: string, channel = 'news'): Promise<void> {
  for (;;) {
    try {
      return await store.publish(channel, text)
    } catch {
      await sleep(20)
    }
  }
}

const SERVERS = { Redis: ownRedis, Postgres: ownPostgres }

describe.each(['Redis', 'Postgres'] as const)('a watch of %s', (name) => {
  it.each(['is killed', 'hangs'])(
    'continues with a gap after a server that %s',
    async (how) => {
      const server = await SERVERS[name]()
      const { store, lines } = open(server.url)
      const other = open(server.url).store
      const watches = [await record(store), await record(store, 'more'), await record(other)]
      await store.publish('news', 'one')
      for (const index of [0, 2]) await expect.poll(() => watches[index]?.seen).toEqual(['one'])

      if (how === 'hangs') {
        server.pause()
        // The next ping finds the connection dead.
        await expect.poll(() => lines.some((line) => line.includes('channel')), { timeout: 15_000 }).toBe(true)
        server.resume()
      } else {
        await server.kill()
        await expect(other.publish('news', 'lost')).rejects.toMatchObject({ code: 'unavailable' })
        await sleep(500)
        await server.start()
      }
      for (const { seen } of watches.slice(0, 2)) await expect.poll(() => seen.at(-1), { timeout: 10_000 }).toBe('GAP')
      await publishPatiently(other, 'two')
      await publishPatiently(other, 'for more', 'more')
      await expect.poll(() => watches[0]?.seen, { timeout: 10_000 }).toEqual(['one', 'GAP', 'two'])
      await expect.poll(() => watches[1]?.seen, { timeout: 10_000 }).toEqual(['GAP', 'for more'])
      expect(lines.filter((line) => line.includes('channel'))).toEqual([
        expect.stringMatching(
          /^data: the channel of \w+ at 127\.0\.0\.1:\d+ cannot be used: .* Changes by other processes arrive when it works again\.$/,
        ),
        expect.stringMatching(/^data: the channel of \w+ at 127\.0\.0\.1:\d+ works again\.$/),
      ])
    },
    40_000,
  )

  it('begins later, with a gap, if the server is away at first', async () => {
    const server = await SERVERS[name]()
    await server.kill()
    const { store, lines } = open(
      server.url.replace(/\/\/(fw@)?/, name === 'Redis' ? '//default:pa55word@' : '//fw:pa55word@'),
    )
    const { seen, end } = await record(store)
    await server.start()
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['GAP'])
    await publishPatiently(open(server.url).store, 'one')
    await expect.poll(() => seen).toEqual(['GAP', 'one'])
    await end()
    expect(lines.join()).not.toContain('pa55word')
  }, 30_000)
})

describe.each(['Redis', 'Postgres'] as const)('a message on %s that no server of the app has sent', (name) => {
  it('is a gap, and the next ones arrive', async () => {
    const server = await SERVERS[name]()
    const { store } = open(server.url)
    const { seen } = await record(store)
    const forge = async (payload: string): Promise<void> => {
      if ('query' in server) server.query(`select pg_notify('fw_${digestText('fw news')}', '${payload}')`)
      else {
        const client = new Redis(server.url)
        await client.publish('fw:channel:0:news', payload)
        client.disconnect()
      }
    }
    for (const payload of ['', 'x', '1:{', '1:{}', '1#0', '1#x', 'null']) {
      const before = seen.length
      await forge(payload)
      await expect.poll(() => seen.slice(before)).toEqual(['GAP'])
      await store.publish('news', payload)
      await expect.poll(() => seen.slice(before)).toEqual(['GAP', payload])
    }
  }, 30_000)
})

describe('a watch of Redis alone', () => {
  it('receives no message of another database or prefix, and its connection ends with the last watch', async () => {
    const redis = await ownRedis()
    const connections = async () => {
      const client = new Redis(redis.url)
      const list = await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')
      client.disconnect()
      return String(list).split('\n').filter(Boolean).length
    }
    const { store } = open(`${redis.url}/1`)
    const [first, second] = [await record(store), await record(store, 'more')]
    await open(redis.url).store.publish('news', 'database 0')
    await open(`${redis.url}/1?prefix=shop:`).store.publish('news', 'prefix')
    await open(`${redis.url}/1`).store.publish('news', 'mine')
    await expect.poll(() => first.seen).toEqual(['mine'])
    expect(await connections()).toBe(1)
    await first.end()
    expect(await connections()).toBe(1)
    await second.end()
    await expect.poll(connections).toBe(0)
    const again = await record(store)
    await store.publish('news', 'again')
    await expect.poll(() => again.seen).toEqual(['again'])
  })
})

describe('a watch of Postgres alone', () => {
  it('receives no message of another schema, and its connection ends with the last watch', async () => {
    const postgres = await ownPostgres()
    const connections = () =>
      postgres.query("select count(*) from pg_stat_activity where application_name = 'fw' and query ilike '%listen%'")
    const { store } = open(postgres.url)
    const [first, second] = [await record(store), await record(store, 'more')]
    await open(`${postgres.url}?schema=shop`).store.publish('news', 'schema')
    await open(postgres.url).store.publish('news', 'mine')
    await expect.poll(() => first.seen).toEqual(['mine'])
    expect(connections()).toEqual(['1'])
    await first.end()
    expect(connections()).toEqual(['1'])
    await second.end()
    await expect.poll(connections).toEqual(['0'])
    const again = await record(store)
    await store.publish('news', 'again')
    await expect.poll(() => again.seen).toEqual(['again'])
  }, 30_000)

  it('delivers long messages in their order among others, and reports a gap for one that was removed', async () => {
    const postgres = await ownPostgres()
    const [{ store }, { store: other }] = [open(postgres.url), open(postgres.url)]
    const { seen } = await record(store)
    const sent = Array.from({ length: 40 }, (_, index) => `${index} ${'ü😀'.repeat(index % 3 === 0 ? 2_000 : 1)}`)
    await Promise.all(sent.map((text) => other.publish('news', text)))
    await expect.poll(() => seen).toEqual(sent)
    // The same text twice is two messages.
    await Promise.all([other.publish('news', 'twin'), other.publish('news', 'twin')])
    await expect.poll(() => seen.slice(40)).toEqual(['twin', 'twin'])
    postgres.query(
      "create function fw.forget() returns trigger language plpgsql as 'begin delete from fw.messages where id = new.id; return null; end'; create trigger forget after insert on fw.messages for each row execute function fw.forget()",
    )
    await other.publish('news', 'x'.repeat(9_000))
    await other.publish('news', 'after')
    await expect.poll(() => seen.slice(42)).toEqual(['GAP', 'after'])
  }, 30_000)
})

describe('a watch of a SQLite file', () => {
  it('works with a file from before messages', async () => {
    const path = newFile()
    await open(`sqlite:${path}`).store.ping()
    const database = new Libsql(path)
    database.exec('drop table fw_messages')
    database.close()
    const { seen } = await record(open(`sqlite:${path}`).store)
    await open(`sqlite:${path}`).store.publish('news', 'one')
    await expect.poll(() => seen).toEqual(['one'])
  })

  it('removes old messages, and reports to a reader that missed them', async () => {
    const path = newFile()
    let now = Date.now()
    const { store } = open(`sqlite:${path}`, () => now)
    const database = new Libsql(path)
    closing.push(database)
    const count = () => (database.prepare('select count(*) as rows from fw_messages').get([]) as { rows: number }).rows
    for (let index = 0; index < 30; index++) await store.publish('news', `${index}`)
    expect(count()).toBe(30)
    const { seen } = await record(open(`sqlite:${path}`).store)
    now += 10_001
    replaceMessages(database, 400)
    expect(count()).toBe(2)
    await expect.poll(() => seen).toEqual(['GAP', 'after', 'the gap'])
    await store.publish('news', 'live')
    expect(count()).toBeLessThanOrEqual(3)
    await expect.poll(() => seen.at(-1)).toBe('live')
  })

  it('waits for a file that cannot be read, and misses nothing', async () => {
    const path = newFile()
    const { store } = open(`sqlite:${path}`)
    const { seen } = await record(store)
    const other = await startStoreProcess(`sqlite:${path}`)
    closing.push({ close: () => other.stop() })
    const holder = new Libsql(path)
    closing.push(holder)
    await other.run('publish', ['news', ['one']])
    holder.exec('begin exclusive')
    await sleep(300)
    holder.exec('commit')
    await other.run('publish', ['news', ['two']])
    await expect.poll(() => seen).toEqual(['one', 'two'])
  })

  it('reads the file only while something is watched', async () => {
    const link = createSqliteLink(newFile())
    closing.push(link)
    let reads = 0
    const counted: Pick<typeof link, 'read'> = {
      read(run) {
        reads += 1
        return link.read(run)
      },
    }
    const watch = new SqliteWatch(counted, {})
    const add = () => watch.add({ channel: 'news', onMessage: () => undefined, onGap: () => undefined })
    const ends = [await add(), await add()]
    await expect.poll(() => reads).toBeGreaterThan(3)
    for (const end of ends) await end()
    await sleep(100)
    const before = reads
    await sleep(200)
    expect(reads).toBe(before)
    await add()
    await expect.poll(() => reads).toBeGreaterThan(before + 3)
    await watch.close()
  })
})

/** Replaces all messages by two later ones in one step, as if readers had been blocked while others wrote. */
function replaceMessages(database: InstanceType<typeof Libsql>, id: number): void {
  const expiresAt = Date.now() + 60_000
  database.exec('begin immediate')
  const insert = database.prepare('insert into fw_messages (id, channel, text, expires_at) values (?, ?, ?, ?)')
  insert.run([id, 'news', '"after"', expiresAt])
  insert.run([id + 1, 'news', '"the gap"', expiresAt])
  database.prepare('delete from fw_messages where id < ?').run([id])
  database.exec('commit')
}

describe.each(['sqlite', 'redis', 'postgres'] as const)('messages between processes on one %s store', (kind) => {
  it('arrive within 100 ms, also those of a process that is killed right after', async () => {
    const data = stores.nameOf(kind, `messages${files++}`)
    const { seen } = await record(open(data).store)
    const [first, second] = await Promise.all([startStoreProcess(data), startStoreProcess(data)])
    closing.push({ close: () => second.stop() })
    // The first message of a process includes opening the store.
    await first.run('publish', ['news', ['warm']])
    await second.run('publish', ['news', ['warm']])
    await expect.poll(() => seen.length).toBe(2)
    const times: number[] = []
    for (let index = 0; index < 20; index++) {
      const started = performance.now()
      await second.run('publish', ['news', [`timed ${index}`]])
      await expect.poll(() => seen.at(-1), { interval: 1 }).toBe(`timed ${index}`)
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    expect(times[10]).toBeLessThan(100)

    const texts = Array.from({ length: 200 }, (_, index) => `last words ${index}`)
    await first.run('publish', ['news', texts])
    await first.stop()
    await second.run('publish', ['news', ['after it']])
    await expect.poll(() => seen.slice(22)).toEqual([...texts, 'after it'])
  })
})
