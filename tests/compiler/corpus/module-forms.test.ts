/** A type is found, with its tags, by every way that modules pass it on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'
import { wrongVerdicts } from './derive-all.ts'

const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "exactOptionalPropertyTypes": true } }',
  'node_modules/units/package.json': '{ "name": "units", "version": "1.0.0", "types": "./index.d.ts" }',
  'node_modules/units/index.d.ts': `/** @minimum 1 @maximum 9 */
    export type Size = number
    export interface Box { /** @pattern ^[a-z]+$ */ readonly label: string; size?: Size }
    export * as deep from './deep.js'
    export { Length as Reach } from './deep.js'
    declare const fallback: { size: Size }
    export default fallback`,
  'node_modules/units/deep.d.ts': '/** @integer */\nexport type Length = number',
  'node_modules/old/package.json': '{ "name": "old", "version": "1.0.0", "types": "./index.d.ts" }',
  'node_modules/old/index.d.ts': `declare namespace Old { interface Item { /** @minLength 2 */ code: string } }
    export = Old`,
  'node_modules/plain/package.json': '{ "name": "plain", "version": "1.0.0", "types": "./index.d.ts" }',
  'node_modules/plain/index.d.ts': `declare module 'plain' { export interface Plain { /** @maximum 5 */ at: number } }`,
  'node_modules/@types/typed/index.d.ts': 'export interface Typed { /** @maxLength 2 */ code: string }',
  'base.ts': `/** @minimum 3 */
    export type Low = number
    export interface Item { /** @maxLength 2 */ name: string; low?: Low }
    export default interface Main { low: Low }
    export class Thing { /** @minItems 1 */ list: string[] = [] }
    export enum Level { Low = 'low', High = 'high' }
    export namespace Space { export interface Inner { low: Low } }`,
  'again.ts': `export * from './base.ts'
    export * as all from './base.ts'
    export { default } from './base.ts'
    export { type Item as Renamed, Thing as Other } from './base.ts'
    export type { Low as Bottom } from './base.ts'
    import type { Item } from './base.ts'
    export { type Item as Passed }`,
  'assigned.ts': `interface Assigned { /** @minimum 3 */ low: number }
    export = Assigned`,
  'default-type.ts': '/** @minLength 2 */\ntype Local = string\nexport default Local',
  'default-class.ts': 'export default class { /** @minimum 3 */ low = 3 }',
  'narrow.ts': `export interface Item { /** @maxLength 2 */ name: string }`,
  'wider.ts': `import './narrow.ts'
    declare module './narrow.ts' { interface Item { /** @multipleOf 5 */ extra: number } }`,
  'global.d.ts': 'interface Everywhere { /** @minimum 3 */ low: number }',
  'more-global.d.ts': 'interface Everywhere { high?: number }',
  'merged.ts': `export namespace Merged { export interface Part { /** @minimum 3 */ low: number } }
    export namespace Merged { export interface Part { high?: Size } export type Size = number }
    export class Merged { /** @minItems 1 */ list: string[] = [] }
    export enum Kind { Low = 'low' }
    export namespace Kind { export type Name = \`\${Kind}-name\` }
    export function make() {}
    export namespace make { export interface Options { part: Merged.Part } }
    export import Alias = Merged.Part
    export { type Alias as 'two words' }`,
  'types.d.ts': `export interface Declared { /** @minimum 3 */ low: number }
    export declare namespace Deep { interface Inner extends Declared {} }
    export as namespace Anywhere`,
  'module.mts': `import type { Declared } from './types.d.ts'
    export interface Own extends Declared { high?: 1 }
    export * as types from './types.d.ts'`,
  'common.cts': `import held = require('./held.cjs')
    interface Common { held: held.Held }
    export = Common`,
  'held.cts': `export interface Held { /** @minimum 3 */ low: number }
    namespace Inside { export interface Far { /** @maxLength 2 */ code: string } }
    export import Far = Inside.Far`,
  'declared.d.mts': 'export interface Declared { /** @minimum 3 */ low: number }',
  'declared.d.cts': 'interface Declared { /** @minimum 3 */ low: number }\nexport = Declared',
  'cycle-a.ts': "import type { B } from './cycle-b.ts'\nexport interface A { b?: B; /** @minimum 3 */ low: number }",
  'cycle-b.ts': "import type { A } from './cycle-a.ts'\nexport interface B { a: A }",
}

const LOW = { accepts: [{ a: 3 }, { a: 9 }, { a: 3.5 }], refuses: [{ a: 2 }, { a: '' }, {}] }
const ITEM = {
  accepts: [{ a: { name: '' } }, { a: { name: 'ab', low: 3 } }, { a: { name: 'a' } }],
  refuses: [{ a: { name: 'abc' } }, { a: { name: '', low: 1 } }, { a: {} }],
}
const MAIN = {
  accepts: [{ a: { low: 3 } }, { a: { low: 4 } }, { a: { low: 5.5 } }],
  refuses: [{ a: { low: 2 } }, { a: {} }, { a: { low: 3, b: 1 } }],
}
const SIZE = { accepts: [{ a: 1 }, { a: 9 }, { a: 2.5 }], refuses: [{ a: 0 }, { a: 10 }, { a: '' }] }
const INTEGER = { accepts: [{ a: 1 }, { a: -9 }, { a: 0 }], refuses: [{ a: 0.5 }, { a: '1' }, {}] }
const BOX = {
  accepts: [{ a: { label: 'a' } }, { a: { label: 'ab', size: 1 } }, { a: { size: 9, label: 'z' } }],
  refuses: [{ a: { label: 'A' } }, { a: { label: 'a', size: 10 } }, { a: { size: 1 } }],
}
const CODE = {
  accepts: [{ a: { code: 'ab' } }, { a: { code: 'a\u{1f600}' } }, { a: { code: 'abcd'.slice(0, 2) } }],
  refuses: [{ a: { code: 1 } }, { a: {} }, { a: { code: null } }],
}

const HIGH = {
  accepts: [{ a: { low: 3 } }, { a: { low: 4, high: 1 } }, { a: { high: 1, low: 3.5 } }],
  refuses: [{ a: { low: 2 } }, { a: { high: 1 } }, { a: { low: 3, high: '1' } }],
}

type Verdicts = { readonly accepts: readonly unknown[]; readonly refuses: readonly unknown[] }

/** `a` of the root is the type; the imports stand before it. */
const ROWS: readonly (readonly [title: string, imports: string, type: string, verdicts: Verdicts])[] = [
  ['a named import', "import { Low } from './base.ts'", 'Low', LOW],
  ['import type', "import type { Item } from './base.ts'", 'Item', ITEM],
  ['an import of a type by name', "import { type Item } from './base.ts'", 'Item', ITEM],
  ['a renamed import', "import { Low as Deep } from './base.ts'", 'Deep', LOW],
  ['a default import', "import Main from './base.ts'", 'Main', MAIN],
  ['default by name', "import { default as Main } from './base.ts'", 'Main', MAIN],
  ['import type of a default', "import type Main from './base.ts'", 'Main', MAIN],
  [
    'a default type',
    "import Local from './default-type.ts'",
    'Local',
    { accepts: [{ a: 'ab' }], refuses: [{ a: 'a' }] },
  ],
  ['a default class without a name', "import Low from './default-class.ts'", 'Low', MAIN],
  ['a namespace import', "import type * as all from './base.ts'", 'all.Item', ITEM],
  ['a namespace of a module', "import { Space } from './base.ts'", 'Space.Inner', MAIN],
  ['an import type node', '', "import('./base.ts').Low", LOW],
  ['an import type node of a namespace', '', "import('./base.ts').Space.Inner", MAIN],
  ['a re-export of everything', "import { Low } from './again.ts'", 'Low', LOW],
  ['a re-export with another name', "import { Renamed } from './again.ts'", 'Renamed', ITEM],
  ['a re-exported type of a primitive', "import type { Bottom } from './again.ts'", 'Bottom', LOW],
  ['a re-export of an import', "import { Passed } from './again.ts'", 'Passed', ITEM],
  ['a re-exported default', "import Main from './again.ts'", 'Main', MAIN],
  ['export * as', "import { all } from './again.ts'", 'all.Item', ITEM],
  ['export * as, to a primitive', "import { all } from './again.ts'", 'all.Low', LOW],
  ['export * as, to a namespace', "import { all } from './again.ts'", 'all.Space.Inner', MAIN],
  [
    'a re-exported class',
    "import { Other } from './again.ts'",
    'Other',
    { accepts: [{ a: { list: ['x'] } }], refuses: [{ a: { list: [] } }, { a: { list: [1] } }, { a: {} }] },
  ],
  [
    'a re-exported enum',
    "import { Level } from './again.ts'",
    'Level | Level.Low',
    { accepts: [{ a: 'low' }, { a: 'high' }], refuses: [{ a: 'Low' }, { a: '' }, { a: 0 }] },
  ],
  ['export =', "import Assigned = require('./assigned.ts')", 'Assigned', MAIN],
  ['an alias of an import', "import type * as all from './base.ts'\nimport Inner = all.Space.Inner", 'Inner', MAIN],
  ['a cycle of modules', "import type { A } from './cycle-a.ts'", "A['low']", LOW],
  ['a package', "import type { Size } from 'units'", 'Size', SIZE],
  ['an interface of a package', "import type { Box } from 'units'", 'Box', BOX],
  ['a member of a package', "import type { Box } from 'units'", "NonNullable<Box['size']>", SIZE],
  ['a package, mapped', "import type { Box } from 'units'", 'Omit<Box, never>', BOX],
  ['a namespace of a package', "import { deep } from 'units'", 'deep.Length', INTEGER],
  ['a re-export of a package', "import { Reach } from 'units'", 'Reach', INTEGER],
  ['a value of a package', "import fallback from 'units'", "(typeof fallback)['size']", SIZE],
  ['export = of a package', "import Old = require('old')", 'Old.Item', CODE],
  ['export = of a package by default', "import type Old from 'old'", 'Old.Item', CODE],
  [
    'a module that a package declares',
    "import type { Plain } from 'plain'",
    "Plain['at']",
    {
      accepts: [{ a: 5 }, { a: 0 }, { a: -1 }],
      refuses: [{ a: 6 }, { a: '' }, {}],
    },
  ],
  ['types of another package', "import type { Typed } from 'typed'", 'Typed', CODE],
  [
    'an interface that another file widens',
    "import './wider.ts'\nimport type { Item } from './narrow.ts'",
    'Item',
    {
      accepts: [{ a: { name: '', extra: 5 } }, { a: { name: 'a', extra: 0 } }],
      refuses: [{ a: { name: '' } }, { a: { name: '', extra: 4 } }, { a: { name: 'abc', extra: 5 } }],
    },
  ],
  [
    'a global interface of two files',
    '/// <reference path="./global.d.ts" />\n/// <reference path="./more-global.d.ts" />',
    'Everywhere',
    {
      accepts: [{ a: { low: 3 } }, { a: { low: 3, high: 1 } }],
      refuses: [{ a: { low: 2 } }, { a: { low: 3, high: '' } }, { a: { high: 1 } }],
    },
  ],
  ['a namespace of two parts', "import { Merged } from './merged.ts'", 'Merged.Part', HIGH],
  [
    'a class with a namespace',
    "import { Merged } from './merged.ts'",
    'Merged',
    { accepts: [{ a: { list: ['x'] } }], refuses: [{ a: { list: [] } }, { a: {} }, { a: { low: 3 } }] },
  ],
  [
    'an enum with a namespace',
    "import { Kind } from './merged.ts'",
    'Kind | Kind.Name',
    { accepts: [{ a: 'low' }, { a: 'low-name' }], refuses: [{ a: 'Low' }, { a: '-name' }, { a: {} }] },
  ],
  ['a function with a namespace', "import { make } from './merged.ts'", "make.Options['part']", HIGH],
  ['export import', "import { Alias } from './merged.ts'", 'Alias', HIGH],
  [
    'an export with a name that is not an identifier',
    "import { type 'two words' as Words } from './merged.ts'",
    'Words',
    HIGH,
  ],
  ['a declaration file', "import type { Declared } from './types.d.ts'", 'Declared', MAIN],
  ['a namespace of a declaration file', "import { Deep } from './types.d.ts'", 'Deep.Inner', MAIN],
  ['a .mts file', "import type { Own } from './module.mts'", 'Own', HIGH],
  ['export * as of a .mts file', "import { types } from './module.mts'", 'types.Deep.Inner', MAIN],
  ['export = of a .cts file', "import Common = require('./common.cjs')", "Common['held']", MAIN],
  ['export import of a .cts file', "import held = require('./held.cjs')", 'held.Far', CODE],
  ['a .d.mts file', "import type { Declared } from './declared.mjs'", 'Declared', MAIN],
  ['export = of a .d.cts file', "import type Declared from './declared.cjs'", 'Declared', MAIN],
  [
    'an exact optional member',
    '',
    '{ b?: number; c?: string | undefined; d: Required<{ e?: 1 | undefined }> extends { e: 1 } ? 1 : 2 }',
    {
      accepts: [{ a: { d: 2 } }, { a: { b: 1, d: 2 } }, { a: { c: '', d: 2 } }],
      refuses: [{ a: { d: 1 } }, { a: { b: null, d: 2 } }, { a: { c: null, d: 2 } }],
    },
  ],
]

describe('a type that is imported by', () => {
  const root = mkdtempSync(join(tmpdir(), 'fw-modules-'))
  afterAll(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  // One program: a row is a file, and one file leads to all of them.
  for (const [at, [, imports, type]] of ROWS.entries())
    writeFileSync(join(root, `row${at}.ts`), `${imports}\nexport interface Root { a: ${type} }\n`)
  const all = ROWS.map((_, at) => `export type { Root as Root${at} } from './row${at}.ts'`).join('\n')
  const file = join(root, 'all.ts')
  writeFileSync(file, all)

  it.each(ROWS.map(([title, , , verdicts], at) => ({ title, verdicts, at })))('$title', ({ verdicts, at }) => {
    expect(wrongVerdicts(deriveContract({ file, type: `Root${at}` }), verdicts)).toEqual([])
  })
})
