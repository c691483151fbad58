import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesBelow, listOnce } from '../../../../compiler/src/analyze/modules/folder-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
}

test('files of subfolders are found in the order of their paths, installed packages are not', () => {
  write('b.ts', 'a/c.ts', 'a/b/d.ts', 'a.ts', 'node_modules/e.ts', 'a/node_modules/f.ts')
  mkdirSync(join(folder, 'empty'))
  expect(filesBelow(folder)).toEqual(['a.ts', 'a/b/d.ts', 'a/c.ts', 'b.ts'])
})

test('links to files and folders are followed, broken links are skipped', () => {
  write('shared/one.ts')
  symlinkSync(join(folder, 'shared'), join(folder, 'folder'))
  symlinkSync(join(folder, 'shared/one.ts'), join(folder, 'file.ts'))
  symlinkSync(join(folder, 'missing'), join(folder, 'gone.ts'))
  expect(filesBelow(folder)).toEqual(['file.ts', 'folder/one.ts', 'gone.ts', 'shared/one.ts'])
})

test('a missing folder has no files', () => {
  expect(filesBelow(join(folder, 'missing'))).toEqual([])
})

test('one analysis of an app sees a folder as it was when it was first listed', () => {
  write('src/a.ts', 'src/server/b.ts', 'src/server-side/c.ts', 'src/node_modules/d/e.ts')
  const list = listOnce()
  expect(list(join(folder, 'src'))).toEqual(['a.ts', 'server-side/c.ts', 'server/b.ts'])
  write('src/server/later.ts')
  expect(list(join(folder, 'src/server'))).toEqual(['b.ts'])
  expect(list(join(folder, 'src/missing'))).toEqual([])
  expect(list(join(folder, 'src/node_modules/d'))).toEqual(['e.ts'])
  expect(listOnce()(join(folder, 'src/server'))).toEqual(['b.ts', 'later.ts'])
})
