/** The stream of a browser's tabs: when it is opened, for which receipts, and how it survives lost connections. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StreamLeader } from '../../../../runtime/src/browser/live/stream-leader.ts'

interface Connection {
  readonly reads: readonly string[]
  readonly signal: AbortSignal
  /** Sends these bytes. */
  send(text: string): Promise<void>
  end(): Promise<void>
}

let connections: Connection[] = []
let respond: (() => Response) | undefined
const changes: [changed: Record<string, string>, tab: string | undefined][] = []
let sessions = 0
let leader: StreamLeader

beforeEach(() => {
  vi.useFakeTimers()
  connections = []
  respond = undefined
  changes.length = 0
  sessions = 0
  vi.stubGlobal('fetch', async (path: string, init: { readonly body: string; readonly signal: AbortSignal }) => {
    expect(path).toBe('/_fw/live')
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
    })
    init.signal.addEventListener('abort', () => controller?.error(new Error('aborted')))
    connections.push({
      reads: (JSON.parse(init.body) as { reads: string[] }).reads,
      signal: init.signal,
      async send(text) {
        controller?.enqueue(new TextEncoder().encode(text))
        await vi.advanceTimersByTimeAsync(0)
      },
      async end() {
        controller?.close()
        await vi.advanceTimersByTimeAsync(0)
      },
    })
    return respond?.() ?? new Response(body)
  })
  leader = new StreamLeader({
    change: (changed, tab) => void changes.push([Object.fromEntries(changed), tab]),
    endSession: () => {
      sessions++
    },
  })
})
afterEach(() => {
  leader.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const receipt = (tags: string, versions: string, seal = 'x') => `${tags}.${versions}.${seal}`
const OPEN = 'event: open\ndata: {}\n\n'
const settle = (ms = 20) => vi.advanceTimersByTimeAsync(ms)
const last = () => connections.at(-1) as Connection
const isOpen = (connection: Connection) => !connection.signal.aborted

/** Opens the stream for the receipts of one tab. */
async function openFor(...receipts: readonly string[]): Promise<Connection> {
  leader.setReceipts('one', receipts)
  await settle()
  await last().send(OPEN)
  return last()
}

test('one request has the receipts of all tabs, each state once, and a change is told to all tabs', async () => {
  leader.setReceipts('one', [receipt('a', '1'), receipt('b', '1')])
  leader.setReceipts('two', [receipt('a', '1', 'y'), receipt('a', '2')])
  await settle()
  expect(connections.map(({ reads }) => reads)).toEqual([
    [receipt('a', '1', 'y'), receipt('b', '1'), receipt('a', '2')],
  ])
  await last().send(`: hello\n\n${OPEN}event: change\nda`)
  await last().send('ta: [[1,"5"],[2,"6"]]\n\n')
  expect(changes).toEqual([[{ b: '5', a: '6' }, undefined]])
})

test('a tab with watched tags makes no request, and hears alone of a change that it has missed', async () => {
  const connection = await openFor(receipt('a', '1'), receipt('b', '1'))
  await connection.send('event: change\ndata: [[0,"2"]]\n\n')
  changes.length = 0
  leader.setReceipts('two', [receipt('a', '1'), receipt('b', '1')])
  await settle()
  expect([changes, connections.length]).toEqual([[[{ a: '2' }, 'two']], 1])
  // The newer receipt of a tab that has heard of all changes.
  leader.setReceipts('one', [receipt('a', '3'), receipt('b', '1')])
  await settle()
  expect([changes.length, connections.length]).toEqual([1, 1])
})

test('other tags open the stream again with the receipts of all tabs, and tabs without any close it', async () => {
  const first = await openFor(receipt('a', '1'))
  leader.setReceipts('two', [receipt('b', '1')])
  await settle()
  expect([isOpen(first), last().reads]).toEqual([false, [receipt('a', '1'), receipt('b', '1')]])
  leader.setReceipts('two', [])
  await settle()
  expect([connections.length, isOpen(last())]).toEqual([2, true])
  leader.setReceipts('one', [])
  await settle()
  expect([connections.length, isOpen(last())]).toEqual([2, false])
})

test('receipts that arrive before the stream is open are compared by another request', async () => {
  leader.setReceipts('one', [receipt('a', '2')])
  await settle()
  leader.setReceipts('two', [receipt('a', '1')])
  await settle()
  expect(last().reads).toEqual([receipt('a', '2'), receipt('a', '1')])
})

test('a lost connection is opened again with the newest receipts, later each time and at random', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const first = await openFor(receipt('a', '1'))
  leader.setReceipts('one', [receipt('a', '2')])
  await first.end()
  await settle(249)
  expect(connections).toHaveLength(1)
  await settle(1)
  expect(last().reads).toEqual([receipt('a', '2')])
  random.mockReturnValue(1)
  const waits: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const count = connections.length
    await last().end()
    let waited = 0
    while (connections.length === count) {
      await settle(250)
      waited += 250
    }
    waits.push(waited)
  }
  expect(waits).toEqual([2000, 4000, 8000, 10_000, 10_000, 10_000])
  await last().send(OPEN)
  await last().end()
  await settle(1000)
  expect(connections).toHaveLength(9)
})

test('a refusal and the limit of streams wait longer, a server that closes does not', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const connection = await openFor(receipt('a', '1'))
  await connection.send('event: end\ndata: "closing"\n\n')
  await connection.end()
  respond = () => new Response('{}', { status: 403 })
  await settle(250)
  expect(connections).toHaveLength(2)
  respond = undefined
  await settle(29_999)
  expect(connections).toHaveLength(2)
  await settle(1)
  await last().send('event: end\ndata: "limit"\n\n')
  await last().end()
  await settle(29_999)
  expect(connections).toHaveLength(3)
  // The user has returned to the tab.
  leader.wake()
  await settle(0)
  expect(connections).toHaveLength(4)
})

test('the end of a session is told to all tabs, and the stream waits for their new receipts', async () => {
  const connection = await openFor(receipt('a', '1'))
  await connection.send('event: end\ndata: "session"\n\n')
  await connection.end()
  await settle(60_000)
  expect([sessions, connections.length]).toEqual([1, 1])
  leader.setReceipts('one', [receipt('a', '1', 'new')])
  await settle()
  expect(last().reads).toEqual([receipt('a', '1', 'new')])
})

test('a connection without a sign of life is replaced', async () => {
  const connection = await openFor(receipt('a', '1'))
  await settle(50_000)
  await connection.send(': 25 s\n\n')
  await settle(59_000)
  expect(isOpen(connection)).toBe(true)
  await settle(12_000)
  expect([isOpen(connection), connections.length]).toEqual([false, 2])
})

test('an attempt without a byte is repeated: the browser may have used a connection that was lost during sleep', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  leader.setReceipts('one', [receipt('a', '1')])
  await settle()
  await settle(4999)
  expect([isOpen(last()), connections.length]).toEqual([true, 1])
  await settle(1 + 250)
  expect([isOpen(connections[0] as Connection), connections.length]).toEqual([false, 2])
  // A server that is only slow has more time with each attempt.
  await settle(9999)
  expect(isOpen(last())).toBe(true)
  await last().send(OPEN)
  await settle(50_000)
  expect([isOpen(last()), connections.length]).toEqual([true, 2])
})

test('200 browsers that lose their server come back over time, and over more of it while it stays away', async () => {
  const others = Array.from({ length: 199 }, () => new StreamLeader({ change() {}, endSession() {} }))
  for (const one of [leader, ...others]) one.setReceipts('one', [receipt('a', '1')])
  await settle()
  const lost = connections.splice(0)
  for (const connection of lost) await connection.send(OPEN)
  respond = () => new Response('', { status: 503 })
  for (const connection of lost) await connection.end()
  /** Returns the number of attempts in each 50 ms. */
  const countAttempts = async (ms: number) => {
    const counts: number[] = []
    for (let at = 0; at < ms; at += 50) {
      const before = connections.length
      await settle(50)
      counts.push(connections.length - before)
    }
    return counts
  }
  const first = await countAttempts(1000)
  expect(connections.length).toBeGreaterThanOrEqual(200)
  expect(Math.max(...first)).toBeLessThan(50)
  await countAttempts(20_000)
  const later = await countAttempts(10_000)
  expect(Math.max(...later)).toBeLessThan(20)
  respond = undefined
  connections = []
  await settle(10_000)
  expect(connections).toHaveLength(200)
  for (const one of others) one.close()
})

test('more receipts than fit into a request are divided', async () => {
  leader.setReceipts(
    'one',
    Array.from({ length: 501 }, (_, index) => receipt(`t${index}`, '1')),
  )
  leader.setReceipts('two', [receipt('long', '1', 'x'.repeat(200_000)), receipt('longer', '1', 'x'.repeat(100_000))])
  await settle()
  expect(connections.map(({ reads }) => reads.length)).toEqual([500, 2, 1])
})
