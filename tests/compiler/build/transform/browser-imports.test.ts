/** Imports of a browser module, with those that the bundler computes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { listComputed, readBrowserImports } from '../../../../compiler/src/build/transform/browser-imports.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-imports-')))
for (const file of ['src/ways/a.ts', 'src/ways/deep/b.ts', 'src/other.ts', 'node_modules/c/index.js']) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), '')
}
afterAll(() => rmSync(root, { recursive: true }))

const read = (code: string) => readBrowserImports(parseAst(code, { lang: 'ts' }))

test.each([
  ["import { a } from './a.ts'", ['./a.ts']],
  ["export * from './a.ts'", ['./a.ts']],
  ["export { a } from './a.ts'", ['./a.ts']],
  ["import('./a.ts')", ['./a.ts']],
  ['import(`./a.ts`)', ['./a.ts']],
  ["import type { A } from './a.ts'", []],
  ["export type { A } from './a.ts'", []],
])('are read by name: %s', (code, names) => {
  expect(read(code)).toEqual({ names, folders: [] })
})

test.each([
  ['import(`./ways/$' + '{way}.ts`)', ['./ways/']],
  ["import('./ways/' + way + '.ts')", ['./ways/']],
  ["import(isLong ? './long/a.ts' : './short/b.ts')", ['./long/', './short/']],
  ['import(`@/ways/$' + '{folder}/$' + '{way}.ts`)', ['@/ways/']],
  ["import.meta.glob('./ways/*.ts')", ['./ways/']],
  [
    "import.meta.glob<Way>(['./ways/**/*.ts', '!**/*.test.ts', '/src/{a,b}/*.ts'], { eager: true })",
    ['./ways/', '/src/'],
  ],
  ["import('https://cdn.example/' + name)", []],
  ['import(address)', []],
])('are read by the folder of computed paths: %s', (code, folders) => {
  expect(read(code)).toEqual({ names: [], folders })
})

test.each([
  ['./ways/', 'src/page.ts', ['src/ways/a.ts', 'src/ways/deep/b.ts']],
  ['../', 'src/ways/a.ts', ['src/other.ts', 'src/ways/a.ts', 'src/ways/deep/b.ts']],
  ['/src/ways/deep/', 'src/page.ts', ['src/ways/deep/b.ts']],
  ['@/ways/', 'src/page.ts', ['src/other.ts', 'src/ways/a.ts', 'src/ways/deep/b.ts']],
])(
  'a computed path that starts with %s may lead to each file below, and an alias to each file of the app',
  (start, importer, files) => {
    const found = listComputed(start, join(root, importer), root)
    expect(found).toEqual(files.map((file) => join(root, file)))
  },
)
