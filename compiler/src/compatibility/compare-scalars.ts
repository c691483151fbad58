/** Compares strings and numbers of two schemas, and checks scalar values. */
import { FORMAT_NAMES, hasFormat, isMultipleOf, type JsonSchema } from '@fw/runtime/contract'
import type { Gap } from './comparison.ts'
import type { Alternative } from './schema-alternatives.ts'

/** Format of whole numbers that are exact. */
const MONEY = 'money-minor-units'
/** Strings of different forms: a pattern that refuses one of them refuses some string. */
const STRINGS = [
  ...['', ' ', 'a', 'A', 'ab', '0', '-1', '~', 'ü', '😀', '\n', 'a b', 'x'.repeat(300)],
  ...[
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '12:00:00Z',
    'a@b.example',
    'https://a.example/',
    '127.0.0.1',
    '::1',
    'P1D',
  ],
  ...['0b1f7b9e-6f0a-4c2b-9f65-6a3e3a5b1c2d', 'YQ==', '/a', 'a.example'],
]

/** Returns whether the alternative accepts the value. An opaque alternative accepts none. */
export function acceptsScalar(target: Alternative, value: unknown): boolean {
  if (target.kind === 'literal') return target.value === value
  if (target.kind === 'string') return typeof value === 'string' && acceptsString(target.schema, value)
  return target.kind === 'number' && typeof value === 'number' && acceptsNumber(target.schema, value)
}

function acceptsString({ minLength = 0, maxLength, pattern, format }: JsonSchema, text: string): boolean {
  const length = [...text].length
  if (length < minLength || length > (maxLength ?? length)) return false
  return matches(pattern, text) && (format === undefined || hasFormat(format, text))
}

function matches(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

function acceptsNumber(schema: JsonSchema, value: number): boolean {
  const { least, most } = readRange(schema)
  if (value < least || value > most || value === schema.exclusiveMinimum || value === schema.exclusiveMaximum)
    return false
  if (isInteger(schema) && !Number.isInteger(value)) return false
  if (schema.format === MONEY && !Number.isSafeInteger(value)) return false
  return schema.multipleOf === undefined || isMultipleOf(value, schema.multipleOf)
}

/** Compares strings. Two different patterns can't be compared. */
export function compareStrings(source: JsonSchema, target: JsonSchema, path: string): readonly Gap[] {
  const lengths = [source, target].flatMap(({ minLength = 0, maxLength = 0 }) => [
    minLength - 1,
    minLength,
    maxLength,
    maxLength + 1,
  ])
  const texts = [...STRINGS, ...lengths.filter((one) => one > 0 && one < MAX_SAMPLE).map((one) => 'a'.repeat(one))]
  const isProven = texts.some((text) => acceptsString(source, text) && !acceptsString(target, text))
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = source
  const isChanged: Readonly<Record<(typeof STRING_RULES)[number], boolean>> = {
    minLength: (target.minLength ?? 0) > minLength,
    maxLength: (target.maxLength ?? Number.POSITIVE_INFINITY) < maxLength,
    pattern: target.pattern !== undefined && target.pattern !== source.pattern,
    format: isChecked(target.format) && target.format !== source.format,
  }
  return STRING_RULES.filter((rule) => isChanged[rule]).map((rule) => ({
    path,
    rule,
    source: source[rule],
    target: target[rule],
    isProven,
  }))
}

const STRING_RULES = ['minLength', 'maxLength', 'pattern', 'format'] as const
/** Longest string that is made to find one that the target refuses. */
const MAX_SAMPLE = 10_000

/** Returns whether validators check a format. Others are comments. */
function isChecked(format: string | undefined): boolean {
  return format !== undefined && FORMAT_NAMES.includes(format)
}

/** Compares numbers. */
export function compareNumbers(source: JsonSchema, target: JsonSchema, path: string): readonly Gap[] {
  const gaps: Omit<Gap, 'isProven'>[] = []
  const from = readRange(source)
  const to = readRange(target)
  const { multipleOf } = target
  if (isInteger(target) && !isInteger(source)) gaps.push({ path, rule: 'type', source: 'number' })
  if (target.format === MONEY && source.format !== MONEY && !isSafe(source))
    gaps.push({ path, rule: 'format', source: source.format, target: MONEY })
  if (excludesBelow(from, to)) gaps.push({ path, ...nameBounds('least', source, target) })
  if (excludesAbove(from, to)) gaps.push({ path, ...nameBounds('most', source, target) })
  if (multipleOf !== undefined && !isMultiple(source, multipleOf))
    gaps.push({ path, rule: 'multipleOf', source: source.multipleOf, target: multipleOf })
  if (gaps.length === 0) return []
  const isProven = listSamples(source, target).some(
    (value) => acceptsNumber(source, value) && !acceptsNumber(target, value),
  )
  return gaps.map((gap) => ({ ...gap, isProven }))
}

/** Returns numbers at and around the limits of both schemas. */
function listSamples(...schemas: readonly JsonSchema[]): readonly number[] {
  const limits = schemas.flatMap((one) => [
    ...[one.minimum, one.maximum, one.exclusiveMinimum, one.exclusiveMaximum],
    ...[1, 2, 3].map((times) => times * (one.multipleOf ?? 1)),
  ])
  const known = [0, 1e300, ...limits.filter((limit) => limit !== undefined)]
  return known.flatMap((value) => [value - 1, value - 0.5, value, value + 0.5, value + 1])
}

function isInteger({ type, format }: JsonSchema): boolean {
  return type === 'integer' || format === MONEY
}

function isSafe(source: JsonSchema): boolean {
  const { least, most } = readRange(source)
  return isInteger(source) && least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER
}

function isMultiple(source: JsonSchema, step: number): boolean {
  if (source.multipleOf === step || (step === 1 && isInteger(source))) return true
  const { multipleOf } = source
  if (multipleOf === undefined || !Number.isInteger(multipleOf) || !Number.isInteger(step)) return false
  return multipleOf % step === 0
}

interface Range {
  readonly least: number
  readonly most: number
  /** Whether the bound itself is excluded. */
  readonly isAbove: boolean
  readonly isBelow: boolean
}

/** Returns the range of the values. Bounds of integers are integers. */
function readRange(schema: JsonSchema): Range {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const { exclusiveMinimum = Number.NEGATIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY } = schema
  const isAbove = exclusiveMinimum >= minimum && exclusiveMinimum !== Number.NEGATIVE_INFINITY
  const isBelow = exclusiveMaximum <= maximum && exclusiveMaximum !== Number.POSITIVE_INFINITY
  const least = Math.max(minimum, exclusiveMinimum)
  const most = Math.min(maximum, exclusiveMaximum)
  if (!isInteger(schema)) return { least, most, isAbove, isBelow }
  return {
    least: isAbove ? Math.floor(least) + 1 : Math.ceil(least),
    most: isBelow ? Math.ceil(most) - 1 : Math.floor(most),
    isAbove: false,
    isBelow: false,
  }
}

function excludesBelow(from: Range, to: Range): boolean {
  return from.least < to.least || (from.least === to.least && to.isAbove && !from.isAbove)
}

function excludesAbove(from: Range, to: Range): boolean {
  return from.most > to.most || (from.most === to.most && to.isBelow && !from.isBelow)
}

/** Names the keyword of a bound: that of the target, which refuses the value. */
function nameBounds(
  side: 'least' | 'most',
  source: JsonSchema,
  target: JsonSchema,
): Pick<Gap, 'rule' | 'source' | 'target'> {
  const [plain, exclusive] =
    side === 'least' ? (['minimum', 'exclusiveMinimum'] as const) : (['maximum', 'exclusiveMaximum'] as const)
  const { isAbove, isBelow } = readRange({ ...target, type: 'number', format: '' })
  const rule = (side === 'least' ? isAbove : isBelow) ? exclusive : plain
  return { rule, source: source[rule], target: target[rule] }
}
