/**
 * Random types: the schema (checked by ajv), `is` and `validate` agree on each value, and accept the values generated
 * for the type.
 */
import fc from 'fast-check'
import { deriveAll, judgeOf } from '../compiler/corpus/derive-all.ts'
import { findSmallestFault } from './smallest-fault.ts'
import { spoiled, type TypeSource, typeSource } from './type-source.ts'

const JUNK = [
  null,
  0,
  -1,
  1.5,
  11,
  '',
  'abcd',
  'A',
  '2026-01-31',
  true,
  [],
  ['x'],
  {},
  { extra: 1 },
  '10000-01-01T00:00:00Z',
  '-0',
  'YQ',
]

/** Maximum number of types in a program. */
const BATCH = 40

/** A type and the mutations of its valid values. */
export interface RandomCase {
  readonly source: TypeSource
  readonly changes: readonly (readonly [at: number, junk: unknown])[]
}

/** The problem of each case, by index, and the number of checked values. */
export type Judge = (cases: readonly RandomCase[]) => { readonly problems: readonly string[]; readonly values: number }

const change: fc.Arbitrary<readonly [number, unknown]> = fc.tuple(fc.nat(500), fc.constantFrom(...JUNK))
const cases: fc.Arbitrary<readonly RandomCase[]> = fc.array(
  fc.record({ source: typeSource(3), changes: fc.array(change, { maxLength: 14, size: 'max' }) }),
  { minLength: 1, maxLength: BATCH, size: 'max' },
)

export async function soakTypes(minutes: number, log: (line: string) => void, seed = Date.now()): Promise<string[]> {
  const end = Date.now() + minutes * 60_000
  const problems: string[] = []
  const seen = { types: 0, values: 0 }
  const judge: Judge = (batch) => {
    const found = faultsOf(batch)
    seen.types += batch.length
    seen.values += found.values
    return found
  }
  for (let round = 0; Date.now() < end && problems.length < 5; round++) {
    const problem = smallestFault(seed + round, judge)
    if (problem !== undefined) problems.push(`types: ${problem}`)
  }
  log(`types: ${seen.types} types, ${seen.values} values, seed ${seed}`)
  return problems
}

/** Checks one batch of cases. Returns a description of the smallest failing case. */
export function smallestFault(seed: number, judge: Judge): string | undefined {
  return findSmallestFault({ seed, cases, print: ({ source }) => codeOf(source) }, judge)
}

/** Numbers names in the order of their occurrence, so that the same case has the same text. */
export function codeOf({ text, declarations }: TypeSource): string {
  const code = [...declarations, `export interface Root { v: ${text} }`].join('\n')
  const names = new Map<string, string>()
  return code.replace(/\bf?T\d+(?:B\b)?/g, (found) => {
    const [name = found] = /T\d+/.exec(found) ?? []
    const known = names.get(name) ?? `T${names.size}`
    names.set(name, known)
    return found.replace(name, known)
  })
}

function faultsOf(batch: readonly RandomCase[]): ReturnType<Judge> {
  const derived = deriveAll(batch.map(({ source }) => ({ code: codeOf(source) })))
  const found = batch.map((one, index) => faultOf(derived[index]!, one))
  return {
    problems: found.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
    values: found.reduce((sum, { values }) => sum + values, 0),
  }
}

function faultOf(
  derive: ReturnType<typeof deriveAll>[number],
  { source, changes }: RandomCase,
): { readonly values: number; readonly problem?: string } {
  const contract = derive()
  const error = contract.diagnostics.find(({ severity }) => severity === 'error')
  if (error !== undefined) return { values: 0, problem: error.message }
  const judge = judgeOf(contract.schema)
  const fitting = source.values.map((v) => ({ v }))
  const others = fitting.flatMap((value) => changes.map(([at, junk]) => spoiled(value, at, junk)))
  const values = fitting.length + others.length
  for (const [index, value] of [...fitting, ...others].entries()) {
    const results = { ajv: judge(value), is: contract.is(value), validate: contract.validate(value).ok }
    const wanted = index < fitting.length ? true : results.is
    // Excludes bytes that aren't valid base64, which ajv doesn't check.
    const strict = results.ajv && !results.is && /Uint8Array/.test(codeOf(source)) && index >= fitting.length
    if (!strict && Object.values(results).some((verdict) => verdict !== wanted))
      return { values, problem: `${JSON.stringify(value)} ${JSON.stringify(results)}` }
  }
  // A tag that TypeScript loses has a warning.
  const isLost = contract.diagnostics.some(({ code }) => code === 'ignored-doc-tag')
  if (source.refused !== undefined && !isLost && contract.is({ v: source.refused.value }))
    return { values, problem: `${JSON.stringify({ v: source.refused.value })} is accepted, which a tag refuses` }
  return { values }
}
