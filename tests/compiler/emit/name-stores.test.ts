import { expect, test } from 'vitest'
import { emitNamedStores } from '../../../compiler/src/emit/name-stores.ts'

const emit = (code: string) => emitNamedStores(code, 'src/stores.ts', '@fw/runtime/client').code

test('every exported value gives its store its name, re-exports too; types give none', () => {
  const code = emit(
    "export const cart = defineStore({}), theme = defineStore({})\nconst inner = defineStore({})\nexport { inner as prefs }\nexport { a as b } from './a.ts'\nexport type { T } from './t.ts'\nexport interface X {}",
  )
  expect(code).toContain('import { a as _$store1 } from "./a.ts"')
  expect(code).toContain('_$nameStores({ cart, theme, prefs: inner, b: _$store1 })')
})

test('a module without exports stays as it is', () => {
  expect(emit('const x = 1')).toBe('const x = 1')
})
