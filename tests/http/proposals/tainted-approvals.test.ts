/** A call inside an approved call is as tainted as the agent that proposed it, with any store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { api, schema } from '../../../runtime/src/index.ts'
import { collectApis, invokeApi } from '../../../runtime/src/server.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { AGENT, type Client, describeTransports } from '../transports.ts'

const TAINTED = { ...AGENT, 'x-fw-tainted': '1' }

const ran: string[] = []
afterEach(() => {
  ran.length = 0
})
const run = (name: string) => () => {
  ran.push(name)
  return name
}
const pay = api({ description: 'Pays.', effect: 'irreversible', input: schema({}), run: run('pay') })
const look = api({ description: 'Looks.', input: schema({}), run: run('look') })
const order = api({
  description: 'Orders and pays.',
  guard: 'confirm',
  input: schema({}),
  run: async () => {
    ran.push('order')
    return [await look({}), await pay({})]
  },
})
const [payTool] = collectApis({ bank: { pay } })
if (payTool === undefined) throw new Error('There is no tool.')
const handsOn = api({
  description: 'Proposes the payment.',
  guard: 'confirm',
  input: schema({}),
  run: ({ ctx }) => invokeApi(payTool, {}, ctx, 'agent'),
})
const apis = { bank: { pay, look, order, handsOn } }

const STORES = ['memory', 'sqlite', 'redis'] as const
let redis: TestRedis
let folder: string
beforeAll(async () => {
  redis = await startRedis()
  folder = mkdtempSync(join(tmpdir(), 'fw-tainted-'))
})
afterAll(async () => {
  await redis.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
const pick = (store: (typeof STORES)[number]) => {
  count += 1
  if (store === 'memory') return store
  return store === 'sqlite' ? (`sqlite:${join(folder, `${count}.db`)}` as const) : `${redis.url}?prefix=tainted${count}`
}

async function propose(client: Client, tool: string, headers: Record<string, string>): Promise<string> {
  const { body } = await client.call(tool, {}, headers)
  expect(body.result).toMatchObject({ status: 'proposal' })
  return (body.result as { id: string }).id
}

describeTransports('an approved call', (start) => {
  test.each(STORES)('of a tainted agent runs no irreversible function inside, with %s', async (store) => {
    const audits: AuditEntry[] = []
    const data = pick(store) as 'memory'
    const client = await start({ apis, data, approvals: 'open', onAudit: (entry) => void audits.push(entry) })
    const id = await propose(client, 'bank.order', TAINTED)
    const { status, body } = await client.post('/_fw/approve', { id })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(ran).toEqual(['order', 'look'])
    expect(audits.map(({ tool, origin, guard, ok, tainted }) => [tool, origin, guard, ok, tainted])).toEqual([
      ['api.bank.order', 'agent', 'confirm', true, true],
      ['api.bank.look', 'agent', 'auto', true, true],
      ['api.bank.pay', 'agent', 'confirm', false, true],
      ['api.bank.order', 'human', 'confirm', false, true],
    ])
  })

  test.each(STORES)('of an agent that has read no untrusted content runs all of it, with %s', async (store) => {
    const client = await start({ apis, data: pick(store) as 'memory', approvals: 'open' })
    const id = await propose(client, 'bank.order', AGENT)
    expect((await client.post('/_fw/approve', { id })).body).toEqual({ ok: true, result: ['look', 'pay'] })
    expect(ran).toEqual(['order', 'look', 'pay'])
  })

  test('runs, if it is the irreversible call itself: its approver has read it', async () => {
    const client = await start({ apis, approvals: 'open' })
    const id = await propose(client, 'bank.pay', TAINTED)
    expect((await client.post('/_fw/approve', { id })).body).toEqual({ ok: true, result: 'pay' })
  })

  test('makes a proposal of a further call, which is tainted too', async () => {
    const client = await start({ apis, approvals: 'open' })
    const id = await propose(client, 'bank.handsOn', TAINTED)
    const { result } = (await client.post('/_fw/approve', { id })).body
    expect(result).toMatchObject({ status: 'proposal', tool: 'api.bank.pay' })
    expect(ran).toEqual([])
  })

  test('is as tainted in process, and if its approver sends no header or another one', async () => {
    const client = await start({ apis, approvals: 'open' })
    const inProcess = await propose(client, 'bank.order', TAINTED)
    await expect(client.server.settle(inProcess, 'approve', {})).rejects.toMatchObject({ code: 'forbidden' })
    const id = await propose(client, 'bank.order', TAINTED)
    expect((await client.post('/_fw/approve', { id }, { 'x-fw-tainted': '0' })).status).toBe(403)
    expect(ran).toEqual(['order', 'look', 'order', 'look'])
  })

  test('a person who calls the same function runs all of it', async () => {
    const client = await start({ apis, approvals: 'open' })
    expect((await client.call('bank.order', {}, { 'x-fw-tainted': '1' })).body).toEqual({
      ok: true,
      result: ['look', 'pay'],
    })
  })
})
