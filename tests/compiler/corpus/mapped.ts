// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import type { CorpusTable } from './corpus-case.ts'

const BASE = 'interface Base { a: string; b?: number; readonly c: boolean | null }'
const good = [
  { a: '', c: true },
  { a: '', b: 1, c: null },
  { c: false, a: 'x' },
]

export const MAPPED: CorpusTable = {
  name: 'utility and mapped types',
  rows: [
    [
      'Partial',
      `${BASE}\nexport type Root = Partial<Base>`,
      [{}, { a: '' }, ...good],
      [{ a: 1 }, { d: 1 }, { a: null }],
    ],
    [
      'Required',
      `${BASE}\nexport type Root = Required<Base>`,
      [
        { a: '', b: 1, c: null },
        { a: '', b: 0, c: true },
        { c: false, b: 1, a: 'x' },
      ],
      [{ a: '', c: true }, {}, { a: '', b: null, c: true }],
    ],
    [
      'Required that leaves null',
      'export type Root = Required<{ a?: string | null }>',
      [{ a: null }, { a: '' }, { a: 'x' }],
      [{}, { a: 1 }, { a: null, b: 1 }],
    ],
    [
      'Required of an interface of optional members',
      'interface IBase { x?: boolean; y?: number }\nexport type Root = Required<IBase>',
      [
        { x: true, y: 1 },
        { y: 0, x: false },
        { x: true, y: -1 },
      ],
      [{}, { x: true }, { x: true, y: null }],
    ],
    ['Readonly', `${BASE}\nexport type Root = Readonly<Base>`, good, [{}, { a: '' }, { a: '', c: 1 }]],
    [
      'Pick',
      `${BASE}\nexport type Root = Pick<Base, 'a' | 'b'>`,
      [{ a: '' }, { a: '', b: 1 }, { a: 'x' }],
      [{}, { a: '', c: true }, { a: 1 }],
    ],
    [
      'Omit',
      `${BASE}\nexport type Root = Omit<Base, 'c'>`,
      [{ a: '' }, { a: '', b: 1 }, { a: 'x' }],
      [{}, { a: '', c: true }, { a: 1 }],
    ],
    [
      'Omit over a union, by the members of each',
      "type Each<U, K extends PropertyKey> = U extends unknown ? Omit<U, K> : never\nexport type Root = Each<{ id: 1; a: string } | { id: 2; b: string }, 'id'>",
      [{ a: '' }, { b: '' }, { a: 'x' }],
      [{ id: 1, a: '' }, {}, { a: 1 }],
    ],
    ['Exclude', "export type Root = Exclude<'a' | 'b' | 1, 'a'>", ['b', 1, 'b'], ['a', 2, '']],
    ['Extract', "export type Root = Extract<'a' | 'b' | 1, string>", ['a', 'b', 'a'], [1, 'c', null]],
    [
      'Extract of a tagged option',
      "type U = { t: 'a'; x: 1 } | { t: 'b'; y: 2 }\nexport type Root = Extract<U, { t: 'b' }>",
      [
        { t: 'b', y: 2 },
        { y: 2, t: 'b' },
        { t: 'b', y: 2 },
      ],
      [{ t: 'a', x: 1 }, {}, { t: 'b' }],
    ],
    ['NonNullable', 'export type Root = NonNullable<string | null | undefined>', ['', 'a', 'b'], [null, 1, {}]],
    [
      'NonNullable of a member',
      "interface A { m?: { x: 1 } | null }\nexport type Root = NonNullable<A['m']>",
      [{ x: 1 }, { x: 1 }, { x: 1 }],
      [null, {}, { x: 2 }],
    ],
    [
      'ReturnType',
      'declare function f(): { a: string }\nexport type Root = ReturnType<typeof f>',
      [{ a: '' }, { a: 'x' }, { a: 'y' }],
      [{}, { a: 1 }, null],
    ],
    [
      'ReturnType that is inferred',
      "const f = () => ({ a: 'x', list: [1, 2] })\nexport type Root = ReturnType<typeof f>",
      [
        { a: '', list: [] },
        { a: 'x', list: [1] },
        { list: [], a: 'y' },
      ],
      [{}, { a: '' }, { a: '', list: ['a'] }],
    ],
    [
      'Awaited',
      'export type Root = Awaited<Promise<Promise<{ a: string }>>>',
      [{ a: '' }, { a: 'x' }, { a: 'y' }],
      [{}, { a: 1 }, null],
    ],
    [
      'Awaited ReturnType',
      "async function f() { return { a: 'x', b: 1 as number | null } }\nexport type Root = Awaited<ReturnType<typeof f>>",
      [
        { a: '', b: 1 },
        { a: 'x', b: null },
        { b: 0, a: '' },
      ],
      [{ a: '' }, { a: 1, b: 1 }, null],
    ],
    [
      'a parameter',
      'declare function f(a: { x: number }, b?: string): void\nexport type Root = Parameters<typeof f>[0]',
      [{ x: 1 }, { x: 0 }, { x: -1 }],
      [{}, { x: '' }, null],
    ],
    [
      'InstanceType',
      'class A { a = "" }\nexport type Root = InstanceType<typeof A>',
      [{ a: '' }, { a: 'x' }, { a: 'y' }],
      [{}, { a: 1 }, null],
    ],
    [
      'ConstructorParameters',
      'declare class A { constructor(a: string, b: number) }\nexport type Root = ConstructorParameters<typeof A>',
      [
        ['a', 1],
        ['', 0],
        ['b', 2],
      ],
      [['a'], [1, 'a'], []],
    ],
    [
      'NoInfer',
      'export interface Root { a: NoInfer<string> }',
      [{ a: '' }, { a: 'x' }, { a: 'y' }],
      [{}, { a: 1 }, null],
    ],
    [
      'a member made optional',
      `${BASE}\ntype Loose<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>\nexport type Root = Loose<Base, 'a'>`,
      [{ c: true }, { a: '', c: null }, { b: 1, c: true }],
      [{}, { a: 1, c: true }, { a: '' }],
    ],
    [
      '-?',
      `${BASE}\nexport type Root = { [K in keyof Base]-?: Base[K] }`,
      [
        { a: '', b: 1, c: null },
        { a: '', b: 0, c: true },
        { c: false, b: 1, a: 'x' },
      ],
      [{ a: '', c: true }, {}, { a: '', b: null, c: true }],
    ],
    [
      '+?',
      `${BASE}\nexport type Root = { [K in keyof Base]+?: Base[K] }`,
      [{}, { a: '' }, { b: 1 }],
      [{ a: 1 }, { d: 1 }, { a: null }],
    ],
    [
      '-readonly',
      `${BASE}\nexport type Root = { -readonly [K in keyof Base]: Base[K] }`,
      good,
      [{}, { a: '' }, { a: '', c: 1 }],
    ],
    [
      'members of another type',
      `${BASE}\nexport type Root = { [K in keyof Base]: K }`,
      [
        { a: 'a', c: 'c' },
        { a: 'a', b: 'b', c: 'c' },
        { c: 'c', a: 'a' },
      ],
      [{}, { a: 'b', c: 'c' }, { a: 'a', b: 1, c: 'c' }],
    ],
    [
      'keys renamed',
      'interface A { a: string; b: number }\nexport type Root = { [K in keyof A as `get${Capitalize<K>}`]: A[K] }',
      [
        { getA: '', getB: 1 },
        { getB: 0, getA: 'x' },
        { getA: 'y', getB: -1 },
      ],
      [{ a: '', b: 1 }, {}, { getA: 1, getB: 1 }],
    ],
    [
      'keys left out',
      'interface A { a: string; b: number; c: string }\nexport type Root = { [K in keyof A as A[K] extends string ? K : never]: A[K] }',
      [
        { a: '', c: '' },
        { c: 'x', a: 'y' },
        { a: 'z', c: '' },
      ],
      [{ a: '', b: 1, c: '' }, { a: '' }, { a: 1, c: '' }],
    ],
    [
      'keys of a union of options',
      "type E = { kind: 'x'; a: 1 } | { kind: 'y'; b: 2 }\nexport type Root = { [One in E as One['kind']]: One }",
      [
        { x: { kind: 'x', a: 1 }, y: { kind: 'y', b: 2 } },
        { y: { kind: 'y', b: 2 }, x: { kind: 'x', a: 1 } },
        { x: { a: 1, kind: 'x' }, y: { kind: 'y', b: 2 } },
      ],
      [{}, { x: { kind: 'y', b: 2 }, y: { kind: 'x', a: 1 } }, { x: { kind: 'x', a: 1 } }],
    ],
    [
      'a mapped type in a mapped type',
      'type Deep<T> = { [K in keyof T]?: T[K] extends object ? Deep<T[K]> : T[K] }\nexport type Root = Deep<{ a: { b: { c: number } } }>',
      [{}, { a: {} }, { a: { b: { c: 1 } } }],
      [{ a: 1 }, { a: { b: { c: '' } } }, { z: 1 }],
    ],
    [
      'only the nullable made optional',
      'type Soft<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & { [K in keyof T as null extends T[K] ? K : never]?: T[K] }\nexport type Root = Soft<{ a: string; b: number | null }>',
      [{ a: '' }, { a: '', b: null }, { a: '', b: 1 }],
      [{}, { b: 1 }, { a: null }],
    ],
    [
      'one flag for each key',
      'interface A { x: 1; y: 2 }\nexport type Root = { [K in keyof A]: boolean }',
      [
        { x: true, y: false },
        { y: true, x: true },
        { x: false, y: false },
      ],
      [{ x: true }, { x: 1, y: true }, { x: true, y: true, z: true }],
    ],
    [
      'one of the members',
      'interface A { x: number; y: string }\nexport type Root = { [K in keyof A]: { [P in K]: A[P] } }[keyof A]',
      [{ x: 1 }, { y: '' }, { x: 0 }],
      [{}, { x: '' }, { z: 1 }],
    ],
    [
      'Uncapitalize of keys',
      'interface A { Aa: 1; Bb: 2 }\nexport type Root = { [K in keyof A as Uncapitalize<K>]: A[K] }',
      [
        { aa: 1, bb: 2 },
        { bb: 2, aa: 1 },
        { aa: 1, bb: 2 },
      ],
      [{ Aa: 1, Bb: 2 }, {}, { aa: 1 }],
    ],
  ],
}
