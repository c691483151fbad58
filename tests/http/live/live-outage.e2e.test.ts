/** Live streams of two processes whose common store is killed for ten seconds. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LiveChange } from '../../../runtime/src/contract/live/wire.ts'
import { type CoreServer, startApp } from '../../servers/core-server.ts'
import { startPostgres } from '../../servers/postgres.ts'
import { startRedis } from '../../servers/redis.ts'
import { type Answer, toAnswer } from '../transports.ts'
import { type OpenStream, openStream, readLive, versionsOf } from './live-client.ts'

const APP = fileURLToPath(new URL('../../servers/live-app.mjs', import.meta.url))
const AWAY_MS = 10_000
/** Cards that nothing changes, so that their states are only compared. */
const STILL = Array.from({ length: 60 }, (_, index) => `still-${index}`)

interface TestStore {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

function createClientOf({ url }: Pick<CoreServer, 'url'>) {
  const request = (path: string, init?: RequestInit) => fetch(url + path, init)
  const call = async (tool: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    toAnswer(
      await request(`/_fw/api/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      }),
    )
  return { request, call }
}

/** Starts two processes with the store. Each has a stream with a read of each card. */
async function setUp(store: TestStore, cards: readonly string[]) {
  closings.push(() => store.close())
  const options = { data: store.url } as Parameters<typeof startApp>[2] // a URL of either store
  const apps = await Promise.all([startApp(APP, process.execPath, options), startApp(APP, process.execPath, options)])
  for (const app of apps) closings.push(() => app.close())
  const clients = apps.map(createClientOf)
  const [one] = clients as [ReturnType<typeof createClientOf>]
  const receipts = await Promise.all(cards.map(async (id) => (await readLive(one, 'board.card', { id })).live))
  const streams = await Promise.all(clients.map((client) => openStream(client, receipts)))
  for (const stream of streams) expect((await stream.next()).event).toBe('open')
  const edit = (index: number, id: string) => (clients[index] as typeof one).call('board.edit', { id })
  const readVersions = async (id: string) => versionsOf((await readLive(one, 'board.card', { id })).live)
  return { streams, edit, readVersions }
}

/** The last versions that a stream has reported, by the id of a card. */
function findReported({ events }: OpenStream, cards: readonly string[]): Record<string, string> {
  const reported: Record<string, string> = {}
  for (const { event, data } of events) {
    if (event !== 'change') continue
    for (const [index, versions] of data as readonly LiveChange[]) reported[cards[index] ?? ''] = versions
  }
  return reported
}

/** Records the reads of tags at a Redis, by connection: times in milliseconds. */
async function recordReads(url: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  closings.push(async () => socket.destroy())
  let rest = ''
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '+OK') resolve()
        const [, seconds, client] = /^\+([\d.]+) \[\d+ ([^\]]+)\] "evalsha" .*:cache:tag:/i.exec(line) ?? []
        if (seconds === undefined || client === undefined) continue
        times.set(client, [...(times.get(client) ?? []), Number(seconds) * 1000])
      }
    })
    socket.write('MONITOR\r\n')
  })
  return times
}

describe.each([
  { name: 'Redis', startStore: (): Promise<TestStore> => startRedis() },
  { name: 'Postgres', startStore: (): Promise<TestStore> => startPostgres() },
])('two processes with $name', ({ name, startStore }) => {
  test('a store that is away for ten seconds loses no change, and is not read by all at once afterwards', async () => {
    const store = await startStore()
    const changed = ['before', 'during here', 'during there', 'after']
    const cards = [...changed, ...STILL]
    const { streams, edit, readVersions } = await setUp(store, cards)
    expect((await edit(0, 'before')).status).toBe(200)
    await store.kill()
    // The function runs, or the call is refused as unavailable. In both cases the change is reported in the end.
    const during = await Promise.all([edit(0, 'during here'), edit(1, 'during there')])
    for (const { status } of during) expect([200, 503]).toContain(status)
    await sleep(AWAY_MS)
    for (const { events } of streams) expect(events.filter(({ event }) => event === 'end')).toEqual([])
    await store.start()
    const reads = name === 'Redis' ? await recordReads(store.url) : undefined
    await vi.waitUntil(async () => (await edit(0, 'after')).status === 200, { timeout: 10_000, interval: 100 })
    await sleep(6_000)
    if (reads !== undefined) expectSpread(reads)
    const wanted = Object.fromEntries(await Promise.all(changed.map(async (id) => [id, await readVersions(id)])))
    for (const stream of streams) expect(findReported(stream, cards)).toEqual(wanted)
    for (const stream of streams) await stream.close()
  }, 60_000)
})

/** Each process compares the states in parts, including states that were unreadable during the outage. */
function expectSpread(reads: ReadonlyMap<string, readonly number[]>): void {
  const processes = [...reads.values()].filter((times) => times.length >= STILL.length)
  expect(processes).toHaveLength(2)
  for (const times of processes) {
    expect(times.length).toBeLessThan(STILL.length * 2.5)
    const most = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 300).length))
    expect(most).toBeLessThan(STILL.length * 0.75)
  }
}
