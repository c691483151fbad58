import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { ObjectNode, TypeNode } from '../../../compiler/src/type-tree.ts'
import { arbitraryTree, arbitraryValue, mutate } from './arbitrary-tree.ts'
import { loadValidator, treeOf } from './load-module.ts'

// Every tree is a module that is written, imported and run.
vi.setConfig({ testTimeout: 120_000 })

const text: TypeNode = { kind: 'string' }
const line: ObjectNode = {
  kind: 'object',
  properties: [
    { name: 'sku', optional: false, type: text },
    { name: 'note', optional: true, type: text },
    { name: 'total', optional: false, type: { kind: 'number' } },
  ],
}

/** Results of an api besides plain data, each with the equivalent plain object. */
const odd: Readonly<Record<string, (plain: Record<string, unknown>) => unknown>> = {
  'an extra key': (plain) => ({ ...plain, extra: 1 }),
  'an extra key that is undefined': (plain) => ({ ...plain, extra: undefined }),
  'a class': (plain) => Object.assign(new (class Row {})(), plain),
  'a class with a toJSON': (plain) =>
    Object.assign(
      new (class Row {
        toJSON = () => 'row'
      })(),
      plain,
    ),
  'inherited members': (plain) => Object.create(plain),
  'no prototype': (plain) => Object.assign(Object.create(null), plain),
  'a toJSON of its own': (plain) => ({ ...plain, toJSON: () => ['json'] }),
  'a hidden toJSON': (plain) => Object.defineProperty({ ...plain }, 'toJSON', { value: () => ['json'] }),
  getters: (plain) => {
    const made = {}
    for (const [key, value] of Object.entries(plain))
      Object.defineProperty(made, key, { get: () => value, enumerable: true })
    return made
  },
  'hidden members': (plain) => {
    const [first = 'sku'] = Object.keys(plain)
    return Object.defineProperty({ ...plain, extra: 1 }, first, { enumerable: false })
  },
  'a member by a symbol': (plain) => ({ ...plain, [Symbol('extra')]: 1 }),
  'a Proxy': (plain) => new Proxy(plain, {}),
  'an own __proto__': (plain) => Object.defineProperty({ ...plain }, '__proto__', { value: 1, enumerable: true }),
  'a Date': () => new Date(0),
  'an array with a hole': (plain) => Object.assign(Array(3), [plain]),
  'an array with a toJSON': (plain) => Object.assign([plain], { toJSON: () => 'array' }),
  'an array of a class': (plain) => class Rows extends Array {}.from([plain]),
  'an undefined member': (plain) => ({ ...plain, [Object.keys(plain)[0] ?? 'sku']: undefined }),
}

const oddness = fc.constantFrom(...Object.values(odd))

/** The same value with oddness in some of its objects. */
function spoil(value: unknown, make: (plain: Record<string, unknown>) => unknown, at: number): unknown {
  let seen = 0
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== 'object' || part === null) return part
    const here = seen++ === at
    const copy = Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member)]))
    return here ? make(copy) : copy
  }
  return walk(value)
}

function jsonOf(value: unknown): unknown {
  const json = JSON.stringify(value)
  return json === undefined ? undefined : JSON.parse(json)
}

/** Below an object and a list, so that there is something to write in every tree. */
const cases = arbitraryTree.chain(({ root, defs }) => {
  const properties = [
    { name: 'list', optional: true, type: { kind: 'array', items: root } },
    { name: 'one', optional: false, type: root },
    { name: 'note', optional: false, type: { ...text, default: '' } },
  ] as const
  const tree = treeOf({ kind: 'object', properties }, defs)
  const value = fc
    .tuple(arbitraryValue(tree), fc.constantFrom('plain', 'odd', 'wrong'), oddness, fc.nat(3), fc.array(fc.nat(9)))
    .map(([plain, kind, make, at, steps]) =>
      kind === 'plain' ? plain : kind === 'odd' ? spoil(plain, make, at) : mutate(plain, steps, make({ a: 1 })),
    )
  return fc.record({ tree: fc.constant(tree), values: fc.array(value, { minLength: 12, maxLength: 12 }) })
})

test('API-03 stringify writes the same as JSON.stringify, and only valid output', async () => {
  const seen = { written: 0, left: 0 }
  await fc.assert(
    fc.asyncProperty(cases, async ({ tree, values }) => {
      const validator = await loadValidator(tree, 'output')
      if (validator.stringify === undefined) return
      for (const value of values) {
        const written = validator.stringify(value)
        seen[written === undefined ? 'left' : 'written']++
        if (written === undefined) continue
        expect(validator.is(value), written).toBe(true)
        expect(isDeepStrictEqual(JSON.parse(written), jsonOf(value)), written).toBe(true)
      }
    }),
    { numRuns: 150, seed: 20_261_121, endOnFailure: true },
  )
  // Both must be frequent, or the comparison is meaningless.
  expect(Math.min(seen.written, seen.left)).toBeGreaterThan(200)
})

test.each(Object.entries(odd))('%s: written as JSON.stringify does, or left to it', async (_, make) => {
  const validator = await loadValidator(treeOf({ kind: 'array', items: line }), 'output')
  for (const plain of [
    { sku: 'a', total: 1 },
    { sku: 'a', note: 'b', total: 2 },
    { total: 1, sku: 'a' },
  ]) {
    expect(validator.stringify?.([plain])).toBeTypeOf('string')
    for (const value of [[plain, make({ ...plain })], make({ ...plain })]) {
      const written = validator.stringify?.(value)
      if (written !== undefined) expect(JSON.parse(written)).toEqual(jsonOf(value))
    }
  }
})

test('plain data is written: declared order, without absent optional members, with every character of a string', async () => {
  const validator = await loadValidator(treeOf({ kind: 'array', items: line }), 'output')
  const rows = [
    { total: 1e21, note: undefined, sku: '' },
    { note: 'n', total: -0, sku: 'a"b\\c\u0001' },
  ]
  expect(validator.stringify?.(rows)).toBe(
    '[{"sku":"","total":1e+21},{"sku":"a\\"b\\\\c\\u0001","note":"n","total":0}]',
  )
  const strings = ['\ud800', 'x\udfff', '\u2028', '\u007f', 'é€😀', 'x'.repeat(41), `${'x'.repeat(41)}"\ud800`, '\n']
  for (const sku of strings)
    expect(validator.stringify?.([{ sku, total: 0 }])).toBe(JSON.stringify([{ sku, total: 0 }]))
  for (const total of [Number.NaN, Number.POSITIVE_INFINITY, 1n, '1', undefined])
    expect(validator.stringify?.([{ sku: '', total }])).toBeUndefined()
})

test('only optional members give no extra comma', async () => {
  const optional = { ...line, properties: line.properties.map((property) => ({ ...property, optional: true })) }
  const validator = await loadValidator(treeOf(optional), 'output')
  for (const value of [{}, { note: 'n' }, { total: 1 }, { sku: 's', total: 1 }])
    expect(validator.stringify?.(value)).toBe(JSON.stringify(value))
})
