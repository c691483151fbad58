/** Work of one process that waits for a change by another one, on every store. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { keepStoreScope } from '../../../runtime/src/signals/store-scope.ts'
import { StoreSignals } from '../../../runtime/src/signals/store-signals.ts'
import { KINDS, useStores } from '../data/stores.ts'

const stores = useStores()
afterEach(() => void vi.useRealTimers())

describe.each(KINDS.filter((kind) => kind !== 'memory'))('Two processes on %s', (kind) => {
  test('a signal of one wakes the work of the other that waits for its key, and no other', async () => {
    const data = stores.nameOf(kind, 'signals')
    const here = new StoreSignals(stores.open(data), 'desk')
    const there = new StoreSignals(stores.open(data), 'desk')
    const checked: [string, number][] = []
    const ends = ['a', 'b'].map((key) => here.wait(key, () => checked.push([key, performance.now()])))
    // Each is checked once when signals arrive, because a change may precede the watch.
    await expect.poll(() => checked.map(([key]) => key)).toEqual(['a', 'b'])
    const sentAt = performance.now()
    await there.send('b')
    await expect.poll(() => checked.length).toBe(3)
    expect(checked[2]?.[0]).toBe('b')
    expect((checked[2]?.[1] ?? 0) - sentAt).toBeLessThan(200)
    ends[1]?.()
    await there.send('b')
    await there.send('a')
    await expect.poll(() => checked.slice(3).map(([key]) => key)).toEqual(['a'])
    ends[0]?.()
  })

  test('a change before the work has waited long enough to be registered is found', async () => {
    const data = stores.nameOf(kind, 'early')
    const [here, there] = [stores.open(data), stores.open(data)]
    const signals = new StoreSignals(here, 'desk')
    let found: string | undefined
    const end = signals.wait('a', () => void here.read('a').then((text) => (found = text)))
    await there.write('a', 'done', 60_000)
    await new StoreSignals(there, 'desk').send('a')
    await expect.poll(() => found, { timeout: 2_000 }).toBe('done')
    end()
  })
})

/** A store that counts watches, and delivers messages and gaps by hand. */
function openCounted() {
  const watched: { onMessage(key: string): void; onGap(): void; ended: boolean }[] = []
  const data = {
    publish: () => Promise.reject(new Error('The store is unavailable.')),
    watch: async (_channel: string, onMessage: (key: string) => void, onGap: () => void) => {
      const watch = { onMessage, onGap, ended: false }
      watched.push(watch)
      return async () => {
        watch.ended = true
      }
    },
  }
  return { watched, signals: new StoreSignals(data, 'desk') }
}

test('short work watches nothing, and one watch serves all work that follows within seconds', async () => {
  vi.useFakeTimers()
  const { watched, signals } = openCounted()
  for (let call = 0; call < 1_000; call++) signals.wait(String(call), () => undefined)()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watched).toEqual([])
  for (let call = 0; call < 10; call++) {
    const end = signals.wait('slow', () => undefined)
    await vi.advanceTimersByTimeAsync(1_000)
    end()
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(watched).toMatchObject([{ ended: false }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(watched).toMatchObject([{ ended: true }])
  expect(vi.getTimerCount()).toBe(0)
})

test('a gap checks all waiting work, a lost message is found within seconds, and a failed signal throws nothing', async () => {
  vi.useFakeTimers()
  const { watched, signals } = openCounted()
  const checks = { a: 0, b: 0 }
  const ends = [signals.wait('a', () => checks.a++), signals.wait('b', () => checks.b++)]
  await vi.advanceTimersByTimeAsync(100)
  const start = { ...checks }
  watched[0]?.onGap()
  expect(checks).toEqual({ a: start.a + 1, b: start.b + 1 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(checks).toEqual({ a: start.a + 2, b: start.b + 2 })
  await signals.send('a')
  for (const end of ends) end()
})

test('a wait that ends while the watch begins is never checked', async () => {
  const { signals } = openCounted()
  let checks = 0
  const end = signals.wait('a', () => checks++)
  await sleep(51)
  end()
  const after = checks
  await sleep(20)
  expect(checks).toBe(after)
})

test('messages, gaps and regular checks run in the scope of the store, not in that of the first work that waits', async () => {
  const scope = new AsyncLocalStorage<string>()
  const timers: (string | undefined)[] = []
  const setTimer = globalThis.setInterval
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...args: Parameters<typeof setTimer>) => {
    timers.push(scope.getStore())
    return setTimer(...args)
  }) as typeof setTimer)
  const data = stores.open(stores.nameOf('memory', 'scope'))
  const watched: (string | undefined)[] = []
  const counted: Pick<DataStore, 'publish' | 'watch'> = {
    publish: data.publish.bind(data),
    watch(...args) {
      watched.push(scope.getStore())
      return data.watch(...args)
    },
  }
  scope.run('server', () => keepStoreScope(counted))
  const signals = new StoreSignals(counted, 'desk')
  const checked: (string | undefined)[] = []
  const end = scope.run('ann', () => signals.wait('a', () => checked.push(scope.getStore())))
  await expect.poll(() => checked).toEqual(['ann'])
  await scope.run('bob', () => signals.send('a'))
  await expect.poll(() => checked).toEqual(['ann', 'server'])
  end()
  vi.restoreAllMocks()
  expect([watched, timers]).toEqual([['server'], ['server']])
})
