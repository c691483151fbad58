/**
 * Four processes with one store behind a plain round-robin proxy: no request needs the process of an earlier one. Each
 * part is several requests, which the proxy spreads over all processes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { indexesOf, openStream, readLive } from '../http/live/live-client.ts'
import { type Answer, toAnswer } from '../http/transports.ts'
import { buildApp, type Machines, startMachines } from './machines.ts'
import { PROCESSES, SETUPS } from './setups.ts'

/** A message between processes arrives in moments. The slow checks that find lost ones take five seconds. */
const MOMENT_MS = 1_500
const JSON_TYPE = { 'content-type': 'application/json' }

beforeAll(buildApp)

describe.each(Object.entries(SETUPS))('four processes on %s', (_name, { startStore, starts, flags, copies }) => {
  let store: Awaited<ReturnType<typeof startStore>>
  let all: Machines
  beforeAll(async () => {
    store = await startStore()
    all = await startMachines(starts, { DATA: store.url }, { flags })
  })
  afterAll(async () => {
    await all?.close()
    await store?.close()
  })

  const request = (path: string, init?: RequestInit) => fetch(all.proxy.url + path, { redirect: 'manual', ...init })
  const call = async (tool: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    toAnswer(
      await request(`/_fw/api/${tool}`, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify(input),
      }),
    )
  const readLines = (name: string) => {
    try {
      return readFileSync(join(all.folder, `${name}.txt`), 'utf8')
        .split('\n')
        .filter(Boolean)
    } catch {
      return [] // the app has written nothing yet
    }
  }
  /** Returns the page as each process serves it. */
  const readPages = () =>
    Promise.all(
      Array.from({ length: PROCESSES }, async () => {
        const html = await (await request('/')).text()
        const process = /data-process="(\d+)"/.exec(html)?.[1]
        return { html, process, cards: [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, card]) => card) }
      }),
    )
  /** Runs the work, and checks that each of the servers has got some of its requests. */
  const spread = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const before = all.proxy.served.length
    const result = await work()
    expect(new Set(all.proxy.served.slice(before)).size).toBe(starts)
    return result
  }

  test('a write through any process renews the copies of a page in all of them', async () => {
    await (await request('/')).text()
    // The copy is written to Redis after the response.
    await sleep(200)
    await readPages()
    const before = await readPages()
    expect(copies).toContain(new Set(before.map(({ process }) => process)).size)
    for (let card = 0; card < 8; card++) {
      await call('desk.addCard', { title: `card ${card}` })
      await expect
        .poll(async () => (await readPages()).map(({ cards }) => cards.at(-1)), { timeout: MOMENT_MS, interval: 20 })
        .toEqual(Array(PROCESSES).fill(`card ${card}`))
    }
  })

  test('a form that is sent again runs once, whichever process gets it', async () => {
    for (let round = 0; round < 4; round++) {
      const html = await (await request('/new', { headers: { 'x-user': 'ann' } })).text()
      const title = `form ${round}`
      const body = new URLSearchParams([...readHidden(html), ['title', title]])
      const send = async () => {
        const { status, headers } = await request('/new', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: all.proxy.url, 'x-user': 'ann' },
          body,
        })
        return { status, location: headers.get('location') }
      }
      // Twice at once, then again.
      const outcomes = await spread(async () => [...(await Promise.all([send(), send()])), await send(), await send()])
      expect(outcomes).toEqual(Array(4).fill({ status: 303, location: '/' }))
      expect(readLines('cards').filter((card) => card === title)).toHaveLength(1)
    }
  })

  const connect = async () => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
    )
    onTestFinished(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', all.proxy.url)))
    return client
  }

  test('a session of an MCP client of 2025 asks its user through any process', async () => {
    const client = await connect()
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { value: 'Ann' } }))
    const runs = readLines('ran').length
    await spread(async () => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('desk__greet')
      for (let round = 0; round < 6; round++) {
        const begin = performance.now()
        const { structuredContent } = await client.callTool({ name: 'desk__greet' })
        expect(structuredContent).toMatchObject({ name: '{"action":"accept","content":{"value":"Ann"}}' })
        expect(performance.now() - begin).toBeLessThan(MOMENT_MS)
      }
    })
    expect(readLines('ran').length - runs).toBe(6)
  })

  test('an MCP client of 2025 cancels a call through any process', async () => {
    const client = await connect()
    for (let round = 0; round < 4; round++) {
      const abort = new AbortController()
      const called = client.callTool({ name: 'desk__work' }, { signal: abort.signal, onprogress: () => abort.abort() })
      await expect(called).rejects.toThrow()
      const started = readLines('ran').findLast((line) => line.startsWith('work '))
      await expect
        .poll(() => readLines('ran').at(-1), { timeout: MOMENT_MS, interval: 20 })
        .toBe(started?.replace('work', 'cancelled'))
    }
  })

  test('an MCP client of 2026 repeats a call with the answers at another process', async () => {
    const send = async (more: object = {}) => {
      const response = await request('/_fw/mcp', {
        method: 'POST',
        headers: {
          ...JSON_TYPE,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'desk__greet',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'desk__greet',
            arguments: {},
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
            },
            ...more,
          },
        }),
      })
      return (await response.json()) as { result: { requestState: string; structuredContent?: { process: number } } }
    }
    const inputResponses = { name: { action: 'accept', content: { value: 'Bo' } } }
    const processes = new Set<number>()
    for (let round = 0; round < 6; round++) {
      const { requestState } = (await send()).result
      const { structuredContent } = (await send({ requestState, inputResponses })).result
      processes.add(structuredContent?.process ?? 0)
    }
    expect(processes.size).toBeGreaterThan(1)
  })

  const a2a = async (method: string, params: object): Promise<Response> =>
    request('/_fw/a2a', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })

  test('a task of A2A is read, followed and cancelled through any process', async () => {
    for (let round = 0; round < 4; round++) {
      const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ data: { tool: 'api.desk.work', input: {} } }] }
      const sent = await a2a('SendMessage', { message, configuration: { returnImmediately: true } })
      const { id } = ((await sent.json()) as { result: { task: { id: string } } }).result.task
      const streams = await Promise.all([0, 1, 2, 3].map(() => a2a('SubscribeToTask', { id })))
      const canceled = (await (await a2a('CancelTask', { id })).json()) as { result: A2aTask }
      expect(canceled.result.status.state).toBe('TASK_STATE_CANCELED')
      const begin = performance.now()
      for (const stream of streams) expect(await stream.text()).toContain('TASK_STATE_CANCELED')
      const started = readLines('ran').findLast((line) => line.startsWith('work '))
      await expect
        .poll(() => readLines('ran').at(-1), { timeout: MOMENT_MS, interval: 20 })
        .toBe(started?.replace('work', 'cancelled'))
      expect(performance.now() - begin).toBeLessThan(MOMENT_MS)
      for (let process = 0; process < PROCESSES; process++) {
        const read = (await (await a2a('GetTask', { id })).json()) as { result: A2aTask }
        expect(read.result.status.state).toBe('TASK_STATE_CANCELED')
      }
    }
  })

  test('a live read is followed through one process, and changed through the others', async () => {
    const client = { request, call }
    for (let round = 0; round < 4; round++) {
      const { live } = await readLive(client, 'desk.listCards')
      const stream = await openStream(client, [live])
      expect(await stream.next()).toMatchObject({ event: 'open' })
      const begin = performance.now()
      await call('desk.addCard', { title: `live ${round}` })
      expect(indexesOf(await stream.next())).toEqual([0])
      expect(performance.now() - begin).toBeLessThan(MOMENT_MS)
      await stream.close()
      // A stream that resumes at another process with an old receipt has missed nothing.
      const resumed = await openStream(client, [live])
      await resumed.next()
      expect(indexesOf(await resumed.next())).toEqual([0])
      await resumed.close()
    }
  })

  test('a pending call is listed and approved through any process, once', async () => {
    for (let round = 0; round < 4; round++) {
      const title = `order ${round}`
      const parked = await call('desk.pay', { title }, { 'x-user': 'ann', 'x-fw-origin': 'agent' })
      const { id } = parked.body.result as { id: string }
      const list = async (user: string) =>
        (await (
          await request('/_fw/proposals', { headers: { accept: 'application/json', 'x-user': user } })
        ).json()) as { result: { id: string }[] }
      for (let process = 0; process < PROCESSES; process++)
        expect((await list('ann')).result.map((one) => one.id)).toEqual([id])
      expect((await list('bo')).result).toEqual([])
      const approvals = await spread(() =>
        Promise.all(
          Array.from({ length: PROCESSES * 2 }, () =>
            request('/_fw/approve', {
              method: 'POST',
              headers: { ...JSON_TYPE, 'x-user': 'ann' },
              body: JSON.stringify({ id }),
            }),
          ),
        ),
      )
      expect(approvals.map(({ status }) => status).sort()).toEqual([200, ...Array(PROCESSES * 2 - 1).fill(404)])
      expect(readLines('paid').filter((line) => line === title)).toHaveLength(1)
      for (let process = 0; process < PROCESSES; process++) {
        const shown = await request(`/_fw/proposals?id=${id}`, { headers: { 'x-user': 'ann' } })
        expect(((await shown.json()) as { result: object[] }).result).toMatchObject([
          { state: 'executed', result: { ok: true } },
        ])
      }
    }
  })
})

interface A2aTask {
  readonly status: { readonly state: string }
}

/** Returns the hidden fields of the form in a page. */
function readHidden(html: string): [string, string][] {
  return [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ])
}
