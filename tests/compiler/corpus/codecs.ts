// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import type { CorpusTable } from './corpus-case.ts'

const DAY = '2026-11-21T10:00:00Z'

export const CODECS: CorpusTable = {
  name: 'types with a wire form of their own',
  wire: true,
  rows: [
    [
      'Date',
      'export interface Root { a: Date }',
      [{ a: DAY }, { a: '2026-11-21T10:00:00.5+02:00' }, { a: '1970-01-01T00:00:00Z' }],
      [{ a: '2026-11-21' }, { a: 0 }, { a: 'today' }, { a: {} }],
    ],
    ['Date at the root', 'export type Root = Date', [DAY, DAY, '1970-01-01T00:00:00Z'], ['2026', 1, null]],
    [
      'Date or null',
      'export interface Root { a: Date | null; b?: Date }',
      [{ a: null }, { a: DAY, b: DAY }, { a: DAY }],
      [{}, { a: '' }, { a: null, b: null }],
    ],
    ['Date in an array', 'export type Root = Date[]', [[], [DAY], [DAY, DAY]], [[1], ['x'], DAY]],
    [
      'Date in a Record',
      'export type Root = Record<string, Date>',
      [{}, { a: DAY }, { a: DAY, b: DAY }],
      [{ a: 1 }, { a: 'x' }, []],
    ],
    [
      'bigint',
      'export interface Root { a: bigint }',
      [{ a: '1' }, { a: '-12345678901234567890' }, { a: '0' }],
      [{ a: 1 }, { a: '01' }, { a: '1.5' }, { a: '-0' }],
    ],
    [
      'a bigint literal',
      "export interface Root { a: 1n; b?: -2n | 30000000000000000000n | 'all' }",
      [{ a: '1' }, { a: '1', b: '-2' }, { a: '1', b: '30000000000000000000' }, { a: '1', b: 'all' }],
      [{ a: 1 }, { a: '2' }, { a: '1', b: '2' }, { a: '1', b: '' }],
    ],
    [
      'bigint or number',
      'export interface Root { a: bigint | number }',
      [{ a: '1' }, { a: 1 }, { a: -1.5 }],
      [{ a: 'x' }, { a: null }, {}],
    ],
    [
      'URL',
      'export interface Root { a: URL }',
      [{ a: 'https://a.b/c' }, { a: 'mailto:a@b.c' }, { a: 'http://localhost:1' }],
      [{ a: '/path' }, { a: 1 }, { a: 'a b' }],
    ],
    [
      'Uint8Array',
      'export interface Root { a: Uint8Array }',
      [{ a: '' }, { a: 'AQID' }, { a: 'AQ==' }],
      [{ a: 1 }, { a: [1] }, { a: null }],
    ],
    [
      'Set',
      'export interface Root { a: Set<string> }',
      [{ a: [] }, { a: ['a'] }, { a: ['a', 'b'] }],
      [{ a: ['a', 'a'] }, { a: [1] }, { a: {} }],
    ],
    ['ReadonlySet', 'export type Root = ReadonlySet<number>', [[], [1], [1, 2]], [[1, 1], [''], {}]],
    [
      'Set of objects',
      'export type Root = Set<{ a: number }>',
      [[], [{ a: 1 }], [{ a: 1 }, { a: 2 }]],
      [[{ a: 1 }, { a: 1 }], [{}], {}],
    ],
    [
      'Map',
      'export interface Root { a: Map<string, number> }',
      [{ a: {} }, { a: { b: 1 } }, { a: { b: 1, c: 2 } }],
      [{ a: { b: '' } }, { a: [] }, { a: [['b', 1]] }],
    ],
    [
      'ReadonlyMap',
      'export type Root = ReadonlyMap<string, Date>',
      [{}, { a: DAY }, { b: DAY, a: DAY }],
      [{ a: 1 }, [], { a: 'x' }],
    ],
    [
      'Map of Map',
      'export type Root = Map<string, Map<string, bigint>>',
      [{}, { a: {} }, { a: { b: '1' } }],
      [{ a: 1 }, { a: { b: 1 } }, []],
    ],
    [
      'a Date beside an object',
      'export interface Root { a: Date | { b: 1 } }',
      [{ a: DAY }, { a: { b: 1 } }, { a: { b: 1 } }],
      [{ a: 'x' }, { a: {} }, { a: 1 }],
    ],
    [
      'codecs in a tagged union',
      "export type Root = { t: 'd'; at: Date } | { t: 's'; ids: Set<string> }",
      [
        { t: 'd', at: DAY },
        { t: 's', ids: [] },
        { t: 's', ids: ['a'] },
      ],
      [
        { t: 'd', at: 1 },
        { t: 's', ids: ['a', 'a'] },
        { t: 'd', ids: [] },
      ],
    ],
    [
      'codecs in a recursive type',
      'export interface Root { at: Date; sub: Root[] }',
      [
        { at: DAY, sub: [] },
        { at: DAY, sub: [{ at: DAY, sub: [] }] },
        { sub: [], at: DAY },
      ],
      [{ at: DAY }, { at: DAY, sub: [{ at: 1, sub: [] }] }, { at: 'x', sub: [] }],
    ],
    ['a Date in a tuple', 'export type Root = [Date, Date?]', [[DAY], [DAY, DAY], [DAY]], [[], [1], [DAY, 'x']]],
    [
      'built-in objects in mapped types of an app',
      "type Deep<T> = T extends object ? { readonly [K in keyof T]?: Deep<T[K]> } : T\nexport type Root = Deep<{ a: Date; b: { c: Map<string, Date>; d: Uint8Array }; e: string & { __brand: 'E' }; f: URL }>",
      [{}, { a: DAY, b: { c: { x: DAY }, d: 'YQ==' } }, { e: 'x', f: 'https://shop.example/' }],
      [{ a: {} }, { b: { c: { x: 1 } } }, { b: { d: { length: 1 } } }, { e: {} }, { f: {} }],
    ],
    [
      'a Date in a mapped type without methods',
      'type Data<T> = { [K in keyof T as T[K] extends Function ? never : K]: T[K] extends object ? Data<T[K]> : T[K] }\nexport type Root = Data<{ a: Date; b: { c: Date | null }; run(): void }>',
      [
        { a: DAY, b: { c: null } },
        { a: DAY, b: { c: null } },
        { b: { c: null }, a: DAY },
      ],
      [{ a: {}, b: { c: null } }, { a: 'x', b: { c: null } }, { a: DAY }],
    ],
    [
      'Maps with listed keys and templates',
      "enum E { A = 'a', B = 'b' }\nexport interface Root { a: Map<'x' | 'y.z', number>; b?: Map<E, Date>; c?: ReadonlyMap<`id-${number}`, 1> }",
      [{ a: {} }, { a: { x: 1, 'y.z': 2 }, b: { a: DAY } }, { a: {}, b: { b: DAY }, c: { 'id-1': 1 } }],
      [{ a: { z: 1 } }, { a: { yxz: 1 } }, { a: {}, b: { c: DAY } }, { a: {}, c: { 'id-': 1 } }],
    ],
    [
      'an optional void',
      'export interface Root { a: 1; b?: void; c: undefined }',
      [{ a: 1 }, { a: 1 }, { a: 1 }],
      [{ a: 1, b: null }, { a: 1, c: null }, {}],
    ],
    [
      'a branded Date',
      "export interface Root { a: Date & { readonly __brand: 'Day' } }",
      [{ a: DAY }, { a: DAY }, { a: '1970-01-01T00:00:00Z' }],
      [{ a: 1 }, { a: 'x' }, {}],
    ],
    [
      'bigint literals in their spellings',
      'export type Root = 1_000n | -0x10n | 0b11n',
      ['1000', '-16', '3'],
      ['1_000', '16', 3, '0x10'],
    ],
    [
      'Map of an alias with a pattern',
      '/** @pattern ^[A-Z]{3}$ */ type Code = string\nexport interface Root { a: Map<Code, Date>; b?: Map<string, Date> }',
      [{ a: {} }, { a: { EUR: DAY } }, { a: { EUR: DAY, USD: DAY }, b: { eur: DAY } }],
      [{ a: { eur: DAY } }, { a: { EUR: 1 } }, { a: { EUR: DAY, '': DAY } }, { a: [] }],
    ],
    [
      'Map of a branded string',
      "export interface Root { a: Map<string & { __of: 'id' }, number> }",
      [{ a: {} }, { a: { x: 1 } }, { a: { x: 1, y: 2 } }],
      [{ a: { x: '' } }, { a: null }, {}],
    ],
    [
      'Set and Map under prose and a default',
      `export interface Root {
        /** Words. @title Some @default ["a"] @example ["b"] */ a: Set<string>
        /** @default {"a": 1} @deprecated */ b?: Map<string, number>
      }`,
      [{}, { a: ['x'] }, { a: [], b: {} }],
      [{ a: ['x', 'x'] }, { a: 'x' }, { b: { a: '' } }],
    ],
  ],
}
