/**
 * Finds the values of one schema that another doesn't accept. The result is complete: without a gap, every value of the
 * source is a value of the target. A gap that isn't proven may have no value.
 */
import type { JsonSchema } from '@fw/runtime/contract'
import { compareArrays } from './compare-arrays.ts'
import { compareObjects } from './compare-objects.ts'
import { acceptsScalar, compareNumbers, compareStrings } from './compare-scalars.ts'
import type { CompareParts, Comparison, Gap } from './comparison.ts'
import { areDisjoint } from './disjoint-alternatives.ts'
import { type Alternative, isAnything, listAlternatives, listIntegers, resolveRef } from './schema-alternatives.ts'
import { listSharedDefinitions } from './shared-definitions.ts'
import { sortKeys } from './sort-keys.ts'
import { splitObject } from './split-object.ts'

/** Number of compared pairs after which the rest counts as unknown. */
const MAX_STEPS = 20_000
const MAX_GAPS = 100

/** Compares two documents. `isDeclaredOnly`: see `Comparison`. */
export function findGaps(
  source: JsonSchema,
  target: JsonSchema,
  options: { readonly isDeclaredOnly: boolean },
): readonly Gap[] {
  const shared = listSharedDefinitions(source, target)
  const comparison: Comparison = { source, target, ...options, shared, open: new Map(), steps: 0, depth: 0 }
  return removeRepeated(compare(comparison, source, target, '')).slice(0, MAX_GAPS)
}

function compare(comparison: Comparison, source: JsonSchema, target: JsonSchema, path: string): readonly Gap[] {
  if (isAnything(target) || isSameDefinition(comparison, source, target)) return []
  const from = resolveRef(comparison.source, source)
  const to = resolveRef(comparison.target, target)
  const opened = comparison.open.get(from) ?? new Map<JsonSchema, number>()
  const depth = opened.get(to)
  // A recursive type: parts of a value are smaller than the value, so that the assumption is an induction.
  if (depth !== undefined && depth < comparison.depth) return []
  if (depth !== undefined || ++comparison.steps > MAX_STEPS) return [{ path, rule: 'size', isProven: false }]
  comparison.open.set(from, opened)
  opened.set(to, comparison.depth)
  const targets = listAlternatives(comparison.target, to)
  const gaps = listAlternatives(comparison.source, from).flatMap((one) =>
    compareAlternative(comparison, one, targets, path),
  )
  opened.delete(to)
  return gaps
}

function isSameDefinition({ shared }: Comparison, source: JsonSchema, target: JsonSchema): boolean {
  return source.$ref !== undefined && source.$ref === target.$ref && shared.has(source.$ref)
}

function compareAlternative(
  comparison: Comparison,
  one: Alternative,
  targets: readonly Alternative[],
  path: string,
): readonly Gap[] {
  const isOpen = targets.some(({ kind }) => kind === 'opaque')
  if (one.kind === 'opaque')
    return isSameText(comparison, one, targets) ? [] : [{ path, rule: 'schema', isProven: false }]
  if (one.kind === 'literal') {
    if (targets.some((target) => acceptsScalar(target, one.value))) return []
    return [{ path, rule: 'value', source: one.value, isProven: !isOpen }]
  }
  const integers = one.kind === 'number' ? listIntegers(one.schema) : undefined
  if (integers !== undefined && targets.some(({ kind }) => kind === 'literal'))
    return integers.flatMap((each) => compareAlternative(comparison, each, targets, path))
  const candidates = targets.filter(
    (target) => target.kind === one.kind && !areDisjoint(comparison, one, target),
  ) as readonly (typeof one)[]
  const [first] = candidates
  if (first === undefined)
    return [{ path, rule: 'type', source: describeAlternative(one), isProven: !isOpen && !isNarrow(one) }]
  const trials = candidates.map((candidate) => compareSameKind(comparison, one, candidate, path))
  const fitting = trials.filter((gaps) => gaps.every(({ isIgnorable }) => isIgnorable === true))
  const best = fitting.sort((left, right) => left.length - right.length)[0]
  if (best !== undefined) return best
  if (candidates.length === 1)
    return isOpen ? (trials[0] ?? []).map((gap) => ({ ...gap, isProven: false })) : (trials[0] ?? [])
  const parts = splitObject(comparison, one, candidates)
  if (parts !== undefined) return parts.flatMap((part) => compareAlternative(comparison, part, targets, path))
  return [{ path, rule: 'union', isProven: false }]
}

function compareSameKind(comparison: Comparison, one: Alternative, other: Alternative, path: string): readonly Gap[] {
  if (one.kind === 'literal' || other.kind === 'literal') return []
  const source = one.schema
  const target = other.schema
  const parts: CompareParts = (from, to, at) => {
    comparison.depth++
    const gaps = compare(comparison, from, to, at)
    comparison.depth--
    return gaps
  }
  switch (one.kind) {
    case 'string':
      return compareStrings(source, target, path)
    case 'number':
      return compareNumbers(source, target, path)
    case 'array':
      return compareArrays({ source, target, path }, parts)
    case 'object':
      return compareObjects({ comparison, source, target, path }, parts)
    case 'opaque':
      return [{ path, rule: 'schema', isProven: false }]
  }
}

/** Returns whether an equal schema is a target, and means the same in both documents. */
function isSameText(comparison: Comparison, one: Alternative, targets: readonly Alternative[]): boolean {
  const { source, target } = comparison
  if (one.kind === 'literal' || toText(source.$defs) !== toText(target.$defs)) return false
  const text = toText(one.schema)
  return targets.some((other) => other.kind !== 'literal' && toText(other.schema) === text)
}

function toText(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? ''
}

/** Returns whether the alternative may have few values or none, so that literals can include them. */
function isNarrow(one: Alternative): boolean {
  if (one.kind === 'string')
    return one.schema.pattern !== undefined || one.schema.format !== undefined || one.schema.maxLength === 0
  if (one.kind === 'number') return one.schema.maximum !== undefined || one.schema.exclusiveMaximum !== undefined
  return false
}

function describeAlternative(one: Alternative): string {
  if (one.kind === 'number' && one.schema.type === 'integer') return 'integer'
  return one.kind === 'literal' ? JSON.stringify(one.value) : one.kind
}

function removeRepeated(gaps: readonly Gap[]): readonly Gap[] {
  const byText = new Map(gaps.map((gap) => [toText(gap), gap]))
  return [...byText.values()]
}
