/**
 * Random type expressions; compares their contracts with TypeScript: a value that a contract accepts is assignable, and
 * an assignable value is accepted without the properties that TypeScript allows beyond the type.
 */
import fc from 'fast-check'
import type { DerivedContract } from '../../compiler/src/index.ts'
import { mapChildren } from '../../compiler/src/program/finish-tree.ts'
import type { TypeNode } from '../../compiler/src/type-tree.ts'
import { deriveAll, judgeOf } from '../compiler/corpus/derive-all.ts'
import { askTypeScript, type Verdicts } from '../compiler/corpus/typescript-verdicts.ts'
import { sampleValues } from './sample-values.ts'
import { findSmallestFault } from './smallest-fault.ts'
import { jsonValue, PRELUDE, typeExpression } from './type-expressions.ts'

export interface Expression {
  readonly type: string
  readonly values: readonly unknown[]
}

const BATCH = 60
const MAX_PROBLEMS = 5

const expressions: fc.Arbitrary<readonly Expression[]> = fc.array(
  fc.record({ type: typeExpression(3), values: fc.array(jsonValue, { maxLength: 8, size: 'max' }) }),
  { minLength: 1, maxLength: BATCH, size: 'max' },
)

/** Compares contracts with TypeScript for this duration; returns the smallest case of each failure. */
export async function soakAssignability(
  minutes: number,
  log: (line: string) => void,
  seed = Date.now(),
): Promise<string[]> {
  const end = Date.now() + minutes * 60_000
  const problems: string[] = []
  const seen = { types: 0, refused: 0, values: 0 }
  const judge = (batch: readonly Expression[]) => {
    const comparison = judgeExpressions(batch)
    seen.types += batch.length
    seen.refused += comparison.refused
    seen.values += comparison.values
    return comparison
  }
  for (let round = 0; Date.now() < end && problems.length < MAX_PROBLEMS; round++) {
    const problem = findSmallestFault({ seed: seed + round, cases: expressions, print: printExpression }, judge)
    if (problem !== undefined) problems.push(`assignability: ${problem}`)
  }
  log(`assignability: ${seen.types} types, ${seen.refused} without a contract, ${seen.values} values, seed ${seed}`)
  return problems
}

export function printExpression({ type }: Expression): string {
  return `${PRELUDE}\nexport interface Root { v: ${type} }`
}

/** The failures of a batch, and the number of compared types and values. */
export function judgeExpressions(batch: readonly Expression[]): {
  readonly problems: readonly string[]
  readonly refused: number
  readonly values: number
} {
  const codes = batch.map(printExpression)
  const contracts = deriveAll(codes.map((code) => ({ code }))).map((derive) => derive())
  const values = batch.map((one, at) => {
    const contract = contracts[at]
    if (contract === undefined || isRefused(contract)) return []
    return [...sampleValues(contract.tree), ...one.values.map((v) => ({ v }))]
  })
  const [verdicts = []] = askTypeScript([
    { path: '/expressions.ts', cases: codes.map((code, at) => ({ code, values: values[at] ?? [] })) },
  ])
  const problems = batch.flatMap((_, at) => {
    const contract = contracts[at]
    const verdict = verdicts[at]
    if (contract === undefined || verdict === undefined || isRefused(contract)) return []
    return findFault(contract, values[at] ?? [], verdict, (value) => isElement(codes[at] ?? '', contract, value)) ?? []
  })
  return {
    problems,
    refused: contracts.filter(isRefused).length,
    values: values.reduce((sum, { length }) => sum + length, 0),
  }
}

function isRefused({ diagnostics }: DerivedContract): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

function findFault(
  contract: DerivedContract,
  values: readonly unknown[],
  verdicts: Verdicts,
  isElement: (value: unknown) => boolean,
): string | undefined {
  // The expression itself is an error, for example a type that is too complex.
  if (verdicts.error !== undefined) return undefined
  const judge = judgeOf(contract.schema)
  for (const [at, value] of values.entries()) {
    const isAssignable = verdicts.accepted[at] === true
    const accepts = { ajv: judge(value), is: contract.is(value), validate: contract.validate(value).ok }
    const text = `${JSON.stringify(value)} ${JSON.stringify(accepts)} ${JSON.stringify(contract.schema)}`
    if (accepts.ajv !== accepts.is || accepts.is !== accepts.validate) return `the judges differ about ${text}`
    if (accepts.is && !isAssignable && !isElement(value)) return `TypeScript refuses ${text}`
    if (!accepts.is && isAssignable && !reductions(value).some((smaller) => contract.is(smaller)))
      return `TypeScript accepts ${text}`
  }
  return undefined
}

/**
 * Returns whether a value that TypeScript rejects as a literal is still a value of the type. For a literal, TypeScript
 * checks each index signature of an intersection separately: `{ [key: `x$\{string}`]: { a: 1 } } & { x: { a: 1; b: 2 }
 * }` accepts `{ x: { a: 1, b: 2 } }` from a variable, but for a literal it reports `b` as unknown. An argument of a
 * type parameter is compared in the same way as a variable.
 */
function isElement(code: string, { tree }: DerivedContract, value: unknown): boolean {
  if (![tree.root, ...Object.values(tree.defs)].some(hasMembersBesideIndex)) return false
  const asArgument = {
    code: `${code}\ndeclare function take<T extends Root>(value: T): void`,
    values: [value],
    assign: (json: string) => `take(${json})`,
  }
  const [[verdict] = []] = askTypeScript([{ path: '/argument.ts', cases: [asArgument] }])
  return verdict?.error === undefined && verdict?.accepted[0] === true
}

function hasMembersBesideIndex(node: TypeNode): boolean {
  let found = node.kind === 'object' && node.properties.length > 0 && (node.index ?? node.patterns) !== undefined
  mapChildren(node, (child) => {
    found ||= hasMembersBesideIndex(child)
    return child
  })
  return found
}

/**
 * Returns the value with properties omitted, at any depth. TypeScript allows properties of other members of a union,
 * accepts every value except null for a type without properties, and lists and strings for a type whose only property is
 * `length`: contracts of object types accept only objects.
 */
function reductions(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items = value.map(reductions)
    return [...combine(items), {}, { length: value.length }]
  }
  if (typeof value === 'string') return [value, {}, { length: value.length }]
  if (typeof value !== 'object' || value === null) return value === null ? [value] : [value, {}]
  const entries = Object.entries(value)
  const members = entries.map(([key, member]) => [
    ...reductions(member).map((smaller): Record<string, unknown> => ({ [key]: smaller })),
    {},
  ])
  return combine(members).map((parts) => Object.assign({}, ...parts) as unknown)
}

/** Returns all combinations of one element of each list, up to a limit. */
function combine<Value>(lists: readonly (readonly Value[])[]): Value[][] {
  return lists.reduce<Value[][]>(
    (chosen, list) => chosen.flatMap((before) => list.map((one) => [...before, one])).slice(0, 2000),
    [[]],
  )
}
