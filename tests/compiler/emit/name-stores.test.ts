import { expect, test } from 'vitest'
import { emitNamedStores } from '../../../compiler/src/emit/name-stores.ts'

const emit = (code: string, lazy = false) => emitNamedStores({ code, file: 'src/stores.ts', chunk: 'abc', lazy }).code

test('every exported value names its store, including re-exports; types name none', () => {
  const code = emit(
    "export const cart = defineStore({}), theme = defineStore({})\nconst inner = defineStore({})\nexport { inner as prefs }\nexport { a as b } from './a.ts'\nexport type { T } from './t.ts'\nexport interface X {}",
  )
  expect(code).toContain('import { a as _$store1 } from "./a.ts"')
  expect(code).toContain('_$nameStores({ cart, theme, prefs: inner, b: _$store1 }, (name) => _$contracts[name])')
  expect(code).toContain('import _$contracts from "fw:sources/abc"')
})

test('previewable actions are named by store, under the name of the export', () => {
  const previewable = new Map([
    ['cart', ['add']],
    ['inner', ['set', 'two words']],
    ['hidden', ['set']],
  ])
  const code = 'export const cart = 1, theme = 2\nconst inner = 3, hidden = 4\nexport { inner as prefs }'
  expect(emitNamedStores({ code, file: 'src/stores.ts', chunk: 'abc', lazy: false, previewable }).code).toContain(
    '(name) => _$contracts[name], { cart: ["add"], prefs: ["set","two words"] })',
  )
})

test('a module without exports stays unchanged', () => {
  expect(emit('const x = 1')).toBe('const x = 1')
})

test('in development the contracts of actions are loaded when they are first needed', () => {
  const code = emit('export const cart = defineStore({})', true)
  expect(code).not.toContain('fw:sources')
  expect(code).toContain('(name) => ({ load: () => import("fw:tools/abc").then((tools) => tools[name]) })')
})
