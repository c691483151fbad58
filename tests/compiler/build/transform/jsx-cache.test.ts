import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsxCache, presetVersions } from '../../../../compiler/src/build/transform/jsx-cache.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fw-jsx-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('the same parts are compiled once, also by a later process', async () => {
  let runs = 0
  const make = () => ({ code: `run ${++runs}` })
  await createJsxCache(dir).through(['file', 'ssr'], make)
  expect(await createJsxCache(dir).through(['file', 'ssr'], make)).toEqual({ code: 'run 1' })
  expect(runs).toBe(1)
})

test("other parts are another entry, and parts aren't concatenated", async () => {
  const cache = createJsxCache(dir)
  await cache.through(['ab', 'c'], () => 1)
  expect(await cache.through(['a', 'bc'], () => 2)).toBe(2)
})

test('a file without components is cached too', async () => {
  await createJsxCache(dir).through(['plain'], () => null)
  expect(await createJsxCache(dir).through(['plain'], () => 'again')).toBeNull()
})

test('a damaged entry is recreated', async () => {
  await createJsxCache(dir).through(['x'], () => 'first')
  const [name] = await readdir(dir)
  await writeFile(join(dir, name ?? ''), '{"result": "fir')
  expect(await createJsxCache(dir).through(['x'], () => 'second')).toBe('second')
})

test('the output of another version of the presets is not served', async () => {
  await createJsxCache(dir, { version: async () => 'babel-preset-solid@1.9.16' }).through(['x'], () => 'old')
  const upgraded = createJsxCache(dir, { version: async () => 'babel-preset-solid@1.9.17' })
  expect(await upgraded.through(['x'], () => 'new')).toBe('new')
})

test('the version contains the installed presets', () => {
  expect(presetVersions()).toEqual([
    expect.stringMatching(/^@babel\/core@\d+\.\d+\.\d+/),
    expect.stringMatching(/^@babel\/preset-typescript@\d+\.\d+\.\d+/),
    expect.stringMatching(/^babel-preset-solid@\d+\.\d+\.\d+/),
    expect.stringMatching(/^babel-plugin-jsx-dom-expressions@\d+\.\d+\.\d+/),
  ])
})

test('beyond its size limit the cache removes the least recently used entries, also those of earlier processes', async () => {
  const long = 'x'.repeat(100)
  await createJsxCache(dir).through(['old'], () => `old ${long}`)
  await createJsxCache(dir).through(['used'], () => `used ${long}`)
  const yearAgo = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000)
  for (const name of await readdir(dir)) await utimes(join(dir, name), yearAgo, yearAgo)
  const cache = createJsxCache(dir, { maxBytes: 300 })
  await cache.through(['used'], () => 'made again')
  await cache.through(['new'], () => `new ${long}`)
  const names = await readdir(dir)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300)
  expect(await createJsxCache(dir).through(['old'], () => 'made again')).toBe('made again')
  expect(await createJsxCache(dir).through(['new'], () => 'made again')).toBe(`new ${long}`)
})
