/**
 * Random type expressions with intersections, unions, conditional and mapped types, and values that some of them
 * accept.
 */
import fc from 'fast-check'

/** Aliases that expressions use; each is total, so every combination is a valid type. */
export const PRELUDE = [
  // Excludes `undefined`: a contract treats a property that may be undefined as optional.
  'type Get<T, K> = T extends unknown ? (K extends keyof T ? Exclude<T[K], undefined> : never) : never',
  "type Tagged<T> = T extends { k: 'a' | 'b' } ? T : never",
  'type Narrow<T, U> = { [K in keyof T]: T[K] & U }',
  'type Merge<T, U> = { [K in keyof T | keyof U]: Get<T, K> | Get<U, K> }',
  'type Deep<T> = T extends object ? { [K in keyof T]: Deep<T[K]> } : T',
  "type Renamed<T> = { [K in keyof T as K extends 'x' ? 'y' : K]-?: Exclude<T[K], undefined> }",
  'type Known<T, U> = { [K in keyof T as T[K] extends U ? K : never]: T[K] }',
].join('\n')

const KEYS = ['k', 'x', 'y'] as const
const SCALARS = ["'a'", "'b'", "'c'", '1', '2', 'true', 'null', 'string', 'number', 'boolean'] as const
const TAGS = ["'a'", "'b'", "'c'", '1', 'true'] as const

const scalar = fc.constantFrom(...SCALARS, '`a$' + '{string}`')

/** A type expression at most `depth` levels deep. Shrinks to its parts. */
export function typeExpression(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return fc.oneof({ weight: 1, arbitrary: scalar }, { weight: 2, arbitrary: object(scalar) })
  const inner = typeExpression(depth - 1)
  const pair = fc.tuple(inner, inner)
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: inner },
    { weight: 3, arbitrary: object(inner) },
    { weight: 3, arbitrary: variants(inner) },
    { weight: 4, arbitrary: pair.map(([left, right]) => `((${left}) & (${right}))`) },
    { weight: 3, arbitrary: pair.map(([left, right]) => `((${left}) | (${right}))`) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...OF_ONE), inner).map(([apply, type]) => apply(type)) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...OF_TWO), pair).map(([apply, types]) => apply(...types)) },
  )
}

/** Creates a union of objects with a discriminating literal property, and a use that narrows it. */
function variants(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(inner, inner, fc.constantFrom(...TAGS)).map(([left, right, tag]) => {
    const union = `({ k: 'a'; x: ${left} } | { k: 'b'; y?: ${right} })`
    return `(${union} & { k: ${tag} })`
  })
}

function object(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const type = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...TAGS) }, { weight: 3, arbitrary: inner })
  const member = fc.record({ key: fc.constantFrom(...KEYS), type, optional: fc.boolean() })
  const members = fc.uniqueArray(member, { selector: ({ key }) => key, minLength: 1, maxLength: 3 })
  return members.map((all) => `{ ${all.map((one) => `${one.key}${one.optional ? '?' : ''}: ${one.type}`).join('; ')} }`)
}

const OF_ONE: readonly ((type: string) => string)[] = [
  (type) => `Partial<${type}>`,
  (type) => `Required<${type}>`,
  (type) => `Readonly<${type}>`,
  (type) => `Deep<${type}>`,
  (type) => `Tagged<${type}>`,
  (type) => `Renamed<${type}>`,
  (type) => `NonNullable<${type}>`,
  (type) => `Get<${type}, 'x'>`,
  (type) => `Omit<${type}, 'x'>`,
  (type) => `Pick<${type} & { k: 'a' | 'b' }, 'k'>`,
  (type) => `(${type})[]`,
  (type) => `[${type}]`,
  (type) => `[${type}, (${type})?]`,
  (type) => `Record<string, ${type}>`,
  (type) => `Record<'k' | 'x', ${type}>`,
  (type) => `{ [key: \`x$\{string}\`]: ${type} }`,
]

const OF_TWO: readonly ((left: string, right: string) => string)[] = [
  (left, right) => `Extract<${left}, ${right}>`,
  (left, right) => `Exclude<${left}, ${right}>`,
  (left, right) => `Narrow<${left}, ${right}>`,
  (left, right) => `Known<${left}, ${right}>`,
  (left, right) => `Merge<${left}, ${right}>`,
  (left, right) => `((${left}) extends (${right}) ? ${left} : ${right})`,
]

const ITEMS: readonly unknown[] = ['a', 'b', 'c', 'ab', '', 1, 2, 0.5, true, false, null, {}, [], { k: 'a' }, { x: 1 }]

/** JSON with the property names of the expressions. */
export const jsonValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ITEMS),
  fc.array(fc.constantFrom(...ITEMS), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom(...KEYS, 'z'), fc.constantFrom(...ITEMS), { maxKeys: 3, noNullPrototype: true }),
)
