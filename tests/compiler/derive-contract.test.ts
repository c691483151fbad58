// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text and messages hold templates.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deriveContract } from '../../compiler/src/index.ts'

const derive = (code: string, direction: 'input' | 'output' = 'input') =>
  deriveContract({ file: join(tmpdir(), 'types.ts'), type: 'Root', code, direction })

/** Types for which a published generator is wrong. */
const WRONG_ELSEWHERE: readonly (readonly [string, string, readonly unknown[], readonly unknown[]])[] = [
  [
    'an alias of an array of itself',
    `type Value = string | { [key: string]: Value } | List
     type List = Value[]
     export interface Root { list: List }`,
    [{ list: [['a'], { b: [] }] }],
    [{ list: {} }, { list: [1] }],
  ],
  [
    'an intersection with an extended index signature, closed after merging',
    `interface Base { [key: string]: number }
     export type Root = Base & { a: 1 }`,
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ b: 2 }, { a: 1, b: '2' }],
  ],
  [
    'an intersection of two closed objects',
    'export type Root = { a: string } & { b?: number }',
    [{ a: 'x' }, { a: 'x', b: 1 }],
    [{ b: 1 }, { a: 'x', c: 1 }],
  ],
  [
    'a member narrowed by an intersection',
    `interface Fault { message: string; data?: unknown }
     export type Root = Fault & { code: -32022; data: { supported: string[] } }`,
    [{ message: 'm', code: -32022, data: { supported: [] } }],
    [
      { message: 'm', code: -32022 },
      { message: 'm', code: -32022, data: {} },
    ],
  ],
  [
    'Required of an interface',
    'interface Base { a?: string; b?: number }\nexport type Root = Required<Base>',
    [{ a: '', b: 0 }],
    [{}, { a: '' }],
  ],
  ['Required that leaves null', 'export type Root = Required<{ a?: string | null }>', [{ a: null }], [{}]],
  [
    'Omit over a union, by the members of each',
    `type Each<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never
     export type Root = Each<{ id: 1; a: string } | { id: 2; b: string }, 'id'>`,
    [{ a: '' }, { b: '' }],
    [{ id: 1, a: '' }, {}],
  ],
  [
    'keyof typeof a constant',
    'const sizes = { s: 1, m: 2 } as const\nexport interface Root { size: keyof typeof sizes; value: (typeof sizes)[keyof typeof sizes] }',
    [{ size: 'm', value: 2 }],
    [
      { size: 'x', value: 1 },
      { size: 's', value: 3 },
    ],
  ],
  [
    'a named type in a tuple',
    'interface Point { x: number }\nexport interface Root { line: [from: Point, to: Point]; also: Point }',
    [{ line: [{ x: 1 }, { x: 2 }], also: { x: 3 } }],
    [
      { line: [{ x: 1 }], also: { x: 3 } },
      { line: [{ x: 1 }, {}], also: { x: 3 } },
    ],
  ],
  [
    'a tag that is not a keyword',
    'export interface Root {\n /** @id 5 @type int @items 5 */\n a: string }',
    [{ a: '' }],
    [{ a: 5 }],
  ],
  [
    'a mapped type that preserves some members of a tuple',
    "type Known<T, U> = { [K in keyof T as T[K] extends U ? K : never]: T[K] }\nexport interface Root { none: Known<[{ k: 'a' }], null>; length: Known<[string], 1> }",
    [{ none: {}, length: { length: 1 } }],
    [
      { none: [{ k: 'a' }], length: {} },
      { none: {}, length: ['a'] },
    ],
  ],
  [
    'the checked type in the true branch of a condition',
    `type A = 'a'
     type B = 'b' | undefined
     export interface Root {
       either: A extends string ? A | 'c' | 1 : never
       maybe: B extends string | undefined ? B : never
       branded: (A extends string ? A : 'c') & { __brand?: 1 }
       list: (A extends string ? A | null : never)[]
     }`,
    [
      { either: 'c', branded: 'a', list: [null, 'a'] },
      { either: 1, maybe: 'b', branded: 'a', list: [] },
      { either: 'a', branded: 'a', list: ['a'] },
    ],
    [
      { either: 'b', branded: 'a', list: [] },
      { either: 'a', branded: 'c', list: [] },
      { either: 'a', maybe: null, branded: 'a', list: [] },
    ],
  ],
  [
    'an interface with a computed enum as keys',
    'enum Key { A = "a", B = "a" + "b" }\nexport type Root = { [K in Key]?: number }',
    [{ a: 1, ab: 2 }],
    [{ A: 1 }],
  ],
]

// One for all schemas: each instance first compiles the whole meta-schema.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTuples: false })

describe('deriveContract', () => {
  it.each(WRONG_ELSEWHERE)('has %s right', (_, code, good, bad) => {
    const { schema, diagnostics } = derive(code)
    expect(diagnostics).toEqual([])
    const judge = ajv.compile(schema)
    for (const value of good) expect(judge(value), JSON.stringify(value)).toBe(true)
    for (const value of bad) expect(judge(value), JSON.stringify(value)).toBe(false)
  })

  it('closes inputs and leaves outputs open', () => {
    const code = 'export interface Root { inner: { a: string } }'
    expect(derive(code).schema).toMatchObject({ additionalProperties: false })
    expect(JSON.stringify(derive(code, 'output').schema)).not.toContain('additionalProperties')
  })

  it('reads the tags of an alias of a primitive', () => {
    expect(derive('/** In cents. @minimum 0 */\nexport type Root = number', 'output').schema).toEqual({
      type: 'number',
      minimum: 0,
      description: 'In cents.',
    })
  })

  it('reads a file, by interface, class and enum', () => {
    const root = mkdtempSync(join(tmpdir(), 'fw-derive-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    writeFileSync(
      join(root, 'a.ts'),
      'export interface A { a: string }\nexport class B { b = 1 }\nexport enum C { D = "d" }\nexport { type A as E }\n',
    )
    const schema = (name: string) =>
      deriveContract({ file: join(root, 'a.ts'), type: name, direction: 'output' }).schema
    expect(schema('A')).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
    expect(schema('B')).toEqual({ type: 'object', properties: { b: { type: 'number' } }, required: ['b'] })
    expect(schema('C')).toEqual({ type: 'string', const: 'd' })
    expect(schema('E')).toEqual(schema('A'))
    expect(() => schema('F')).toThrow(/has no type "F"/)
    expect(() => deriveContract({ file: join(root, 'b.ts'), type: 'A' })).toThrow(/file .*b\.ts does not exist/)
  })

  it.each([
    ['bad value', '/** @minimum x */ a: number', '@minimum needs a number; "x" isn\'t valid.'],
    ['wrong kind', '/** @maxItems 2 */ a: string', '@maxItems constrains arrays, but this is a string.'],
    [
      'negative length',
      '/** @minLength -1 */ a: string',
      '@minLength needs a non-negative integer; "-1" isn\'t valid.',
    ],
    ['bad pattern', '/** @pattern ( */ a: string', "@pattern isn't a regular expression"],
    [
      'two formats',
      '/** @format a b */ a: string',
      '@format needs one format name, such as email or date-time; "a b" isn\'t valid.',
    ],
    ['a value for a flag', '/** @integer no */ a: number', '@integer doesn\'t take a value; "no" isn\'t valid.'],
    ['zero', '/** @multipleOf 0 */ a: number', '@multipleOf needs a number above 0; "0" isn\'t valid.'],
    [
      'default of another type',
      '/** @default x */ a: number',
      'The value "x" of @default doesn\'t match the type. Write it as JSON.',
    ],
    [
      'default outside of the bounds',
      '/** @minimum 1 @default 0 */ a: number',
      'The value "0" of @default doesn\'t match the type.',
    ],
    ['an object', '/** @minLength 1 */ a: { b: string }', '@minLength constrains strings, but this is an object.'],
    ['a date', '/** @minimum 1 */ a: Date', '@minimum constrains numbers, but this is a Date. Remove the tag.'],
  ])('refuses a doc tag with %s', (_, member, detail) => {
    const { diagnostics } = derive(`export interface Root { ${member} }`)
    expect(diagnostics.map((found) => found.code)).toEqual(['invalid-doc-tag'])
    expect(diagnostics[0]?.message).toContain(detail)
    // The frame marks the tag itself.
    const [marked, carets] = diagnostics[0]?.frame?.split('\n') ?? []
    expect(marked?.slice(carets?.indexOf('^'))).toMatch(/^@/)
  })

  it.each([
    ['an example that does not fit', '/** @example two of them */ a: number', 'The value "two of them" of @example'],
    ['a format that nothing checks', '/** @format isbn */ a: string', '@format "isbn" is an unknown format.'],
    ['an empty title', '/** @title */ a: string', '@title has no text.'],
    ['an empty description', '/**\n * @description\n */ a: string', '@description has no text.'],
  ])('leaves out %s, and warns', (_, member, detail) => {
    const bare = member.replace(/^.*\*\/ /s, '')
    const { diagnostics, schema } = derive(`export interface Root { ${member} }`)
    expect(diagnostics.map((found) => [found.code, found.severity])).toEqual([['ignored-doc-tag', 'warning']])
    expect(diagnostics[0]?.message).toContain(detail)
    expect(schema).toEqual(derive(`export interface Root { ${bare} }`).schema)
  })

  it('ignores a tag of a generic alias if the arguments give it another type, and warns', () => {
    const { diagnostics, schema } = derive(`/** @minLength 2 */ type Only<T, U> = T extends U ? T : never
      export interface Root { a: Only<string | number, string>; b: Only<string | number, number> }`)
    expect(diagnostics.map(({ code }) => code)).toEqual(['ignored-doc-tag'])
    expect(schema.properties).toEqual({ a: { type: 'string', minLength: 2 }, b: { type: 'number' } })
  })

  it('reads defaults and examples in TypeScript syntax', () => {
    const { diagnostics, schema } = derive(`export interface Root {
      /** @default {size: 10, names: ['a', "b",], 'x y': -1.5} */
      a: { size: number; names: string[]; 'x y': number }
      /** @example [true, null] */
      b: (boolean | null)[]
      /** @default 'a b' */
      c: string
      /** @default a b */
      d: string
    }`)
    expect(diagnostics).toEqual([])
    expect(schema.properties?.a?.default).toEqual({ size: 10, names: ['a', 'b'], 'x y': -1.5 })
    expect(schema.properties?.b?.examples).toEqual([[true, null]])
    expect([schema.properties?.c?.default, schema.properties?.d?.default]).toEqual(['a b', 'a b'])
  })

  it.each(['{ size: count }', '{ size: 1 + 1 }', '{ ...rest }', '{ size }', '{ size: 1 }, 2', '{ size: 1'])(
    'a default is data, not code: %s',
    (text) => {
      const { diagnostics } = derive(`export interface Root { /** @default ${text} */ a: { size?: number } }`)
      expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-doc-tag'])
    },
  )

  it('a member of an enum with a type assertion has its literal value', () => {
    const { schema } = derive(
      "export enum Root { A, B = 'b' as any, C = true as any, D = <any>'d', E = (2) as number }",
    )
    expect(schema).toEqual({ type: ['number', 'string', 'boolean'], enum: [0, 'b', true, 'd', 2] })
  })
})

it('messages show a template literal type, not its regular expression', () => {
  const issues = (code: string, value: unknown) => {
    const checked = derive(code).validate(value)
    return checked.ok ? [] : checked.issues
  }
  expect(issues('export interface Root { id: `order-${string}` }', { id: 'x' })).toEqual([
    { path: 'id', message: 'must be a string of the form `order-${string}`' },
  ])
  expect(issues('export interface Root { id?: `${number}px` | null }', { id: 'x' })).toEqual([
    { path: 'id', message: 'must be a string of the form `${number}px` or null' },
  ])
  expect(issues('export interface Root { a: string; [key: `x-${string}`]: string }', { a: '', b: '' })).toEqual([
    { path: 'b', message: 'is not a known key; known are a, `x-${string}`' },
  ])
  expect(issues('export type Root = Record<`x-${string}` | `y-${number}`, string>', { b: '' })).toEqual([
    { path: 'b', message: 'is not a known key; known are `x-${string}`, `y-${number}`' },
  ])
  const { diagnostics } = derive(`/** @pattern ^order-[0-9]+$ */
    type Id = \`order-\${string}\`
    export interface Root { id: Id }`)
  expect(diagnostics.map(({ message }) => message).join()).toContain('The type already has the form `order-${string}`')
})
