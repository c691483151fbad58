/**
 * The Postgres of two processes fails while 500 calls are approved, and its standby takes over its address: calls recover
 * without a restart, no call runs twice, and none that was approved is lost.
 */
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../servers/postgres.ts'
import { buildApp, type Machines, startMachines } from './machines.ts'

const CALLS = 500
const CONCURRENT = 50
/** Time in which a failed approval is tried again. */
const RECOVERY_MS = 20_000
/** Each call belongs to a user of its own, because a user can have a limited number of pending calls. */
const toHeaders = (user: string) => ({ 'content-type': 'application/json', 'x-user': user })

beforeAll(buildApp)

test('Postgres fails over to its standby during 500 approvals', async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.close())
  const standby = await startPostgres({ standbyOf: primary })
  onTestFinished(() => standby.close())
  // Without a synchronous standby, a failover can undo the last commits.
  primary.query("alter system set synchronous_standby_names = '*'")
  primary.query('select pg_reload_conf()')
  const address = await startAddress(primary.port)
  onTestFinished(() => address.close())
  const all = await startMachines(2, { DATA: `postgres://fw@127.0.0.1:${address.port}/fw` })
  onTestFinished(() => all.close())

  const ids = new Map<string, string>()
  await forEach(
    Array.from({ length: CALLS }, (_, call) => `call ${call}`),
    async (title) => {
      const response = await fetch(`${all.proxy.url}/_fw/api/desk.pay`, {
        method: 'POST',
        headers: { ...toHeaders(title), 'x-fw-origin': 'agent' },
        body: JSON.stringify({ title }),
      })
      ids.set(title, ((await response.json()) as { result: { id: string } }).result.id)
    },
  )
  expect(ids.size).toBe(CALLS)

  const statuses = new Map<number, number>()
  const outcomes = new Map<string, number>()
  let failedOver: Promise<void> | undefined
  await forEach([...ids], async ([title, id]) => {
    // In the middle of the approvals.
    if (outcomes.size > CALLS / 3) failedOver ??= failOver()
    outcomes.set(title, await approve(all, title, id, statuses))
  })
  await failedOver

  async function failOver(): Promise<void> {
    await primary.kill()
    await sleep(500)
    expect(standby.query('select pg_promote()')).toEqual(['t'])
    address.moveTo(standby.port)
  }
  const list = (status: number) => [...outcomes].filter(([, one]) => one === status).map(([title]) => title)
  // 404: the claim was committed, and only its confirmation was lost.
  expect(new Set(outcomes.values())).toEqual(new Set([200, ...(list(404).length > 0 ? [404] : [])]))
  expect(statuses.get(503)).toBeGreaterThan(0)
  expect(list(404).length).toBeLessThanOrEqual(CONCURRENT)
  const paid = readFileSync(join(all.folder, 'paid.txt'), 'utf8').split('\n').filter(Boolean)
  expect(paid).toHaveLength(new Set(paid).size)
  expect(list(200).filter((title) => !paid.includes(title))).toEqual([])
  // The new server has every claim: nothing can be approved again.
  const again = new Map<number, number>()
  await forEach([...ids], async ([title, id]) => void (await approve(all, title, id, again)))
  expect([...again]).toEqual([[404, CALLS]])
}, 120_000)

/** Approves a call, again after each 503, and returns the last status. */
async function approve({ proxy }: Machines, user: string, id: string, statuses: Map<number, number>): Promise<number> {
  const until = Date.now() + RECOVERY_MS
  for (;;) {
    const { status } = await fetch(`${proxy.url}/_fw/approve`, {
      method: 'POST',
      headers: toHeaders(user),
      body: JSON.stringify({ id }),
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 503 || Date.now() > until) return status
    await sleep(100)
  }
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const drive = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, drive))
}

/** The address of a database that moves to another server, as that of a load balancer or a virtual IP address does. */
async function startAddress(target: number) {
  let port = target
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP
    moveTo(next: number) {
      port = next
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
