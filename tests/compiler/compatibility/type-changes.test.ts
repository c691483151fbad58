/** The classification of schema changes, judged by random values that pass through the old and the new validator. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareInputs, compareOutputs } from '../../../compiler/src/compatibility/compare-sides.ts'
import type { SideChange } from '../../../compiler/src/compatibility/side-change.ts'
import type { DerivedContract } from '../../../compiler/src/index.ts'
import { deriveAll } from '../corpus/derive-all.ts'
import { generateValues } from './random-values.ts'
import { TYPE_CHANGES, type Verdict } from './type-changes.ts'

const RUNS = 300
const SEED = 20261129

const contracts = { input: deriveSide('input'), output: deriveSide('output') }

function deriveSide(side: 'input' | 'output') {
  const codes = TYPE_CHANGES.flatMap(({ before, after }) => [{ code: exported(before) }, { code: exported(after) }])
  return deriveAll(codes, side)
}

function exported(code: string): string {
  return code.replace(/^(?=(?:type|interface) Root\b)/m, 'export ')
}

it('has at least sixty changes', () => {
  expect(new Set(TYPE_CHANGES.map(({ title }) => title)).size).toBe(TYPE_CHANGES.length)
  expect(TYPE_CHANGES.length).toBeGreaterThan(60)
})

for (const side of ['input', 'output'] as const)
  it.each(TYPE_CHANGES.map((change, at) => [change.title, change[side], at] as const))(
    `${side}: %s is %s`,
    (_, verdict, at) => {
      const before = contracts[side][2 * at]!()
      const after = contracts[side][2 * at + 1]!()
      expect([...before.diagnostics, ...after.diagnostics].filter(({ severity }) => severity === 'error')).toEqual([])
      const compare = side === 'input' ? compareInputs : compareOutputs
      const changes = compare(before.schema, after.schema)
      const [from, to] = side === 'input' ? [before, after] : [after, before]
      const found = findRefused(from, to)
      const text = JSON.stringify({ changes, found, before: before.schema, after: after.schema })
      expect(judge(changes), text).toBe(verdict)
      // A change that can't be proven compatible may be.
      if (verdict !== 'undecided') expect(found === undefined ? 'compatible' : 'breaking', text).toBe(verdict)
    },
  )

function judge(changes: readonly SideChange[]): Verdict {
  const breaking = changes.filter((change) => change.verdict === 'breaking')
  if (breaking.length === 0) return 'compatible'
  return breaking.every(({ isUndecided }) => isUndecided) ? 'undecided' : 'breaking'
}

/** Returns a value of one contract that the other refuses. */
function findRefused(from: DerivedContract, to: DerivedContract): { readonly value: unknown } | undefined {
  const values = fc
    .sample(generateValues(from.tree, to.tree), { numRuns: RUNS, seed: SEED })
    .filter((value) => from.is(value))
  expect(values.length).toBeGreaterThan(0)
  const value = values.find((one) => !to.is(one))
  return value === undefined ? undefined : { value }
}
