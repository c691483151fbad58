/**
 * A rolling restart under load: SIGTERM to one process after the other, each started again. Through a proxy that only
 * retries refused connections, no request fails, no pending call is lost, and none runs twice.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { buildApp, type Machines, startMachines } from './machines.ts'

const PROCESSES = 4
const USERS = 12
const STORES = { Redis: startRedis, Postgres: startPostgres }

const open: { close(): Promise<void> }[] = []
beforeAll(buildApp)
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

interface Load {
  readonly problems: string[]
  /** Titles of the calls whose approval was confirmed. */
  readonly paid: string[]
  requests: number
  isOver: boolean
}

test.each(Object.entries(STORES))(
  'a rolling restart of four processes on %s fails no request',
  async (_name, startStore) => {
    const store = await startStore()
    open.push(store)
    const all = await startMachines(PROCESSES, { DATA: store.url })
    open.push(all)
    const load: Load = { problems: [], paid: [], requests: 0, isOver: false }
    const users = Array.from({ length: USERS }, (_, user) => runUser(all, `user-${user}`, load))
    for (const machine of all.machines) {
      const before = load.requests
      expect(await machine.stop()).toBe(0)
      await machine.start()
      // All processes serve for a moment before the next one stops.
      await expect.poll(() => load.requests - before).toBeGreaterThan(50)
    }
    load.isOver = true
    await Promise.all(users)
    expect([all.proxy.failures, load.problems]).toEqual([[], []])
    expect(load.paid.length).toBeGreaterThan(20)
    // Each process was down for a moment, in which the proxy has found its port closed.
    expect(all.proxy.refused).toBeGreaterThan(0)
    const lines = readFileSync(join(all.folder, 'paid.txt'), 'utf8').split('\n').filter(Boolean)
    expect(lines.sort()).toEqual(load.paid.sort())
  },
)

/** A user who reads, writes, and approves what an agent has prepared, without a pause. */
async function runUser({ proxy }: Machines, user: string, load: Load): Promise<void> {
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': user, ...headers },
      body: JSON.stringify(body),
    })
  async function send(path: string, init: RequestInit = {}): Promise<string> {
    load.requests += 1
    try {
      const response = await fetch(proxy.url + path, init)
      const text = await response.text()
      if (response.status !== 200) load.problems.push(`${path}: ${response.status} ${text.slice(0, 200)}`)
      return text
    } catch (error) {
      load.problems.push(`${path}: ${error}`)
      return ''
    }
  }
  for (let number = 0; !load.isOver; number += 1) {
    await send('/')
    await post('/_fw/api/desk.addCard', { title: `${user} ${number}` })
    const title = `${user} pays ${number}`
    const parked = await post('/_fw/api/desk.pay', { title }, { 'x-fw-origin': 'agent' })
    const id = /"id":"([^"]+)"/.exec(parked)?.[1]
    const approved = await post('/_fw/approve', { id })
    if (approved.includes(title)) load.paid.push(title)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    await post('/_fw/mcp', call, { accept: 'application/json, text/event-stream' })
  }
}
