/**
 * Collects the issues of a wire value with their paths: the slow half of compiled validators, which runs only after `is`
 * refused a value. It reads the JSON Schema, so generated modules don't contain their checks twice. Callers control invalid
 * values, so the work must stay proportional to the size of the value.
 */

import { isObject } from '../is-object.ts'
import { hasFormat } from '../page/format.ts'
import { isBytesText } from './codec.ts'
import { findRefusedKey, joinPath, joinPaths, MAX_ISSUES, shortenPath } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import { REFUSED_KEYS } from './refused-keys.ts'
import {
  type ListPart,
  type PartFunctions,
  type SchemaPart,
  type ShapePart,
  schemaPart,
  type TextLimits,
} from './schema-part.ts'
import { typeBits } from './type-bits.ts'
import type { UnionPart } from './union-part.ts'
import { areUnique, codePoints, isJson, isMultipleOf, MAX_DEPTH, own } from './validate-value.ts'
import type { Issue } from './validation.ts'

/**
 * Creates a function that returns the issues of a value, an empty list for a valid one. `schema` is the root with its
 * `$defs`. It is prepared at the first value, which costs far more than a check: reuse the function. Values that one of
 * `functions` accepts are not traversed.
 */
export function createIssueCollector(schema: JsonSchema, functions: PartFunctions = {}): (value: unknown) => Issue[] {
  let root: SchemaPart | undefined
  return (value) => {
    root ??= schemaPart(schema, functions)
    const walk: Walk = { issues: NO_ISSUES, segments: [], limit: MAX_ISSUES, verdicts: undefined, visited: undefined }
    visit(walk, root, value, 0)
    return walk.issues
  }
}

/** Shared by all walks that have found nothing: never changed. */
const NO_ISSUES: Issue[] = []

interface Walk {
  issues: Issue[]
  /** Path from the root to the visited value: paths of its steps, and array indexes. */
  readonly segments: (string | number)[]
  /** Number of issues after which the walk stops. */
  readonly limit: number
  /** Results of tried union options, so that nested options aren't tried again at every level. */
  verdicts: Map<SchemaPart, WeakMap<object, boolean>> | undefined
  /** The visited values of each part, if several patterns may lead to the same part at every level. */
  visited: Map<SchemaPart, WeakSet<object>> | undefined
}

function report(walk: Walk, message: string, step: string | number = ''): void {
  const { issues } = walk
  if (issues.length >= walk.limit) return
  const issue = { path: createPath(walk.segments, step), message }
  // Most values have one issue: `push` would reserve memory for many.
  if (issues.length === 0) walk.issues = [issue]
  else issues.push(issue)
}

function createPath(segments: readonly (string | number)[], step: string | number): string {
  if (segments.length === 0 && typeof step === 'string') return shortenPath(step)
  let path = ''
  for (const one of segments) path = joinStep(path, one)
  return shortenPath(joinStep(path, step))
}

function joinStep(path: string, step: string | number): string {
  return typeof step === 'number' ? joinPath(path, step) : joinPaths(path, step)
}

function visit(walk: Walk, at: SchemaPart, value: unknown, above: number): void {
  if (walk.issues.length >= walk.limit) return
  let part = at
  let depth = above
  // A loop instead of recursion: values can be deeper than the stack.
  for (; part.link !== undefined && depth <= MAX_DEPTH; depth++) part = part.link()
  if (depth > MAX_DEPTH) {
    report(walk, `must not be nested more than ${MAX_DEPTH} levels deep`)
    return
  }
  if (wasVisited(walk, part, value)) return
  const before = walk.issues.length
  if (part.target !== undefined) visit(walk, part.target(), value, depth + 1)
  if (part.all !== undefined) for (const one of part.all()) visit(walk, one, value, depth)
  if (part.options !== undefined) visitOptions(walk, part.options, value, depth)
  // Its issues have been reported.
  if (!part.isOwn || walk.issues.length > before) return
  if (part.isAnything) refuseForeign(walk, value)
  else if (!fitsScalar(part, value)) report(walk, part.mustBe())
  else if (Array.isArray(value)) visitArray(walk, part.list(), value, depth)
  else if (typeof value === 'object' && value !== null) visitObject(walk, part.shape(), value, depth)
}

function wasVisited({ visited }: Walk, part: SchemaPart, value: unknown): boolean {
  if (visited === undefined || !isObject(value)) return false
  const values = visited.get(part) ?? new WeakSet()
  visited.set(part, values)
  if (values.has(value)) return true
  values.add(value)
  return false
}

/** Checks type, enum, const and the keywords of strings and numbers. */
function fitsScalar(part: SchemaPart, value: unknown): boolean {
  if ((part.types & typeBits(value)) === 0) return false
  if (part.values !== undefined && !part.values.has(value)) return false
  if (typeof value === 'string') return part.text === undefined || fitsText(part.text, value)
  if (typeof value === 'number') return part.range === undefined || fitsRange(part.range, value)
  return true
}

function fitsText({ minLength, maxLength, isBytes, pattern, format }: TextLimits, text: string): boolean {
  // Lengths count code points. The number of UTF-16 units bounds it from both sides, so most strings need no count.
  if (text.length < minLength || (text.length < 2 * minLength && codePoints(text) < minLength)) return false
  if (text.length > 2 * maxLength || (text.length > maxLength && codePoints(text) > maxLength)) return false
  if (isBytes) return isBytesText(text)
  if (pattern !== undefined && !pattern.test(text)) return false
  return format === undefined || hasFormat(format, text)
}

function fitsRange(range: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = range
  if (range.format === 'money-minor-units' && !Number.isSafeInteger(value)) return false
  if (minimum !== undefined && value < minimum) return false
  if (maximum !== undefined && value > maximum) return false
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false
  return multipleOf === undefined || isMultipleOf(value, multipleOf)
}

/** Returns whether a value is known to be valid without traversing it. */
function fitsPart(part: SchemaPart, value: unknown): boolean {
  return part.isScalar ? fitsScalar(part, value) : part.is?.(value) === true
}

/** Visits a member or an item that doesn't pass `fitsPart`. */
function visitStep(walk: Walk, step: string | number, part: SchemaPart, value: unknown, depth: number): void {
  if (part.isScalar) {
    report(walk, part.mustBe(), step)
    return
  }
  walk.segments.push(step)
  visit(walk, part, value, depth)
  walk.segments.pop()
}

function visitArray(walk: Walk, list: ListPart, items: readonly unknown[], depth: number): void {
  if (items.length < list.least || items.length > list.most) {
    report(walk, list.mustBe())
    return
  }
  const before = walk.issues.length
  for (let index = 0; index < items.length; index++) {
    if (walk.issues.length >= walk.limit) return
    const part = list.prefix[index] ?? list.items
    const item = items[index]
    if (!fitsPart(part, item)) visitStep(walk, index, part, item, depth)
  }
  // Equality compares whole items, and invalid items may be deeper than the stack.
  if (!list.isUnique || (walk.issues.length > before && !isJson(items))) return
  if (!areUnique(items)) report(walk, 'must not contain the same item twice')
}

/** Inside `for in`, V8 resolves this function without a lookup, unlike `Object.hasOwn`. */
const hasOwn = Object.prototype.hasOwnProperty

function visitObject(walk: Walk, shape: ShapePart, value: object, depth: number): void {
  const members = value as Readonly<Record<string, unknown>>
  const before = walk.issues.length
  let next = 0
  let found = 0
  for (const key in members) {
    if (!hasOwn.call(members, key)) continue
    const member = members[key]
    // Most values have their keys in the declared order.
    const expected = shape.members[next]
    const declared = expected !== undefined && expected.key === key ? expected : shape.byKey.get(key)
    if (declared === undefined) visitOther(walk, shape, key, member, depth)
    else {
      next = declared.index + 1
      if (member === undefined) continue
      if (declared.isRequired) found++
      if (fitsPart(declared.part, member)) continue
      visitStep(walk, declared.segment, declared.part, member, depth)
    }
    if (walk.issues.length >= walk.limit) break
  }
  if (found < shape.required.length) reportMissing(walk, shape, members, before)
}

/** Reports missing members before the issues of present ones. */
function reportMissing(walk: Walk, shape: ShapePart, members: Readonly<Record<string, unknown>>, before: number): void {
  const later = walk.issues.splice(before)
  for (const { key, segment, isRequired } of shape.required)
    if (own(members, key) === undefined) report(walk, isRequired(), segment)
  walk.issues.push(...later.slice(0, walk.limit - walk.issues.length))
}

/** Visits a member that `properties` doesn't declare. */
function visitOther(walk: Walk, shape: ShapePart, key: string, member: unknown, depth: number): void {
  if (REFUSED_KEYS.has(key)) {
    report(walk, 'is a key that is never allowed', joinPath('', key))
    return
  }
  const { patterns, rest, isClosed } = shape
  if (member === undefined && (patterns.length > 0 || !isClosed)) return
  if (patterns.length > 1) walk.visited ??= new Map()
  let isKnown = false
  for (const { pattern, part } of patterns) {
    if (!pattern.test(key)) continue
    isKnown = true
    visitKeyed(walk, key, part, member, depth)
  }
  if (isKnown) return
  if (isClosed) report(walk, shape.unknownKey(key), joinPath('', key))
  else if (rest !== undefined) visitKeyed(walk, key, rest, member, depth)
}

/** Visits a member of a record. The path of its key is only formatted for invalid values. */
function visitKeyed(walk: Walk, key: string, part: SchemaPart, value: unknown, depth: number): void {
  if (!fitsPart(part, value)) visitStep(walk, joinPath('', key), part, value, depth)
}

/** Requires JSON without refused keys where the schema allows any value. */
function refuseForeign(walk: Walk, value: unknown): void {
  if (isJson(value)) return
  const refused = findRefusedKey(value)
  if (refused === undefined) report(walk, `must be plain JSON, at most ${MAX_DEPTH} levels deep`)
  else report(walk, refused.message, refused.path)
}

/** Visits a union: traverses the only option that can apply; otherwise reports all options in one issue. */
function visitOptions(walk: Walk, union: UnionPart<SchemaPart>, value: unknown, depth: number): void {
  const { candidates, tag, byTag, tagMustBe } = union.choose(typeBits(value))
  if (tag !== undefined) {
    const meant = byTag.get(own(value as object, tag)) // only objects have options with tags
    if (meant !== undefined) visit(walk, meant, value, depth)
    else report(walk, tagMustBe, joinPath('', tag))
    return
  }
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined) visit(walk, only, value, depth)
  else if (!fitsOne(walk, candidates, value, depth)) report(walk, mustFit(union, candidates.length, value))
}

function mustFit(union: UnionPart<SchemaPart>, count: number, value: unknown): string {
  if (count === 0 || !isObject(value)) return union.mustBe()
  return `must fit one of the ${count} kinds of ${Array.isArray(value) ? 'array' : 'object'} that are allowed here`
}

function fitsOne(walk: Walk, parts: readonly SchemaPart[], value: unknown, depth: number): boolean {
  walk.verdicts ??= new Map()
  for (const part of parts) {
    let known = walk.verdicts.get(part)
    if (known === undefined) {
      known = new WeakMap()
      walk.verdicts.set(part, known)
    }
    let verdict = isObject(value) ? known.get(value) : undefined
    if (verdict === undefined) {
      const trial: Walk = { issues: NO_ISSUES, segments: [], limit: 1, verdicts: walk.verdicts, visited: undefined }
      visit(trial, part, value, depth)
      verdict = trial.issues.length === 0
      if (isObject(value)) known.set(value, verdict)
    }
    if (verdict) return true
  }
  return false
}
