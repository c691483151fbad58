import type { CorpusTable } from './corpus-case.ts'

const STRINGS = { good: [[], ['a'], ['a', 'b']], bad: [[1], 'a', { 0: 'a' }, null] }
const PAIR = {
  good: [
    ['a', 1],
    ['', 0],
    ['b', -1],
  ],
  bad: [['a'], [], ['a', 1, 2], [1, 'a'], {}],
}

export const ARRAYS_AND_TUPLES: CorpusTable = {
  name: 'arrays and tuples',
  rows: [
    ['an array', 'export type Root = string[]', STRINGS.good, STRINGS.bad],
    ['Array', 'export type Root = Array<string>', STRINGS.good, STRINGS.bad],
    ['a readonly array', 'export type Root = readonly string[]', STRINGS.good, STRINGS.bad],
    ['ReadonlyArray', 'export type Root = ReadonlyArray<string>', STRINGS.good, STRINGS.bad],
    ['an interface of an array', 'export interface Root extends Array<string> {}', STRINGS.good, STRINGS.bad],
    [
      'a generic interface of an array',
      'interface List<T> extends ReadonlyArray<T> {}\nexport type Root = List<string>',
      STRINGS.good,
      STRINGS.bad,
    ],
    [
      'an alias of an array of an alias',
      'type Item = string\ntype Items = Item[]\nexport type Root = Items',
      STRINGS.good,
      STRINGS.bad,
    ],
    ['arrays of arrays', 'export type Root = number[][]', [[], [[]], [[1], [2, 3]]], [[1], [['a']], {}]],
    [
      'an array of objects',
      'export type Root = { a: 1 }[]',
      [[], [{ a: 1 }], [{ a: 1 }, { a: 1 }]],
      [[{}], [{ a: 1, b: 1 }], { a: 1 }],
    ],
    ['an array of nullable items', 'export type Root = (string | null)[]', [[], [null], ['a', null]], [[1], null, 'a']],
    ['an array of literals', "export type Root = ('a' | 'b')[]", [[], ['a'], ['b', 'b']], [['c'], 'a', [1]]],
    ['a tuple', 'export type Root = [string, number]', PAIR.good, PAIR.bad],
    ['a readonly tuple', 'export type Root = readonly [string, number]', PAIR.good, PAIR.bad],
    ['a labelled tuple', 'export type Root = [name: string, count: number]', PAIR.good, PAIR.bad],
    ['Readonly of a tuple', 'export type Root = Readonly<[string, number]>', PAIR.good, PAIR.bad],
    [
      'a tuple as const',
      "const list = ['a', 1] as const\nexport type Root = typeof list",
      [
        ['a', 1],
        ['a', 1],
        ['a', 1],
      ],
      [['a'], ['a', 2], ['b', 1]],
    ],
    ['a tuple that is spread', 'type A = [string]\nexport type Root = [...A, number]', PAIR.good, PAIR.bad],
    [
      'tuples joined',
      'type Join<A extends unknown[], B extends unknown[]> = [...A, ...B]\nexport type Root = Join<[string], [number]>',
      PAIR.good,
      PAIR.bad,
    ],
    ['an empty tuple', 'export type Root = []', [[], [], []], [[1], {}, null]],
    [
      'an optional item',
      'export type Root = [string, number?]',
      [['a'], ['a', 1], ['']],
      [[], ['a', 'b'], ['a', 1, 2]],
    ],
    [
      'only optional items',
      'export type Root = [string?, number?]',
      [[], ['a'], ['a', 1]],
      [[1], ['a', 'b'], ['a', 1, 1]],
    ],
    [
      'a labelled optional item',
      'export type Root = [a: string, b?: number]',
      [['a'], ['a', 1], ['']],
      [[], ['a', 'b'], ['a', 1, 2]],
    ],
    ['a rest', 'export type Root = [string, ...number[]]', [['a'], ['a', 1], ['a', 1, 2, 3]], [[], [1], ['a', 'b']]],
    [
      'a labelled rest',
      'export type Root = [first: string, ...rest: number[]]',
      [['a'], ['a', 1], ['a', 1, 2]],
      [[], [1], ['a', 1, 'b']],
    ],
    [
      'optional items and a rest',
      'export type Root = [string, 123, boolean?, ...number[]]',
      [
        ['hello', 123],
        ['hello', 123, true],
        ['hello', 123, false, 1, 2],
      ],
      [['hello'], ['hello', 124], ['hello', 123, 1], ['hello', 123, true, 'x']],
    ],
    [
      'a rest of objects',
      'export type Root = [1, ...{ a: string }[]]',
      [[1], [1, { a: '' }], [1, { a: '' }, { a: 'x' }]],
      [[], [1, {}], [1, { a: 1 }]],
    ],
    [
      'at least one item',
      'export type Root = [string, ...string[]]',
      [['a'], ['a', 'b'], ['', '', '']],
      [[], [1], ['a', 1]],
    ],
    [
      'at least one item, as an intersection',
      'export type Root = [string, ...string[]] & string[]',
      [['a'], ['a', 'b'], ['', '', '']],
      [[], [1], ['a', 1]],
    ],
    [
      'a tuple in a tuple',
      'export type Root = [[number, number], [string?]]',
      [
        [[1, 2], []],
        [[0, 0], ['a']],
        [[1, 1], []],
      ],
      [[[1], []], [[1, 2]], [[1, 2], [1]]],
    ],
    [
      'a tuple of objects',
      'interface P { x: number }\nexport type Root = [P, P?]',
      [[{ x: 1 }], [{ x: 1 }, { x: 2 }], [{ x: 0 }]],
      [[], [{}], [{ x: 1 }, 1]],
    ],
    [
      'a tuple of nullable items',
      'export type Root = [string | null, number | null]',
      [
        [null, null],
        ['a', null],
        [null, 1],
      ],
      [[null], [1, null], [null, null, null]],
    ],
    [
      'a union of tuples',
      "export type Root = ['a', number] | ['b', string]",
      [
        ['a', 1],
        ['b', ''],
        ['a', 0],
      ],
      [
        ['a', ''],
        ['b', 1],
        ['c', 1],
      ],
    ],
    [
      'tuples of different lengths',
      'export type Root = [number] | [number, number, number]',
      [[1], [1, 2, 3], [0]],
      [[], [1, 2], [1, 2, 3, 4]],
    ],
    [
      'an array of tuples',
      'export type Root = [string, number][]',
      [
        [],
        [['a', 1]],
        [
          ['a', 1],
          ['b', 2],
        ],
      ],
      [['a', 1], [['a']], [[1, 'a']]],
    ],
    [
      'an item of an array',
      'type List = { a: string }[]\nexport type Root = List[number]',
      [{ a: '' }, { a: 'x' }, { a: 'y' }],
      [{}, [], { a: 1 }],
    ],
    [
      'an item of a tuple',
      "type Pair = ['x', { a: 1 }]\nexport type Root = Pair[1]",
      [{ a: 1 }, { a: 1 }, { a: 1 }],
      [{}, 'x', { a: 2 }],
    ],
    [
      'the items of a constant',
      "const all = ['a', 'b'] as const\nexport type Root = (typeof all)[number]",
      ['a', 'b', 'a'],
      ['c', 0, ''],
    ],
    [
      'a mapped tuple',
      'type Each<T extends unknown[]> = { [K in keyof T]: { v: T[K] } }\nexport type Root = Each<[string, number]>',
      [
        [{ v: '' }, { v: 1 }],
        [{ v: 'a' }, { v: 0 }],
        [{ v: 'b' }, { v: 2 }],
      ],
      [[{ v: '' }], [{ v: 1 }, { v: 1 }], [{}, {}]],
    ],
    [
      'Partial of a tuple',
      'export type Root = Partial<[string, number]>',
      [[], ['a'], ['a', 1]],
      [[1], ['a', 'b'], ['a', 1, 1]],
    ],
    ['Required of a tuple', 'export type Root = Required<[string?, number?]>', PAIR.good, PAIR.bad],
    [
      'the parameters of a function',
      'declare function f(a: string, b: number): void\nexport type Root = Parameters<typeof f>',
      PAIR.good,
      PAIR.bad,
    ],
    [
      'the tail of a tuple',
      'type Tail<T> = T extends [unknown, ...infer Rest] ? Rest : never\nexport type Root = Tail<[1, string, number]>',
      PAIR.good,
      PAIR.bad,
    ],
    [
      'a tuple built by recursion',
      'type Times<N extends number, T, All extends T[] = []> = All["length"] extends N ? All : Times<N, T, [...All, T]>\nexport type Root = Times<3, number>',
      [
        [1, 2, 3],
        [0, 0, 0],
        [1.5, 2, 3],
      ],
      [
        [1, 2],
        [1, 2, 3, 4],
        [1, 2, 'a'],
      ],
    ],
  ],
}
