import { afterEach, describe, expect, test, vi } from 'vitest'
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

  test('are computed by a function, from the input and the ctx of the caller, as app code of this call', async () => {
    const readUser = (ctx: object) => ('userId' in ctx ? String(ctx.userId) : 'none')
    const user = api({ readonly: true, access: 'public', run: ({ ctx }) => readUser(ctx) })
    let calls = 0
    const inside: Promise<string>[] = []
    const cart = api({
      readonly: true,
      access: 'user',
      input: schema({ shop: str() }),
      tags({ input, ctx }) {
        calls++
        inside.push(user())
        const own = `cart-${readUser(ctx)}`
        return [own, `shop-${input.shop}`, 'a [id]', own]
      },
      run: () => 'a cart',
    })
    const own = { userId: 'ada' } as never
    expect(await cart({ shop: 'x y' }, own)).toBe('a cart')
    // The process has made live reads, but this is none.
    expect(calls).toBe(0)
    const read = await collectTags(() => cart({ shop: 'x y' }, own))
    expect(read).toMatchObject({ result: 'a cart', tags: ['a%20%5Bid%5D', 'cart-ada', 'shop-x%20y'] })
    expect(await Promise.all(inside)).toEqual(['ada'])
    expect((await collectTags(() => cart({ shop: 'x y' }, { userId: 'bo' } as never))).tags).toContain('cart-bo')
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no cart')
      },
      'no cart',
    ],
    ['returns a string', () => 'cart', 'must return a list of strings'],
    ['returns nothing', () => undefined, 'must return a list of strings'],
    ['returns a number in the list', () => ['cart', 7], 'non-empty string'],
    ['returns an empty tag', () => ['cart', ''], 'non-empty string'],
    ['returns a promise that rejects', () => Promise.reject(new Error('late')), 'must return a list of strings'],
  ])('a function that %s is reported; the read has its result, and only its other tags', async (_, tags, message) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const value = cached(async () => 1, { ttl: 60, tags: ['other'] })
    const cart = api({ readonly: true, tags: tags as () => string[], run: () => value() })
    try {
      expect(await collectTags(() => cart())).toMatchObject({ result: 1, tags: ['other'] })
      expect(log).toHaveBeenCalledOnce()
      expect(log.mock.calls[0]?.map(String).join(' ')).toContain('The tags of an api failed')
      expect(JSON.stringify(log.mock.calls[0], (_key, of) => (of instanceof Error ? of.message : of))).toContain(
        message,
      )
    } finally {
      log.mockRestore()
    }
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
  expect(() => api({ readonly: true, tags: 'orders', run })).toThrow(
    'tags is a string. It must be a list of strings or a function',
  )
  expect(() => api({ tags: () => ['orders'], run })).toThrow('api: tags needs readonly: true')
  expect(() => api({ readonly: true, tags: () => ['orders'], run })).not.toThrow()
  expect(() => api({ readonly: true, tags: ['orders'], run })).not.toThrow()
})
