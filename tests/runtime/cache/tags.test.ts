import { expect, test } from 'vitest'
import { fillTags, toTag } from '../../../runtime/src/cache/tag-text.ts'
import { createLocalVersions, createSharedVersions } from '../../../runtime/src/cache/tag-versions.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { cachePolicy } from '../../../runtime/src/index.ts'

test('a tag has one spelling, which no other tag has, in letters that headers carry', () => {
  expect(['orders', 'order-7', 'a b', 'a,b', 'a%20b', 'ä', 'a\r\nb', '\ud800'].map(toTag)).toEqual([
    'orders',
    'order-7',
    'a%20b',
    'a%2Cb',
    'a%2520b',
    '%C3%A4',
    'a%0D%0Ab',
    '%EF%BF%BD',
  ])
  expect(() => toTag('')).toThrow(TypeError)
})

test('parameters are filled in; a tag with a missing parameter is omitted', () => {
  const values: Record<string, string | number> = { id: 7, name: 'a,b' }
  expect(fillTags(['all', 'one-[id]', 'of-[name]', 'none-[other]', 'one-7'], (name) => values[name])).toEqual([
    'all',
    'one-7',
    'of-a%2Cb',
  ])
})

test('a forgotten drop drops more, never less', () => {
  const versions = createLocalVersions(2)
  const before = versions.read(['a'])
  versions.drop(['a'])
  for (const tag of ['b', 'c', 'd']) versions.drop([tag])
  expect(versions.read(['a'])).not.toBe(before)
  expect(versions.read(['never dropped'])).not.toBe(before)
})

test('versions of a store are the same for all who use it, and others after a drop', async () => {
  const data = openMemoryData()
  const [one, two] = [createSharedVersions(data), createSharedVersions(data)]
  const before = await one.read(['a', 'b'])
  expect(await two.read(['a', 'b'])).toBe(before)
  await two.drop(['b'])
  const after = await one.read(['a', 'b'])
  expect(after).not.toBe(before)
  expect(await two.read(['a', 'b'])).toBe(after)
  expect(await one.read(['a'])).toBe(await two.read(['a']))
})

test('cachePolicy returns its argument, and throws for an invalid policy', () => {
  const policy = { scope: 'public', maxAge: 1, sharedMaxAge: 2, swr: 3, cdn: true, tags: ['a'] } as const
  expect(cachePolicy(policy)).toBe(policy)
  const wrong: readonly [unknown, string][] = [
    [undefined, 'must be an object'],
    [{ scope: 'publik' }, "'public' or 'private'"],
    [{ scope: 'public', ttl: 1 }, '"ttl" is not a field'],
    [{ scope: 'public', swr: -1 }, 'swr must be'],
    [{ scope: 'public', cdn: 1 }, 'cdn must be'],
    [{ scope: 'public', tags: 'a' }, 'tags must be'],
  ]
  for (const [given, message] of wrong) expect(() => cachePolicy(given as never)).toThrow(message)
})
