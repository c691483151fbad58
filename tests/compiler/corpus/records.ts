// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import { BRANDED, but, type CorpusTable, TAGGED } from './corpus-case.ts'

const CODE = '/** @pattern ^[A-Z]{3}$ */ type Code = string\n'
const NUMBERS = { good: [{}, { a: 1 }, { a: 1, b: 2 }], bad: [{ a: '' }, [], 'a', null, { a: 1, b: null }] }
const NUMERIC = { good: [{}, { 0: 'a' }, { 1: '', 25: 'b' }], bad: [{ a: 'a' }, { 0: 1 }, 'a'] }

export const RECORDS: CorpusTable = {
  name: 'records and index signatures',
  rows: [
    [
      'Record of string',
      'export type Root = Record<string, number>',
      NUMBERS.good,
      NUMBERS.bad.filter((one) => !Array.isArray(one)),
    ],
    [
      'an index signature',
      'export interface Root { [key: string]: number }',
      NUMBERS.good,
      NUMBERS.bad.filter((one) => !Array.isArray(one)),
    ],
    [
      'a readonly index signature',
      'export interface Root { readonly [key: string]: number }',
      NUMBERS.good,
      [{ a: '' }, 'a', null],
    ],
    [
      'a mapped type over string',
      'export type Root = { [Key in string]: number }',
      NUMBERS.good,
      [{ a: '' }, 'a', null],
    ],
    [
      'Record of number',
      'export type Root = Record<number, string>',
      NUMERIC.good,
      NUMERIC.bad.slice(0, 2).concat([null as never]),
    ],
    [
      'a numeric index signature',
      'export interface Root { [key: number]: string }',
      NUMERIC.good,
      [{ a: 'a' }, { 0: 1 }, null],
    ],
    [
      'numeric keys in their forms',
      'export type Root = Record<number, 1>',
      [{ '1.5': 1 }, { '-1': 1 }, { 10: 1 }],
      [{ '1a': 1 }, { 1: 2 }, { '': 1 }],
    ],
    [
      'a template of keys',
      'export type Root = { [key: `data-${string}`]: string }',
      [{}, { 'data-a': '' }, { 'data-': 'x', 'data-b': '' }],
      [{ a: '' }, { 'data-a': 1 }, { data: '' }],
    ],
    [
      'two templates of keys',
      'export type Root = { [key: `s-${string}`]: string; [key: `n-${string}`]: number }',
      [{}, { 's-a': '', 'n-a': 1 }, { 'n-b': 0 }],
      [{ 's-a': 1 }, { 'n-a': '' }, { a: 1 }],
    ],
    [
      'a template of numbers as keys',
      'export type Root = Record<`item${number}`, boolean>',
      [{}, { item1: true }, { item0: false, item25: true }],
      [{ itema: true }, { item1: 1 }, { item: true }],
    ],
    [
      'a template of keys beside members',
      'export interface Root { id: number; [key: `x-${string}`]: string }',
      [{ id: 1 }, { id: 1, 'x-a': '' }, { 'x-b': '', id: 0 }],
      [{}, { id: 1, 'x-a': 1 }, { id: 1, y: '' }],
    ],
    [
      'an index signature beside members',
      'export interface Root { id: number; [key: string]: number | string }',
      [{ id: 1 }, { id: 1, a: '' }, { id: 1, a: 1 }],
      [{}, { id: '' }, { id: 1, a: null }],
    ],
    [
      'numeric and string signatures',
      'export interface Root { [key: number]: 1; [key: string]: 1 | 2 }',
      [{}, { 0: 1, a: 2 }, { a: 1 }],
      [{ 0: 2 }, { a: 3 }, null],
    ],
    [
      'a signature of several kinds of keys',
      'export interface Root { [key: string | number]: boolean }',
      [{}, { a: true }, { 1: false }],
      [{ a: 1 }, { 1: '' }, null],
    ],
    [
      'Record of literals',
      "export type Root = Record<'a' | 'b', number>",
      [
        { a: 1, b: 2 },
        { b: 0, a: 0 },
        { a: -1, b: 1 },
      ],
      [{ a: 1 }, { a: 1, b: '' }, { a: 1, b: 1, c: 1 }],
    ],
    [
      'Partial of a Record of literals',
      "export type Root = Partial<Record<'a' | 'b', number>>",
      [{}, { a: 1 }, { a: 1, b: 2 }],
      [{ c: 1 }, { a: '' }, { a: null }],
    ],
    [
      'Record of numbers',
      'export type Root = Record<1 | 2, string>',
      [
        { 1: '', 2: '' },
        { 2: 'a', 1: 'b' },
        { 1: 'c', 2: 'd' },
      ],
      [{ 1: '' }, { 1: '', 2: 2 }, { 1: '', 2: '', 3: '' }],
    ],
    [
      'Record of an enum',
      "enum Key { A = 'a', B = 'a' + 'b' }\nexport type Root = { [K in Key]?: number }",
      [{}, { a: 1, ab: 2 }, { ab: 0 }],
      [{ A: 1 }, { a: '' }, { b: 1 }],
    ],
    ['Record of never', 'export type Root = Record<string, never>', [{}, {}, {}], [{ a: 1 }, { a: null }, 1]],
    [
      'Record of unknown',
      'export type Root = Record<string, unknown>',
      [{}, { a: 1 }, { a: { b: [] } }],
      [1, 'a', null],
    ],
    [
      'Record of Record',
      'export type Root = Record<string, Record<string, number>>',
      [{}, { a: {} }, { a: { b: 1 } }],
      [{ a: 1 }, { a: { b: '' } }, null],
    ],
    [
      'Record of arrays',
      'export type Root = Record<string, string[]>',
      [{}, { a: [] }, { a: ['x'] }],
      [{ a: '' }, { a: [1] }, null],
    ],
    [
      'Record of a nullable type',
      'export type Root = Record<string, string | null>',
      [{}, { a: null }, { a: '' }],
      [{ a: 1 }, { a: {} }, null],
    ],
    [
      'Record of what may be undefined',
      'export type Root = Record<string, number | undefined>',
      NUMBERS.good,
      [{ a: '' }, { a: null }, null],
    ],
    [
      'Record of a template union',
      "export type Root = Record<`${'a' | 'b'}${1 | 2}`, 0>",
      [
        { a1: 0, a2: 0, b1: 0, b2: 0 },
        { b1: 0, b2: 0, a1: 0, a2: 0 },
        { a2: 0, a1: 0, b1: 0, b2: 0 },
      ],
      [{}, { a1: 0 }, { a1: 0, a2: 0, b1: 0, b2: 1 }],
    ],
    [
      'a Record in an intersection',
      'export type Root = { id: number } & Record<string, number>',
      [{ id: 1 }, { id: 1, a: 1 }, { a: 2, id: 0 }],
      [{}, { id: '' }, { id: 1, a: '' }],
    ],
    [
      'an extended index signature',
      'interface Base { [key: string]: number }\nexport type Root = Base & { a: 1 }',
      [{ a: 1 }, { a: 1, b: 2 }, { b: 0, a: 1 }],
      [{ b: 2 }, { a: 1, b: '2' }, { a: 2 }],
    ],
    [
      'an interface that extends a Record',
      'export interface Root extends Record<string, number | string> { a: string }',
      [{ a: '' }, { a: '', b: 1 }, { a: 'x', b: '' }],
      [{}, { a: 1 }, { a: '', b: true }],
    ],
    [
      'names that every object has, in a Record',
      'export type Root = Record<string, number>',
      [{ toString: 1 }, { valueOf: 1 }, { hasOwnProperty: 1 }],
      [{ toString: '' }, { valueOf: null }, { a: {} }],
    ],
    [
      'a signature that a union of keys picks',
      "interface A { x: 1; y: 2; z: 3 }\nexport type Root = { [K in 'x' | 'y']: A[K] }",
      [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
        { x: 1, y: 2 },
      ],
      [{ x: 1 }, { x: 2, y: 2 }, { x: 1, y: 2, z: 3 }],
    ],
    [
      'a tuple of keys',
      "const keys = ['a', 'b'] as const\nexport type Root = Record<(typeof keys)[number], boolean>",
      [
        { a: true, b: false },
        { b: true, a: true },
        { a: false, b: false },
      ],
      [{ a: true }, { a: 1, b: true }, { a: true, b: true, c: true }],
    ],
    [
      'index signatures that an intersection joins',
      'interface Part { size: number }\nexport type Root = Part & { [key: string]: number | string } & { [key: string]: Part | number }',
      [{ size: 1 }, { size: 1, a: 2 }, { b: 3, size: 0 }],
      [{ size: 1, a: '' }, { size: 1, a: { size: 1 } }, {}, { a: 1 }],
    ],
    [
      'string signatures that an intersection joins',
      'export type Root = { a: string } & { [key: string]: string | number } & { [key: string]: string | boolean }',
      [{ a: '' }, { a: '', b: 'x' }, { c: '', a: 'y' }],
      [{ a: '', b: 1 }, { a: '', b: true }, { b: '' }],
    ],
    [
      'a template signature beside a name that it takes in',
      'export type Root = { "x-id": 5; [key: `x-${string}`]: number }',
      [{ 'x-id': 5 }, { 'x-id': 5, 'x-a': 1 }, { 'x-b': 0, 'x-id': 5 }],
      [{ 'x-id': 4 }, { 'x-id': 5, 'x-a': '' }, { 'x-a': 1 }, { 'x-id': 5, y: 1 }],
    ],
    [
      'names with signs beside a template that takes them in',
      'export type Root = { "x.+": 1; "x|y"?: 2; [key: `x${string}`]: number | undefined }',
      [{ 'x.+': 1 }, { 'x.+': 1, 'x|y': 2 }, { 'x.+': 1, 'xx+': 3, 'x.': 4, 'x|': 5 }],
      [{ 'x.+': 2 }, { 'x.+': 1, 'x|y': 1 }, { 'x.+': 1, x: '' }],
    ],
    [
      'a numeric signature beside numbers',
      "export interface Root { 0: string; 1.5?: 'a'; [key: number]: string | undefined }",
      [{ 0: '' }, { 0: 'x', '1.5': 'a' }, { 0: '', 7: 'b' }],
      [{}, { 0: '', '1.5': 'b' }, { 0: '', 7: 1 }, { 0: '', a: '' }],
    ],
    [
      'Record of an uppercase string',
      'export type Root = Record<Uppercase<string>, number>',
      [{}, { A: 1 }, { 'A-1': 2, ÄÖ: 3 }],
      [{ a: 1 }, { A: '' }, { Ab: 1 }],
    ],
    [
      'Record of a branded string',
      "export type Root = Record<string & { __of: 'id' }, number>",
      [{}, but({ a: 1 }, BRANDED), but({ b: 2, c: 3 }, BRANDED)],
      [{ a: '' }, { a: null }, null],
    ],
    [
      'Record of an alias with a pattern',
      `${CODE} export type Root = Record<Code, number>`,
      [{}, { EUR: 1 }, { EUR: 1, USD: 2 }],
      [but({ eur: 1 }, TAGGED), but({ EURO: 1 }, TAGGED), { EUR: '' }, but({ '': 1 }, TAGGED)],
    ],
    [
      'a signature of an alias with a pattern',
      `${CODE} export interface Root { id?: 0; [key: Code]: number | undefined }`,
      [{}, { EUR: 1, id: 0 }, { USD: 2 }],
      [but({ eur: 1 }, TAGGED), { id: 1 }, { EUR: null }],
    ],
    [
      'an alias with a pattern through utility types',
      `${CODE} type Rates<Key extends string> = Readonly<Partial<Record<Key, number>>>
      export type Root = { plain?: Record<string, number>; rates: Rates<Code>; own: { [C in Code]: 1 } }`,
      [
        { rates: {}, own: {} },
        { rates: { EUR: 1 }, own: { USD: 1 } },
        { rates: {}, own: {}, plain: { eur: 1 } },
      ],
      [but({ rates: { eur: 1 }, own: {} }, TAGGED), but({ rates: {}, own: { eur: 1 } }, TAGGED), { rates: {} }],
    ],
    [
      'Record of an alias with lengths',
      '/** @minLength 2 @maxLength 3 */ type Short = string\nexport type Root = Record<Short, 1>',
      [{}, { ab: 1 }, { 'ab\n': 1, '😀😀': 1 }],
      [but({ a: 1 }, TAGGED), but({ abcd: 1 }, TAGGED), but({ '😀': 1 }, TAGGED)],
    ],
    [
      'Record of an alias with lengths and a pattern',
      '/** @minLength 2 @maxLength 3 @pattern b|c$ */ type Short = string\nexport type Root = Record<Short, 1>',
      [{}, { ab: 1 }, { abx: 1, xxc: 1 }],
      [but({ b: 1 }, TAGGED), but({ abcd: 1 }, TAGGED), but({ cx: 1 }, TAGGED)],
    ],
    [
      'Record of a UUID',
      '/** @format uuid */ type Id = string\nexport type Root = Record<Id, 1>',
      [{}, { '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d': 1 }, { '0B1F7B9E-6F0A-4C2B-9F65-6A3E3A5B1C2D': 1 }],
      [but({ '0b1f': 1 }, TAGGED), but({ '': 1 }, TAGGED), { '0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d': 2 }],
    ],
    [
      'an empty name',
      "export interface Root { '': string; a?: { ''?: 1 } }",
      [{ '': '' }, { '': 'x', a: {} }, { a: { '': 1 }, '': '' }],
      [{}, { '': 1 }, { a: {} }, { '': '', a: { '': 2 } }],
    ],
    [
      'keys that are removed on the way',
      `interface Item { name: string; price: number; stock: boolean }
      export type Root = { [K in keyof Item as Item[K] extends string ? never : K]: Item[K] } & { [K in keyof Item as K extends 'stock' ? never : \`get_\${K}\`]?: Item[K] } & { [K in keyof Item as never]: Item[K] }`,
      [
        { price: 1, stock: true },
        { price: 1, stock: true, get_name: '' },
        { price: 1, stock: false, get_price: 1 },
      ],
      [{ price: 1 }, { price: 1, stock: true, name: '' }, { price: 1, stock: true, get_stock: true }],
    ],
    [
      'keys that become one',
      "interface Item { name: string; price: number }\nexport type Root = { [K in keyof Item as 'same']: Item[K] }",
      [{ same: '' }, { same: 1 }, { same: 'x' }],
      [{}, { name: '' }, { same: true }],
    ],
    [
      'a unique symbol among the keys',
      'declare const mark: unique symbol\nexport interface Root { [mark]?: string; a: 1; b?: keyof { [mark]: 1; c: 1 } & string }',
      [{ a: 1 }, { a: 1, b: 'c' }, { b: 'c', a: 1 }],
      [{}, { a: 1, b: 'mark' }, { a: 1, mark: '' }],
    ],
    [
      'values that are undefined',
      'export type Root = { a: Record<string, undefined>; b?: { c: 1; [key: `x-${string}`]: undefined } }',
      [{ a: {} }, { a: {}, b: { c: 1 } }, { b: { c: 1 }, a: {} }],
      [{}, { a: { x: 1 } }, { a: { x: null } }, { a: {}, b: { c: 1, 'x-a': 1 } }],
    ],
  ],
}
