/** Random type trees, valid values, and almost valid values. */
import fc from 'fast-check'
import type { ObjectNode, TypeNode, TypeTree } from '../../../compiler/src/type-tree.ts'

const NAMES = ['a', 'b', 'kind', 'isPrototypeOf', 'x-y', 'length', 'items'] as const

/** Trees of every kind but `bytes`, whose forms are listed in tests/compiler/corpus/codec-forms.ts. */
export const arbitraryTree: fc.Arbitrary<TypeTree> = fc
  .record({ root: nodeOf(3), Leaf: nodeOf(1), extra: nodeOf(1), asRoot: fc.boolean() })
  .map(({ root, Leaf, extra, asRoot }): TypeTree => {
    const Tree: TypeNode = {
      kind: 'object',
      properties: [
        { name: 'leaf', optional: false, type: { kind: 'ref', name: 'Leaf' } },
        { name: 'next', optional: true, type: { kind: 'ref', name: 'Tree' } },
        { name: 'all', optional: true, type: { kind: 'array', items: { kind: 'ref', name: 'Tree' } } },
        { name: 'extra', optional: true, type: extra },
      ],
    }
    return { root: asRoot ? { kind: 'ref', name: 'Tree' } : root, defs: { Leaf, Tree } }
  })

function nodeOf(depth: number): fc.Arbitrary<TypeNode> {
  const scalars = [stringNode(), numberNode(), literalNode(), codecNode(), constant('boolean'), constant('null')]
  if (depth === 0) return fc.oneof(...scalars)
  const node = nodeOf(depth - 1)
  return fc.oneof(
    { maxDepth: depth },
    ...scalars,
    constant('unknown'),
    // `Leaf` itself is made at depth 1: a ref to it in there would be nothing but itself.
    ...(depth > 1 ? [fc.constant<TypeNode>({ kind: 'ref', name: 'Leaf' })] : []),
    arrayNode(node),
    tupleNode(node),
    objectNode(node),
    fc.array(node, { minLength: 1, maxLength: 3 }).map((options): TypeNode => ({ kind: 'union', options })),
    taggedNode(node),
    fc
      .record({ codec: fc.constantFrom('set' as const, 'map' as const), item: node })
      .map((rest): TypeNode => ({ kind: 'codec', ...rest })),
  )
}

function constant(kind: 'boolean' | 'null' | 'unknown'): fc.Arbitrary<TypeNode> {
  return fc.constant<TypeNode>({ kind })
}

function stringNode(): fc.Arbitrary<TypeNode> {
  return fc.oneof(
    fc
      .record(
        {
          minLength: fc.nat(3),
          maxLength: fc.integer({ min: 2, max: 5 }),
          pattern: fc.constantFrom('^[a-c]*$', '.', '\\p{L}'),
        },
        { requiredKeys: [] },
      )
      .map((rest): TypeNode => ({ kind: 'string', ...rest })),
    fc.constantFrom('date', 'uuid', 'ipv4', 'x-unknown').map((format): TypeNode => ({ kind: 'string', format })),
  )
}

function numberNode(): fc.Arbitrary<TypeNode> {
  return fc
    .record(
      {
        integer: fc.boolean(),
        minimum: fc.integer({ min: -3, max: 3 }),
        maximum: fc.integer({ min: 3, max: 9 }),
        exclusiveMinimum: fc.integer({ min: -9, max: 3 }),
        exclusiveMaximum: fc.integer({ min: 4, max: 9 }),
        multipleOf: fc.constantFrom(1, 2, 5),
      },
      { requiredKeys: [] },
    )
    .map((rest): TypeNode => ({ kind: 'number', ...rest }))
}

function literalNode(): fc.Arbitrary<TypeNode> {
  const value = fc.oneof(fc.constantFrom('a', 'b', 1, 2, true, null), fc.string({ maxLength: 2 }))
  return fc.uniqueArray(value, { minLength: 1, maxLength: 12 }).map((values): TypeNode => ({ kind: 'literal', values }))
}

function codecNode(): fc.Arbitrary<TypeNode> {
  return fc
    .constantFrom('date' as const, 'bigint' as const, 'url' as const)
    .map((codec): TypeNode => ({ kind: 'codec', codec }))
}

function arrayNode(items: fc.Arbitrary<TypeNode>): fc.Arbitrary<TypeNode> {
  const limits = fc.record(
    { minItems: fc.nat(2), maxItems: fc.integer({ min: 2, max: 4 }), uniqueItems: fc.boolean() },
    { requiredKeys: [] },
  )
  return fc.tuple(items, limits).map(([item, rest]): TypeNode => ({ kind: 'array', items: item, ...rest }))
}

function tupleNode(item: fc.Arbitrary<TypeNode>): fc.Arbitrary<TypeNode> {
  return fc
    .tuple(fc.array(item, { maxLength: 3 }), fc.nat(3), fc.option(item, { nil: undefined }))
    .map(([items, required, rest]): TypeNode => {
      const node = { kind: 'tuple' as const, items, required: Math.min(required, items.length) }
      return rest === undefined ? node : { ...node, rest }
    })
}

function objectNode(type: fc.Arbitrary<TypeNode>): fc.Arbitrary<ObjectNode> {
  const property = fc.record({ name: fc.constantFrom(...NAMES), optional: fc.boolean(), type })
  const keyed = fc.record(
    { index: type, patterns: fc.tuple(type).map(([one]) => [{ pattern: '^p-', type: one }]) },
    { requiredKeys: [] },
  )
  return fc
    .tuple(
      fc.uniqueArray(property, { selector: ({ name }) => name, maxLength: 4 }),
      fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, keyed),
    )
    .map(([properties, rest]): ObjectNode => ({ kind: 'object', properties, ...rest }))
}

function taggedNode(type: fc.Arbitrary<TypeNode>): fc.Arbitrary<TypeNode> {
  return fc.array(type, { minLength: 2, maxLength: 3 }).map(
    (types): TypeNode => ({
      kind: 'union',
      tag: 'kind',
      options: types.map(
        (one, index): ObjectNode => ({
          kind: 'object',
          properties: [
            { name: 'kind', optional: false, type: { kind: 'literal', values: [`k${index}`, index] } },
            { name: 'value', optional: index > 0, type: one },
          ],
        }),
      ),
    }),
  )
}

/** Wire values that mostly fit the tree. */
export function arbitraryValue(tree: TypeTree, node: TypeNode = tree.root, depth = 0): fc.Arbitrary<unknown> {
  const inner = (child: TypeNode) => arbitraryValue(tree, child, depth + 1)
  switch (node.kind) {
    case 'string':
      if (node.format !== undefined) return fc.oneof(formatted(node.format), fc.string({ maxLength: 4 }))
      return fc.oneof(fc.stringMatching(/^[a-c]{2,4}$/), fc.string({ unit: 'grapheme', maxLength: 5 }))
    case 'number':
      return fc.oneof(fc.integer({ min: -4, max: 10 }), fc.constantFrom(0.5, 2.5, -0))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 }).filter(hasNoRefusedKey)
    case 'literal':
      return fc.constantFrom(...node.values)
    case 'array':
      return fc.array(inner(node.items), {
        minLength: node.minItems ?? 0,
        maxLength: Math.max(node.minItems ?? 0, node.maxItems ?? 3),
      })
    case 'tuple':
      return fc
        .tuple(
          fc.tuple(...node.items.map(inner)),
          fc.nat(3),
          node.rest === undefined ? fc.constant([]) : fc.array(inner(node.rest), { maxLength: 2 }),
        )
        .map(([items, count, rest]) =>
          count < items.length && count >= node.required ? items.slice(0, count) : [...items, ...rest],
        )
    case 'object':
      return objectValue(tree, node, depth)
    case 'union':
      return fc.oneof(...node.options.map(inner))
    case 'ref': {
      const target = tree.defs[node.name]
      return target === undefined || depth > 8 ? fc.constant(null) : inner(target)
    }
    case 'codec':
      return codecValue(node, inner)
  }
}

function objectValue(tree: TypeTree, node: ObjectNode, depth: number): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    node.properties.map(({ name, type }) => [name, arbitraryValue(tree, type, depth + 1)]),
  )
  const requiredKeys = node.properties.filter(({ optional }) => !optional).map(({ name }) => name)
  // Deep down, recursion ends: optional members are left out.
  const shown =
    depth > 4 ? Object.fromEntries(Object.entries(model).filter(([name]) => requiredKeys.includes(name))) : model
  const base = fc.record(shown, { requiredKeys })
  const others = [
    ...(node.index === undefined
      ? []
      : [fc.dictionary(fc.constantFrom('q', 'r'), arbitraryValue(tree, node.index, depth + 1))]),
    ...(node.patterns ?? []).map(({ type }) =>
      fc.dictionary(fc.constantFrom('p-1', 'p-2'), arbitraryValue(tree, type, depth + 1)),
    ),
  ]
  return fc.tuple(base, ...others).map((parts) => Object.assign({}, ...parts) as unknown)
}

function codecValue(
  node: Extract<TypeNode, { kind: 'codec' }>,
  inner: (child: TypeNode) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const item = node.item === undefined ? fc.constant(null) : inner(node.item)
  switch (node.codec) {
    case 'date':
      return fc.oneof(
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
        fc.string(),
      )
    case 'bigint':
      return fc.oneof(fc.bigInt().map(String), fc.constantFrom('-0', '01', '1.5', ''))
    case 'url':
      return fc.oneof(fc.webUrl(), fc.constantFrom('mailto:a@b.example', 'no url', '/path'))
    case 'set':
      return fc.array(item, { maxLength: 3 })
    default:
      return fc.dictionary(fc.constantFrom('q', 'r', 'isPrototypeOf'), item)
  }
}

function formatted(format: string): fc.Arbitrary<string> {
  switch (format) {
    case 'date':
      return fc
        .tuple(fc.constantFrom('2023', '2024'), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
        .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'))
    case 'uuid':
      return fc.uuid()
    case 'ipv4':
      return fc.oneof(fc.ipV4(), fc.constantFrom('256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4'))
    default:
      return fc.string()
  }
}

/** One place of the value is replaced, removed or added to. `steps` choose the place. */
export function mutate(value: unknown, steps: readonly number[], replacement: unknown): unknown {
  const [step = 0, ...rest] = steps
  if (typeof value !== 'object' || value === null || rest.length === 0) return replacement
  if (Array.isArray(value)) {
    if (value.length === 0 || step % 5 === 0) return [...(value as unknown[]), replacement]
    const at = step % value.length
    return (value as unknown[]).map((item, index) => (index === at ? mutate(item, rest, replacement) : item))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || step % 5 === 0) return { ...value, [NAMES[step % NAMES.length] ?? 'a']: replacement }
  const key = keys[step % keys.length] ?? ''
  const { [key]: old, ...others } = value as Record<string, unknown>
  return step % 5 === 1 ? others : { ...others, [key]: mutate(old, rest, replacement) }
}

export function hasNoRefusedKey(value: unknown): boolean {
  return !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value) ?? '')
}
