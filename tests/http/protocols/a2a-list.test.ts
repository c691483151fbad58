/** Listing tasks with the limits of a caller full: a request reads the tasks of its page, not all tasks of the caller. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { KINDS, useStores } from '../../runtime/data/stores.ts'
import { shop } from '../agent-app.ts'

const LONG = 450_000
const MAX_READ = 2_500_000

const pay = api({ description: 'Pays.', guard: 'confirm', input: schema({ note: str() }), run: () => null })

interface Page {
  readonly tasks: readonly { readonly id: string; readonly status: { readonly state: string } }[]
  readonly nextPageToken: string
  readonly totalSize: number
}

const stores = useStores()
let server: FwServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

async function request<Result>(method: string, params: object): Promise<Result> {
  const response = await server.fetch(
    new Request('http://localhost/_fw/a2a', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', authorization: 'Bearer ann' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
  return ((await response.json()) as { result: Result }).result
}

async function send(tool: string, input: object): Promise<{ id: string; contextId: string }> {
  const parts = [{ data: { tool: `shop.${tool}`, input } }]
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts }
  return (await request<{ task: { id: string; contextId: string } }>('SendMessage', { message })).task
}

/** Lists the tasks and returns the length of all JSON that was parsed meanwhile. */
async function list(params: object = {}): Promise<Page & { readonly read: number }> {
  const parse = vi.spyOn(JSON, 'parse')
  const page = await request<Page>('ListTasks', params)
  const read = parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0)
  parse.mockRestore()
  return { ...page, read }
}

function start(data: Pick<FwServerOptions, 'data' | 'dataStore'>): void {
  server = createFwServer({
    apis: { shop: { search: shop.search, pay } },
    ...data,
    mcpAuth: { verify: (token) => ({ subject: token }) },
    log: () => undefined,
  })
}

let attempts = 0

describe.each(KINDS)('The tasks of a caller, stored in %s', (kind) => {
  test('a page reads its own tasks only, and ends early if they are long', async () => {
    // A second attempt has a store of its own.
    attempts++
    start(stores.createOptions(kind, `long${attempts}`))
    const short = await send('search', { query: 'tea' })
    const ids: string[] = []
    // Each is stored with its message and its result.
    for (let count = 0; count < 20; count++) ids.push((await send('search', { query: 'x'.repeat(LONG) })).id)
    const none = await list({ contextId: 'another' })
    expect([none.totalSize, none.read < 20_000]).toEqual([0, true])
    const one = await list({ contextId: short.contextId })
    expect([one.tasks.map(({ id }) => id), one.read < 20_000]).toEqual([[short.id], true])
    const found: string[] = []
    let pageToken = ''
    do {
      const page = await list({ pageSize: 100, historyLength: 0, pageToken })
      expect(page.read).toBeLessThan(MAX_READ)
      expect(page.totalSize).toBe(21)
      expect(page.tasks.length).toBeGreaterThan(0)
      found.push(...page.tasks.map(({ id }) => id))
      pageToken = page.nextPageToken
    } while (pageToken !== '')
    expect(found).toEqual([...ids.reverse(), short.id])
  }, 180_000)

  test('pending tasks are not read either, and their state is the current one', async () => {
    start(stores.createOptions(kind, 'pending'))
    const note = 'x'.repeat(LONG)
    const ids: string[] = []
    for (let count = 0; count < 8; count++) ids.push((await send('pay', { note })).id)
    const page = await list({ pageSize: 1, status: 'TASK_STATE_AUTH_REQUIRED' })
    expect([page.totalSize, page.tasks.map(({ id }) => id)]).toEqual([8, ids.slice(-1)])
    // The inputs of the pending proposals are parsed. They have at most 4 MiB together.
    expect(page.read).toBeLessThan(3 * MAX_READ)
  })
})
