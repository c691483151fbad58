// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import { BRANDED, but, type CorpusTable, OPTION } from './corpus-case.ts'

const SHAPES = `interface Circle { kind: 'circle'; r: number }
interface Square { kind: 'square'; side: number }`

export const UNIONS: CorpusTable = {
  name: 'unions',
  rows: [
    [
      'a tagged union',
      `${SHAPES}\nexport type Root = Circle | Square`,
      [
        { kind: 'circle', r: 1 },
        { kind: 'square', side: 1 },
        { side: 0, kind: 'square' },
      ],
      [{ kind: 'circle', side: 1 }, { kind: 'oval' }, { r: 1 }, { kind: 'circle', r: 1, side: 1 }, null, []],
    ],
    [
      'a tag of several values',
      "export type Root = { t: 'a' | 'b'; x: 1 } | { t: 'c'; y: 2 }",
      [
        { t: 'a', x: 1 },
        { t: 'b', x: 1 },
        { t: 'c', y: 2 },
      ],
      [
        { t: 'a', y: 2 },
        { t: 'c', x: 1 },
        { t: 'd', x: 1 },
      ],
    ],
    [
      'a tag of numbers',
      'export type Root = { v: 1; a: string } | { v: 2; b: string }',
      [
        { v: 1, a: '' },
        { v: 2, b: '' },
        { v: 1, a: 'x' },
      ],
      [
        { v: 1, b: '' },
        { v: 3, a: '' },
        { v: '1', a: '' },
      ],
    ],
    [
      'a tag of booleans',
      'export type Root = { ok: true; value: number } | { ok: false; error: string }',
      [
        { ok: true, value: 1 },
        { ok: false, error: '' },
        { ok: true, value: 0 },
      ],
      [{ ok: true, error: '' }, { ok: false, value: 1 }, { value: 1 }],
    ],
    [
      'a tag of an enum',
      'enum K { A = "a", B = "b" }\ntype In = { k: K.A; x: 1 } | { k: K.B; y: 2 }\nexport type Root = { [Key in keyof In]: In[Key] } extends never ? never : { k: `${K.A}`; x: 1 } | { k: `${K.B}`; y: 2 }',
      [
        { k: 'a', x: 1 },
        { k: 'b', y: 2 },
        { x: 1, k: 'a' },
      ],
      [{ k: 'a', y: 2 }, { k: 'c', x: 1 }, { x: 1 }],
    ],
    [
      'a tag that null belongs to',
      "export type Root = { t: null; a: 1 } | { t: 'x'; b: 2 }",
      [
        { t: null, a: 1 },
        { t: 'x', b: 2 },
        { a: 1, t: null },
      ],
      [{ t: null, b: 2 }, { t: 'x', a: 1 }, { a: 1 }],
    ],
    [
      'a nullable tagged union',
      `${SHAPES}\nexport type Root = Circle | Square | null`,
      [null, { kind: 'circle', r: 1 }, { kind: 'square', side: 1 }],
      [{ kind: 'circle' }, 'circle', {}],
    ],
    [
      'an optional tag',
      "export type Root = { t?: 'a'; x: 1 } | { t: 'b'; y: 2 }",
      [{ x: 1 }, { t: 'a', x: 1 }, { t: 'b', y: 2 }],
      [{ t: 'b', x: 1 }, { y: 2 }, { t: 'a' }],
    ],
    [
      'two tags',
      'export type Root = { a: 1; b: 1; x: 1 } | { a: 1; b: 2; y: 1 } | { a: 2; b: 1; z: 1 }',
      [
        { a: 1, b: 1, x: 1 },
        { a: 1, b: 2, y: 1 },
        { a: 2, b: 1, z: 1 },
      ],
      [
        { a: 1, b: 1, y: 1 },
        { a: 2, b: 2, z: 1 },
        { a: 1, b: 2 },
      ],
    ],
    [
      'a tag within a shared member',
      "export type Root = { head: { t: 'a' }; x: 1 } | { head: { t: 'b' }; y: 2 }",
      [
        { head: { t: 'a' }, x: 1 },
        { head: { t: 'b' }, y: 2 },
        { x: 1, head: { t: 'a' } },
      ],
      [{ head: { t: 'a' }, y: 2 }, { head: { t: 'c' }, x: 1 }, { x: 1 }],
    ],
    [
      'a union in a tagged union',
      "type A = { t: 'a'; k: 1 } | { t: 'b'; k: 2 }\nexport type Root = A | { t: 'c'; k: 3 }",
      [
        { t: 'a', k: 1 },
        { t: 'b', k: 2 },
        { t: 'c', k: 3 },
      ],
      [
        { t: 'a', k: 2 },
        { t: 'c', k: 1 },
        { t: 'd', k: 1 },
      ],
    ],
    [
      'an untagged union',
      'export type Root = { a: string } | { b: number }',
      [{ a: '' }, { b: 1 }, { a: 'x' }],
      [{}, { a: 1 }, but({ a: '', b: 1 }, OPTION)],
    ],
    [
      'an option that another contains',
      'export type Root = { a: string } | { a: string; b: number }',
      [{ a: '' }, { a: '', b: 1 }, { a: 'x' }],
      [{ b: 1 }, { a: 1 }, { a: '', c: 1 }],
    ],
    [
      'options distinguished by never',
      'export type Root = { a: string; b?: never } | { b: number; a?: never }',
      [{ a: '' }, { b: 1 }, { a: 'x' }],
      [{ a: '', b: 1 }, {}, { a: 1 }],
    ],
    ['a scalar or an object', 'export type Root = string | { a: string }', ['', { a: '' }, 'x'], [1, {}, null]],
    ['a scalar or an array of it', 'export type Root = string | string[]', ['', [], ['a', 'b']], [1, [1], null]],
    [
      'arrays of different items',
      'export type Root = string[] | number[]',
      [[], ['a'], [1, 2]],
      [['a', 1], 'a', [true]],
    ],
    ['an array of a union', 'export type Root = (string | number)[]', [[], ['a', 1], [1]], [[true], 'a', [null]]],
    ['scalars', 'export type Root = string | number | boolean', ['', 1, false], [null, {}, []]],
    [
      'a union of records',
      'export type Root = Record<string, string> | Record<string, number>',
      [{}, { a: '' }, { a: 1, b: 2 }],
      [{ a: true }, { a: '', b: 1 }, []],
    ],
    [
      'an object or a tuple',
      'export type Root = { x: number; y: number } | [number, number]',
      [{ x: 1, y: 2 }, [1, 2], [0, 0]],
      [{ x: 1 }, [1], [1, 2, 3]],
    ],
    [
      'many options',
      `export type Root = ${Array.from({ length: 20 }, (_, at) => `{ type: 't${at}'; v${at}: number }`).join(' | ')}`,
      [
        { type: 't0', v0: 1 },
        { type: 't19', v19: 1 },
        { type: 't7', v7: 0 },
      ],
      [{ type: 't0', v1: 1 }, { type: 't20', v20: 1 }, { v0: 1 }],
    ],
    [
      'many literals',
      `export type Root = ${Array.from({ length: 60 }, (_, at) => `'k${at}'`).join(' | ')}`,
      ['k0', 'k59', 'k30'],
      ['k60', '', 'K0'],
    ],
    [
      'a union in a member',
      `${SHAPES}\nexport interface Root { shape: Circle | Square; name?: string }`,
      [
        { shape: { kind: 'circle', r: 1 } },
        { shape: { kind: 'square', side: 1 }, name: '' },
        { shape: { kind: 'square', side: 2 } },
      ],
      [{ shape: {} }, {}, { shape: { kind: 'circle', side: 1 } }],
    ],
    [
      'an intersection over a union',
      "export type Root = { id: number } & ({ t: 'a'; x: 1 } | { t: 'b'; y: 2 })",
      [
        { id: 1, t: 'a', x: 1 },
        { id: 1, t: 'b', y: 2 },
        { t: 'a', x: 1, id: 0 },
      ],
      [{ t: 'a', x: 1 }, { id: 1 }, { id: 1, t: 'a', y: 2 }],
    ],
    [
      'two unions intersected',
      'export type Root = ({ a: 1 } | { b: 2 }) & ({ c: 3 } | { d: 4 })',
      [
        { a: 1, c: 3 },
        { b: 2, d: 4 },
        { a: 1, d: 4 },
      ],
      [{ a: 1 }, { c: 3 }, { a: 2, c: 3 }],
    ],
    [
      'literals that are intersected',
      "export type Root = ('a' | 'b' | 'c') & ('b' | 'c' | 'd')",
      ['b', 'c', 'b'],
      ['a', 'd', ''],
    ],
    [
      'undefined as an option of a member',
      "export interface Root { a: 'x' | { b: 1 } | undefined | null }",
      [{ a: 'x' }, { a: { b: 1 } }, { a: null }],
      [{ a: 'y' }, { a: {} }, { a: 1 }],
    ],
    [
      'a union with unknown keys in an option',
      "export type Root = { t: 'a'; [key: string]: string } | { t: 'b'; n: number }",
      [{ t: 'a' }, { t: 'a', z: '' }, { t: 'b', n: 1 }],
      [{ t: 'b' }, { t: 'a', z: 1 }, { t: 'c' }],
    ],
    [
      'options with optional members',
      'export type Root = { a?: string } | { b?: number }',
      [{}, { a: '' }, { b: 1 }],
      [{ a: 1 }, { b: '' }, { c: 1 }],
    ],
    [
      'options that no value fits',
      'type Deep<T, U> = T extends U ? never : T extends object ? { [K in keyof T]: Deep<T[K], U> } : T\nexport type Root = { a: 1 } | { b: never } | { c: { d: [never] } } | Deep<[{ gone: 1 }] | { e: string }, { gone: 1 }>',
      [{ a: 1 }, { e: '' }, { e: 'x' }],
      [{ b: 1 }, { c: { d: [1] } }, [{ gone: 1 }], {}, []],
    ],
    [
      'a generic result',
      'type Result<T> = { ok: true; value: T } | { ok: false; why: string }\nexport interface Root { one: Result<string>; two: Result<number[]> }',
      [
        { one: { ok: true, value: '' }, two: { ok: false, why: '' } },
        { one: { ok: false, why: '' }, two: { ok: true, value: [1] } },
        { one: { ok: true, value: 'x' }, two: { ok: true, value: [] } },
      ],
      [
        { one: { ok: true, value: 1 }, two: { ok: true, value: [] } },
        { one: { ok: true, value: '' } },
        { one: { ok: false, value: '' }, two: { ok: true, value: [] } },
      ],
    ],
    [
      'a branded literal beside another literal',
      "export type Root = { side: ('left' & Record<never, never>) | 'right'; of: ('a' & { __of: 1 }) | ('b' & { __of: 2 }) | null }",
      [
        but({ side: 'left', of: 'a' }, BRANDED),
        but({ side: 'right', of: 'b' }, BRANDED),
        { side: 'right', of: null },
        { side: 'left', of: null },
      ],
      [
        { side: '', of: null },
        { side: 'left', of: 'c' },
        { side: 'leftright', of: null },
      ],
    ],
    [
      'a union that the other half of an intersection narrows',
      'interface Part { size: number }\nexport type Root = { of: Part | number | string } & { of: Part }',
      [{ of: { size: 1 } }, { of: { size: 0 } }, { of: { size: -1.5 } }],
      [{ of: 1 }, { of: '' }, { of: {} }, {}],
    ],
    [
      'a tagged union that an intersection narrows to one option',
      `${SHAPES}\nexport type Root = (Circle | Square) & { kind: 'circle' }`,
      [
        { kind: 'circle', r: 1 },
        { kind: 'circle', r: 0 },
        { r: 2, kind: 'circle' },
      ],
      [{}, { kind: 'square', side: 1 }, { kind: 'circle' }, { kind: 'square' }],
    ],
    [
      'two tagged unions that share one option',
      "export type Root = ({ t: 'a'; x: 1 } | { t: 'b'; y: 1 }) & ({ t: 'b'; z: 1 } | { t: 'c' })",
      [
        { t: 'b', y: 1, z: 1 },
        { z: 1, t: 'b', y: 1 },
        { y: 1, z: 1, t: 'b' },
      ],
      [{}, { t: 'a', x: 1 }, { t: 'c' }, { t: 'b', y: 1 }],
    ],
    [
      'an optional member that no value fits',
      'export interface Root { a: 1; b?: { t: 1 } & { t: 2 }; c?: { [key: string]: { t: 1 } & { t: 2 } } }',
      [{ a: 1 }, { a: 1, c: {} }, { c: {}, a: 1 }],
      [{ a: 1, b: {} }, { a: 1, c: { d: {} } }, { a: 1, b: { t: 1 } }, {}],
    ],
    [
      'an option whose members contradict each other',
      'export type Root = ({ a: string } | { b: number } | { c: { t: 1 } }) & { a?: number; c?: { t: 2 } }',
      [{ b: 1 }, { b: 1, a: 1 }, { a: 0, b: 0 }],
      [{ a: '' }, { a: 1 }, { c: { t: 1 } }, { c: {} }, {}],
    ],
    [
      'primitives and lists beside an object that is narrowed',
      "export interface Root { v: (1 | 'x' | boolean | string[] | Date | { of: 'a' | 'b' }) & { of: 'a'; n: number } }",
      [{ v: { of: 'a', n: 1 } }, { v: { of: 'a', n: 0 } }, { v: { n: -1, of: 'a' } }],
      [{ v: 1 }, { v: 'x' }, { v: true }, { v: [] }, { v: '2026-01-31T12:00:00Z' }, { v: { of: 'b', n: 1 } }],
    ],
    [
      'a literal that its own type is a part of',
      "export interface Root { v: ({ a: 1 } | string) & ({ a: 1 | 2 } | 'x') }",
      [{ v: 'x' }, { v: { a: 1 } }, { v: 'x' }],
      [{ v: 'y' }, { v: { a: 2 } }, { v: {} }],
    ],
    [
      'a union of 500 literals',
      `export type Root = ${Array.from({ length: 500 }, (_, at) => `'v${at}'`).join(' | ')}`,
      ['v0', 'v250', 'v499'],
      ['v500', 'v', 'V1', 1],
    ],
    [
      'a union of 60 tagged objects',
      `export type Root = ${Array.from({ length: 60 }, (_, at) => `{ kind: 'k${at}'; v${at}: number }`).join(' | ')}`,
      [
        { kind: 'k0', v0: 1 },
        { kind: 'k30', v30: 0 },
        { kind: 'k59', v59: 2 },
      ],
      [{ kind: 'k60', v60: 1 }, { kind: 'k1', v2: 1 }, { kind: 'k1' }, { v1: 1 }],
    ],
    [
      'literals in their spellings',
      'export type Root = 1_000 | 0xff | 1e3 | 0b11 | 0o17 | -2.50',
      [1000, 255, 3, 15, -2.5],
      [1, '1000', 1001, 2.5],
    ],
  ],
}
