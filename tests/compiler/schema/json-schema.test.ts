import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toJsonSchema } from '../../../compiler/src/schema/json-schema.ts'
import type { TypeTree } from '../../../compiler/src/type-tree.ts'
import { arbitraryTree, arbitraryValue, mutate } from '../validate/arbitrary-tree.ts'
import { referenceSchema } from '../validate/reference-schema.ts'

const ajv = new Ajv2020({ strict: false, addUsedSchema: false, logger: false, ownProperties: true })
const formats = 'default' in addFormats ? addFormats.default : addFormats
formats(ajv as never)

const cases = arbitraryTree.chain((tree) => {
  const value = fc
    .tuple(
      arbitraryValue(tree),
      fc.boolean(),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      fc.jsonValue({ maxDepth: 1 }),
    )
    .map(([fitting, spoil, at, other]) => (spoil ? mutate(fitting, at, other) : fitting))
  return fc.record({ tree: fc.constant(tree), values: fc.array(value, { minLength: 8, maxLength: 8 }) })
})

it.each(['input', 'output'] as const)('agrees with an independent schema on random types, as %s', (direction) => {
  fc.assert(
    fc.property(cases, ({ tree, values }) => {
      const ours = ajv.compile(toJsonSchema(tree, direction))
      const reference = ajv.compile(referenceSchema(tree, direction))
      for (const value of values) {
        const wire: unknown = JSON.parse(JSON.stringify(value))
        expect(ours(wire), JSON.stringify(wire)).toBe(reference(wire))
      }
    }),
    { numRuns: 150, seed: 20_261_121, endOnFailure: true },
  )
})

const tree = (root: TypeTree['root'], defs: TypeTree['defs'] = {}): TypeTree => ({ root, defs })
const circle = { kind: 'object', properties: [{ name: 'r', optional: false, type: { kind: 'number' } }] } as const

it('inlines the root, with a type if it is a union of objects', () => {
  expect(toJsonSchema(tree({ kind: 'ref', name: 'A', description: 'Here.' }, { A: circle }), 'input')).toEqual({
    type: 'object',
    properties: { r: { type: 'number' } },
    required: ['r'],
    additionalProperties: false,
    description: 'Here.',
    $defs: {
      A: { type: 'object', properties: { r: { type: 'number' } }, required: ['r'], additionalProperties: false },
    },
  })
  const choice = tree({ kind: 'union', options: [circle, { kind: 'ref', name: 'A' }] }, { A: circle })
  expect(toJsonSchema(choice, 'input').type).toBe('object')
  expect(toJsonSchema(tree({ kind: 'union', options: [circle, { kind: 'null' }] }), 'output').type).toBeUndefined()
})

it("doesn't require callers to pass members with a default", () => {
  const withDefault = tree({
    kind: 'object',
    properties: [{ name: 'limit', optional: false, type: { kind: 'number', default: 10 } }],
  })
  expect(toJsonSchema(withDefault, 'input').required).toBeUndefined()
  expect(toJsonSchema(withDefault, 'output').required).toEqual(['limit'])
})
