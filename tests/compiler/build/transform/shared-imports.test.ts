import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { shareImports } from '../../../../compiler/src/build/transform/shared-imports.ts'

const HEAD = "import { importForAll as _$importForAll } from '@fw/runtime/compiled';"
const print = (code: string) => shareImports({ code, file: '/app/src/one.js' }, parseAst(code))?.code

test.each([
  ["const a = await import('./a.js')", "const a = await _$importForAll(() => import('./a.js'))"],
  [
    "f(() => import('./a.js', { with: { type: 'json' } }).then((m) => m.a))",
    "f(() => _$importForAll(() => import('./a.js', { with: { type: 'json' } })).then((m) => m.a))",
  ],
  ['import(url(import("./b.js")))', '_$importForAll(() => import(url(_$importForAll(() => import("./b.js")))))'],
  ['import(/* @vite-ignore */ url)', '_$importForAll(() => import(/* @vite-ignore */ url))'],
])('wraps %s', (code, expected) => {
  expect(print(code)).toBe(HEAD + expected)
})

test.each([
  'import(await getUrl())',
  "function* f() { yield import('./a' + (yield 1)) }",
  "import './a.js'",
  "const text = 'import(1)', { url } = import.meta",
])('leaves %s', (code) => {
  expect(print(code)).toBeUndefined()
})
