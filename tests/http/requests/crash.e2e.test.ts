/** Proposals survive the process that created them, and several processes agree on which one runs a call. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Proposal } from '../../../runtime/src/contract/agent/proposal.ts'
import { startPostgres, type TestPostgres } from '../../servers/postgres.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { AGENT } from '../transports.ts'

const PROGRAM = fileURLToPath(new URL('../proposals/pay-server.mjs', import.meta.url))

let folder: string
let children: ChildProcess[]
let redis: TestRedis
let postgres: TestPostgres

beforeAll(async () => {
  ;[redis, postgres] = await Promise.all([startRedis(), startPostgres()])
})
afterAll(async () => {
  await redis?.close()
  await postgres?.close()
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-crash-'))
  children = []
})

afterEach(async () => {
  for (const child of children) await stop(child)
  rmSync(folder, { recursive: true, force: true })
})

const DATA = {
  'a SQLite file': () => `sqlite:${join(folder, 'data', 'fw.db')}`,
  // Every test has its own subjects, so that leftovers of one test don't affect another.
  Redis: () => redis.url,
  Postgres: () => postgres.url,
}

interface Answer {
  readonly status: number
  readonly body: { readonly ok?: boolean; readonly result?: unknown }
}

interface Running {
  readonly child: ChildProcess
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  list(query?: string): Promise<readonly Proposal[]>
  page(id: string): Promise<string>
}

/** The time during which calls of a stopped process count as running, plus a margin. */
const LEASE_MS = 45_000

let users = 0
let user: Record<string, string>
beforeEach(() => {
  user = { 'x-user': `user-${process.pid}-${users++}` }
})

async function startProcess(data: string): Promise<Running> {
  const child = spawn(process.execPath, [PROGRAM, data, join(folder, 'ledger')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string]
  return {
    child,
    async post(path, body, headers = {}) {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...user, ...headers },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    },
    async list(query = '') {
      const response = await fetch(`${url}/_fw/proposals${query}`, { headers: user })
      return ((await response.json()) as { result: Proposal[] }).result
    },
    async page(id) {
      const response = await fetch(`${url}/_fw/proposals?id=${id}`, { headers: { ...user, accept: 'text/html' } })
      return response.text()
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function park(running: Running, amount: number, tool = 'shop.pay'): Promise<string> {
  const { body } = await running.post(`/_fw/api/${tool}`, { amount }, AGENT)
  return (body as { result: { id: string } }).result.id
}

/** Calls as an A2A client, or returns the state of its task. */
async function callA2a(running: Running, method: string, params: unknown): Promise<A2aTask> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const answer = (await running.post('/_fw/a2a', body, { 'a2a-version': '1.0' })) as unknown as {
    body: { result: A2aTask & { task?: A2aTask } }
  }
  return answer.body.result.task ?? answer.body.result
}

interface A2aTask {
  readonly id: string
  readonly status: {
    readonly state: string
    readonly message?: { readonly parts: { text?: string; data?: { approvals?: { id: string }[] } }[] }
  }
}

/** Calls as an MCP client that supports URL elicitation; `requestState` requests the state of the call. */
async function callMcp(running: Running, requestState?: string): Promise<McpResult> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} } },
  }
  const asked = requestState === undefined ? {} : { requestState, inputResponses: { approval: { action: 'accept' } } }
  const params = { name: 'shop__hang', arguments: { amount: 3 }, _meta, ...asked }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'shop__hang',
  }
  const answer = await running.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  return answer.body.result as McpResult
}

interface McpResult {
  readonly requestState: string
  readonly inputRequests: { readonly approval: { readonly params: { readonly url: string } } }
  readonly isError?: boolean
  readonly content?: readonly unknown[]
  readonly _meta?: unknown
}

/** Calls that ran, in order. */
function ledger(): string[] {
  const file = join(folder, 'ledger')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe.each(Object.keys(DATA) as (keyof typeof DATA)[])('proposals in %s', (kind) => {
  const start = () => startProcess(DATA[kind]())

  test('kill -9 between park and approve: the next process runs it, once', async () => {
    const first = await start()
    const id = await park(first, 7)
    await stop(first.child)
    expect(first.child.signalCode).toBe('SIGKILL')
    const second = await start()
    const done = await second.post('/_fw/approve', { id })
    expect([done.status, done.body]).toEqual([200, { ok: true, result: { paid: 7 } }])
    expect((await second.post('/_fw/approve', { id })).status).toBe(404)
    await stop(second.child)
    const third = await start()
    expect((await third.post('/_fw/approve', { id })).status).toBe(404)
    expect(await third.list(`?id=${id}`)).toMatchObject([
      { state: 'executed', result: { ok: true, result: { paid: 7 } } },
    ])
    expect(ledger()).toEqual(['7'])
  })

  test('kill -9 while a call runs: it never runs again, and every client is notified of the interruption, except for calls that run in another process', {
    timeout: 2 * LEASE_MS,
  }, async () => {
    const [first, second] = await Promise.all([start(), start()])
    const id = await park(first, 1, 'shop.hang')
    const message = {
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [{ data: { tool: 'shop.hang', input: { amount: 2 } } }],
    }
    const task = await callA2a(first, 'SendMessage', { message })
    const taskCall = task.status.message?.parts.flatMap((part) => part.data?.approvals ?? [])[0]?.id
    const asked = await callMcp(first)
    const mcpCall = new URL(asked.inputRequests.approval.params.url).searchParams.get('id') ?? ''
    const cut = [id, taskCall, mcpCall].map((one) => first.post('/_fw/approve', { id: one }).catch(() => 'cut off'))
    const elsewhere = await park(second, 4, 'shop.hang')
    second.post('/_fw/approve', { id: elsewhere }).catch(() => undefined)
    await expect.poll(() => ledger().toSorted()).toEqual(['1', '2', '3', '4'])
    await stop(first.child)
    expect(await Promise.all(cut)).toEqual(['cut off', 'cut off', 'cut off'])

    const third = await start()
    const readState = async (one: string) => {
      const [shown] = await third.list(`?id=${one}`)
      return [shown?.state, shown?.input, (shown?.result as { code?: string } | undefined)?.code]
    }
    expect((await third.post('/_fw/approve', { id })).status).toBe(404)
    expect(await third.list()).toEqual([])
    expect(await third.page(id)).toContain('has not reported back yet')
    await expect
      .poll(() => readState(id), { timeout: LEASE_MS, interval: 500 })
      .toEqual(['executed', undefined, 'interrupted'])
    expect(await third.page(id)).toContain('<h1>Interrupted, outcome unknown</h1>')
    const ended = await callA2a(third, 'GetTask', { id: task.id })
    expect(ended.status.state).toBe('TASK_STATE_FAILED')
    expect(ended.status.message?.parts[0]?.text).toMatch(/^A user approved \S+\. Interrupted, outcome unknown\./)
    expect(await callMcp(third, asked.requestState)).toMatchObject({
      isError: true,
      _meta: { 'fw/error': { code: 'interrupted' } },
    })
    for (const running of [second, third])
      expect((await running.list(`?id=${elsewhere}`))[0]).not.toHaveProperty('result')
    expect(ledger().toSorted()).toEqual(['1', '2', '3', '4'])
  })

  test('PLC-03 HTP-06 100 approvals at once from two processes: it runs once', async () => {
    const both = await Promise.all([start(), start()])
    const id = await park(both[0], 1)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => both[index % 2 === 0 ? 0 : 1].post('/_fw/approve', { id })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ status }) => status === 404).length).toBe(99)
    expect(ledger()).toEqual(['1'])
  })

  test('two processes race to approve and to reject: each proposal has exactly one outcome', async () => {
    const [left, right] = await Promise.all([start(), start()])
    const ids = await Promise.all(Array.from({ length: 40 }, (_, amount) => park(amount % 2 ? left : right, amount)))
    const races = await Promise.all(
      ids.map(async (id, index) => {
        // Half of them begin with the rejection.
        const ways = ['/_fw/approve', '/_fw/reject', '/_fw/approve', '/_fw/reject']
        const order = index % 2 ? ways : ways.toReversed()
        const answers = order.map((path, turn) => (turn % 2 ? left : right).post(path, { id }))
        return (await Promise.all(answers)).filter(({ body }) => body.ok)
      }),
    )
    expect(races.map((won) => won.length)).toEqual(ids.map(() => 1))
    const approved = races.flatMap(([won], amount) => (won?.body.result === undefined ? [] : [String(amount)]))
    expect(ledger().toSorted()).toEqual(approved.toSorted())
  })

  test('two processes that park at once for one subject keep its bound, and the newest', async () => {
    const both = await Promise.all([start(), start()])
    const old = await park(both[0], 1)
    await Promise.all(Array.from({ length: 80 }, (_, index) => park(both[index % 2 === 0 ? 0 : 1], index)))
    const pending = await both[0].list()
    expect(pending.length).toBe(60)
    expect(pending.some(({ id }) => id === old)).toBe(false)
    expect(await both[1].list(`?id=${old}`)).toMatchObject([{ state: 'expired' }])
  })
})
