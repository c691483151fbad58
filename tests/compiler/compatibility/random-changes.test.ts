/** Random changes of random types: none is compatible if a random value shows that it isn't. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareInputs, compareOutputs } from '../../../compiler/src/compatibility/compare-sides.ts'
import type { DerivedContract } from '../../../compiler/src/index.ts'
import { codeOf } from '../../soak/random-types.ts'
import { spoiled, type TypeSource, typeSource } from '../../soak/type-source.ts'
import { deriveAll } from '../corpus/derive-all.ts'
import { generateValues } from './random-values.ts'

const PAIRS = 250
const VALUES = 60
const SEED = 7

/** Types of `v`, made of a first and a second type. Pairs of them are changes of all sizes. */
const FORMS: readonly ((one: string, other: string) => string)[] = [
  (one) => one,
  (one, other) => `(${one}) | (${other})`,
  (one) => `(${one}) | null`,
  (one) => `{ m: ${one} }`,
  (one) => `{ m?: ${one} }`,
  (one, other) => `{ m: ${one}; n?: ${other} }`,
  (one, other) => `{ m: ${one}; n: ${other} }`,
  (one, other) => `{ m: (${one}) | (${other}) }`,
  (one, other) => `{ k: 'a'; m: ${one} } | { k: 'b'; m: ${other} }`,
  (one, other) => `{ k: 'a'; m: ${one} } | { k: 'b'; m: ${other} } | { k: 'c' }`,
  (one, other) => `{ k: 'a' | 'b'; m: (${one}) | (${other}) }`,
  (one) => `(${one})[]`,
  (one, other) => `((${one}) | (${other}))[]`,
  (one, other) => `[${one}, (${other})?]`,
  (one, other) => `[${one}, ${other}]`,
  (one) => `Record<string, ${one}>`,
  (one) => `{ m: ${one}; [key: string]: unknown }`,
  () => 'unknown',
]

interface Pair {
  readonly one: TypeSource
  readonly other: TypeSource
  readonly before: number
  readonly after: number
}

const form = fc.nat(FORMS.length - 1)
const pairs: readonly Pair[] = fc.sample(
  fc.record({ one: typeSource(1), other: typeSource(1), before: form, after: form }),
  { numRuns: PAIRS, seed: SEED },
)

function toCode({ one, other }: Pair, at: number): string {
  const text = FORMS[at]?.(one.text, other.text) ?? 'never'
  return codeOf({ text, declarations: [...new Set([...one.declarations, ...other.declarations])], values: [] })
}

describe.each(['input', 'output'] as const)('%s', (side) => {
  const codes = pairs.flatMap((pair) => [{ code: toCode(pair, pair.before) }, { code: toCode(pair, pair.after) }])
  const derived = deriveAll(codes, side)
  // Inputs are closed: they refuse members that an output doesn't declare, and that its clients ignore.
  const closed = deriveAll(codes, 'input')
  const compare = side === 'input' ? compareInputs : compareOutputs

  it('is never compatible while a value shows the opposite', { timeout: 240_000 }, () => {
    const seen = { compatible: 0, breaking: 0 }
    for (const [at, pair] of pairs.entries()) {
      const [before, after] = [derived[2 * at]!(), derived[2 * at + 1]!()]
      if ([before, after].some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))) continue
      const isBreaking = compare(before.schema, after.schema).some(({ verdict }) => verdict === 'breaking')
      seen[isBreaking ? 'breaking' : 'compatible']++
      const [from, to] = side === 'input' ? [before, after] : [after, before]
      const declared = closed[side === 'input' ? 2 * at : 2 * at + 1]!()
      const values = listValues(pair, from, to).filter((value) => declared.is(value))
      const refused = values.find((value) => from.is(value) && !to.is(value))
      const text = `${codes[2 * at]?.code}\n${codes[2 * at + 1]?.code}\n${JSON.stringify(refused)}`
      if (!isBreaking) expect(refused, text).toBeUndefined()
      // A type isn't a change of itself.
      expect(compare(before.schema, structuredClone(before.schema))).toEqual([])
    }
    expect(seen.compatible).toBeGreaterThan(30)
    expect(seen.breaking).toBeGreaterThan(100)
  })
})

function listValues({ one, other }: Pair, from: DerivedContract, to: DerivedContract): readonly unknown[] {
  const valid = fc.sample(generateValues(from.tree, to.tree), { numRuns: VALUES, seed: SEED })
  const parts = [...one.values, ...other.values]
  const wrapped = parts.flatMap((value) => [value, { m: value }, { m: value, n: value }, [value], { k: 'a', m: value }])
  const values = [...valid, ...wrapped.map((v) => ({ v }))]
  return [...values, ...values.map((value, at) => spoiled(value, at, parts[at % parts.length]))]
}
