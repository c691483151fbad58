// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import type { CorpusTable } from './corpus-case.ts'

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
      'a symbol signature',
      'export interface Root { a: 1; [key: symbol]: string }',
      [{ a: 1 }, { a: 1 }, { a: 1 }],
      [{}, { a: 2 }, { a: 1, b: '' }],
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
  ],
}
