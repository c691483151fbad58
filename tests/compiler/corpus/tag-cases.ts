/** Every constraint tag, and every place where a constrained type can stand. */

export interface TagCase {
  /** As written. */
  readonly tag: string
  readonly base: string
  readonly accepts: readonly unknown[]
  readonly refuses: readonly unknown[]
}

/** With values on both sides of the border. */
export const TAGS: readonly TagCase[] = [
  { tag: '@integer', base: 'number', accepts: [0, -3, 1e21], refuses: [0.5, '1'] },
  { tag: '@minimum 3', base: 'number', accepts: [3, 3.5], refuses: [2.999, '3'] },
  { tag: '@minimum -1.5', base: 'number', accepts: [-1.5], refuses: [-1.6] },
  { tag: '@maximum 1e2', base: 'number', accepts: [100, -5], refuses: [100.5] },
  { tag: '@exclusiveMinimum 0', base: 'number', accepts: [0.001], refuses: [0, -0, -1] },
  { tag: '@exclusiveMaximum 10', base: 'number', accepts: [9.99], refuses: [10, 11] },
  { tag: '@multipleOf 5', base: 'number', accepts: [0, -5, 10], refuses: [4, 7.5] },
  { tag: '@minimum 1 @maximum 5 @integer', base: 'number', accepts: [1, 5], refuses: [0, 6, 1.5] },
  { tag: '@format money-minor-units', base: 'number', accepts: [100], refuses: ['1'] },
  { tag: '@minLength 2', base: 'string', accepts: ['ab', '😀😀'], refuses: ['a', '😀', 2] },
  { tag: '@maxLength 2', base: 'string', accepts: ['', 'ab', '😀😀'], refuses: ['abc'] },
  { tag: '@minLength 0', base: 'string', accepts: [''], refuses: [0] },
  { tag: '@pattern ^[a-z]+$', base: 'string', accepts: ['abc'], refuses: ['', 'A', 'a1'] },
  { tag: '@pattern ^[^@]+@[^@]+$', base: 'string', accepts: ['a@b'], refuses: ['a', 'a@b@c'] },
  { tag: String.raw`@pattern ^\d{2}$`, base: 'string', accepts: ['12'], refuses: ['1', '１２'] },
  { tag: '@pattern ^.$', base: 'string', accepts: ['a', '😀'], refuses: ['', 'ab'] },
  { tag: '@pattern /^a b$/', base: 'string', accepts: ['a b'], refuses: ['/a b/'] },
  { tag: '@pattern `^a b$`', base: 'string', accepts: ['a b'], refuses: ['`a b`', 'a'] },
  { tag: '@pattern `^[ab]+` of the letters', base: 'string', accepts: ['ab'], refuses: ['c'] },
  { tag: '@pattern ^[ab]+$ letters of two kinds', base: 'string', accepts: ['ab'], refuses: ['c', ''] },
  { tag: '@pattern /^[ab]+$/ letters of two kinds', base: 'string', accepts: ['ab'], refuses: ['c'] },
  { tag: '@pattern ^[A-Z] [a-z]+ \\d$', base: 'string', accepts: ['A bc 1'], refuses: ['A bc'] },
  { tag: '@minItems 2 @maxItems 2', base: '[1, 2]', accepts: [[1, 2]], refuses: [[1], [1, 2, 3]] },
  {
    tag: '@minItems 2',
    base: '[1, ...2[]]',
    accepts: [
      [1, 2],
      [1, 2, 2],
    ],
    refuses: [[1], [1, 1]],
  },
  { tag: '@maxItems 2', base: '[1, ...2[]]', accepts: [[1], [1, 2]], refuses: [[], [1, 2, 2]] },
  { tag: '@minItems 1', base: '[1?, 2?]', accepts: [[1], [1, 2]], refuses: [[]] },
  { tag: '@minItems 1 @maxItems 2', base: '[1] | [1, 2]', accepts: [[1], [1, 2]], refuses: [[], [1, 2, 2]] },
  { tag: '@format email', base: 'string', accepts: ['a@b.example'], refuses: ['a', 'a@b'] },
  { tag: '@format date', base: 'string', accepts: ['2024-02-29'], refuses: ['2026-02-29'] },
  { tag: '@format uuid', base: 'string', accepts: ['0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d'], refuses: ['0b1f'] },
  { tag: '@minItems 2', base: 'string[]', accepts: [['a', 'b']], refuses: [['a'], []] },
  { tag: '@maxItems 1', base: 'string[]', accepts: [[], ['a']], refuses: [['a', 'b']] },
  { tag: '@uniqueItems', base: 'number[]', accepts: [[], [1, 2]], refuses: [[1, 1]] },
  { tag: '@uniqueItems true', base: '{ a: number }[]', accepts: [[{ a: 1 }]], refuses: [[{ a: 1 }, { a: 1 }]] },
]

export interface TagPlace {
  readonly title: string
  /** Source with a type that has the tag. `Root` is the derived type. */
  code(tag: string, base: string): string
  /** The value of `Root` that holds a value there. */
  readonly hold: (value: unknown) => unknown
}

const atA = (value: unknown) => ({ a: value })
const doc = (tag: string) => `/** ${tag} */`
const alias = (tag: string, base: string, rest: string) => `${doc(tag)}\n type A = ${base}\n ${rest}`
const place = (title: string, code: TagPlace['code'], hold: TagPlace['hold'] = atA): TagPlace => ({ title, code, hold })
const aliased = (title: string, rest: string, hold: TagPlace['hold'] = atA): TagPlace =>
  place(title, (tag, base) => alias(tag, base, rest), hold)

export const PLACES: readonly TagPlace[] = [
  place('a member', (tag, base) => `export interface Root {\n ${doc(tag)}\n a: ${base}\n}`),
  place(
    'a member of a comment in lines',
    (tag, base) => `export interface Root {\n /**\n  * What it is.\n  *\n  * ${tag}\n  */\n a: ${base}\n}`,
  ),
  place('a member on one line', (tag, base) => `export interface Root { ${doc(tag)} a: ${base} }`),
  place(
    'a member after another on one line',
    (tag, base) => `export interface Root { z?: string; ${doc(tag)} a: ${base}; y?: boolean }`,
  ),
  place(
    'a member of a type literal on one line',
    (tag, base) => `export type Root = { y?: 1, ${doc(tag)} a: ${base} }`,
  ),
  place('an optional member', (tag, base) => `export interface Root { ${doc(tag)} a?: ${base} }`),
  place(
    'a member that may be undefined',
    (tag, base) => `export interface Root { ${doc(tag)} a: ${base} | undefined }`,
  ),
  place('a nullable member', (tag, base) => `export interface Root { ${doc(tag)} a: ${base} | null }`),
  place('a readonly member', (tag, base) => `export interface Root { ${doc(tag)} readonly a: ${base} }`),
  place(
    'a quoted member',
    (tag, base) => `export interface Root { ${doc(tag)} 'the a': ${base} }`,
    (value) => ({ 'the a': value }),
  ),
  place(
    'a member that may be a boolean too',
    (tag, base) => `export interface Root { ${doc(tag)} a: ${base} | boolean }`,
  ),
  place('a member that may be a literal too', (tag, base) => `export interface Root { ${doc(tag)} a: ${base} | true }`),
  place(
    'a member that may be an object too',
    (tag, base) => `export interface Root { ${doc(tag)} a: ${base} | { b: boolean } }`,
  ),
  place(
    'a member that another has by its name',
    (tag, base) => `interface B { ${doc(tag)} a?: ${base} }\n export interface Root { a: NonNullable<B['a']> }`,
  ),
  place(
    'a nested member',
    (tag, base) => `export interface Root { b: { c: { ${doc(tag)} a: ${base} }[] } }`,
    (value) => ({ b: { c: [{ a: value }] } }),
  ),
  place('a class field', (tag, base) => `export declare class Root { ${doc(tag)} a: ${base} }`),
  place(
    'a constructor property',
    (tag, base) =>
      `export declare class Root { constructor(${doc(tag)} a: ${base}) ; ${doc(tag)} public readonly a: ${base} }`,
  ),
  place(
    'an inherited member',
    (tag, base) => `interface Base { ${doc(tag)} a: ${base} }\n export interface Root extends Base { b?: string }`,
  ),
  place(
    'a member inherited twice',
    (tag, base) =>
      `interface Base { ${doc(tag)} a: ${base} }\n interface Middle extends Base { c?: string }\n export interface Root extends Middle { b?: string }`,
  ),
  place(
    'a class that extends',
    (tag, base) =>
      `declare class Base { ${doc(tag)} a: ${base} }\n export declare class Root extends Base { b?: string }`,
  ),
  place(
    'a merged interface',
    (tag, base) => `export interface Root { b?: string }\n export interface Root { ${doc(tag)} a: ${base} }`,
  ),
  place('an intersection', (tag, base) => `export type Root = { ${doc(tag)} a: ${base} } & { b?: string }`),
  place(
    'an intersection with the constraint in its other half',
    (tag, base) => `export type Root = { a: ${base} } & { ${doc(tag)} a: ${base}; b?: string }`,
  ),
  ...[
    'Pick<B, "a">',
    'Omit<B, "b">',
    'Readonly<B>',
    'Required<B>',
    'Partial<B>',
    '{ [K in keyof B]: B[K] }',
    '{ [K in keyof B]?: B[K] }',
    '{ -readonly [K in keyof B]-?: B[K] }',
    'Omit<Partial<Required<B>>, "b">',
    '{ [K in keyof B as K extends "b" ? never : K]: B[K] }',
  ].map((type) =>
    place(
      `a member through ${type}`,
      (tag, base) => `interface B { ${doc(tag)} a: ${base}; b?: string }\n export type Root = ${type}`,
      (value) => (/Required<B>$|\]-/.test(type) ? { a: value, b: 'b' } : { a: value }),
    ),
  ),
  place(
    'a generic member',
    (tag, base) => `interface Box<T> { ${doc(tag)} a: ${base}; b?: T }\n export type Root = Box<string>`,
  ),
  place(
    'a member of one of several objects',
    (tag, base) => `export type Root = { kind: 'x'; ${doc(tag)} a: ${base} } | { kind: 'y' }`,
    (value) => ({ kind: 'x', a: value }),
  ),
  place(
    'a recursive type',
    (tag, base) => `export interface Root { ${doc(tag)} a?: ${base}; more?: Root[] }`,
    (value) => ({ more: [{ more: [{ a: value }] }] }),
  ),
  aliased('an alias', 'export interface Root { a: A }'),
  aliased('an alias of an alias', 'type B = A\n export interface Root { a: B }'),
  aliased('an exported alias', 'export type B = A\n export interface Root { a: B }'),
  aliased('an alias in parentheses', 'type B = (A)\n export interface Root { a: B | null }'),
  aliased('an optional alias', 'export interface Root { a?: A }'),
  aliased('a nullable alias', 'export interface Root { a: A | null }'),
  aliased('an alias of a nullable alias', 'type B = A | null\n export interface Root { a?: B }'),
  aliased('an alias that may be undefined', 'export interface Root { a: A | undefined }'),
  aliased('an alias beside a boolean', 'export interface Root { a: boolean | A }'),
  aliased('an alias as root', 'export type Root = A', (value) => value),
  aliased('items of an array', 'export interface Root { a: A[] }', (value) => ({ a: [value] })),
  aliased('items of a readonly array', 'export interface Root { a: readonly A[] }', (value) => ({ a: [value] })),
  aliased('items of Array<>', 'export interface Root { a: Array<A> }', (value) => ({ a: [value] })),
  aliased('items of ReadonlyArray<>', 'export interface Root { a: ReadonlyArray<A> }', (value) => ({ a: [value] })),
  aliased('nullable items', 'export interface Root { a: (A | null)[] }', (value) => ({ a: [null, value] })),
  aliased('items of items', 'export interface Root { a: A[][] }', (value) => ({ a: [[], [value]] })),
  aliased('an alias of an array', 'type B = A[]\n export interface Root { a: B }', (value) => ({ a: [value] })),
  aliased('an item of a tuple', 'export interface Root { a: [A, boolean] }', (value) => ({ a: [value, true] })),
  aliased('a labelled item of a tuple', 'export interface Root { a: [first: boolean, second: A] }', (value) => ({
    a: [true, value],
  })),
  aliased('an optional item of a tuple', 'export interface Root { a: [boolean, A?] }', (value) => ({
    a: [true, value],
  })),
  aliased('a labelled optional item of a tuple', 'export interface Root { a: [x: boolean, y?: A] }', (value) => ({
    a: [true, value],
  })),
  aliased('the rest of a tuple', 'export interface Root { a: [boolean, ...A[]] }', (value) => ({ a: [true, value] })),
  aliased('the labelled rest of a tuple', 'export interface Root { a: [x: boolean, ...rest: A[]] }', (value) => ({
    a: [true, value],
  })),
  aliased('a readonly tuple', 'export interface Root { a: readonly [A] }', (value) => ({ a: [value] })),
  aliased('values of a Record', 'export type Root = Record<string, A>', (value) => ({ x: value })),
  aliased('values of a Record of literals', "export type Root = Record<'a' | 'b', A>", (value) => ({
    a: value,
    b: value,
  })),
  aliased('values of a partial Record', "export type Root = Partial<Record<'a' | 'b', A>>"),
  aliased('values of an index signature', 'export interface Root { [key: string]: A }', (value) => ({ x: value })),
  aliased(
    'values of a template index signature',
    'export interface Root { [key: `x-${' + 'string}`]: A }',
    (value) => ({
      'x-1': value,
    }),
  ),
  aliased('values of a mapped type', "export type Root = { [K in 'a' | 'b']?: A }"),
  aliased('an argument of an interface', 'interface Box<T> { a: T }\n export type Root = Box<A>'),
  aliased('an argument of an alias', 'type Box<T> = { a: T }\n export type Root = Box<A>'),
  aliased('an argument of an argument', 'interface Box<T> { a: T }\n export type Root = Box<Box<A>>', (value) => ({
    a: { a: value },
  })),
  aliased('a default argument', 'interface Box<T = A> { a: T }\n export type Root = Box'),
  aliased('an argument that is listed', 'interface Page<T> { items: T[] }\n export type Root = Page<A>', (value) => ({
    items: [value],
  })),
  aliased(
    'an argument of an alias of an alias',
    'type Maybe<T> = T | null\n type Box<T> = { a: Maybe<T> }\n export type Root = Box<A>',
  ),
  aliased(
    'an interface that extends with an argument',
    'interface Box<T> { a: T }\n export interface Root extends Box<A> { b?: string }',
  ),
  aliased('a class with an argument', 'declare class Box<T> { a: T }\n export type Root = Box<A>'),
  aliased('items of a Set', 'export interface Root { a: Set<A> }', (value) => ({ a: [value] })),
  aliased('values of a Map', 'export interface Root { a: Map<string, A> }', (value) => ({ a: { x: value } })),
  aliased('an inherited alias', 'interface Base { a: A }\n export interface Root extends Base {}'),
  aliased('an alias through Pick', "interface B { a: A; b: string }\n export type Root = Pick<B, 'a'>"),
  aliased('an alias through Omit', "interface B { a: A; b: string }\n export type Root = Omit<B, 'b'>"),
  aliased('an alias through Partial', 'interface B { a: A }\n export type Root = Partial<B>'),
  aliased(
    'an alias through an own mapped type',
    'interface B { a: A }\n type Own<T> = { [K in keyof T]: T[K] }\n export type Root = Own<B>',
  ),
  aliased('an alias through Readonly of a type literal', 'export type Root = Readonly<{ a: A }>'),
  aliased('an alias through Required', 'export type Root = Required<{ a?: A }>'),
  aliased('an alias of a namespace', 'namespace N { export type B = A }\n export interface Root { a: N.B }'),
  aliased('an imported alias', 'namespace N { export type B = A }\n import C = N.B\n export interface Root { a: C }'),
  aliased('an option of a union of objects', 'export type Root = { kind: 1; a: A } | { kind: 2; b: A }', (value) => ({
    kind: 2,
    b: value,
  })),
  aliased('an indexed member', "interface B { a: A }\n export interface Root { a: B['a'] }"),
  aliased('an indexed item', 'type B = A[]\n export interface Root { a: B[number] }'),
  aliased('a mutual recursion', 'interface B { root?: Root; a?: A }\n export interface Root { b: B }', (value) => ({
    b: { root: { b: { a: value } } },
  })),
  aliased('an intersection of objects', 'export type Root = { a: A } & { b?: string }'),
  aliased('NonNullable', 'export interface Root { a: NonNullable<A | null> }'),
]
