import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { splitModule } from '../../../../compiler/src/build/transform/split-module.ts'

const split = (code: string, ...roots: string[]) => splitModule(code, parseAst(code), roots, (part) => `./x?${part}`)

const MODULE = `import { outer, inner as other } from 'elsewhere'
export { again } from 'elsewhere'
let state = 0
const options = { lists: 1 }
function core() { return helper(outer) + state }
function helper(x) { return x.lists }
function list() { return mapped() + core() }
function mapped() { return options.core }
function writer() { state++ }
function lonely() { return other }
export { core, list as For, lonely, writer, outer as passed }`

describe('splitModule', () => {
  test('keeps everything that the roots reach and that changes their state together, and groups the rest by references', () => {
    const { parts } = split(MODULE, 'core') ?? { parts: new Map() }
    expect([...parts.keys()].sort()).toEqual(['core', 'list', 'lonely'])
    expect(parts.get('core')).toContain('function writer')
    expect(parts.get('core')).toContain('import { outer as outer } from "elsewhere"')
    expect(parts.get('core')).not.toContain('inner')
    expect(parts.get('list')).toContain('function list')
    expect(parts.get('list')).toContain('import { $fw_core as core } from "./x?core"')
    // A member with the name of a binding isn't a reference to it.
    expect(parts.get('lonely')).toBe(
      'import { inner as other } from "elsewhere"\nfunction lonely() { return other }\nexport { lonely as $fw_lonely }',
    )
  })

  test('the facade has the exports of the module, under their names', () => {
    expect(split(MODULE, 'core')?.facade.split('\n')).toEqual([
      "export { again } from 'elsewhere'",
      'export { $fw_core as core } from "./x?core"',
      'export { $fw_list as For } from "./x?list"',
      'export { $fw_lonely as lonely } from "./x?lonely"',
      'export { $fw_writer as writer } from "./x?core"',
      'export { outer as passed } from "elsewhere"',
    ])
  })

  test("doesn't split a module of another form", () => {
    expect(split('export default 1', 'core')).toBeUndefined()
    expect(split('let a = 1; sideEffect()', 'a')).toBeUndefined()
    expect(split('let a = 1', 'b')).toBeUndefined()
  })

  test("Solid still has the expected form: lists, Suspense and errors aren't part of its core", () => {
    const file = createRequire(import.meta.url)
      .resolve('solid-js')
      .replace(/[^\\/]+$/, 'solid.js')
    const { parts, facade } =
      split(readFileSync(file, 'utf8'), 'createSignal', 'createRoot', 'createRenderEffect') ?? {}
    const core = parts?.get('core') ?? ''
    expect(core).toContain('function createSignal(')
    for (const name of ['For', 'Suspense', 'createResource', 'ErrorBoundary', 'Switch', 'mergeProps']) {
      expect(core).not.toContain(`function ${name}(`)
      expect(facade).toMatch(new RegExp(`as ${name} }`))
    }
  })
})
