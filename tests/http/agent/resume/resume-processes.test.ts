/** Two servers with one store, as two processes have it: each sends the replies of the other. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DataStore } from '../../../../runtime/src/contract/config/data.ts'
import { openMemoryData } from '../../../../runtime/src/data/memory-data.ts'
import { createFwServer } from '../../../../runtime/src/server.ts'
import type { ScriptedStep } from '../../../../runtime/src/testing.ts'
import { ran, tidyAfterEach } from '../../agent-app.ts'
import type { Client } from '../../transports.ts'
import { begin, type Event, eventsOf, resume, WAITING, waitingShop } from './resume-rig.ts'

tidyAfterEach()
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open.splice(0)) await one.close()
})

const HANGING: readonly ScriptedStep[] = [{ text: 'a b c d e f g h', hang: 'within' }]

/** Counts the calls of a store by method. */
function countCalls(store: DataStore): { store: DataStore; calls: Record<string, number> } {
  const calls: Record<string, number> = {}
  const count = <Method extends keyof DataStore>(name: Method): DataStore[Method] =>
    ((...args: never[]) => {
      calls[name] = (calls[name] ?? 0) + 1
      return (store[name] as (...args: never[]) => unknown)(...args)
    }) as unknown as DataStore[Method]
  const names = ['read', 'write', 'remove', 'publish', 'watch', 'claim', 'hit', 'add', 'ping', 'close'] as const
  return { store: { ...store, ...Object.fromEntries(names.map((name) => [name, count(name)])) }, calls }
}

/** Starts two servers. `first` runs the turns of the steps. */
async function startTwo(steps: readonly ScriptedStep[], store: DataStore = openMemoryData()) {
  const { store: shared, calls } = countCalls(store)
  const start = async (own: readonly ScriptedStep[]) => {
    const { options, model, open: go } = await waitingShop(own)
    const server = createFwServer({ log: () => undefined, ...options, dataStore: { ...shared, close: async () => {} } })
    open.push(server)
    const request = (path: string, init?: RequestInit) => server.fetch(new Request(`http://localhost${path}`, init))
    return { client: { request } as Client, model, go, server } // all that is used of it
  }
  return { first: await start(steps), second: await start(HANGING), calls, store }
}

const numbers = (events: readonly Event[]) => events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]))
const said = (events: readonly Event[]) =>
  events
    .filter(({ data }) => data.startsWith('{'))
    .map(({ data }) => (JSON.parse(data) as { delta?: string }).delta ?? '')
    .join('')

describe('a reply of another process', () => {
  test('a client that lost its connection gets the rest, once and in order', async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, leave, address } = await begin(first.client)
    const before = await readUntil('tool-input-available')
    await leave()
    const resumed = await resume(second.client, address, before.at(-1)?.id)
    expect([resumed.status, resumed.headers.get('content-location')]).toEqual([200, address])
    first.go()
    const behind = eventsOf(await resumed.text())
    const all = [...before, ...behind]
    expect(numbers(all)).toEqual(numbers(all).map((_, index) => index + 1))
    expect(said(all)).toBe('One moment.Here it is.')
    expect(all.at(-1)).toEqual({ id: undefined, data: '[DONE]' })
    expect(ran).toEqual(['wait'])
    // Nothing is left.
    expect((await resume(second.client, address, behind.at(-2)?.id)).status).toBe(204)
    expect((await resume(second.client, address)).status).toBe(204)
  })

  test('a second reader follows the reply while the first one is connected', async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, address } = await begin(first.client)
    await readUntil('tool-input-available')
    const other = await resume(second.client, address)
    first.go()
    expect(eventsOf(await other.text())).toEqual(await readUntil('[DONE]'))
  })

  test('a client comes back to the process of the reply', async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, leave, address } = await begin(first.client)
    const before = await readUntil('tool-input-available')
    await leave()
    const elsewhere = await resume(second.client, address, before.at(-2)?.id)
    const reader = elsewhere.body?.getReader()
    const seen = eventsOf(new TextDecoder().decode((await reader?.read())?.value))
    expect(numbers(seen)).toEqual([before.length])
    await reader?.cancel()
    const rest = resume(first.client, address, seen.at(-1)?.id)
    first.go()
    expect(numbers(eventsOf(await (await rest).text()))[0]).toBe(before.length + 1)
  })

  test("other callers can neither read nor end it: for them it doesn't exist", async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, address } = await begin(first.client, { more: { id: 'chat-1' } })
    await readUntil('tool-input-available')
    const { request } = second.client
    const answers = [
      await resume(second.client, address, undefined, 'eve'),
      await resume(second.client, address, '2', 'eve'),
      await request(address),
      await resume(second.client, '/_fw/agent/stream_0/stream'),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    for (const body of bodies) expect(body).toEqual(bodies.at(-1))
    const headers = { 'x-user': 'eve' }
    for (const path of [address, '/_fw/agent/chat-1/stream']) {
      expect((await request(path, { method: 'DELETE', headers })).status).toBe(204)
      expect((await request(path, { method: 'DELETE' })).status).toBe(204)
    }
    expect((await resume(second.client, '/_fw/agent/chat-1/stream', undefined, 'eve')).status).toBe(204)
    first.go()
    expect(said(await readUntil('[DONE]'))).toContain('Here it is.')
  })

  test('DELETE ends the turn, and notifies its readers at both processes', async () => {
    const { first, second } = await startTwo(HANGING)
    const { readUntil, address } = await begin(first.client)
    await readUntil('text-delta')
    const other = await resume(second.client, address)
    const headers = { 'x-user': 'ada' }
    expect((await second.client.request(address, { method: 'DELETE', headers })).status).toBe(204)
    await expect.poll(() => first.model.requests[0]?.aborted).toBe(true)
    for (const events of [await readUntil('[DONE]'), eventsOf(await other.text())])
      expect(events.at(-2)?.data).toBe('{"type":"error","errorText":"The reply was stopped."}')
    await expect.poll(async () => (await resume(second.client, address)).status).toBe(404)
  })

  test('a conversation is found by its name, and a new turn of it ends one without a reader', async () => {
    const { first, second } = await startTwo(HANGING)
    const path = '/_fw/agent/chat-1/stream'
    expect((await resume(second.client, path)).status).toBe(204)
    const earlier = await begin(first.client, { more: { id: 'chat-1' } })
    await earlier.readUntil('text-delta')
    const found = await resume(second.client, path)
    expect(found.headers.get('content-location')).toBe(earlier.address)
    await found.body?.cancel()
    await earlier.leave()
    const later = await begin(second.client, { more: { id: 'chat-1' } })
    await later.readUntil('text-delta')
    await expect.poll(() => first.model.requests[0]?.aborted).toBe(true)
    expect(second.model.requests[0]?.aborted).toBe(false)
    await later.leave()
  })

  test('an event id that was never sent is refused', async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, address } = await begin(first.client)
    await readUntil('tool-input-available')
    for (const last of ['99', 'x', '-1', '']) {
      const refused = await resume(second.client, address, last)
      expect([last, refused.status]).toEqual([last, 422])
      expect(await refused.json()).toMatchObject({ error: 'stream_not_resumable' })
    }
    first.go()
    await readUntil('[DONE]')
  })

  test('a server that closes ends the reply with an event, which the other one sends', async () => {
    const { first, second } = await startTwo(HANGING)
    const { readUntil, leave, address } = await begin(first.client)
    const before = await readUntil('text-delta')
    await leave()
    await first.server.close()
    const rest = await resume(second.client, address, before.at(-1)?.id)
    expect(await rest.text()).toContain('{"type":"error","errorText":"The server is closing."}')
  })

  test('a server that stops waits for a reply that is read through another one', async () => {
    const { first, second } = await startTwo(WAITING)
    const { readUntil, leave, address } = await begin(first.client)
    await readUntil('tool-input-available')
    await leave()
    const resumed = await resume(second.client, address)
    let hasStopped = false
    const stopped = first.server.closeSockets(5_000).then(() => {
      hasStopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(hasStopped).toBe(false)
    first.go()
    await stopped
    await first.server.close()
    expect(said(eventsOf(await resumed.text()))).toBe('One moment.Here it is.')
  })

  test('the reply of a process that has died ends with an event, once', { timeout: 20_000 }, async () => {
    const data = openMemoryData()
    let isDead = false
    const dying: DataStore = { ...data, write: (...args) => (isDead ? new Promise(() => {}) : data.write(...args)) }
    const { first } = await startTwo(HANGING, dying)
    const { second } = await startTwo(HANGING, data)
    const { readUntil, address } = await begin(first.client)
    const before = await readUntil('text-delta')
    isDead = true
    const rest = await resume(second.client, address, before.at(-1)?.id)
    expect(rest.status).toBe(200)
    const [event, done] = eventsOf(await rest.text())
    expect(JSON.parse(event?.data ?? '')).toEqual({
      type: 'error',
      errorText: 'The reply was interrupted, because the server process that ran it has ended.',
      code: 'interrupted',
    })
    expect(done?.data).toBe('[DONE]')
    expect((await resume(second.client, address)).status).toBe(404)
  })
})

test('a client that stays connected costs a few calls of the store, whatever the length of the reply', async () => {
  const { first, calls } = await startTwo([{ text: Array.from({ length: 200 }, (_, word) => `w${word}`).join(' ') }])
  const { readUntil } = await begin(first.client)
  const events = await readUntil('[DONE]')
  expect(events.length).toBeGreaterThan(100)
  // The entry of the reply, that it was read, and the reports of its process.
  await expect.poll(() => calls.write).toBeGreaterThanOrEqual(3)
  expect(calls.write).toBeLessThan(6)
  expect(calls.publish ?? 0).toBe(0)
})
