/** Subscriptions of MCP clients to resources, in both eras, over two processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Libsql from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { useStores } from '../../runtime/data/stores.ts'

const APP = fileURLToPath(new URL('../../servers/mcp-app.mjs', import.meta.url))
const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const UPDATED = 'notifications/resources/updated'
const stores = useStores()
const children: ChildProcess[] = []
const streams: Stream[] = []
let names = 0

afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Message {
  readonly method?: string
  readonly id?: unknown
  readonly params?: { readonly uri?: string; readonly _meta?: Record<string, unknown>; readonly notifications?: object }
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

interface Stream {
  readonly status: number
  readonly messages: Message[]
  readonly ended: Promise<void>
  close(): void
}

type Headers = Readonly<Record<string, string>>

interface Running {
  readonly child: ChildProcess
  call(name: string, input?: object): Promise<unknown>
  rpc(method: string, params: object, headers?: Headers): Promise<{ message: Message; session: string | null }>
  listen(uris: readonly string[], headers?: Headers): Promise<Stream>
  openSession(session: string, headers?: Headers): Promise<Stream>
}

function start(data: string): Promise<Running> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env
  const child = spawn(process.execPath, [APP, data], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`mcp-app.mjs ended with ${code}.`)))
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      const url = /^Listening on (\S+)$/m.exec(printed)?.[1]
      if (url !== undefined) resolve(createClient(url, child))
    })
  })
}

function createClient(url: string, child: ChildProcess): Running {
  const json = { 'content-type': 'application/json' }
  const accept = { accept: 'application/json, text/event-stream' }
  return {
    child,
    async call(name, input = {}) {
      const init = { method: 'POST', headers: json, body: JSON.stringify(input) }
      const response = await fetch(`${url}/_fw/api/shop.${name}`, init)
      expect(response.status).toBe(200)
      return ((await response.json()) as { readonly result: unknown }).result
    },
    async rpc(method, params, headers = {}) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(`${url}/_fw/mcp`, {
        method: 'POST',
        headers: { ...json, ...accept, ...headers },
        body,
      })
      return { message: (await response.json()) as Message, session: response.headers.get('mcp-session-id') }
    },
    listen(uris, headers = {}) {
      const params = { _meta: META, notifications: { resourceSubscriptions: uris, toolsListChanged: true } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 'sub-1', method: 'subscriptions/listen', params })
      const own = { 'mcp-protocol-version': VERSION, 'mcp-method': 'subscriptions/listen' }
      return openStream(`${url}/_fw/mcp`, { method: 'POST', headers: { ...json, ...accept, ...own, ...headers }, body })
    },
    openSession: (session, headers = {}) =>
      openStream(`${url}/_fw/mcp`, { headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...headers } }),
  }
}

async function openStream(url: string, init: RequestInit): Promise<Stream> {
  const aborter = new AbortController()
  const response = await fetch(url, { ...init, signal: aborter.signal })
  const messages: Message[] = []
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data !== undefined) messages.push(JSON.parse(data) as Message)
      }
    }
  }
  const stream = {
    status: response.status,
    messages,
    ended: read().catch(() => undefined),
    close: () => aborter.abort(),
  }
  streams.push(stream)
  return stream
}

const listUris = ({ messages }: Stream) =>
  messages.filter(({ method }) => method === UPDATED).map(({ params }) => params?.uri)

async function initialize(app: Running): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const { message, session } = await app.rpc('initialize', params)
  expect(message.result?.capabilities).toMatchObject({ resources: { subscribe: true } })
  return session ?? ''
}

const subscribe = (app: Running, session: string, uri: string, method = 'resources/subscribe') =>
  app.rpc(method, { uri }, { 'mcp-session-id': session })

describe('subscriptions/listen', () => {
  test('acknowledges what the caller can read, and reports changes of what it was read from, with its id', async () => {
    const app = await start('memory')
    const about = 'fw:///about.md'
    const stream = await app.listen([
      'stock://tea',
      'shop://list',
      about,
      'shop://mine',
      'shop://nothing',
      'fw:///x.md',
    ])
    await expect.poll(() => stream.messages.length).toBe(1)
    expect(stream.messages[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: { resourceSubscriptions: ['stock://tea', 'shop://list', about] },
        _meta: { [SUBSCRIPTION]: 'sub-1' },
      },
    })
    await app.call('sell', { id: 'tea' })
    await expect.poll(() => listUris(stream)).toEqual(['stock://tea'])
    expect(stream.messages[1]?.params?._meta).toEqual({ [SUBSCRIPTION]: 'sub-1' })
    await app.call('sell', { id: 'mate' })
    await app.call('change')
    await expect.poll(() => listUris(stream).slice(1).sort()).toEqual([about, 'shop://list'])
    await sleep(200)
    await app.call('sell', { id: 'tea' })
    await expect.poll(() => listUris(stream).slice(3)).toEqual(['stock://tea'])
    // Many writes cause few reports, and the last one is reported.
    for (let index = 0; index < 50; index++) await app.call('sell', { id: 'tea' })
    await sleep(400)
    const { length } = listUris(stream)
    expect(length).toBeGreaterThan(4)
    expect(length).toBeLessThan(30)
    const own = await app.listen(['shop://mine'], { 'x-user': 'ann' })
    await expect.poll(() => own.messages[0]?.params?.notifications).toEqual({ resourceSubscriptions: ['shop://mine'] })
    const none = await app.listen([])
    await expect.poll(() => none.messages[0]?.params?.notifications).toEqual({})
  }, 20_000)

  test('ends with its result when the server stops, and refuses invalid and too many resources', async () => {
    const app = await start('memory')
    const stream = await app.listen(['shop://list'])
    for (const uris of [Array.from({ length: 101 }, (_, index) => `stock://${index}`), [7], ['x'.repeat(3_000)]]) {
      const refused = await app.listen(uris as string[])
      expect(refused.messages).toEqual([])
    }
    const { message } = await app.rpc(
      'subscriptions/listen',
      { _meta: META },
      { 'mcp-protocol-version': VERSION, 'mcp-method': 'subscriptions/listen' },
    )
    expect(message.error?.code).toBe(-32602)
    app.child.removeAllListeners('exit')
    app.child.kill('SIGTERM')
    await stream.ended
    expect(stream.messages.at(-1)).toMatchObject({
      id: 'sub-1',
      result: { resultType: 'complete', _meta: { [SUBSCRIPTION]: 'sub-1' } },
    })
  }, 20_000)

  test.each<[caller: string, headers: Headers]>([
    ['a user', { 'x-user': 'ann' }],
    ['an address', {}],
  ])(
    'the oldest stream of %s ends for a new one',
    async (_caller, headers) => {
      const app = await start('memory')
      const opened: Stream[] = []
      for (let index = 0; index < 21; index++) opened.push(await app.listen(['shop://list'], headers))
      await opened[0]?.ended
      expect(opened[0]?.messages.at(-1)).toMatchObject({ id: 'sub-1', result: { resultType: 'complete' } })
      await app.call('change')
      for (const stream of opened.slice(1)) await expect.poll(() => listUris(stream)).toEqual(['shop://list'])
    },
    20_000,
  )
})

test('a write that many subscriptions depend on causes few reads at the same time', async () => {
  const app = await start('memory')
  const uris = Array.from({ length: 100 }, (_, index) => `busy://${index}`)
  const opened = await Promise.all([app.listen(uris), app.listen(uris), app.openSession(await initialize(app))])
  await app.call('takeBusiest')
  await app.call('change')
  for (const stream of opened.slice(0, 2))
    await expect.poll(() => listUris(stream).sort(), { timeout: 5_000 }).toEqual(uris.sort())
  expect(await app.call('takeBusiest')).toBeLessThanOrEqual(8)
}, 20_000)

test('streams of invented sessions store nothing', async () => {
  const path = stores.file('invented.db')
  const app = await start(`sqlite:${path}`)
  for (let index = 0; index < 5; index++) {
    const stream = await app.openSession(`${`${index}`.repeat(24)}.`)
    expect(stream.status).toBe(200)
  }
  await sleep(300)
  const database = new Libsql(path)
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all([]) as { name: string }[]
  const stored = tables.flatMap(({ name }) =>
    (database.prepare(`select * from ${name}`).all([]) as object[]).filter((row) =>
      JSON.stringify(row).includes('mcp'),
    ),
  )
  database.close()
  expect(stored).toEqual([])
}, 20_000)

describe('a session of 2025', () => {
  test('subscribes, gets reports on its stream, also of changes while it was disconnected, and unsubscribes', async () => {
    const app = await start('memory')
    const session = await initialize(app)
    expect((await subscribe(app, session, 'stock://tea')).message.result).toEqual({})
    const stream = await app.openSession(session)
    expect(stream.status).toBe(200)
    await sleep(200)
    await app.call('sell', { id: 'tea' })
    await expect.poll(() => listUris(stream)).toEqual(['stock://tea'])
    expect((await subscribe(app, session, 'shop://list')).message.result).toEqual({})
    await sleep(100)
    await app.call('change')
    await expect.poll(() => listUris(stream)).toEqual(['stock://tea', 'shop://list'])

    stream.close()
    await sleep(100)
    await app.call('sell', { id: 'tea' })
    const again = await app.openSession(session)
    await expect.poll(() => listUris(again)).toEqual(['stock://tea'])
    await subscribe(app, session, 'stock://tea', 'resources/unsubscribe')
    await sleep(100)
    await app.call('sell', { id: 'tea' })
    await app.call('change')
    await expect.poll(() => listUris(again)).toEqual(['stock://tea', 'shop://list'])
    const other = await app.openSession(await initialize(app))
    await app.call('change')
    await expect.poll(() => listUris(again)).toHaveLength(3)
    expect(other.messages).toEqual([])
  }, 20_000)

  test('gets an error for an unknown resource, without a session, and after too many changes', async () => {
    const app = await start('memory')
    const session = await initialize(app)
    expect((await subscribe(app, session, 'shop://nothing')).message.error?.code).toBe(-32002)
    expect((await subscribe(app, session, 'shop://mine')).message.error?.code).toBe(-32002)
    expect((await subscribe(app, 'invented', 'shop://list')).message.error?.code).toBe(-32602)
    expect((await app.openSession('invented')).status).toBe(405)
    await subscribe(app, session, 'shop://list')
    for (let index = 0; index < 999; index++) await subscribe(app, session, 'shop://list', 'resources/unsubscribe')
    expect((await subscribe(app, session, 'shop://list')).message.error?.message).toContain('too often')
  }, 30_000)
})

describe.each(['sqlite', 'redis'] as const)('two processes on one %s store', (kind) => {
  test('a write in one is reported by the other, in both eras, also after a kill and an outage', async () => {
    const data = stores.nameOf(kind, `subscriptions${names++}`)
    const [one, two] = await Promise.all([start(data), start(data)])
    const session = await initialize(one)
    // The stream is in one process, and the request to subscribe reaches the other one.
    const legacy = await two.openSession(session)
    await subscribe(one, session, 'shop://list')
    const modern = await two.listen(['shop://list'])
    await expect.poll(() => modern.messages.length).toBe(1)
    await sleep(500)
    const started = performance.now()
    await one.call('change')
    for (const stream of [legacy, modern])
      await expect.poll(() => listUris(stream), { interval: 5 }).toEqual(['shop://list'])
    expect(performance.now() - started).toBeLessThan(400)

    if (kind === 'redis') {
      await stores.redis.kill()
      await one.call('change')
      await sleep(500)
      await stores.redis.start()
    } else await one.call('change')
    one.child.removeAllListeners('exit')
    if (kind === 'sqlite') one.child.kill('SIGKILL')
    for (const stream of [legacy, modern])
      await expect.poll(() => listUris(stream).length, { timeout: 15_000 }).toBeGreaterThan(1)
  }, 40_000)
})
