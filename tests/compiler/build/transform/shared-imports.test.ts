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

const CREATE = '_$createImporter'
const LOAD = '(source) => import(source)'
test.each([
  ['import(await getUrl())', `${CREATE}(${LOAD}).import(await getUrl())`],
  [
    'import (/* @vite-ignore */ (await url), { with: {} })',
    `${CREATE}((source, options) => import(/* @vite-ignore */ source, options)).import (/* @vite-ignore */ (await url), { with: {} })`,
  ],
  [
    "function* f() { yield import('./a' + (yield 1)) }",
    `function* f() { yield ${CREATE}(${LOAD}).import('./a' + (yield 1)) }`,
  ],
])('wraps %s, whose URL is evaluated by its own function', (code, expected) => {
  expect(print(code)).toBe(HEAD.replaceAll('importForAll', 'createImporter') + expected)
})

test('wraps an import in the URL of another one', () => {
  const expected = `${CREATE}(${LOAD}).import((await _$importForAll(() => import('./a.js'))).url)`
  expect(print("import((await import('./a.js')).url)")?.split(';')[1]).toBe(expected)
})

test.each(["import './a.js'", "const text = 'import(1)', { url } = import.meta"])('leaves %s', (code) => {
  expect(print(code)).toBeUndefined()
})
