/** MCP's own published types: large, recursive, full of intersections and index signatures. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveContract } from '../../compiler/src/index.ts'
import { arbitraryValue, hasNoRefusedKey, mutate } from './validate/arbitrary-tree.ts'

const file = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol/sdk/dist/esm/spec.types.d.ts')
const types = [...readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map(
  ([, name = '']) => name,
)

// One for all schemas: each instance first compiles the whole meta-schema.
const ajv = new Ajv2020({
  strict: true,
  ownProperties: true,
  allowUnionTypes: true,
  strictTuples: false,
  strictTypes: false,
  strictRequired: false,
})
formats.default(ajv)

describe('the types of MCP', () => {
  const seen = { accepted: 0, refused: 0 }
  it('are there', () => expect(types.length).toBeGreaterThan(100))

  it.each(types)('API-03 %s derives to a schema that ajv takes and the validator agrees with', (type) => {
    const { schema, tree, diagnostics, is } = deriveContract({ file, type })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const judge = ajv.compile(schema)
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('a', '', 0, null)).filter(hasNoRefusedKey)
    const steps = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(arbitraryValue(tree), steps, junk, (value, at, other) => {
        for (const one of [value, mutate(value, at, other)]) {
          const wire: unknown = JSON.parse(JSON.stringify(one))
          const fits = judge(wire)
          seen[fits ? 'accepted' : 'refused']++
          expect(is(wire), JSON.stringify(wire)).toBe(fits)
        }
      }),
      { numRuns: 20, seed: 20_261_121, endOnFailure: true },
    )
  })

  // The values know no formats, and so those of a type with a URI are refused.
  it('accepted and refused many values', () => expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(1000))
})
