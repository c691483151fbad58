import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsxCache } from '../../../compiler/src/build/jsx-cache.ts'

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

test('other parts are another entry, and parts do not run together', async () => {
  const cache = createJsxCache(dir)
  await cache.through(['ab', 'c'], () => 1)
  expect(await cache.through(['a', 'bc'], () => 2)).toBe(2)
})

test('a file without components is remembered too', async () => {
  await createJsxCache(dir).through(['plain'], () => null)
  expect(await createJsxCache(dir).through(['plain'], () => 'again')).toBeNull()
})

test('a damaged entry is made again', async () => {
  await createJsxCache(dir).through(['x'], () => 'first')
  const [name] = await readdir(dir)
  await writeFile(join(dir, name ?? ''), '{"result": "fir')
  expect(await createJsxCache(dir).through(['x'], () => 'second')).toBe('second')
})
