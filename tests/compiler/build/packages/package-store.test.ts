import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { PackageBundle } from '../../../../compiler/src/build/packages/bundle-package.ts'
import { loadPackageBundle } from '../../../../compiler/src/build/packages/package-store.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** A module of the runtime that exports a part of the package `leaf`, which needs `inner` and a package with native code. */
const FILES = {
  'package.json': '{"name":"app"}',
  'node_modules/@fw/runtime/package.json': '{"name":"@fw/runtime","version":"1.0.0","type":"module"}',
  'node_modules/@fw/runtime/dist/leaf.package.js': "export { used } from 'leaf'\n",
  'node_modules/leaf/package.json':
    '{"name":"leaf","version":"1.0.0","main":"./index.js","dependencies":{"inner":"1","native":"1"}}',
  'node_modules/leaf/index.js':
    "/*! Licence of leaf */\nconst inner = require('inner')\nexports.used = () => inner.name + require('native')\nexports.unused = 1\n",
  'node_modules/inner/package.json': '{"name":"inner","version":"1.0.0","main":"./data.json"}',
  'node_modules/inner/data.json': '{"name":"inner"}',
  'node_modules/native/package.json': '{"name":"native","version":"1.0.0","gypfile":true}',
  'node_modules/native/index.js': 'module.exports = "native"\n',
}

function writeApp(files: Readonly<Record<string, string>> = FILES, below = ''): string {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'fw-packages-'))), below)
  roots.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const load = (root: string) =>
  loadPackageBundle(realpathSync(join(root, 'node_modules/@fw/runtime/dist/leaf.package.js')), 'leaf', root)

const listStored = (root: string, folder = 'node_modules/.cache/fw') => readdirSync(join(root, folder))

function readTexts({ fileName, code, map }: PackageBundle): Record<string, string> {
  return { fileName, code: Buffer.from(code).toString(), map: Buffer.from(map).toString() }
}

test('a package is bundled once: its licence and native packages stay, and its files are known', async () => {
  const root = writeApp()
  const first = await load(root)
  const { fileName, code, map } = readTexts(first)
  expect(fileName).toMatch(/^leaf-[\w-]{8}\.js$/)
  expect(code).toContain('/*! Licence of leaf */')
  expect(code).toMatch(/\("native"\)/)
  expect(code).toContain('export { used }')
  expect(code).not.toContain(root)
  expect(JSON.parse(map ?? '').sources).toContain('../../../node_modules/leaf/index.js')
  const files = ['leaf/index.js', 'leaf/package.json', 'inner/data.json'].map((name) =>
    join(root, 'node_modules', name),
  )
  expect(first.modules).toEqual(expect.arrayContaining(files))
  const [stored = ''] = listStored(root)
  const before = readFileSync(join(root, 'node_modules/.cache/fw', stored))
  const second = await load(root)
  expect(readTexts(second)).toEqual(readTexts(first))
  expect(new Set(second.modules)).toEqual(new Set(first.modules))
  expect(readFileSync(join(root, 'node_modules/.cache/fw', stored)).equals(before)).toBe(true)
})

test('the bytes are the same in another folder, and in an installation that links packages', async () => {
  const bundle = readTexts(await load(writeApp()))
  expect(readTexts(await load(writeApp(FILES, 'deeper/apps/web')))).toEqual(bundle)
  const entries = Object.entries(FILES).map(([name, text]) => [
    name.replace(
      /^node_modules\/((?:@fw\/)?\w+)\//,
      (_, one: string) => `node_modules/.pnpm/${one.replace('/', '+')}@1/node_modules/${one}/`,
    ),
    text,
  ])
  const linked = writeApp(Object.fromEntries(entries))
  const link = (target: string, path: string) => {
    mkdirSync(dirname(join(linked, path)), { recursive: true })
    symlinkSync(join(linked, 'node_modules/.pnpm', target), join(linked, path))
  }
  link('@fw+runtime@1/node_modules/@fw/runtime', 'node_modules/@fw/runtime')
  link('leaf@1/node_modules/leaf', 'node_modules/.pnpm/@fw+runtime@1/node_modules/leaf')
  for (const name of ['inner', 'native'])
    link(`${name}@1/node_modules/${name}`, `node_modules/.pnpm/leaf@1/node_modules/${name}`)
  expect(readTexts(await load(linked))).toEqual(bundle)
  expect(listStored(linked)).toHaveLength(1)
})

test.each([
  ['a file of the package', 'node_modules/leaf/index.js', "exports.used = () => 'changed'\n"],
  ['a file of a dependency', 'node_modules/inner/data.json', '{"name":"changed"}'],
  [
    'a version that another dependency has',
    'node_modules/leaf/node_modules/inner/index.js',
    'exports.name = "changed"\n',
  ],
])('it is bundled again after a change of %s', async (_what, file, text) => {
  const root = writeApp()
  await load(root)
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  if (file.includes('leaf/node_modules'))
    writeFileSync(join(root, dirname(file), 'package.json'), '{"name":"inner","version":"2.0.0"}')
  const changed = readTexts(await load(root))
  expect(changed.code).toContain('changed')
  expect(readTexts(await load(root))).toEqual(changed)
})

test('builds at the same time get the same bundle and leave no other file', async () => {
  const root = writeApp()
  const bundles = await Promise.all([load(root), load(root), load(root)])
  expect(new Set(bundles.map((bundle) => JSON.stringify(readTexts(bundle)))).size).toBe(1)
  expect(listStored(root)).toHaveLength(1)
})

test('a damaged bundle is replaced', async () => {
  const root = writeApp()
  const bundle = readTexts(await load(root))
  const [stored = ''] = listStored(root)
  const file = join(root, 'node_modules/.cache/fw', stored)
  const whole = readFileSync(file)
  for (const bytes of [whole.subarray(0, -1), Buffer.alloc(0), Buffer.from('{}\n')]) {
    writeFileSync(file, bytes)
    expect(readTexts(await load(root))).toEqual(bundle)
    expect(readFileSync(file).equals(whole)).toBe(true)
  }
})

test('a folder of packages that cannot be written is left alone', async () => {
  const root = writeApp({ ...FILES, 'node_modules/.cache': '' })
  const bundle = readTexts(await load(root))
  expect(listStored(root, '.fw/cache/packages')).toHaveLength(1)
  expect(readTexts(await load(root))).toEqual(bundle)
  const unwritable = writeApp({ ...FILES, 'node_modules/.cache': '', '.fw': '' })
  expect(readTexts(await load(unwritable))).toEqual(bundle)
})
