/** Live reads of a tab: which requests they make, and what they show, when a server responds in any order. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAct, runWithOrigin } from '../../../../runtime/src/browser/calls/cause.ts'
import type { ReadEntry } from '../../../../runtime/src/browser/live/read-entry.ts'
import {
  add,
  endSession,
  flush,
  list,
  listDays,
  listWaiting,
  open,
  reads,
  receipt,
  report,
  reset,
  sent,
  take,
  wake,
  watched,
} from './live-board.ts'

const opened: ReadEntry[] = []

async function openBoard(value: unknown, version: string): Promise<ReadEntry> {
  const entry = await open(value, version)
  opened.push(entry)
  return entry
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  reset(...opened.splice(0))
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

const addTo = (current: unknown, input: unknown) => [...(current as string[]), input as string]

test('a hydrated read makes no request, and a change makes one', async () => {
  const entry = await openBoard(['a'], 'v1')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([entry.value, sent, watched]).toEqual([['a'], [], [receipt('v1')]])
  await report('v2')
  const request = take('board.list')
  expect(request.headers['x-fw-live']).toBe('read')
  await request.respond({ ok: true, result: ['a', 'b'], live: receipt('v2') })
  expect([entry.value, listWaiting(), watched]).toEqual([['a', 'b'], [], [receipt('v2')]])
})

test.each([401, 403])(
  'a read that is refused with status %i shows nothing of before, and later reads do',
  async (status) => {
    const entry = await openBoard(['a secret'], 'v1')
    await report('v2')
    await take('board.list').respond({ ok: false, code: 'forbidden', error: 'No.' }, status)
    expect(entry).toMatchObject({ hasValue: false, value: undefined, error: { status } })
    await report('v1')
    await take('board.list').respond({ ok: false, code: 'forbidden', error: 'No.' }, status)
    await report('v3')
    await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v3') })
    expect([entry.value, entry.error, watched]).toEqual([['b'], undefined, [receipt('v3')]])
  },
)

test('a report of the state that is shown, or of other tags, makes no request', async () => {
  await openBoard(['a'], 'v1')
  await report('v1')
  await report('v9', 'others')
  expect(sent).toEqual([])
})

test('changes during a read make one more read at its end, unless it has seen them', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  await report('v3')
  await report('v4')
  expect(listWaiting()).toHaveLength(1)
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v3') })
  expect([entry.value, listWaiting()]).toEqual([['b'], ['/_fw/api/board.list']])
  await report('v5')
  await take('board.list').respond({ ok: true, result: ['c'], live: receipt('v5') })
  expect([entry.value, listWaiting()]).toEqual([['c'], []])
})

test('an own call shows the fresh value of its response before its result, and its echo makes no request', async () => {
  const entry = await openBoard(['a'], 'v1')
  const call = add('b')
  const request = take('board.add')
  expect(request.headers['x-fw-live-reads']).toBe(receipt('v1'))
  await report('v2')
  expect(listWaiting()).toEqual([])
  await request.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'b'], live: receipt('v2') }] })
  expect(entry.value).toEqual(['a', 'b'])
  expect(await call).toBe(1)
  await report('v2')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['/_fw/api/board.add'])
})

test('a change by others while an own call runs is read after its response, or after 300 ms', async () => {
  const entry = await openBoard(['a'], 'v1')
  void add('b')
  const first = take('board.add')
  await report('v3')
  await first.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'b'], live: receipt('v2') }] })
  expect(entry.value).toEqual(['a', 'b'])
  await take('board.list').respond({ ok: true, result: ['a', 'b', 'c'], live: receipt('v3') })
  expect([entry.value, listWaiting()]).toEqual([['a', 'b', 'c'], []])
  void add('slow')
  take('board.add')
  await report('v4')
  await vi.advanceTimersByTimeAsync(299)
  expect(listWaiting()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await take('board.list').respond({ ok: true, result: ['d'], live: receipt('v4') })
  expect(entry.value).toEqual(['d'])
})

test('reads that the server names as stale, and fresh values that only a read can convert, are read again', async () => {
  const entry = await openBoard(['a'], 'v1')
  void add('b')
  await take('board.add').respond({ ok: true, result: 1, stale: [0] })
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v2') })
  expect(entry.value).toEqual(['b'])
})

test('the response of an older call never replaces a newer value: in doubt the data is read again', async () => {
  const entry = await openBoard(['a'], 'v1')
  void add('b')
  void add('c')
  const [first, second] = [take('board.add'), take('board.add')]
  await second.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'b', 'c'], live: receipt('v3') }] })
  await first.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'b'], live: receipt('v2') }] })
  expect(entry.value).toEqual(['a', 'b', 'c'])
  await take('board.list').respond({ ok: true, result: ['a', 'b', 'c'], live: receipt('v3') })
  expect([entry.value, listWaiting()]).toEqual([['a', 'b', 'c'], []])
})

test('a read that began before a fresh value arrived does not replace it', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  const early = take('board.list')
  void add('b')
  await take('board.add').respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['new'], live: receipt('v3') }] })
  await early.respond({ ok: true, result: ['old'], live: receipt('v2') })
  expect(entry.value).toEqual(['new'])
  await take('board.list').respond({ ok: true, result: ['new'], live: receipt('v3') })
  expect(listWaiting()).toEqual([])
})

test('an optimistic value is shown at once, and replaced by the fresh value without another one in between', async () => {
  const entry = await openBoard(['a'], 'v1')
  const shown: unknown[] = []
  entry.listeners.add(() => void shown.push(entry.value))
  const call = reads.call(entry, add, 'b', addTo)
  expect(entry.value).toEqual(['a', 'b'])
  await take('board.add').respond({
    ok: true,
    result: 1,
    fresh: [{ read: 0, result: ['a', 'B'], live: receipt('v2') }],
  })
  expect(await call).toBe(1)
  expect(new Set(shown.map((value) => JSON.stringify(value)))).toEqual(new Set(['["a","b"]', '["a","B"]']))
})

test('a call that fails restores the value, and rejects with its error', async () => {
  const entry = await openBoard(['a'], 'v1')
  const call = reads.call(entry, add, 'b', addTo)
  const failing = expect(call).rejects.toMatchObject({ code: 'conflict' })
  await take('board.add').respond({ ok: false, code: 'conflict', message: 'Full.' }, 409)
  await failing
  expect([entry.value, listWaiting()]).toEqual([['a'], []])
})

test('after a call without a response, which may have succeeded, the data is read again', async () => {
  const entry = await openBoard(['a'], 'v1')
  const failing = expect(reads.call(entry, add, 'b', addTo)).rejects.toMatchObject({ code: 'unavailable' })
  await take('board.add').lose()
  await failing
  expect(entry.value).toEqual(['a'])
  await take('board.list').respond({ ok: true, result: ['a', 'b'], live: receipt('v2') })
  expect(entry.value).toEqual(['a', 'b'])
})

test('concurrent optimistic calls apply in order, roll back alone, and stay until a read that began after all of them', async () => {
  const entry = await openBoard(['a'], 'v1')
  void reads.call(entry, add, 'b', addTo)
  const failing = expect(reads.call(entry, add, 'c', addTo)).rejects.toThrow('Full.')
  void reads.call(entry, add, 'd', addTo)
  const [b, c, d] = [take('board.add'), take('board.add'), take('board.add')]
  expect(entry.value).toEqual(['a', 'b', 'c', 'd'])
  // It may contain the effects of the others.
  await b.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'b', 'd'], live: receipt('v3') }] })
  expect(entry.value).toEqual(['a', 'b', 'c', 'd'])
  await report('v3')
  await vi.advanceTimersByTimeAsync(5000)
  expect(listWaiting()).toEqual([])
  await c.respond({ ok: false, code: 'conflict', message: 'Full.' }, 409)
  await failing
  expect(entry.value).toEqual(['a', 'b', 'd'])
  await d.respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['a', 'd'], live: receipt('v2') }] })
  expect(entry.value).toEqual(['a', 'b', 'd'])
  await take('board.list').respond({ ok: true, result: ['a', 'b', 'd'], live: receipt('v3') })
  expect([entry.value, listWaiting()]).toEqual([['a', 'b', 'd'], []])
})

test('a read that began before an optimistic call does not remove its value', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  const early = take('board.list')
  void reads.call(entry, add, 'c', addTo)
  await early.respond({ ok: true, result: ['a', 'b'], live: receipt('v2') })
  expect(entry.value).toEqual(['a', 'b', 'c'])
  await take('board.add').respond({
    ok: true,
    result: 1,
    fresh: [{ read: 0, result: ['a', 'b', 'c'], live: receipt('v3') }],
  })
  // The call was sent before the read arrived.
  expect(entry.value).toEqual(['a', 'b', 'c'])
  await take('board.list').respond({ ok: true, result: ['a', 'b', 'C'], live: receipt('v3') })
  expect([entry.value, listWaiting()]).toEqual([['a', 'b', 'C'], []])
})

test('a report of the last state does not replace the read that ends an optimistic value', async () => {
  const entry = await openBoard(['a'], 'v1')
  void reads.call(entry, add, 'b', addTo)
  const failing = expect(reads.call(entry, add, 'c', addTo)).rejects.toThrow('Full.')
  await take('board.add').respond({ ok: true, result: 1 })
  await report('v1')
  await take('board.add').respond({ ok: false, code: 'conflict', message: 'Full.' }, 409)
  await failing
  await take('board.list').respond({ ok: true, result: ['a'], live: receipt('v1') })
  expect([entry.value, listWaiting()]).toEqual([['a'], []])
})

test('an optimistic call that the server does not connect with the read is followed by a read', async () => {
  const entry = await openBoard(['a'], 'v1')
  void reads.call(entry, add, 'b', addTo)
  await take('board.add').respond({ ok: true, result: 1 })
  expect(entry.value).toEqual(['a', 'b'])
  await take('board.list').respond({ ok: true, result: ['a'], live: receipt('v1') })
  expect(entry.value).toEqual(['a'])
})

test('an error of the optimistic function is logged, and the call is sent', async () => {
  const entry = await openBoard(['a'], 'v1')
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  void reads.call(entry, add, 'b', () => {
    throw new Error('Typo')
  })
  expect([entry.value, log.mock.calls.length]).toEqual([['a'], 1])
  await take('board.add').respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['b'], live: receipt('v2') }] })
  expect(entry.value).toEqual(['b'])
})

test('a read that fails keeps its value, and the next change reads again', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  await take('board.list').respond({ ok: false, code: 'not_found', message: 'No.' }, 404)
  expect([entry.value, entry.error]).toMatchObject([['a'], { code: 'not_found' }])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(listWaiting()).toEqual([])
  await report('v3')
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v3') })
  expect([entry.value, entry.error]).toEqual([['b'], undefined])
})

test('without a connection a read is tried again, later each time, and at once when the tab is online', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  await take('board.list').lose()
  expect(entry.error).toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(400)
  expect(listWaiting()).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  await take('board.list').lose()
  await vi.advanceTimersByTimeAsync(900)
  expect(listWaiting()).toEqual([])
  await wake()
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v2') })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([entry.value, entry.error, listWaiting()]).toEqual([['b'], undefined, []])
})

test('another user of the browser reads everything again', async () => {
  const entry = await openBoard(['a'], 'v1')
  await endSession()
  await take('board.list').respond({ ok: true, result: ['theirs'], live: receipt('v1', 'other') })
  expect([entry.value, watched]).toEqual([['theirs'], [receipt('v1', 'other')]])
})

test('islands with the same API and input share a read, which ends with the last of them', async () => {
  const first = await openBoard(['a'], 'v1')
  const second = reads.acquire(list, {})
  const other = reads.acquire(list, { board: 2 })
  opened.push(other)
  expect([second === first, other === first]).toEqual([true, false])
  reads.release(second)
  await vi.advanceTimersByTimeAsync(10)
  await report('v2')
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v2') })
  expect(first.value).toEqual(['b'])
  reads.release(opened[0] as ReadEntry)
  await vi.advanceTimersByTimeAsync(10)
  expect(watched).toEqual([])
  await report('v3')
  expect(listWaiting()).toEqual([])
  opened.shift()
})

test('a page that was rendered in another state than a read shows is compared by a read', async () => {
  const entry = await openBoard(['new'], 'v2')
  entry.hydrate({ value: ['old'], receipt: receipt('v1') })
  expect(entry.value).toEqual(['new'])
  await take('board.list').respond({ ok: true, result: ['new'], live: receipt('v2') })
  entry.hydrate({ value: ['new'], receipt: receipt('v2') })
  expect(listWaiting()).toEqual([])
})

test('the first value is loaded by a call, decoded, and fresh values are decoded too', async () => {
  const entry = reads.acquire(listDays, { month: 1 })
  opened.push(entry)
  const loading = entry.load()
  await take('board.days').respond({ ok: true, result: '2026-01-01T00:00:00.000Z', live: receipt('v1') })
  expect((await loading).value).toEqual(new Date('2026-01-01T00:00:00.000Z'))
  void add('b')
  const result = '2026-01-02T00:00:00.000Z'
  await take('board.add').respond({ ok: true, result: 1, fresh: [{ read: 0, result, live: receipt('v2') }] })
  expect(entry.value).toEqual(new Date(result))
})

test('refetch() reads again with the origin of its caller, after a read that may be older', async () => {
  const entry = await openBoard(['a'], 'v1')
  await report('v2')
  const refetching = entry.refetch()
  expect(entry.refetches).toBe(1)
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v2') })
  await take('board.list').respond({ ok: true, result: ['c'], live: receipt('v3') })
  await refetching
  expect([entry.value, entry.refetches]).toEqual([['c'], 0])
})

test('after an act of an agent, a change is read as the read began, and a read of an agent has its origin', async () => {
  await openBoard(['a'], 'v1')
  noteAct()
  await report('v2')
  const change = take('board.list')
  await change.respond({ ok: true, result: ['b'], live: receipt('v2') })
  void runWithOrigin('agent', () => opened[0]?.refetch())
  await flush()
  const refetch = take('board.list')
  const agents = runWithOrigin('agent', () => reads.acquire(list, { board: 9 }))
  opened.push(agents)
  void agents.load()
  const first = take('board.list')
  expect([change, refetch, first].map(({ headers }) => headers['x-fw-origin'])).toEqual([undefined, 'agent', 'agent'])
})

test('a function that calls an API later does not take the next call of the tab', async () => {
  const entry = await openBoard(['a'], 'v1')
  let callLater = () => {}
  const later = new Promise<void>((resolve) => {
    callLater = resolve
  }).then(() => add('later'))
  void reads.call(entry, (() => later) as never, 'later', addTo)
  void add('now')
  expect(entry.value).toEqual(['a'])
  await take('board.add').respond({ ok: true, result: 1, fresh: [{ read: 0, result: ['now'], live: receipt('v2') }] })
  callLater()
  await flush()
  expect([entry.value, listWaiting()]).toEqual([['now'], ['/_fw/api/board.add']])
})

test('receipts of an unknown state are not those of the same state', async () => {
  const entry = await openBoard(['a'], '')
  entry.hydrate({ value: ['b'], receipt: receipt('') })
  await take('board.list').respond({ ok: true, result: ['b'], live: receipt('v2') })
  expect(entry.value).toEqual(['b'])
})

test('the header of a call takes the receipts that fit, that of its own read first', async () => {
  const entries = Array.from({ length: 40 }, (_, index) => reads.acquire(list, { index }))
  opened.push(...entries)
  for (const [index, entry] of entries.entries())
    entry.hydrate({ value: index, receipt: `t${index}.v1.${'x'.repeat(400)}` })
  const last = entries[39] as ReadEntry
  void reads.call(last, add, 'b', () => 'expected')
  const request = take('board.add')
  const receipts = request.headers['x-fw-live-reads']?.split(',') ?? []
  expect(request.headers['x-fw-live-reads']?.length).toBeLessThanOrEqual(6000)
  expect([receipts.length, receipts[0]?.slice(0, 4)]).toEqual([14, 't39.'])
})

test('a function that is not an API is refused', () => {
  expect(() => reads.acquire((async () => 1) as never, undefined)).toThrow('is not an api')
})
