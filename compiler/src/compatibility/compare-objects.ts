/** Compares the members of objects of two schemas. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { CompareParts, Comparison, Gap } from './comparison.ts'
import { ANYTHING, listAlternatives } from './schema-alternatives.ts'

interface Objects {
  readonly comparison: Comparison
  readonly source: JsonSchema
  readonly target: JsonSchema
  readonly path: string
}

/** Compares required, declared and further members. */
export function compareObjects(objects: Objects, compare: CompareParts): readonly Gap[] {
  const { comparison, source, target, path } = objects
  const { properties = {}, required = [] } = source
  const isNever = (schema: JsonSchema) => listAlternatives(comparison.source, schema).length === 0
  // An object whose required member has no value doesn't exist.
  if (required.some((name) => Object.hasOwn(properties, name) && isNever(properties[name] ?? ANYTHING))) return []
  const gaps: Gap[] = (target.required ?? [])
    .filter((name) => !required.includes(name))
    .map((name) => {
      const isDeclared = Object.hasOwn(properties, name)
      return { path: joinName(path, name), rule: isDeclared ? 'required' : 'missing', isProven: true }
    })
  for (const [name, schema] of Object.entries(properties)) {
    if (isNever(schema)) continue
    gaps.push(...compareMember(objects, compare, name, schema))
  }
  gaps.push(...comparePatterns(objects, compare), ...compareRest(objects, compare))
  return gaps
}

/** Returns the path of a member: `a.b`, `a["the key"]`. */
export function joinName(path: string, name: string): string {
  if (!/^[\w$]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

/** Compares a declared member with everything that the target requires of a member of this name. */
function compareMember(objects: Objects, compare: CompareParts, name: string, schema: JsonSchema): readonly Gap[] {
  const { target, path } = objects
  const at = joinName(path, name)
  const { properties = {}, patternProperties = {} } = target
  const wanted = [
    ...(Object.hasOwn(properties, name) ? [properties[name] ?? ANYTHING] : []),
    ...Object.entries(patternProperties)
      .filter(([pattern]) => matchesName(pattern, name))
      .map(([, one]) => one),
  ]
  if (wanted.length > 0) return wanted.flatMap((one) => compare(schema, one, at))
  return compareOthers(objects, schema, at, compare)
}

/** Compares members whose names match a pattern of the source. */
function comparePatterns(objects: Objects, compare: CompareParts): readonly Gap[] {
  const { source, target, path } = objects
  const { properties = {}, patternProperties = {} } = target
  return Object.entries(source.patternProperties ?? {}).flatMap(([pattern, schema]) => {
    const at = `${path}[${pattern}]`
    const isSame = Object.hasOwn(patternProperties, pattern)
    // A name may match each of the patterns.
    const patterns = Object.values(patternProperties).flatMap((one) => compare(schema, one, at))
    const declared = Object.entries(properties)
      .filter(([name]) => !Object.hasOwn(source.properties ?? {}, name) && matchesName(pattern, name))
      .flatMap(([name, one]) => compare(schema, one, joinName(path, name)))
    const others = isSame ? [] : compareOthers(objects, schema, at, compare)
    return [...patterns, ...declared, ...others].map((gap) => (isSame ? gap : { ...gap, isProven: false }))
  })
}

/** Compares members that the source neither declares nor has a pattern for. */
function compareRest(objects: Objects, compare: CompareParts): readonly Gap[] {
  const { comparison, source, target, path } = objects
  const { additionalProperties, patternProperties = {} } = source
  if (additionalProperties === false) return []
  if (additionalProperties === undefined && comparison.isDeclaredOnly) return []
  const schema = typeof additionalProperties === 'object' ? additionalProperties : ANYTHING
  const isPatterned = Object.keys(patternProperties).length > 0
  const at = `${path}[*]`
  const declared = Object.entries(target.properties ?? {})
    .filter(([name]) => !Object.hasOwn(source.properties ?? {}, name))
    .flatMap(([name, one]) => compare(schema, one, joinName(path, name)))
  const patterns = Object.values(target.patternProperties ?? {}).flatMap((one) => compare(schema, one, at))
  const gaps = [...declared, ...patterns, ...compareOthers(objects, schema, at, compare)]
  return isPatterned ? gaps.map((gap) => ({ ...gap, isProven: false })) : gaps
}

/** Compares members that the target neither declares nor has a pattern for. */
function compareOthers(
  { comparison, target }: Objects,
  schema: JsonSchema,
  at: string,
  compare: CompareParts,
): readonly Gap[] {
  const { additionalProperties } = target
  if (additionalProperties === false) return [{ path: at, rule: 'member', isProven: true }]
  if (typeof additionalProperties === 'object') return compare(schema, additionalProperties, at)
  const isUnknown = additionalProperties === undefined && comparison.isDeclaredOnly
  return isUnknown ? [{ path: at, rule: 'member', isProven: false, isIgnorable: true }] : []
}

/** An invalid pattern matches every name, which compares more than necessary. */
function matchesName(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return true
  }
}
