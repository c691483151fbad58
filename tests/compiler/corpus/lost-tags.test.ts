/** Constraints of aliases: TypeScript reduces `Email` to `string`, and forgets the alias in many forms of types. */
import { expect, it } from 'vitest'
import { deriveAll } from './derive-all.ts'

const HEAD = `/** @format email */ type Email = string
/** @integer
 * @minimum 1 */
type Age = number
interface User { email: Email; age: Age }
interface Page<Item> { items: Item[]; next?: string }
type Box<T> = { value: T }
type Pair = [Email, Age]
`

type Form = readonly [written: string, accepted: unknown, refused: unknown, before?: string]
const USER = [
  { email: 'a@b.de', age: 1 },
  { email: 'a', age: 1 },
] as const
const UPPER = [
  { EMAIL: 'a@b.de', AGE: 1 },
  { EMAIL: 'a@b.de', AGE: 0 },
] as const
const TEXT = ['a@b.de', 'a'] as const
const PAGE = [{ items: ['a@b.de'] }, { items: ['a'] }] as const
const LIST = [['a@b.de'], ['a']] as const
const BOX = [{ value: 'a@b.de' }, { value: 'a' }] as const

const SURVIVORS: readonly Form[] = [
  [`{ [K in keyof User as \`\${K}\`]: User[K] }`, ...USER],
  ['{ [K in keyof User as Uppercase<K>]: User[K] }', ...UPPER],
  ['Upper<User>', ...UPPER, 'type Upper<T> = { [K in keyof T & string as Uppercase<K>]: T[K] }'],
  [
    'Upper<Cents>',
    { CENTS: 1 },
    { CENTS: 0 },
    'interface Cents { /** @minimum 1 */ cents: number }\ntype Upper<T> = { [K in keyof T & string as Uppercase<K>]: T[K] }',
  ],
  [
    'Merge<{ age: Age }, { email: Email }>',
    ...USER,
    'type Merge<A, B> = { [K in keyof A | keyof B]: K extends keyof B ? B[K] : K extends keyof A ? A[K] : never }',
  ],
  [
    'Lists<User>',
    { email: ['a@b.de'], age: [1] },
    { email: ['a'], age: [1] },
    'type Lists<T> = { [K in keyof T]: T[K][] }',
  ],
  [
    'Lists<Cents>',
    { cents: [1] },
    { cents: [0] },
    'interface Cents { /** @minimum 1 */ cents: number }\ntype Lists<T> = { [K in keyof T]: T[K][] }',
  ],
  [
    'Boxes<User>',
    { email: { value: 'a@b.de' }, age: { value: 1 } },
    { email: { value: 'a@b.de' }, age: { value: 0 } },
    'type Boxes<T> = { [K in keyof T]: Box<T[K]> }',
  ],
  ['Page<Email> & { id?: string }', ...PAGE],
  ["Omit<Page<Email>, 'next'>", ...PAGE],
  ["Pick<Page<Email>, 'items'>", ...PAGE],
  ['Partial<Page<Email>>', ...PAGE],
  ['Simplify<Page<Email>>', ...PAGE, 'type Simplify<T> = { [K in keyof T]: T[K] } & {}'],
  ['Partial<Box<Email>>', ...BOX],
  ['{ [K in keyof User as Uppercase<K>]: User[K] } & { x?: 1 }', ...UPPER],
  ["Record<'value', Email> & { x?: 1 }", ...BOX],
  [
    'string | Record<Key, { [K in keyof User]: User[K][] }>',
    { x: { email: ['a@b.de'], age: [1] } },
    { x: { email: ['a'], age: [1] } },
    '/** @pattern ^x$ */ type Key = string',
  ],
  [
    'Lists<{ value: Email }> & { x?: 1 }',
    { value: ['a@b.de'] },
    { value: ['a'] },
    'type Lists<T> = { [K in keyof T]: T[K][] }',
  ],
  ['{ [K in keyof Box<Email>]: Box<Email>[K] } & {}', ...BOX],
  ['Copy<Email>', ...BOX, 'type Copy<X> = { [K in keyof Box<X>]: Box<X>[K] }'],
  ['Named & { id?: 1 }', ...BOX, 'type Named = Box<Email>'],
  ["Email & { __brand: 'email' }", ...TEXT],
  ["{ __brand: 'email' } & Email", ...TEXT],
  ["Brand<Email, 'email'>", ...TEXT, 'type Brand<T, Name> = T & { readonly __brand: Name }'],
  ['Brand<Email>[]', ...LIST, 'declare const brand: unique symbol\ntype Brand<T> = T & { [brand]: true }'],
  ["Email[] & { __brand: 'list' }", ...LIST],
  ["Some & { __brand: 'list' }", ['a'], [], '/** @minItems 1 */ type Some = string[]'],
  ['Email & string', ...TEXT],
  [`Email & \`\${string}.de\``, 'a@b.de', '.de'],
  ["'none' | Email", ...TEXT],
  ["'none' | Email", 'none', 'all'],
  ['0 | Age', 0, -1],
  ['Email | Code', 'abc', 'abcd', '/** @maxLength 3 */ type Code = string'],
  ['Email | Code | number', 'a@b.de', 'abcd', '/** @maxLength 3 */ type Code = string'],
  ['Maybe', 'none', 'all', "type Maybe = 'none' | Email"],
  ['{ a: Email } & { a: string }', { a: 'a@b.de' }, { a: 'a' }],
  ['{ a: string } & { a: Email }', { a: 'a@b.de' }, { a: 'a' }],
  ['[string, ...Array<Email>]', ['', 'a@b.de'], ['', 'a']],
  ['[string, ...Rest]', ['', 'a@b.de'], ['', 'a'], 'type Rest = Email[]'],
  ['[...Pair, string]', ['a@b.de', 1, ''], ['a', 1, '']],
  ['Readonly<Pair>', ['a@b.de', 1], ['a', 1]],
  ['Partial<Pair>', ['a@b.de', 1], ['a@b.de', 0]],
  ['Readonly<Email[]>', ...LIST],
  ['[...Email[]]', ...LIST],
  [
    'Brand<Few>',
    ['a'],
    ['a', 'b', 'c'],
    "/** @maxItems 2 */ type Few = string[]\ntype Brand<T> = T & { __brand: 'few' }",
  ],
  ['Brand<Code>', 5, 3, "/** @multipleOf 5 */ type Code = number\ntype Brand<T> = T & { __brand: 'few' }"],
  [
    'Brand<Words>',
    ['a'],
    ['a', 'a'],
    "/** @uniqueItems @maxItems 2 */ type Words = string[]\ntype Brand<T> = T & { __brand: 'few' }",
  ],
  [
    'Brand<Other>',
    ['a'],
    ['a', 'a'],
    "/** @uniqueItems */ type Words = string[]\ntype Other = Words\ntype Brand<T> = T & { __brand: 'few' }",
  ],
  ['List', ...LIST, 'interface List extends Array<Email> {}'],
  ['List', ...LIST, 'class List extends Array<Email> {}'],
  ['List<number, Email>', ...LIST, 'interface List<A, B> extends Array<B> {}'],
  ["List & { __brand: 'list' }", ...LIST, 'interface List extends Array<Email> {}'],
  ["List & { readonly __brand: 'list' }", ...LIST, 'class List extends Array<Email> {}'],
  ['User[Key]', ...TEXT, "type Key = 'email'"],
  ['Pair[0]', ...TEXT],
  ['List[0]', ...TEXT, 'type List = Email[]'],
  ['typeof value', ...TEXT, 'declare const value: Email'],
  ['typeof value.inner', ...TEXT, 'declare const value: { inner: Email }'],
  ['ReturnType<typeof load>', ...TEXT, 'declare const load: () => Email'],
  ['ReturnType<typeof load>', ...PAGE, 'declare function load(): Page<Email>'],
  ['Awaited<ReturnType<typeof load>>', ...PAGE, 'declare const load: () => Promise<Page<Email>>'],
  ['Awaited<Promise<Email>>', ...TEXT],
  ['Parameters<(email: Email) => void>[0]', ...TEXT],
  ['Extract<Email | number, string>', ...TEXT],
  ['Exclude<Email | null, null>', ...TEXT],
]

const derived = deriveAll(
  SURVIVORS.map(([written, , , before = '']) => ({
    code: `${HEAD}${before}\nexport interface Root { a: ${written} }`,
  })),
)

it.each(SURVIVORS.map((form, index) => [form[0], index] as const))(
  'the constraints of an alias survive in %s',
  (_, index) => {
    const [, accepted, refused] = SURVIVORS[index]!
    const { diagnostics, validate, schema } = derived[index]!()
    expect(diagnostics.map(({ message }) => message)).toEqual([])
    expect([validate({ a: accepted }).ok, validate({ a: refused }).ok], JSON.stringify(schema)).toEqual([true, false])
  },
)

it('a mapped type that is not written has no tags of members with other types', () => {
  const code = `${HEAD}type Lists<T> = { [K in keyof T]: T[K][] }
interface Key { /** @minimum 1 */ cents: number }
declare const load: () => Promise<{ lists: Lists<Key>; text: string | Record<string, { [K in keyof Key]: Key[K][] }> }>
export type Root = Awaited<ReturnType<typeof load>>`
  const [contract] = deriveAll([{ code }])
  expect(contract!().diagnostics).toEqual([])
  expect(contract!().validate({ lists: { cents: [1] }, text: { x: { cents: [1] } } }).ok).toBe(true)
})

const LOST: readonly (readonly [written: string, before?: string])[] = [
  ['User[keyof User]'],
  ['Pair[number]'],
  ['If<Email>', 'type If<T> = T extends string ? T : never'],
  ['Item<Email[]>', 'type Item<T> = T extends (infer I)[] ? I : never'],
  ['If<Email>[]', 'type If<T> = T extends string ? T : never'],
  ['Box<If<Email>>', 'type If<T> = T extends string ? T : never'],
  [`\`to: \${Email}\``],
  ['Parameters<(email: Email) => void>'],
  ['Parameters<typeof send>', 'declare function send(email: Email): void'],
  ['Lowercase<Email>'],
  ['Uppercase<Email>[]'],
  ['Box<Capitalize<Email>>'],
  ['ConstructorParameters<new (email: Email) => object>'],
  ['ConstructorParameters<typeof Sender>', 'declare class Sender { constructor(email: Email) }'],
  ['Unpage<Page<Email>>', 'type Unpage<T> = T extends Page<infer I> ? I : never'],
  ['Loaded<Promise<Email>>', 'type Loaded<T> = T extends Promise<infer I> ? I : never'],
]

it.each(LOST)('constraints that TypeScript loses are reported: %s', (written, before = '') => {
  const [contract] = deriveAll([{ code: `${HEAD}${before}\nexport interface Root { a: ${written} }` }])
  const { diagnostics } = contract!()
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['ignored-doc-tag', 'warning'])
  expect(diagnostics[0]?.message).toContain('@format email')
})

it.each([
  ['Extract<Email | number, number>'],
  ["Pick<Page<Email>, 'next'>"],
  ['Email | string'],
  ['{ a: Box<Email>; b: Box<string> }'],
  ["Omit<User, 'email'>"],
])('a type without the alias has no diagnostics: %s', (written) => {
  const [contract] = deriveAll([{ code: `${HEAD}\nexport interface Root { a: ${written} }` }])
  expect(contract!().diagnostics).toEqual([])
})
