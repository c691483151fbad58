/** Tabs of a browser that share one stream: who has it, also while tabs are hidden or suspended. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TabStream, watchTab } from '../../../../runtime/src/browser/live/tab-stream.ts'

class FakeChannel {
  static readonly open = new Set<FakeChannel>()
  onmessage: ((event: { readonly data: unknown }) => void) | undefined
  /** The browser has suspended its tab. */
  isSuspended = false
  constructor() {
    FakeChannel.open.add(this)
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.open)
      if (other !== this) queueMicrotask(() => other.isSuspended || other.onmessage?.({ data }))
  }
  close(): void {
    FakeChannel.open.delete(this)
  }
}

interface Request {
  readonly run: () => unknown
  readonly reject: (error: Error) => void
}

/** The locks of a browser, for one name. */
function createLocks() {
  let holder: Request | undefined
  const queue: Request[] = []
  const grant = (request: Request) => {
    holder = request
    void Promise.resolve(request.run()).then(() => {
      if (holder !== request) return
      holder = undefined
      const next = queue.shift()
      if (next) grant(next)
    })
  }
  return {
    request(_name: string, { steal, signal }: { steal?: boolean; signal?: AbortSignal }, run: () => unknown) {
      return new Promise<void>((_resolve, reject) => {
        const request = { run, reject }
        signal?.addEventListener('abort', () => {
          const index = queue.indexOf(request)
          if (index >= 0) queue.splice(index, 1)
        })
        if (steal) holder?.reject(new Error('stolen'))
        if (steal || holder === undefined) grant(request)
        else queue.push(request)
      })
    },
  }
}

let page: EventTarget & { visibilityState: string }
let browser: EventTarget
let connections: { readonly reads: readonly string[]; readonly signal: AbortSignal }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  browser = new EventTarget()
  connections = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('navigator', { locks: createLocks() })
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('fetch', async (_path: string, init: { readonly body: string; readonly signal: AbortSignal }) => {
    connections.push({ reads: (JSON.parse(init.body) as { reads: string[] }).reads, signal: init.signal })
    return new Response(
      new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('event: open\ndata: {}\n\n')) }),
    )
  })
})
afterEach(() => {
  browser.dispatchEvent(new Event('pagehide'))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = (ms = 30) => vi.advanceTimersByTimeAsync(ms)
const listOpen = () => connections.filter(({ signal }) => !signal.aborted).map(({ reads }) => reads)

/** Opens a tab with one read. */
async function openTab(read: string): Promise<TabStream> {
  const tab = watchTab({ change: () => undefined, endSession: () => undefined, wake: () => undefined })
  tab.setReceipts([read])
  await settle()
  return tab
}

test('the first tab has the stream for all, and without locks each tab has its own', async () => {
  await openTab('a.1.x')
  await openTab('b.1.x')
  expect(listOpen()).toEqual([['a.1.x', 'b.1.x']])
  vi.stubGlobal('navigator', {})
  await openTab('c.1.x')
  expect(listOpen()).toEqual([['a.1.x', 'b.1.x'], ['c.1.x']])
})

test('a tab that is hidden for five minutes gives up the stream, and opens it when it is shown', async () => {
  await openTab('a.1.x')
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await settle(299_000)
  expect(listOpen()).toHaveLength(1)
  await settle(1000)
  expect([listOpen(), FakeChannel.open.size]).toEqual([[], 0])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(listOpen()).toEqual([['a.1.x']])
})

test('a page that leaves releases everything, so that the browser can keep it, and starts again when it returns', async () => {
  await openTab('a.1.x')
  browser.dispatchEvent(new Event('pagehide'))
  await settle()
  expect([listOpen(), FakeChannel.open.size]).toEqual([[], 0])
  browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await settle()
  expect(listOpen()).toEqual([['a.1.x']])
})

test('a leader that the browser has suspended is replaced by a tab that the user returns to', async () => {
  await openTab('a.1.x')
  const [leader] = FakeChannel.open
  await openTab('b.1.x')
  browser.dispatchEvent(new Event('online'))
  await settle(3100)
  expect(connections.map(({ reads }) => reads)).toEqual([['a.1.x'], ['a.1.x', 'b.1.x']])
  Object.assign(leader as FakeChannel, { isSuspended: true })
  browser.dispatchEvent(new Event('online'))
  await settle(2900)
  expect(connections).toHaveLength(2)
  await settle(200)
  expect([connections.length, listOpen()]).toEqual([3, [['b.1.x']]])
})
