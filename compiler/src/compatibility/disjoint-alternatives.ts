/** Recognizes alternatives without a common value, such as two options of a union with different tags. */
import type { JsonSchema } from '@fw/runtime/contract'
import { acceptsScalar } from './compare-scalars.ts'
import type { Comparison } from './comparison.ts'
import { type Alternative, ANYTHING, listAlternatives } from './schema-alternatives.ts'

/** Returns whether no object has both types. Alternatives of other kinds count as overlapping. */
export function areDisjoint(comparison: Comparison, source: Alternative, target: Alternative): boolean {
  if (source.kind !== 'object' || target.kind !== 'object') return false
  const { properties = {}, required = [] } = source.schema
  return required.some((name) => {
    const other = target.schema.properties
    if (other === undefined || !Object.hasOwn(other, name) || !Object.hasOwn(properties, name)) return false
    return haveNoValueInCommon(comparison, properties[name] ?? ANYTHING, other[name] ?? ANYTHING)
  })
}

function haveNoValueInCommon(comparison: Comparison, source: JsonSchema, target: JsonSchema): boolean {
  const theirs = listAlternatives(comparison.target, target)
  return listAlternatives(comparison.source, source).every((one) => theirs.every((other) => areApart(one, other)))
}

function areApart(one: Alternative, other: Alternative): boolean {
  if (one.kind === 'opaque' || other.kind === 'opaque') return false
  if (one.kind === 'literal') return !acceptsScalar(other, one.value)
  if (other.kind === 'literal') return !acceptsScalar(one, other.value)
  return one.kind !== other.kind
}
