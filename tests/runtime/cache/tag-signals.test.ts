import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { addServer, dropTags, getTagSender, readVersions, watchTags } from '../../../runtime/src/cache/live-tags.ts'
import { createTagSignals } from '../../../runtime/src/cache/tag-signals.ts'
import { createSharedVersions } from '../../../runtime/src/cache/tag-versions.ts'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import { useStores } from '../data/stores.ts'

const stores = useStores()
const endings: (() => unknown)[] = []
let opened = 0

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Records what a watcher of this process receives. */
function record() {
  const seen: string[][] = []
  endings.push(watchTags({ onDrop: (keys) => seen.push([...keys]), onGap: () => seen.push(['GAP']) }))
  return seen
}

/** Another process with the same store, as far as its messages are concerned. */
function createOther(data: DataStore) {
  const versions = createSharedVersions(data)
  const signals = createTagSignals(data, 'another process')
  return {
    versions,
    signals,
    async drop(tags: readonly string[]) {
      await versions.drop(tags)
      await signals.send(tags)
    },
  }
}

function serve(data: DataStore, sharesVersions: boolean) {
  const signals = createTagSignals(data, getTagSender())
  endings.push(addServer({ signals, ...(sharesVersions && { versions: createSharedVersions(data) }) }))
}

test('a watcher receives the tags of this process, with their versions, until it ends', async () => {
  const before = await readVersions(['a'])
  const versions: unknown[] = []
  const end = watchTags({ onDrop: (keys) => versions.push([...keys], readVersions(['a'])), onGap: () => undefined })
  const seen = record()
  await dropTags(['a', 'b'])
  await dropTags([])
  end()
  end()
  await dropTags(['x'.repeat(500)])
  expect(versions).toEqual([['a', 'b'], await readVersions(['a'])])
  expect(versions[1]).not.toEqual(before)
  expect(seen).toEqual([['a', 'b'], [expect.stringMatching(/^sha256:/)]])
})

describe.each(['sqlite', 'redis', 'postgres'] as const)('two processes on one %s store', (kind) => {
  test('receive the tags of each other once, when the versions can be read', async () => {
    const name = stores.nameOf(kind, `signals${opened++}`)
    const [data, otherData] = [stores.open(name), stores.open(name)]
    const other = createOther(otherData)
    const atOther: string[][] = []
    endings.push(
      await other.signals.watch({ onDrop: (keys) => atOther.push([...keys]), onGap: () => atOther.push(['GAP']) }),
    )
    serve(data, true)
    const seen = record()
    const sharedWhenSeen: unknown[] = []
    endings.push(
      watchTags({
        onDrop: (keys) => sharedWhenSeen.push(Promise.resolve(readVersions([...keys])).then(({ shared }) => shared)),
        onGap: () => undefined,
      }),
    )
    await dropTags(['mine', 'also mine'])
    expect(seen).toEqual([['mine', 'also mine']])
    await expect.poll(() => atOther).toEqual([['mine', 'also mine']])
    await other.drop(['yours'])
    await expect.poll(() => seen).toEqual([['mine', 'also mine'], ['yours']])
    expect(await Promise.all(sharedWhenSeen)).toEqual([
      await other.versions.read(['mine', 'also mine']),
      await other.versions.read(['yours']),
    ])

    const many = Array.from({ length: 450 }, (_, index) => `tag ${index}`)
    await dropTags(many)
    await expect.poll(() => atOther.slice(1).flat()).toEqual(many)
    expect(atOther.slice(1).map((tags) => tags.length)).toEqual([200, 200, 50])
    await otherData.publish('cache:tags', 'not JSON')
    await otherData.publish('cache:tags', '{"sender":"x","keys":{}}')
    await other.drop(['still works'])
    await expect.poll(() => seen.at(-1)).toEqual(['still works'])
    expect(seen).toHaveLength(4)
  })
})

test('a process that does not read shared versions applies the invalidations of other processes', async () => {
  const name = stores.nameOf('sqlite', `signals${opened++}`)
  serve(stores.open(name), false)
  const other = createOther(stores.open(name))
  const [before, unrelated] = [await readVersions(['a']), await readVersions(['b'])]
  expect(before.shared).toBe('')
  // Its messages arrive without a watcher, too.
  await other.drop(['a'])
  await expect.poll(() => readVersions(['a'])).not.toEqual(before)
  expect(await readVersions(['b'])).toEqual(unrelated)
})

test.each(['redis', 'postgres'] as const)(
  'an invalidation during an outage of %s is repeated when it works again',
  async (kind) => {
    const data = stores.open(stores.nameOf(kind, `signals${opened++}`))
    serve(data, true)
    const seen = record()
    const other = createOther(stores.open(stores.nameOf(kind, `signals${opened - 1}`)))
    const atOther: string[][] = []
    endings.push(
      await other.signals.watch({ onDrop: (keys) => atOther.push([...keys]), onGap: () => atOther.push(['GAP']) }),
    )
    await dropTags(['first'])
    const before = await other.versions.read(['a'])
    await stores[kind].kill()
    await expect(dropTags(['a'])).rejects.toMatchObject({ code: 'unavailable' })
    await expect(dropTags(['b'])).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen.slice(0, 3)).toEqual([['first'], ['a'], ['b']])
    await sleep(1_000)
    await stores[kind].start()
    await expect.poll(() => other.versions.read(['a']), { timeout: 15_000 }).not.toBe(before)
    // Messages from before the other process subscribed again are lost, and covered by the gap.
    await expect.poll(() => atOther.flat(), { timeout: 15_000 }).toContain('GAP')
    // Once when they were invalidated, and once when the store has them.
    await expect.poll(() => seen.flat().filter((key) => key === 'a' || key === 'b').length, { timeout: 15_000 }).toBe(4)
    await expect.poll(() => seen.flat()).toContain('GAP')
  },
  30_000,
)
