import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DataStore, WindowCount } from '../../../runtime/src/contract/config/data.ts'
import { KINDS, useStores } from './stores.ts'

const stores = useStores()
/** Any key of an app: empty, quoted, half a surrogate pair, a NUL, a pattern, a long one, a prototype's. */
const KEYS = [
  ...['', 'a', 'a:b', 'a\0b', '\ud800', '\ud801', '\\ud800', '"', "'; drop table fw_values; --", '%_*?[a]'],
  ...['{tag}', 'ü\n😀', '__proto__', 'constructor', ' ', 'x'.repeat(5_000), `${'x'.repeat(5_000)}y`],
]
let opened = 0
let now = Date.now()
const clock = () => now

describe.each(KINDS)('the %s store', (kind) => {
  let store: DataStore
  let other: DataStore

  beforeEach(() => {
    const name = stores.nameOf(kind, `contract${opened++}`)
    store = stores.open(name, clock)
    other = kind === 'memory' ? store : stores.open(name, clock)
  })

  it('lets one of 100 parallel callers claim a key, until its time is over', async () => {
    const claims = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? store : other).claim('run', 1_000))
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
    now += 999
    expect(await other.claim('run', 1_000)).toBe(false)
    now += 1
    expect(await other.claim('run', 1_000)).toBe(true)
    expect(await store.claim('run', 1_000)).toBe(false)
  })

  it('stores a value until it expires, replaces it by a new one, and removes it', async () => {
    expect(await store.read('page')).toBeUndefined()
    await store.write('page', 'one', 500)
    expect(await other.read('page')).toBe('one')
    await other.write('page', 'two \ud800 \0 "ü"', 1_000)
    now += 999
    expect(await store.read('page')).toBe('two \ud800 \0 "ü"')
    now += 1
    expect(await store.read('page')).toBeUndefined()
    await store.write('page', '', 1_000)
    expect(await other.read('page')).toBe('')
    await store.remove('page')
    await store.remove('never there')
    expect(await other.read('page')).toBeUndefined()
  })

  it('adds to a sum exactly and in parallel, for the time that its first addition set', async () => {
    const sums = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? store : other).add('tokens', 3, 1_000)),
    )
    expect([...sums].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => 3 * (index + 1)))
    await store.write('tokens', 'a text of the same key', 60_000)
    now += 999
    expect(await other.add('tokens', -50, 9_000)).toBe(250)
    expect(await store.add('tokens', 0, 9_000)).toBe(250)
    now += 1
    expect(await store.add('tokens', 9_007_199_254_740_991, 9_000)).toBe(9_007_199_254_740_991)
    expect(await other.add('tokens', -9_007_199_254_740_990, 9_000)).toBe(1)
    expect(await store.read('tokens')).toBe('a text of the same key')
    await expect(store.add('tokens', 0.5, 9_000)).rejects.toThrow('whole number')
  })

  it('separates keys with any characters, and claims, hits and values', async () => {
    for (const [index, key] of KEYS.entries()) {
      await store.write(key, `text ${index}`, 60_000)
      expect(await store.add(key, index, 60_000)).toBe(index)
      expect(await store.claim(key, 60_000)).toBe(true)
      expect(await store.hit(key, 2, 60_000)).toMatchObject({ allowed: true, remaining: 1 })
    }
    for (const [index, key] of KEYS.entries()) {
      expect(await other.read(key)).toBe(`text ${index}`)
      expect(await other.add(key, 0, 60_000)).toBe(index)
      expect(await other.claim(key, 60_000)).toBe(false)
      expect(await other.hit(key, 2, 60_000)).toMatchObject({ allowed: true, remaining: 0 })
      expect(await other.hit(key, 2, 60_000)).toMatchObject({ allowed: false, remaining: 0 })
    }
  })

  it('counts parallel hits exactly', async () => {
    const counts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? store : other).hit('page', 25, 1_000)),
    )
    expect(counts.filter(({ allowed }) => allowed)).toHaveLength(25)
    expect(new Set(counts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).size).toBe(25)
  })

  it('counts hits in a window that slides, exact at its edges', async () => {
    let key = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.constantFrom(0, 0, 1, 9, 10, 11, 40, 99, 100, 101), { minLength: 1, maxLength: 30 }),
        async (limit, pauses) => {
          key += 1
          const model = createModel(limit, 100)
          for (const pause of pauses) {
            now += pause
            expect(await store.hit(`window ${key}`, limit, 100)).toEqual(model(now))
          }
        },
      ),
      { numRuns: kind === 'memory' ? 300 : 60 },
    )
  })

  it('sends messages to all watchers of a channel, in order and once, until a watch ends', async () => {
    const received: string[][] = [[], [], []]
    const gaps: string[] = []
    const watch = (reader: DataStore, index: number) =>
      reader.watch(
        'news',
        (text) => received[index]?.push(text),
        () => gaps.push('gap'),
      )
    await store.publish('news', 'before the first watch')
    const ends = [await watch(store, 0), await watch(other, 1), await watch(other, 2)]
    for (const reader of [store, other]) await reader.publish('other news', 'elsewhere')
    const sent = Array.from({ length: 250 }, (_, index) => `${index} \ud800 \0 "ü"`)
    for (const text of sent) await store.publish('news', text)
    for (const texts of received) await expect.poll(() => texts).toEqual(sent)

    await ends[1]?.()
    await other.publish('news', 'from the other')
    for (const index of [0, 2]) await expect.poll(() => received[index]?.at(-1)).toBe('from the other')
    for (const end of ends) await end()
    await store.publish('news', 'after the last watch')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(received.map((texts) => texts.length)).toEqual([251, 250, 251])

    const again: string[] = []
    const end = await store.watch(
      'news',
      (text) => again.push(text),
      () => gaps.push('gap'),
    )
    await other.publish('news', 'again')
    await expect.poll(() => again).toEqual(['again'])
    await end()
    expect(gaps).toEqual([])
  })

  it('calls each watcher in the scope that added it', async () => {
    const storage = new AsyncLocalStorage<string>()
    const received: [string, string | undefined][] = []
    const watch = (reader: DataStore, name: string) =>
      storage.run(name, () =>
        reader.watch(
          'scoped',
          () => received.push([name, storage.getStore()]),
          () => undefined,
        ),
      )
    for (const reader of [store, other]) for (const name of ['first', 'second']) await watch(reader, name)
    await storage.run('publisher', () => store.publish('scoped', 'text'))
    await expect.poll(() => received.length).toBe(4)
    for (const [name, scope] of received) expect(scope).toBe(name)
  })

  it('separates channels with any characters', async () => {
    const received = new Map<string, string[]>(KEYS.map((key) => [key, []]))
    for (const [key, texts] of received)
      await other.watch(
        key,
        (text) => texts.push(text),
        () => texts.push('gap'),
      )
    for (const [index, key] of KEYS.entries()) await store.publish(key, `text ${index}`)
    await expect.poll(() => [...received.values()]).toEqual(KEYS.map((_, index) => [`text ${index}`]))
  })

  it('sends long messages, but refuses longer ones, and an error of a watcher stays in it', async () => {
    const received: number[] = []
    await store.watch(
      'long',
      () => {
        throw new Error('of this watcher')
      },
      () => undefined,
    )
    await store.watch(
      'long',
      (text) => received.push(text.length),
      () => undefined,
    )
    await expect(async () => other.publish('long', 'x'.repeat(2_097_153))).rejects.toThrow(RangeError)
    await other.publish('long', 'x'.repeat(2_097_152))
    await other.publish('long', '')
    await expect.poll(() => received).toEqual([2_097_152, 0])
  })

  it('takes lifetimes as they come, but no NaN', async () => {
    await expect(async () => store.claim('a', Number.NaN)).rejects.toThrow(TypeError)
    await expect(async () => store.write('a', 'b', Number.NaN)).rejects.toThrow(TypeError)
    await expect(async () => store.hit('a', 1, Number.NaN)).rejects.toThrow(TypeError)
    await store.write('forever', 'text', Number.POSITIVE_INFINITY)
    expect(await other.read('forever')).toBe('text')
    await store.write('short', 'text', 0.2)
    now += 1
    expect(await other.read('short')).toBeUndefined()
  })

  it('ping resolves', async () => {
    expect(await store.ping()).toBeUndefined()
  })
})

/** The same in a list of times: nothing clever. */
function createModel(limit: number, windowMs: number): (now: number) => WindowCount {
  let hits: number[] = []
  return (now) => {
    hits = hits.filter((hit) => hit + windowMs > now)
    const allowed = hits.length < limit
    if (allowed) hits.push(now)
    return {
      allowed,
      remaining: limit - hits.length,
      resetMs: hits[0] === undefined ? 0 : hits[0] + windowMs - now,
    }
  }
}
