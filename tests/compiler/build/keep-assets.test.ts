/** The files of earlier builds in the output of a build. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAssets } from '../../../compiler/src/build/assets/keep-assets.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-assets-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const list = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .sort()
const readList = () => JSON.parse(readFileSync(join(root, 'dist/client.built-files.json'), 'utf8')) as unknown

/** Builds these hashed files, as `fw build` does: into an empty folder, each with a compressed copy. */
function build(names: readonly string[], builds?: number) {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const hashed = names.map((name) => `assets/${name}`)
  for (const name of hashed) {
    write(`dist/client/${name}`, name)
    write(`dist/client/${name}.br`, `br ${name}`)
    write(`dist/client/${name}.map`, 'map')
  }
  write('dist/client/robots.txt', 'public')
  write('dist/client/robots.txt.br', 'public')
  const built = { hashed, encoded: [...hashed.map((name) => `${name}.br`), 'robots.txt.br'] }
  write('dist/client.built-files.json', JSON.stringify(built))
  return keepAssets({ generatedDir: join(root, '.fw'), clientOut: join(root, 'dist/client') }, built, builds)
}

const served = () => list('dist/client').filter((name) => /^assets\/[^.]*\.js$/.test(name))

test('a first build has only its own', async () => {
  expect(await build(['a1.js', 'b1.js'])).toEqual({ files: 0, bytes: 0 })
  expect(served()).toEqual(['assets/a1.js', 'assets/b1.js'])
})

test('those of the last build stay, with their compressed copies, and are listed as immutable; older ones go', async () => {
  await build(['a1.js', 'b1.js'])
  expect(await build(['a2.js', 'b1.js'])).toEqual({ files: 1, bytes: 'assets/a1.js'.length })
  expect(served()).toEqual(['assets/a1.js', 'assets/a2.js', 'assets/b1.js'])
  expect(readFileSync(join(root, 'dist/client/assets/a1.js.br'), 'utf8')).toBe('br assets/a1.js')
  expect(existsSync(join(root, 'dist/client/assets/a1.js.map'))).toBe(false)
  expect(readList()).toEqual({
    hashed: ['assets/a1.js', 'assets/a2.js', 'assets/b1.js'],
    encoded: ['assets/a1.js.br', 'assets/a2.js.br', 'assets/b1.js.br', 'robots.txt.br'],
  })
  await build(['a3.js', 'b1.js'])
  expect(served()).toEqual(['assets/a2.js', 'assets/a3.js', 'assets/b1.js'])
  expect(list('.fw/cache/assets').filter((name) => name.includes('a1'))).toEqual([])
  // Public files have no hash: the new build has its own.
  expect(list('.fw/cache/assets').filter((name) => name.includes('robots'))).toEqual([])
})

test('a build of the same files is not another one', async () => {
  await build(['a1.js'])
  await build(['a2.js'])
  await build(['a2.js'])
  expect(served()).toEqual(['assets/a1.js', 'assets/a2.js'])
})

test('a build that returns to the files of an earlier one keeps the other', async () => {
  await build(['a1.js'])
  await build(['a2.js'])
  await build(['a1.js'])
  expect(served()).toEqual(['assets/a1.js', 'assets/a2.js'])
})

test('keepAssets is the number of builds; 0 keeps none and removes the copies', async () => {
  for (const version of [1, 2, 3, 4]) await build([`a${version}.js`], 2)
  expect(served()).toEqual(['assets/a2.js', 'assets/a3.js', 'assets/a4.js'])
  expect(await build(['a5.js'], 0)).toEqual({ files: 0, bytes: 0 })
  expect(served()).toEqual(['assets/a5.js'])
  expect(existsSync(join(root, '.fw/cache/assets'))).toBe(false)
})

test('a folder without the output of the last build only needs the cache', async () => {
  await build(['a1.js'])
  rmSync(join(root, 'dist'), { recursive: true })
  await build(['a2.js'])
  expect(served()).toEqual(['assets/a1.js', 'assets/a2.js'])
})

test.each(['{', 'null', '[{}]', '[{ "hashed": ["../../../outside.js", "/etc/hosts"], "encoded": [] }]'])(
  'a damaged list of builds is ignored, and copies nothing from outside: %s',
  async (text) => {
    write('.fw/cache/assets/builds.json', text)
    write('outside.js', 'outside')
    await build(['a2.js'])
    expect(served()).toEqual(['assets/a2.js'])
    expect(list('.').filter((name) => name.endsWith('outside.js'))).toEqual(['outside.js'])
    await build(['a3.js'])
    expect(served()).toEqual(['assets/a2.js', 'assets/a3.js'])
  },
)

test('a file that the cache has lost is left out', async () => {
  await build(['a1.js', 'b1.js'])
  rmSync(join(root, '.fw/cache/assets/assets/a1.js'))
  await build(['a2.js'])
  expect(served()).toEqual(['assets/a2.js', 'assets/b1.js'])
})
