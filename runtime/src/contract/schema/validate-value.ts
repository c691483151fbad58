/** Checks that generated validators call. Each returns a boolean, and none recurses deeper than `MAX_DEPTH`. */
import { REFUSED_KEYS } from './refused-keys.ts'

/**
 * How often a type may contain itself in one value, and how deep an `unknown` may nest. JSON.parse accepts a million levels
 * in a megabyte, which would overflow the stack.
 */
export const MAX_DEPTH = 500

/** Returns the number of characters (code points) of a string, as JSON Schema counts them. */
export function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue
    count--
    index++
  }
  return count
}

/** 0.3 is a multiple of 0.1, although 0.3 / 0.1 is 2.9999999999999996. */
export function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.max(1, Math.abs(quotient))
}

/** Returns an own member, or undefined for an inherited one, such as `toString`. */
export function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Whether `value` is JSON: finite numbers, no refused keys, at most `MAX_DEPTH` deep. */
export function isJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (depth < MAX_DEPTH && isJsonContainer(value, depth + 1))
    default:
      return false
  }
}

function isJsonContainer(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isJson(value[index], depth)) return false
    return true
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    const member: unknown = value[key as keyof typeof value]
    if (REFUSED_KEYS.has(key) || (member !== undefined && !isJson(member, depth))) return false
  }
  return true
}

/**
 * Whether no two items are equal as JSON: 1 and 1.0 are equal, and so are `{a, b}` and `{b, a}`. Linear in the size of the
 * items.
 */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>()
  for (const item of items) {
    // The quote distinguishes the string "[]" from an empty array.
    const key = typeof item === 'string' ? `"${item}` : typeof item === 'object' ? canonical(item) : item
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(members).filter((key) => members[key] !== undefined)
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`)
    .join()}}`
}
