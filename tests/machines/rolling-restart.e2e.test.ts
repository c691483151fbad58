/**
 * A rolling restart under load: SIGTERM to one process after the other, each started again. Through a proxy that only
 * retries refused connections, no request fails, no pending call is lost, and none runs twice.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { BUN } from '../servers/runtimes.ts'
import { buildApp, type MachineOptions, type Machines, startMachines } from './machines.ts'

const PROCESSES = 4
const USERS = 12
/**
 * On Bun, a server that stops loses connections whose request hasn't arrived, so the proxy must learn of the stop before.
 */
const BUN_OPTIONS: MachineOptions = { program: BUN, readyPath: '/_fw/ready' }
const DRAIN_DELAY_MS = '500'
const SETUPS = {
  'four processes on Redis': { startStore: startRedis, env: {}, options: {} },
  'four processes on Postgres': { startStore: startPostgres, env: {}, options: {} },
  'four processes of Bun on Redis, with drainDelayMs': {
    startStore: startRedis,
    env: { DRAIN_DELAY_MS },
    options: BUN_OPTIONS,
  },
}

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

test.each(Object.entries(SETUPS))(
  'a rolling restart of %s fails no request',
  async (_name, { startStore, env, options }) => {
    const store = await startStore()
    open.push(store)
    const all = await startMachines(PROCESSES, { DATA: store.url, ...env }, options)
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
    // Each process was down for a moment, in which a proxy that checks nothing has found its port closed.
    if (!('readyPath' in options)) expect(all.proxy.refused).toBeGreaterThan(0)
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
