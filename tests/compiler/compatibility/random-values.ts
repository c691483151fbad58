/** Random values of a derived type, with the numbers, strings and names of another type that they are judged by. */
import fc from 'fast-check'
import type { ObjectNode, StringNode, TypeNode, TypeTree } from '../../../compiler/src/type-tree.ts'

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29'],
  'date-time': ['2026-01-31T12:00:00Z'],
  email: ['ann@shop.example'],
  uuid: ['0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d'],
}

const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, 1e21, '', 'a', 'x', [], ['a'], [1], {}, { b: 'x' }, { a: 1 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'n', 'kind', 'x'), fc.constantFrom<unknown>(null, 1, 'x', {}), {
    maxKeys: 3,
  }),
)

/** Values of the type. Some may be invalid: the validator of the type filters them. */
export function generateValues(tree: TypeTree, ...others: readonly TypeTree[]): fc.Arbitrary<unknown> {
  const hints = listHints([tree, ...others])
  return arbitrary(tree.root, { tree, hints }, 4)
}

interface Hints {
  readonly numbers: readonly number[]
  readonly strings: readonly string[]
  readonly names: readonly string[]
}

interface Source {
  readonly tree: TypeTree
  readonly hints: Hints
}

/** Collects the limits and literals of the types, with their neighbors. */
function listHints(trees: readonly TypeTree[]): Hints {
  const numbers = new Set([0, -1, 0.5, 1e21])
  const strings = new Set(['', 'a', 'A', '-', 'ü', 'x'.repeat(12)])
  const names = new Set(['x-1', 'y-1', 'z'])
  JSON.stringify(trees, (key, value: unknown) => {
    if (typeof value === 'number') for (const step of [-1, -0.5, 0, 0.5, 1]) numbers.add(value + step)
    if (key === 'name' && typeof value === 'string') names.add(value)
    if (typeof value === 'string') strings.add(value)
    return value
  })
  return { numbers: [...numbers], strings: [...strings], names: [...names] }
}

function arbitrary(node: TypeNode, source: Source, depth: number): fc.Arbitrary<unknown> {
  const below = (child: TypeNode) => arbitrary(child, source, depth - 1)
  const { hints } = source
  switch (node.kind) {
    case 'ref':
      // Below the limit, a recursive type has no value, so that its parents are invalid or without it.
      if (depth < -2) return fc.constant(undefined)
      return arbitrary(source.tree.defs[node.name]!, source, depth)
    case 'union':
      return fc.oneof(...node.options.map(below))
    case 'literal':
      return fc.constantFrom(...node.values)
    case 'string':
      return strings(node, hints)
    case 'number': {
      const step = node.multipleOf ?? 1
      return fc.oneof(
        fc.constantFrom(...hints.numbers),
        fc.integer({ min: -50, max: 150 }).map((at) => at * step),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      )
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return json
    case 'array': {
      const least = node.minItems ?? 0
      if (depth <= 0 && least === 0) return fc.constant([])
      return fc.array(below(node.items), { minLength: least, maxLength: Math.max(least, node.maxItems ?? 3) })
    }
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...node.items.map(below)),
          fc.integer({ min: node.required, max: node.items.length }),
          node.rest ? fc.array(below(node.rest), { maxLength: 2 }) : fc.constant([]),
        )
        .map(([items, length, rest]) => (length === items.length ? [...items, ...rest] : items.slice(0, length)))
    case 'object':
      return objects(node, source, below)
    case 'codec':
      return codecs(node, source, below)
  }
}

function strings(
  { pattern, format, minLength = 0, maxLength }: StringNode,
  { strings: known }: Hints,
): fc.Arbitrary<unknown> {
  const own: fc.Arbitrary<string>[] = []
  if (pattern !== undefined) own.push(fc.stringMatching(new RegExp(pattern, 'u')))
  if (format !== undefined && FORMATS[format]) own.push(fc.constantFrom(...FORMATS[format]))
  if (own.length > 0) return fc.oneof(...own)
  const all = known.filter(({ length }) => length >= minLength && length <= (maxLength ?? length))
  return fc.oneof(
    ...(all.length > 0 ? [fc.constantFrom(...all)] : []),
    fc.string({ minLength, maxLength: maxLength ?? minLength + 12 }),
  )
}

function objects(
  node: ObjectNode,
  { hints }: Source,
  below: (child: TypeNode) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(node.properties.map(({ name, type }) => [name, below(type)]))
  const requiredKeys = node.properties
    .filter(({ optional, type }) => !optional && type.default === undefined)
    .map(({ name }) => name)
  const own = fc.record(members, { requiredKeys, noNullPrototype: true } as object) as fc.Arbitrary<object>
  const extras = [
    ...(node.index
      ? [fc.dictionary(fc.constantFrom(...hints.names), below(node.index), { maxKeys: 2, noNullPrototype: true })]
      : []),
    ...(node.patterns ?? []).map(({ pattern, type }) => {
      const names = hints.names.filter((name) => new RegExp(pattern, 'u').test(name))
      return names.length === 0
        ? fc.constant({})
        : fc.dictionary(fc.constantFrom(...names), below(type), { maxKeys: 2, noNullPrototype: true })
    }),
  ]
  return fc.tuple(own, ...extras).map(([mine, ...rest]): object => Object.assign({}, ...rest, mine) as object)
}

function codecs(
  node: Extract<TypeNode, { kind: 'codec' }>,
  { hints }: Source,
  below: (child: TypeNode) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const item = node.item === undefined ? json : below(node.item)
  switch (node.codec) {
    case 'date':
      return fc.constantFrom('2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00')
    case 'bigint':
      return node.values ? fc.constantFrom(...node.values) : fc.bigInt().map(String)
    case 'url':
      return fc.constantFrom('https://shop.example/', 'mailto:ann@shop.example')
    case 'bytes':
      return fc.constantFrom('', 'YQ==', 'YWI=')
    case 'set':
      return fc.uniqueArray(item, { maxLength: 3, selector: (one) => JSON.stringify(one) })
    case 'map':
      return fc.dictionary(fc.constantFrom(...hints.names), item, { maxKeys: 2, noNullPrototype: true })
  }
}
