/** Subscriptions to a pending task: they read its state only, once for all clients, until it changes. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'
import { KINDS, useStores } from '../../runtime/data/stores.ts'
import { shop } from '../agent-app.ts'

const LONG = 450_000
const SUBSCRIBERS = 8
/** Longer than two polls. */
const WAIT_MS = 2200

const pay = api({ description: 'Pays.', guard: 'confirm', input: schema({ note: str() }), run: () => 'paid' })

const stores = useStores()
let server: FwServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

interface Task {
  readonly id: string
  readonly status: { readonly message: { readonly parts: readonly { readonly data?: Approvals }[] } }
}

interface Approvals {
  readonly approvals: readonly { readonly id: string }[]
}

function request(method: string, params: object): Promise<Response> {
  return server.fetch(
    new Request('http://localhost/_fw/a2a', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
}

async function send(tool: string, input: object, ids: { taskId?: string } = {}): Promise<Task> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { tool: `shop.${tool}`, input } }], ...ids }
  const reply = (await (await request('SendMessage', { message })).json()) as { result: { task: Task } }
  return reply.result.task
}

/** Returns the length of all JSON that was parsed during the work. */
async function measureParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse')
  await work()
  const length = parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0)
  parse.mockRestore()
  return length
}

describe.each(KINDS)('A pending task, stored in %s', (kind) => {
  test('its subscribers read it only after a change, which all of them receive', { timeout: 20_000 }, async () => {
    const apis = { shop: { search: shop.search, pay } }
    server = createFwServer({ apis, ...stores.createOptions(kind, 'polls'), log: () => undefined })
    const pending = await send('pay', { note: 'tea' })
    await send('search', { query: 'x'.repeat(LONG) }, { taskId: pending.id })
    const open = Array.from({ length: SUBSCRIBERS }, () => request('SubscribeToTask', { id: pending.id }))
    const streams = (await Promise.all(open)).map((response) => response.text())
    await pause(500)
    expect(await measureParsed(() => pause(WAIT_MS))).toBeLessThan(10_000)
    const { id = '' } = pending.status.message.parts.find(({ data }) => data !== undefined)?.data?.approvals[0] ?? {}
    let events: string[] = []
    const read = await measureParsed(async () => {
      await server.settle(id, 'approve')
      events = await Promise.all(streams)
    })
    for (const text of events) {
      expect(text).toContain('"data":"paid"')
      expect(text).toContain('TASK_STATE_COMPLETED')
    }
    // The task contains the message and its result. A read for each subscriber would be longer.
    expect(read).toBeLessThan(SUBSCRIBERS * 2 * LONG)
  })
})

describe.each(KINDS.filter((kind) => kind !== 'memory'))('A pending task of two processes, stored in %s', (kind) => {
  test('its subscriber learns of an approval in another process at once', async () => {
    const open = () =>
      createFwServer({ apis: { shop: { pay } }, ...stores.createOptions(kind, 'signal'), log: () => undefined })
    server = open()
    const other = open()
    const pending = await send('pay', { note: 'tea' })
    const stream = (await request('SubscribeToTask', { id: pending.id })).text()
    // Longer than the first poll, and much shorter than the interval of polls.
    await pause(500)
    const { id = '' } = pending.status.message.parts.find(({ data }) => data !== undefined)?.data?.approvals[0] ?? {}
    const started = performance.now()
    await other.settle(id, 'approve')
    expect(await stream).toContain('TASK_STATE_COMPLETED')
    expect(performance.now() - started).toBeLessThan(1_000)
    await other.close()
  })
})
