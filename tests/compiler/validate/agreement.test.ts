/**
 * Compiled validators against ajv on random types and values. They differ on purpose, and so the generators leave out:
 * - own keys `__proto__`, `constructor`, `prototype`: refused here, known nowhere in JSON Schema;
 * - a fractional `multipleOf`: ajv refuses 0.3 as a multiple of 0.1, prices are written like that;
 * - base64: its forms are listed in tests/compiler/corpus/codec-forms.ts;
 * - more than 500 levels: ajv overflows the stack;
 * - a key `toString` below `uniqueItems`: ajv calls it, and throws;
 * - date-time: ajv takes leap seconds and a space for the T, which no `Date` can be made of.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createIssueCollector } from '../../../runtime/src/contract/schema/collect-issues.ts'
import { arbitraryTree, arbitraryValue, hasNoRefusedKey, mutate } from './arbitrary-tree.ts'
import { loadValidator } from './load-module.ts'
import { referenceSchema, type Side } from './reference-schema.ts'

// Without `ownProperties` ajv reads the inherited `isPrototypeOf` for a property of that name.
const ajv = new Ajv2020({ strict: false, addUsedSchema: false, logger: false, ownProperties: true })
// The package is CommonJS: its default export is the module in one resolver and the function in another.
const formats = 'default' in addFormats ? addFormats.default : addFormats
formats(ajv as never)

// Every tree is a module that is written, imported and run.
vi.setConfig({ testTimeout: 120_000 })

const SEED = 20_261_121

/** A tree with values that fit it, more or less. */
const cases = arbitraryTree.chain((tree) => {
  const steps = fc.array(fc.nat(20), { minLength: 1, maxLength: 4 })
  const junk = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('a', '', 0, 3, null)).filter(hasNoRefusedKey)
  const value = fc
    .tuple(arbitraryValue(tree), fc.boolean(), steps, junk)
    .map(([fitting, spoil, at, other]) => (spoil ? mutate(fitting, at, other) : fitting))
  return fc.record({ tree: fc.constant(tree), values: fc.array(value, { minLength: 12, maxLength: 12 }) })
})

it.each(['input', 'output'] as const)(
  'API-03 the %s validator accepts exactly the values that its schema accepts in ajv, and reports issues for all others',
  async (side) => {
    const seen = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(cases, async ({ tree, values }) => {
        const validator = await loadValidator(tree, side)
        const judge = ajv.compile(referenceSchema(tree, side))
        // Without the generated functions: what these pass over must be what has no issue.
        const collect = createIssueCollector(validator.schema)
        for (const value of values) {
          const wire: unknown = JSON.parse(JSON.stringify(value))
          const accepted = judge(wire)
          seen[accepted ? 'accepted' : 'refused']++
          expect(validator.is(wire), JSON.stringify(wire)).toBe(accepted)
          const checked = validator.parse(wire)
          expect(checked.issues ?? [], JSON.stringify(wire)).toEqual(collect(wire))
          expect(checked.issues === undefined).toBe(accepted)
          for (const { path, message } of checked.issues ?? []) expect(`${path} ${message}`).toMatch(/ (?:must|is) \S/)
        }
      }),
      { numRuns: 100, seed: SEED, endOnFailure: true },
    )
    // Both verdicts must be frequent, or the comparison is meaningless.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(200)
  },
)

it('API-03 a decoded value encodes to a valid wire value that decodes to the same', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ tree, values }) => {
      const sides: readonly Side[] = ['input', 'output']
      for (const side of sides) {
        const validator = await loadValidator(tree, side)
        for (const value of values) {
          const wire: unknown = JSON.parse(JSON.stringify(value))
          const first = validator.parse(wire)
          if (first.issues !== undefined) continue
          const again: unknown = validator.encode === undefined ? first.value : validator.encode(first.value)
          expect(validator.is(again), JSON.stringify(wire)).toBe(true)
          expect(validator.parse(again)).toEqual(first)
          if (validator.encode === undefined) expect(first.value).toEqual(wire)
          if (side === 'output' && validator.decode !== undefined) expect(validator.decode(wire)).toEqual(first.value)
        }
      }
    }),
    { numRuns: 40, seed: SEED, endOnFailure: true },
  )
})
