/**
 * What is wrong with a wire value, and where: the slow half of compiled validators, which runs only after `is` refused.
 * It reads the JSON Schema, so generated modules carry no second copy of their checks.
 */
import { isBytesText } from './codec.ts'
import { expectation } from './expectation.ts'
import { hasFormat } from './format.ts'
import { findRefusedKey, joinPath, joinPaths, REFUSED_KEYS } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import { areUnique, codePoints, isJson, isMultipleOf, MAX_DEPTH } from './validate-value.ts'
import type { Issue } from './validation.ts'

/** No more are collected: a wrong megabyte must not become a larger answer. */
export const MAX_ISSUES = 100

/** What trying out the options of unions may cost, in visited values: options that nest in options multiply. */
const TRIAL_VISITS = 10_000

/** All issues of `value`, at least one; `schema` is the root with its `$defs`. */
export function collectIssues(schema: JsonSchema, value: unknown): Issue[] {
  const walk: Walk = { root: schema, issues: [], keys: [], trials: TRIAL_VISITS }
  visit(walk, schema, value, 0)
  return walk.issues.length > 0 ? walk.issues : [{ path: '', message: `must be ${expectation(schema)}` }]
}

interface Walk {
  readonly root: JsonSchema
  readonly issues: Issue[]
  /** The keys from the root to the value that is visited; text is made of it only for an issue. */
  readonly keys: (string | number)[]
  /** How many visits are left for trying options out. */
  trials: number
}

function report(walk: Walk, message: string, ...below: readonly string[]): void {
  if (walk.issues.length >= MAX_ISSUES) return
  walk.issues.push({ path: pathOf([...walk.keys, ...below]), message })
}

function pathOf(keys: readonly (string | number)[]): string {
  return keys.reduce<string>(joinPath, '')
}

function visitBelow(walk: Walk, key: string | number, schema: JsonSchema, value: unknown, depth: number): void {
  walk.keys.push(key)
  visit(walk, schema, value, depth)
  walk.keys.pop()
}

function visit(walk: Walk, schema: JsonSchema, value: unknown, depth: number): void {
  if (walk.issues.length >= MAX_ISSUES) return
  if (depth > MAX_DEPTH) {
    report(walk, `must not be nested more than ${MAX_DEPTH} levels deep`)
    return
  }
  if (schema.$ref !== undefined) visit(walk, follow(walk.root, schema.$ref), value, depth + 1)
  for (const part of schema.allOf ?? []) visit(walk, part, value, depth)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) visitOptions(walk, options, value, depth)
  if (describesNothing(schema)) refuseForeign(walk, value)
  else if (!fitsScalar(schema, value)) report(walk, `must be ${expectation(schema)}`)
  else if (Array.isArray(value)) visitArray(walk, schema, value, depth)
  else if (typeof value === 'object' && value !== null) visitObject(walk, schema, value, depth)
}

function describesNothing(schema: JsonSchema): boolean {
  if (schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined) return false
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? schema.$ref) === undefined
}

function follow(root: JsonSchema, ref: string): JsonSchema {
  if (ref === '#') return root
  const name = decodeURIComponent(ref.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~')
  return root.$defs?.[name] ?? {}
}

function resolved(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema
  for (let steps = 0; current.$ref !== undefined && steps < MAX_DEPTH; steps++) current = follow(root, current.$ref)
  return current
}

/** Type, enum, const and the keywords of strings and numbers. */
function fitsScalar(schema: JsonSchema, value: unknown): boolean {
  if (schema.type !== undefined && !hasAnyType(schema.type, value)) return false
  if (schema.const !== undefined && schema.const !== value) return false
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false
  if (typeof value === 'string') return fitsString(schema, value)
  return typeof value !== 'number' || fitsNumber(schema, value)
}

function hasAnyType(types: string | readonly string[], value: unknown): boolean {
  return typeof types === 'string' ? hasType(types, value) : types.some((type) => hasType(type, value))
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function fitsString(schema: JsonSchema, text: string): boolean {
  const { minLength, maxLength, pattern, format, contentEncoding } = schema
  if (minLength !== undefined && codePoints(text) < minLength) return false
  if (maxLength !== undefined && codePoints(text) > maxLength) return false
  // The pattern beside it says the same, for those who know no encodings.
  if (contentEncoding === 'base64') return isBytesText(text)
  if (pattern !== undefined && !regularExpression(pattern).test(text)) return false
  return format === undefined || hasFormat(format, text)
}

/** Unicode mode as JSON Schema has it, where the pattern allows it. */
export function regularExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

function fitsNumber(schema: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (schema.format === 'money-minor-units' && !Number.isSafeInteger(value)) return false
  if (minimum !== undefined && value < minimum) return false
  if (maximum !== undefined && value > maximum) return false
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false
  return multipleOf === undefined || isMultipleOf(value, multipleOf)
}

const ANYTHING: JsonSchema = {}

function visitArray(walk: Walk, schema: JsonSchema, items: readonly unknown[], depth: number): void {
  const { prefixItems = [], minItems, maxItems } = schema
  const most = schema.items === false ? Math.min(prefixItems.length, maxItems ?? Number.POSITIVE_INFINITY) : maxItems
  if ((minItems !== undefined && items.length < minItems) || (most !== undefined && items.length > most)) {
    report(walk, `must be ${expectation({ type: 'array', minItems, maxItems: most })}`)
    return
  }
  for (const [index, item] of items.entries()) {
    if (walk.issues.length >= MAX_ISSUES) return
    const part = prefixItems[index] ?? (schema.items === false ? undefined : schema.items)
    visitBelow(walk, index, part ?? ANYTHING, item, depth)
  }
  if (schema.uniqueItems && !areUnique(items)) report(walk, 'must not contain the same item twice')
}

function visitObject(walk: Walk, schema: JsonSchema, value: object, depth: number): void {
  const members = value as Readonly<Record<string, unknown>>
  const { properties = {}, required = [] } = schema
  for (const key of required) {
    if (Object.hasOwn(members, key) && members[key] !== undefined) continue
    const part = properties[key]
    const what = part === undefined ? '' : `: must be ${expectation(named(walk.root, part))}`
    report(walk, `is required${what}`, key)
  }
  for (const key of Object.keys(members)) {
    if (walk.issues.length >= MAX_ISSUES) return
    const member = members[key]
    if (REFUSED_KEYS.has(key)) report(walk, 'is a key that is never allowed', key)
    else if (member !== undefined || schema.additionalProperties === false)
      visitMember(walk, schema, key, member, depth)
  }
}

function visitMember(walk: Walk, schema: JsonSchema, key: string, member: unknown, depth: number): void {
  const { properties = {}, patternProperties, additionalProperties } = schema
  if (Object.hasOwn(properties, key)) {
    if (member !== undefined) visitBelow(walk, key, properties[key] ?? ANYTHING, member, depth)
    return
  }
  const matching = patternProperties === undefined ? [] : partsFor(key, patternProperties)
  for (const part of matching) visitBelow(walk, key, part, member, depth)
  if (matching.length > 0) return
  if (additionalProperties === false) report(walk, unknownKey(key, Object.keys(properties)), key)
  else if (typeof additionalProperties === 'object') visitBelow(walk, key, additionalProperties, member, depth)
}

function partsFor(key: string, patterns: Readonly<Record<string, JsonSchema>>): readonly JsonSchema[] {
  return Object.entries(patterns).flatMap(([pattern, part]) => (regularExpression(pattern).test(key) ? [part] : []))
}

function unknownKey(key: string, known: readonly string[]): string {
  const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase()
  const meant = known.find((name) => plain(name) === plain(key))
  if (meant !== undefined) return `is not a known key; did you mean ${JSON.stringify(meant)}?`
  if (known.length === 0) return 'is not a known key; there is none here'
  const shown = known.slice(0, 10).join(', ')
  return `is not a known key; known are ${shown}${known.length > 10 ? ', …' : ''}`
}

/** What no schema describes must still be JSON without refused keys. */
function refuseForeign(walk: Walk, value: unknown): void {
  if (isJson(value)) return
  const refused = findRefusedKey(value)
  if (refused === undefined) report(walk, `must be plain JSON, at most ${MAX_DEPTH} levels deep`)
  else walk.issues.push({ path: joinPaths(pathOf(walk.keys), refused.path), message: refused.message })
}

/** A union: the one option that can be meant is walked; otherwise the sentence names them all. */
function visitOptions(walk: Walk, options: readonly JsonSchema[], value: unknown, depth: number): void {
  const parts = options.map((option) => resolved(walk.root, option))
  const candidates = parts.filter(({ type }) => type === undefined || hasAnyType(type, value))
  const tag = candidates.length > 1 ? tagOf(walk.root, candidates) : undefined
  const meant = tag === undefined ? candidates : candidates.filter((part) => hasTag(walk.root, part, tag, value))
  const [only] = meant
  if (meant.length === 1 && only !== undefined) visit(walk, only, value, depth + 1)
  else if (tag !== undefined) {
    const known = candidates.flatMap((part) => tagValues(walk.root, part, tag))
    report(walk, `must be ${expectation({ enum: known })}`, tag)
  } else if (!meant.some((part) => fits(walk, part, value, depth)))
    report(walk, `must be ${expectation({ anyOf: parts })}`)
}

function fits(walk: Walk, schema: JsonSchema, value: unknown, depth: number): boolean {
  // Out of trials: say nothing rather than something wrong.
  if (walk.trials <= 0) return true
  const trial: Walk = { root: walk.root, issues: [], keys: [], trials: walk.trials - 1 }
  visit(trial, schema, value, depth + 1)
  walk.trials = trial.trials
  return trial.issues.length === 0
}

function hasTag(root: JsonSchema, part: JsonSchema, tag: string, value: unknown): boolean {
  return tagValues(root, part, tag).includes((value as Readonly<Record<string, unknown>>)[tag])
}

/** The property whose literal tells the options apart. */
function tagOf(root: JsonSchema, parts: readonly JsonSchema[]): string | undefined {
  const first = parts[0]
  if (first?.properties === undefined) return undefined
  return Object.keys(first.properties).find((key) => {
    const values = parts.flatMap((part) => tagValues(root, part, key))
    return parts.every((part) => tagValues(root, part, key).length > 0) && new Set(values).size === values.length
  })
}

function tagValues(root: JsonSchema, part: JsonSchema, key: string): readonly unknown[] {
  const property = part.properties?.[key]
  if (property === undefined) return []
  const { const: constant, enum: several } = resolved(root, property)
  return constant === undefined ? (several ?? []) : [constant]
}

function named(root: JsonSchema, schema: JsonSchema): JsonSchema {
  const part = resolved(root, schema)
  const options = part.anyOf?.map((option) => resolved(root, option))
  return options === undefined ? part : { ...part, anyOf: options }
}
