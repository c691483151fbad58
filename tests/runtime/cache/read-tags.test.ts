import { afterEach, describe, expect, test } from 'vitest'
import { addServer } from '../../../runtime/src/cache/live-tags.ts'
import { collectTags } from '../../../runtime/src/cache/read-tags.ts'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { api, type CacheTag, cached, revalidateTag, schema, str } from '../../../runtime/src/index.ts'

const removals: (() => void)[] = []
afterEach(() => removals.splice(0).map((remove) => remove()))

const drop = (tag: string) => revalidateTag(tag as CacheTag)

describe('the tags of a read', () => {
  test('are those of the APIs that ran, with their parameters filled in, and of the cached values that were read', async () => {
    const row = cached(async (id: string) => id, { ttl: 60, tags: (id) => ['rows', `row-${id}`] })
    const card = api({
      readonly: true,
      tags: ['cards', 'card-[id]', 'of-[owner]'],
      input: schema({ id: str(), owner: str().optional() }),
      run: ({ input }) => row(input.id),
    })
    const first = await collectTags(() => card({ id: 'a b' }))
    expect(first).toMatchObject({ result: 'a b', tags: ['card-a%20b', 'cards', 'row-a%20b', 'rows'] })
    expect(first.versions).toHaveLength(4)
    // The second read finds the cached value, whose tags count too.
    expect((await collectTags(() => card({ id: 'a b' }))).tags).toEqual(first.tags)
  })

  test('a cached value has only its own tags, whether or not it is computed during the read', async () => {
    const inner = cached(async () => 1, { ttl: 60, tags: ['inner'] })
    const outer = cached(() => inner(), { ttl: 60, tags: ['outer'] })
    expect((await collectTags(() => outer())).tags).toEqual(['outer'])
    expect((await collectTags(() => outer())).tags).toEqual(['outer'])
  })

  test('concurrent reads collect their own tags, and code outside of a read collects none', async () => {
    const read = api({
      readonly: true,
      tags: ['item-[id]'],
      input: schema({ id: str() }),
      run: async ({ input }) => {
        await new Promise((resolve) => setTimeout(resolve, input.id === '1' ? 20 : 5))
        return input.id
      },
    })
    const [one, two, outside] = await Promise.all([
      collectTags(() => read({ id: '1' })),
      collectTags(async () => [await read({ id: '2' }), await read({ id: '3' })]),
      read({ id: '4' }),
    ])
    expect(one.tags).toEqual(['item-1'])
    expect(two.tags).toEqual(['item-2', 'item-3'])
    expect(outside).toBe('4')
  })

  test('versions are from before the data was read, so a write during the read changes them', async () => {
    const quick = api({ readonly: true, tags: ['stock'], run: () => 1 })
    const before = await collectTags(() => quick())
    const slow = api({
      readonly: true,
      tags: ['stock'],
      run: async () => {
        await drop('stock')
        return 1
      },
    })
    const during = await collectTags(() => slow())
    expect(during.versions).toEqual(before.versions)
    expect((await collectTags(() => quick())).versions).not.toEqual(before.versions)
  })

  test('shared versions are known before run begins; undefined while the store is unavailable', async () => {
    let version = 'v1'
    let isDown = false
    const shared = {
      read: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        if (isDown) throw new FwError('unavailable')
        return version
      },
      drop: async () => undefined,
    }
    removals.push(addServer({ versions: shared }))
    const read = api({
      readonly: true,
      tags: ['orders'],
      run: () => {
        version = 'v2'
      },
    })
    expect((await collectTags(() => read())).versions).toEqual([{ here: expect.any(String), shared: 'v1' }])
    isDown = true
    expect(await collectTags(() => read())).toMatchObject({ tags: ['orders'], versions: [undefined] })
  })

  test('an error of the read rejects', async () => {
    const read = api({
      readonly: true,
      tags: ['orders'],
      run: () => {
        throw new Error('out of stock')
      },
    })
    await expect(collectTags(() => read())).rejects.toThrow('out of stock')
  })
})

test('tags are checked when an API is defined', () => {
  const run = () => 1
  expect(() => api({ tags: ['orders'], run })).toThrow('api: tags needs readonly: true')
  expect(() => api({ readonly: false, tags: ['orders'], run })).toThrow('Write invalidates')
  expect(() => api({ readonly: true, tags: [''], run })).toThrow('A tag needs at least one character')
  // @ts-expect-error a string isn't a list
  expect(() => api({ readonly: true, tags: 'orders', run })).toThrow('tags is a string. It must be a list of strings')
  expect(() => api({ readonly: true, tags: ['orders'], run })).not.toThrow()
})
