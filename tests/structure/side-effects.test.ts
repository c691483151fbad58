import { describe, expect, it } from 'vitest'
import { checkSideEffects } from './checks/side-effects.ts'
import { createTree, printViolations, readRepository } from './source-tree.ts'

const withoutEffects = JSON.stringify({ name: '@fw/runtime', sideEffects: false })

describe('modules of packages without side effects', () => {
  it('have no effects when they load', () => {
    expect(printViolations(checkSideEffects(readRepository()))).toEqual([])
  })

  it('are rejected if they import a module without names, or change something', () => {
    const tree = createTree({
      'runtime/package.json': withoutEffects,
      'runtime/src/api/a.ts': `import './scopes.ts'\nimport {} from './scopes.ts'\nimport { scopes, type Scope } from './scopes.ts'\nimport type {} from './scopes.ts'`,
      'runtime/src/api/b.ts': `import { scopes } from './scopes.ts'\nscopes.run = () => 1\nexport const b = () => { scopes.run = undefined }`,
      'runtime/src/api/c.ts': 'for (const one of [1]) list.push(one)',
      'runtime/src/api/known.ts': `import './scopes.ts'\nscopes.run = () => 1`,
      'runtime/src/api/stale.ts': 'export const stale = 1',
      'compiler/package.json': JSON.stringify({ name: '@fw/compiler' }),
      'compiler/src/a.ts': `import './first.ts'`,
    })
    const known = { 'runtime/src/api/known.ts': 'a reason', 'runtime/src/api/stale.ts': 'a reason' }
    const bare = 'imports a module without names, which bundlers leave out; import a function and call it'
    const effect =
      'has an effect when it loads, which is missing in bundles that use none of its exports; move it into a function'
    expect(printViolations(checkSideEffects(tree, known))).toEqual([
      `runtime/src/api/a.ts:1 ${bare}`,
      `runtime/src/api/a.ts:2 ${bare}`,
      `runtime/src/api/b.ts:2 ${effect}`,
      `runtime/src/api/c.ts:1 ${effect}`,
      `runtime/src/api/known.ts:1 ${bare}`,
      'runtime/src/api/stale.ts has no effect when it loads; remove it from tests/structure/checks/side-effects.ts',
    ])
  })

  it('are rejected too if the package lists modules with effects', () => {
    const tree = createTree({
      'runtime/package.json': JSON.stringify({ sideEffects: ['./dist/a.js'] }),
      'runtime/src/a.ts': `import './b.ts'`,
    })
    expect(checkSideEffects(tree)).toHaveLength(1)
  })
})
