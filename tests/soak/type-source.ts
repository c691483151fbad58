/** Random TypeScript: types with many constructs and tags, and values that match them or almost match. */
import fc from 'fast-check'

/**
 * `text`: the type; `declarations`: the declarations it refers to, one per line; `values`: JSON values that the type
 * accepts; `refused`: a value that only a tag refuses.
 */
export interface TypeSource {
  readonly text: string
  readonly declarations: readonly string[]
  readonly values: readonly unknown[]
  readonly refused?: { readonly value: unknown }
}

interface Tagged {
  readonly tags: readonly string[]
  readonly base: string
  readonly values: readonly unknown[]
  readonly refused?: unknown
}

const TAGGED: readonly Tagged[] = [
  { tags: ['@minimum 1', '@maximum 10'], base: 'number', values: [1, 10, 5.5], refused: 0 },
  { tags: ['@integer', '@exclusiveMinimum 0'], base: 'number', values: [1, 7], refused: 0 },
  { tags: ['@multipleOf 5'], base: 'number', values: [0, 5, -10], refused: 3 },
  { tags: ['@minLength 1', '@maxLength 3'], base: 'string', values: ['a', 'abc', '😀'], refused: 'abcd' },
  { tags: ['@pattern ^[a-z]+(?:-[a-z]+)*$'], base: 'string', values: ['a', 'a-b'], refused: 'A' },
  { tags: ['@format uuid'], base: 'string', values: ['0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d'], refused: 'x' },
  { tags: ['@format date'], base: 'string', values: ['2024-02-29'], refused: 'x' },
  { tags: ['@uniqueItems', '@maxItems 2'], base: 'string[]', values: [[], ['a', 'b']], refused: ['a', 'a'] },
  { tags: ['@title Words', '@deprecated'], base: 'boolean', values: [true] },
]

const LEAVES: readonly (readonly [string, readonly unknown[]])[] = [
  ['string', ['', 'a', '2026-01-31T12:00:00Z']],
  ['number', [0, -1.5, 1e21]],
  ['boolean', [true, false]],
  ['null', [null]],
  ["'a' | 'b'", ['a', 'b']],
  ["1 | 'x' | true", [1, 'x', true]],
  ['unknown', [{ deep: [1] }, null]],
  ['object', [{}, { a: 1 }]],
  ['Date', ['2026-01-31T12:00:00Z']],
  ['bigint', ['0', '-12']],
  ['URL', ['https://shop.example/']],
  ['Uint8Array', ['', 'YQ==']],
  ['`id-$' + '{number}`', ['id-1', 'id--2.5']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a type.
  ['`${string}@${string}`', ['a@b', '@']],
  ['string & { readonly __brand: "B" }', ['b']],
]

const NAMES = ['a', 'b', 'kind', 'toString', 'the key', 'ünïcode']
const name = (key: string) => JSON.stringify(key)

/** Shrinks to the first type, because a failure of several types is usually a failure of one. */
const ALL_OR_FIRST = fc.constantFrom('first', 'all', 'all', 'all')

let counter = 0
const fresh = () => `T${counter++}`

const leaf: fc.Arbitrary<TypeSource> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(...LEAVES).map(([text, values]) => ({ text, values, declarations: [] })),
  fc.constantFrom(...TAGGED).map(({ tags, base, values, refused }) => {
    const alias = fresh()
    const declarations = [`/** ${tags.join(' ')} */`, `type ${alias} = ${base}`]
    return { text: alias, values, declarations, ...(refused !== undefined && { refused: { value: refused } }) }
  }),
)

const one = (source: TypeSource) => source.values[0]
/** Returns the refused value inside another value. */
const refuse = (source: TypeSource | undefined, wrap: (value: unknown) => unknown): Pick<TypeSource, 'refused'> =>
  source?.refused === undefined ? {} : { refused: { value: wrap(source.refused.value) } }
const all = (sources: readonly TypeSource[]) => sources.flatMap(({ declarations }) => declarations)

/** Types at most `depth` levels deep. Shrinks to a leaf, to fewer members, and to the contents of a wrapper. */
export function typeSource(depth: number): fc.Arbitrary<TypeSource> {
  if (depth === 0) return leaf
  const inner = typeSource(depth - 1)
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: leaf, weight: 1 },
    { arbitrary: object(inner), weight: 4 },
    { arbitrary: fc.tuple(inner, fc.constantFrom('nothing', ...WRAPPERS)).map(wrapped), weight: 3 },
    {
      arbitrary: fc
        .tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), fc.constantFrom('plain', 'optional', 'rest'))
        .map(tuple),
      weight: 1,
    },
    { arbitrary: fc.tuple(fc.array(inner, { minLength: 2, maxLength: 3 }), ALL_OR_FIRST).map(union), weight: 2 },
    { arbitrary: fc.tuple(inner, inner).map(taggedUnion), weight: 1 },
    { arbitrary: fc.tuple(inner, fc.constantFrom('nothing', ...NAMED)).map(named), weight: 3 },
  )
}

const WRAPPERS = ['array', 'readonly', 'record', 'keyed', 'set', 'map', 'partial'] as const
const DECLARED = ['alias', 'box', 'extends', 'pick', 'recursive', 'intersection', 'indexed', 'inferred', 'as'] as const

type Form = (source: TypeSource, own: string) => TypeSource

/** Creates a form with these declarations, around the value `{ m: … }` or around the value itself. */
const form =
  (write: (own: string, text: string) => string, wrap: (value: unknown) => unknown, declaration?: string): Form =>
  (source, own) => ({
    text: write(own, source.text),
    values: source.values.map(wrap),
    declarations: [
      ...source.declarations,
      ...(declaration === undefined ? [] : [declaration.replaceAll('OWN', own).replaceAll('TEXT', () => source.text)]),
    ],
    ...refuse(source, wrap),
  })

/** Applies only to an alias with tags: an intersection with `null` or `unknown` is another type. */
const ofAlias =
  (apply: Form): Form =>
  (source, own) =>
    /^T\d+$/.test(source.text) && source.refused !== undefined ? apply(source, own) : source

const same = (value: unknown) => value
const member = (value: unknown) => ({ m: value })
const BOX = 'interface OWN<T> { m: T }'

/** Forms in which TypeScript forgets the aliases of primitives. */
const COMPUTED: Readonly<Record<string, Form>> = {
  partialBox: form((own, text) => `Partial<${own}<${text}>>`, member, BOX),
  pickedBox: form((own, text) => `Pick<${own}<${text}>, 'm'>`, member, BOX),
  joinedBox: form((own, text) => `${own}<${text}> & { n?: number }`, member, BOX),
  simplified: form((own, text) => `{ [K in keyof ${own}<${text}>]: ${own}<${text}>[K] } & {}`, member, BOX),
  renamed: form(
    (own) => `{ [K in keyof ${own} as Uppercase<K>]: ${own}[K] }`,
    (m) => ({ M: m }),
    'interface OWN { m: TEXT }',
  ),
  lists: form(
    (own) => `{ [K in keyof ${own}]: ${own}[K][] }`,
    (value) => ({ m: [value] }),
    'interface OWN { m: TEXT }',
  ),
  spread: form(
    (own) => `[...${own}, boolean]`,
    (value) => [value, true],
    'type OWN = [TEXT]',
  ),
  frozen: form(
    (own) => `Readonly<${own}>`,
    (value) => [value],
    'type OWN = [TEXT]',
  ),
  subclass: form(
    (own) => own,
    (value) => [value],
    'interface OWN extends Array<TEXT> {}',
  ),
  brand: ofAlias(form((own, text) => `${own}<${text}>`, same, "type OWN<T> = T & { readonly __brand: 'B' }")),
  absorbed: ofAlias(form((_, text) => `'none' | ${text}`, same)),
  excluded: ofAlias(form((_, text) => `Exclude<${text} | null, null>`, same)),
  returned: ofAlias(form((own) => `ReturnType<typeof f${own}>`, same, 'declare function fOWN(): TEXT')),
}

const NAMED = [...DECLARED, ...Object.keys(COMPUTED)] as const

function object(inner: fc.Arbitrary<TypeSource>): fc.Arbitrary<TypeSource> {
  const member = fc.record({ key: fc.constantFrom(...NAMES), source: inner, optional: fc.boolean() })
  const members = fc.uniqueArray(member, { selector: ({ key }) => key, maxLength: 4 })
  return fc.tuple(members, ALL_OR_FIRST).map(([members, how]) => {
    const [first] = members
    if (how === 'first' && first !== undefined) return first.source
    const lines = members.map(({ key, source, optional }) => `${name(key)}${optional ? '?' : ''}: ${source.text}`)
    const required = members.filter(({ optional }) => !optional)
    const full = Object.fromEntries(members.map(({ key, source }) => [key, one(source)]))
    const least = Object.fromEntries(required.map(({ key, source }) => [key, source.values.at(-1)]))
    const strict = members.find(({ source }) => source.refused !== undefined)
    return {
      text: `{ ${lines.join('; ')} }`,
      values: [full, least],
      declarations: all(members.map(({ source }) => source)),
      ...(strict && refuse(strict.source, (value) => ({ ...full, [strict.key]: value }))),
    }
  })
}

function wrapped([source, how]: readonly [TypeSource, string]): TypeSource {
  const isKeyed = ['record', 'keyed', 'map'].includes(how)
  const place = isKeyed ? 'x' : how === 'partial' ? 'a' : undefined
  const refused = refuse(source, (value) => (place === undefined ? [value] : { [place]: value }))
  return how === 'nothing' ? source : { ...wrap(source, how), ...refused }
}

function wrap(source: TypeSource, how: string): TypeSource {
  const { text, values, declarations } = source
  const value = one(source)
  switch (how) {
    case 'array':
      return { text: `(${text})[]`, values: [[...values], []], declarations }
    case 'readonly':
      return { text: `readonly (${text})[]`, values: [[value]], declarations }
    case 'record':
      return { text: `Record<string, ${text}>`, values: [{ x: value }, {}], declarations }
    case 'keyed': {
      const key = fresh()
      const own = ['/** @pattern ^[a-z]+$ */', `type ${key} = string`]
      return { text: `Record<${key}, ${text}>`, values: [{ x: value }, {}], declarations: [...declarations, ...own] }
    }
    case 'set':
      return { text: `Set<${text}>`, values: [[value], []], declarations }
    case 'map':
      return { text: `Map<string, ${text}>`, values: [{ x: value }, {}], declarations }
    default:
      return { text: `Partial<Record<'a' | 'b', ${text}>>`, values: [{ a: value }, {}], declarations }
  }
}

function tuple([items, how]: readonly [readonly TypeSource[], string]): TypeSource {
  const last = items.length - 1
  const texts = items.map(({ text }, index) =>
    index < last || how === 'plain' ? text : how === 'rest' ? `...(${text})[]` : `(${text})?`,
  )
  const values = [items.map(one), ...(how === 'plain' ? [] : [items.slice(0, last).map(one)])]
  const at = items.findIndex(({ refused }) => refused !== undefined)
  const refused = refuse(items[at], (value) => items.map((item, index) => (index === at ? value : one(item))))
  return { text: `[${texts.join(', ')}]`, values, declarations: all(items), ...refused }
}

function union([options, how]: readonly [readonly TypeSource[], string]): TypeSource {
  const [first] = options
  if (how === 'first' && first !== undefined) return first
  return {
    text: options.map(({ text }) => `(${text})`).join(' | '),
    values: options.map(one),
    declarations: all(options),
  }
}

function taggedUnion([left, right]: readonly [TypeSource, TypeSource]): TypeSource {
  return {
    text: `{ tag: 'left'; value: ${left.text} } | { tag: 'right'; value?: ${right.text} }`,
    values: [{ tag: 'left', value: one(left) }, { tag: 'right' }, { tag: 'right', value: one(right) }],
    declarations: all([left, right]),
    ...refuse(left, (value) => ({ tag: 'left', value })),
  }
}

function named([source, how]: readonly [TypeSource, string]): TypeSource {
  if (how === 'nothing') return source
  const form = COMPUTED[how]
  if (form !== undefined) return form(source, fresh())
  const isWhole = how === 'alias' || how === 'indexed'
  return { ...declare(source, how), ...refuse(source, isWhole ? (value) => value : member) }
}

function declare(source: TypeSource, how: string): TypeSource {
  const own = fresh()
  const { text, values, declarations } = source
  const declared = (...lines: string[]) => [...declarations, ...lines]
  switch (how) {
    case 'indexed':
      return { text: `${own}['m']`, values, declarations: declared(`interface ${own} { m: ${text} }`) }
    case 'inferred':
      return {
        text: `Awaited<ReturnType<typeof f${own}>>`,
        values: values.map(member),
        declarations: declared(`declare function f${own}(): Promise<{ m: ${text} }>`),
      }
    case 'as':
      return {
        text: `{ [K in keyof ${own} as K extends 'gone' ? never : K]: ${own}[K] }`,
        values: values.map(member),
        declarations: declared(`interface ${own} { m: ${text}; gone: () => void }`),
      }
    case 'alias':
      return { text: own, values, declarations: declared(`type ${own} = ${text}`) }
    case 'box':
      return {
        text: `${own}<${text}>`,
        values: values.map(member),
        declarations: declared(`interface ${own}<T> { m: T }`),
      }
    case 'extends':
      return {
        text: own,
        values: values.map(member),
        declarations: declared(
          `interface ${own}B<T> { m: T }`,
          `interface ${own} extends ${own}B<${text}> { n?: string }`,
        ),
      }
    case 'pick':
      return {
        text: `Omit<${own}, 'gone'>`,
        values: values.map(member),
        declarations: declared(`interface ${own} { m: ${text}; gone: () => void }`),
      }
    case 'recursive':
      return {
        text: own,
        values: [{ m: one(source), more: [{ m: one(source) }] }],
        declarations: declared(`interface ${own} { m: ${text}; more?: ${own}[] }`),
      }
    default:
      return {
        text: `${own} & { n?: number }`,
        values: [...values.map(member), { m: one(source), n: 1 }],
        declarations: declared(`interface ${own} { m: ${text} }`),
      }
  }
}

/** Returns a value with one random change, which usually makes it invalid. */
export function spoiled(value: unknown, at: number, junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk
  const entries = Object.entries(value)
  const index = at % (entries.length + 2)
  if (index === entries.length) return Array.isArray(value) ? [...value, junk] : { ...value, extra: junk }
  const [key, member] = entries[index] ?? []
  if (key === undefined) return junk
  if (at % 5 === 0) {
    const { [key as keyof typeof value]: _, ...rest } = value
    return Array.isArray(value) ? value.slice(0, -1) : rest
  }
  const next = spoiled(member, Math.floor(at / (entries.length + 2)), junk)
  return Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next }
}
