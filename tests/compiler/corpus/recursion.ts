import type { CorpusTable } from './corpus-case.ts'

export const RECURSION: CorpusTable = {
  name: 'recursion',
  rows: [
    [
      'an interface',
      'export interface Root { v: number; next?: Root }',
      [{ v: 1 }, { v: 1, next: { v: 2 } }, { v: 1, next: { v: 2, next: { v: 3 } } }],
      [{}, { v: 1, next: {} }, { v: 1, next: { v: '' } }],
    ],
    [
      'through null',
      'export interface Root { next: Root | null }',
      [{ next: null }, { next: { next: null } }, { next: { next: { next: null } } }],
      [{}, { next: {} }, { next: 1 }],
    ],
    [
      'through an array',
      'export interface Root { children: Root[] }',
      [{ children: [] }, { children: [{ children: [] }] }, { children: [{ children: [] }, { children: [] }] }],
      [{}, { children: [{}] }, { children: {} }],
    ],
    [
      'through a Record',
      'export interface Root { [key: string]: Root }',
      [{}, { a: {} }, { a: { b: {} } }],
      [{ a: 1 }, { a: { b: null } }, null],
    ],
    [
      'through a tuple',
      'export type Root = [number, Root?]',
      [[1], [1, [2]], [1, [2, [3]]]],
      [[], [1, 2], [1, [2, 3]]],
    ],
    [
      'through a rest',
      'export type Root = [string, ...Root[]]',
      [['a'], ['a', ['b']], ['a', ['b'], ['c', ['d']]]],
      [[], ['a', 'b'], ['a', []]],
    ],
    [
      'through a union',
      'export type Root = number | { add: [Root, Root] }',
      [1, { add: [1, 2] }, { add: [{ add: [1, 2] }, 3] }],
      ['', { add: [1] }, { add: [1, ''] }],
    ],
    [
      'through a mapped type',
      'export type Root = { [K in "l" | "r"]?: Root }',
      [{}, { l: {} }, { l: { r: {} }, r: {} }],
      [{ l: 1 }, { x: {} }, { l: { x: {} } }],
    ],
    [
      'through Partial',
      'interface N { v: number; sub: Partial<N> }\nexport type Root = N',
      [
        { v: 1, sub: {} },
        { v: 1, sub: { v: 2 } },
        { v: 1, sub: { sub: {} } },
      ],
      [{ v: 1 }, { v: 1, sub: { v: '' } }, { v: 1, sub: { sub: 1 } }],
    ],
    [
      'through Pick',
      'interface N { a: 1; b: 2; sub?: Pick<N, "a" | "sub"> }\nexport type Root = N',
      [
        { a: 1, b: 2 },
        { a: 1, b: 2, sub: { a: 1 } },
        { a: 1, b: 2, sub: { a: 1, sub: { a: 1 } } },
      ],
      [{ a: 1 }, { a: 1, b: 2, sub: {} }, { a: 1, b: 2, sub: { a: 1, b: 2 } }],
    ],
    [
      'an alias of an array of itself',
      'type Value = string | { [key: string]: Value } | List\ntype List = Value[]\nexport interface Root { list: List }',
      [{ list: [['a'], { b: [] }] }, { list: [] }, { list: ['a', [['b']]] }],
      [{ list: {} }, { list: [1] }, {}],
    ],
    [
      'JSON',
      'type Json = string | number | boolean | null | Json[] | { [key: string]: Json }\nexport interface Root { v: Json }',
      [{ v: null }, { v: [1, { a: [true] }] }, { v: { a: { b: 'x' } } }],
      [{}, { v: 1, w: 1 }, []],
    ],
    [
      'JSON by interfaces',
      'type JsonValue = string | number | boolean | null | JsonArray | JsonObject\ninterface JsonArray extends Array<JsonValue> {}\ninterface JsonObject { [key: string]: JsonValue }\nexport interface Root { v: JsonObject }',
      [{ v: {} }, { v: { a: [1, { b: null }] } }, { v: { a: { b: [[]] } } }],
      [{ v: 1 }, { v: null }, {}],
    ],
    [
      'JSON whose members may be undefined',
      'type Json = string | number | boolean | null | JsonArray | JsonObject\ninterface JsonArray extends Array<Json> {}\ninterface JsonObject { [key: string]: Json | undefined }\nexport interface Root { v: Json }',
      [{ v: [1, { a: [true] }] }, { v: { a: { b: 'x' } } }, { v: null }],
      [{}, { v: 1, w: 1 }, []],
    ],
    [
      'a union that contains itself with and without undefined',
      'type Node = Leaf | Node[]\ninterface Leaf { next?: Leaf | Node[]; id: number }\nexport type Root = Node',
      [{ id: 1 }, [{ id: 1, next: [] }], { id: 1, next: { id: 2, next: [{ id: 3 }] } }],
      [{}, { id: 1, next: {} }, [{ id: 1, next: [1] }]],
    ],
    ['an array of arrays', 'export type Root = Root[]', [[], [[]], [[[]], []]], [[1], {}, null]],
    [
      'two interfaces',
      'interface A { b?: B }\ninterface B { a: A }\nexport type Root = A',
      [{}, { b: { a: {} } }, { b: { a: { b: { a: {} } } } }],
      [{ b: {} }, { b: { a: 1 } }, { a: {} }],
    ],
    [
      'three aliases',
      'type A = { b: B | null }\ntype B = { c: C[] }\ntype C = { a?: A }\nexport type Root = A',
      [{ b: null }, { b: { c: [] } }, { b: { c: [{ a: { b: null } }] } }],
      [{}, { b: {} }, { b: { c: [{ a: {} }] } }],
    ],
    [
      'a generic tree',
      'interface Tree<T> { value: T; children: Tree<T>[] }\nexport type Root = Tree<string>',
      [
        { value: '', children: [] },
        { value: '', children: [{ value: 'a', children: [] }] },
        { children: [], value: 'x' },
      ],
      [{ value: 1, children: [] }, { value: '' }, { value: '', children: [{ value: 1, children: [] }] }],
    ],
    [
      'two trees of one generic',
      'interface Tree<T> { value: T; sub?: Tree<T> }\nexport interface Root { s: Tree<string>; n: Tree<number> }',
      [
        { s: { value: '' }, n: { value: 1 } },
        { s: { value: '', sub: { value: '' } }, n: { value: 1 } },
        { n: { value: 1, sub: { value: 2 } }, s: { value: '' } },
      ],
      [{ s: { value: 1 }, n: { value: 1 } }, { s: { value: '', sub: { value: 1 } }, n: { value: 1 } }, {}],
    ],
    [
      'a generic alias of a union',
      'type Nested<T> = T | Nested<T>[]\nexport type Root = Nested<number>',
      [1, [1, [2]], [[[]]]],
      ['', [''], [[null]]],
    ],
    [
      'a tagged union',
      "type Expr = { op: 'num'; v: number } | { op: 'neg'; e: Expr } | { op: 'sum'; all: Expr[] }\nexport type Root = Expr",
      [
        { op: 'num', v: 1 },
        { op: 'neg', e: { op: 'num', v: 1 } },
        { op: 'sum', all: [{ op: 'neg', e: { op: 'sum', all: [] } }] },
      ],
      [{ op: 'neg' }, { op: 'num' }, { op: 'sum', all: [{ op: 'x' }] }],
    ],
    [
      'an untagged union',
      'interface Leaf { v: number }\ninterface Branch { left: Node; right: Node }\ntype Node = Leaf | Branch\nexport type Root = Node',
      [{ v: 1 }, { left: { v: 1 }, right: { v: 2 } }, { left: { left: { v: 1 }, right: { v: 1 } }, right: { v: 2 } }],
      [{}, { left: { v: 1 } }, { left: { v: '' }, right: { v: 1 } }],
    ],
    [
      'an intersection',
      'type Node = { v: number } & { next?: Node }\nexport type Root = Node',
      [{ v: 1 }, { v: 1, next: { v: 2 } }, { next: { v: 1 }, v: 1 }],
      [{}, { v: 1, next: {} }, { v: 1, next: { v: 1, x: 1 } }],
    ],
    [
      'a class',
      'export class Root { name = ""; parent?: Root }',
      [{ name: '' }, { name: '', parent: { name: 'x' } }, { parent: { name: '' }, name: 'a' }],
      [{}, { name: '', parent: {} }, { name: 1 }],
    ],
    [
      'a linked list with its own end',
      "type List = { t: 'end' } | { t: 'item'; v: number; rest: List }\nexport type Root = List",
      [
        { t: 'end' },
        { t: 'item', v: 1, rest: { t: 'end' } },
        { t: 'item', v: 1, rest: { t: 'item', v: 2, rest: { t: 'end' } } },
      ],
      [{ t: 'item', v: 1 }, {}, { t: 'item', v: 1, rest: { t: 'item' } }],
    ],
    [
      'a deep Partial',
      'interface A { a: { b: number; self?: A } }\ntype Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T\nexport type Root = Deep<A>',
      [{}, { a: {} }, { a: { self: { a: { b: 1 } } } }],
      [{ a: 1 }, { a: { self: { a: { b: '' } } } }, { b: 1 }],
    ],
    [
      'a member of the type itself',
      'interface A { kind: "a" | "b"; parent?: { kind: A["kind"]; up?: A } }\nexport type Root = A',
      [{ kind: 'a' }, { kind: 'a', parent: { kind: 'b' } }, { kind: 'a', parent: { kind: 'b', up: { kind: 'a' } } }],
      [{ kind: 'c' }, { kind: 'a', parent: {} }, { kind: 'a', parent: { kind: 'b', up: {} } }],
    ],
    [
      'a generic whose argument grows once',
      'interface Box<T> { v: T; next?: { inner: Box<T | null> } }\nexport type Root = Box<string>',
      [
        { v: '' },
        { v: '', next: { inner: { v: null } } },
        { v: '', next: { inner: { v: '', next: { inner: { v: null } } } } },
      ],
      [{ v: null }, { v: '', next: { inner: { v: 1 } } }, { v: '', next: {} }],
    ],
  ],
}
