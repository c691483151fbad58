import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { analysisKey, readAnalysis, writeAnalysis } from '../../../compiler/src/build/analysis-cache.ts'
import { appPaths } from '../../../compiler/src/build/app-paths.ts'
import { scanApp } from '../../../compiler/src/build/scan-app.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fw-analysis-'))
  await mkdir(join(root, 'src/server'), { recursive: true })
  await writeFile(join(root, 'src/server/shop.api.ts'), 'export {}')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const result = () => ({ model: scanApp(appPaths(root, {}), {}), diagnostics: [] })

async function store(): Promise<void> {
  await writeAnalysis(root, await analysisKey(root), result())
}

test('a result is remembered while the sources stay as they are', async () => {
  expect(await readAnalysis(root)).toBeUndefined()
  await store()
  expect(await readAnalysis(root)).toMatchObject({ diagnostics: [], model: { modules: [{ module: 'shop' }] } })
})

test.each([
  ['an api is edited', 'src/server/shop.api.ts'],
  ['a type comes', 'src/types.d.ts'],
  ['the configuration comes', 'fw.config.ts'],
  ['packages change', 'package-lock.json'],
  ['compiler options come', 'tsconfig.json'],
])('it is void when %s', async (_what, file) => {
  await store()
  await writeFile(join(root, file), '{ }\n// edited')
  expect(await readAnalysis(root)).toBeUndefined()
})

test('it is void when a file is touched, and when it is damaged', async () => {
  await store()
  await utimes(join(root, 'src/server/shop.api.ts'), new Date(0), new Date(0))
  expect(await readAnalysis(root)).toBeUndefined()
  await store()
  await writeFile(join(root, '.fw/cache/analysis.json'), '{"key":')
  expect(await readAnalysis(root)).toBeUndefined()
})

test('generated files do not count', async () => {
  await store()
  await mkdir(join(root, '.fw/types'), { recursive: true })
  await writeFile(join(root, '.fw/types/register.d.ts'), 'export {}')
  expect(await readAnalysis(root)).toBeDefined()
})
