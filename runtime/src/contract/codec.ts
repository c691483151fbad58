/**
 * Values whose wire form is not themselves (decisions: Wire). `decode*` make the real value from text that was checked,
 * or pass on what does not fit; `encode*` are total as well. Nothing is revived from data that names its own type.
 */
import { isBase64 } from './base64.ts'
import { isDateTime } from './date-text.ts'
import { isUri, toUri } from './uri-text.ts'

type Convert = (value: unknown) => unknown

const BIGINT = /^(?:0|-?[1-9][0-9]*)$/

/** Longest wire form of a `bigint`: the time of `BigInt(text)` grows faster than the text. */
export const MAX_BIGINT_LENGTH = 4096

/** Whether `value` is the wire form of a `Date`: an RFC 3339 date-time. */
export function isDateText(value: unknown): boolean {
  return typeof value === 'string' && isDateTime(value)
}

/** Whether `value` is the wire form of a `bigint`: a decimal string of bounded length. */
export function isBigintText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_BIGINT_LENGTH && BIGINT.test(value)
}

/** Whether `value` is the wire form of a `URL`. */
export function isUrlText(value: unknown): boolean {
  return typeof value === 'string' && isUri(value)
}

/** Whether `value` is the wire form of a `Uint8Array`: base64 with padding. */
export function isBytesText(value: unknown): boolean {
  return typeof value === 'string' && isBase64(value)
}

/** A valid `Date` as RFC 3339 text in UTC; anything else as it is. */
export function encodeDate(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value
}

/** The `Date` of an RFC 3339 date-time; anything else as it is. */
export function decodeDate(value: unknown): unknown {
  return isDateText(value) ? new Date((value as string).toUpperCase()) : value
}

/** A bigint as decimal text; anything else as it is. */
export function encodeBigint(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The bigint of a decimal text; anything else as it is. */
export function decodeBigint(value: unknown): unknown {
  return isBigintText(value) ? BigInt(value as string) : value
}

/** A `URL` as text; anything else as it is. */
export function encodeUrl(value: unknown): unknown {
  return value instanceof URL ? toUri(value.href) : value
}

/** The `URL` of an absolute address; anything else as it is. */
export function decodeUrl(value: unknown): unknown {
  return isUrlText(value) ? new URL(value as string) : value
}

/** Bytes as base64 text; anything else as it is. */
export function encodeBytes(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  let text = ''
  // In pieces: one call's arguments must fit on the stack.
  for (let at = 0; at < value.length; at += 8192) text += String.fromCharCode(...value.subarray(at, at + 8192))
  return btoa(text)
}

/** The bytes of a base64 text; anything else as it is. */
export function decodeBytes(value: unknown): unknown {
  if (!isBytesText(value)) return value
  const text = atob(value as string)
  const bytes = new Uint8Array(text.length)
  // A call for each character would take ten times as long.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** A `Set` as a list, each value through `item`; anything else as it is. */
export function encodeSet(value: unknown, item?: Convert): unknown {
  if (!(value instanceof Set)) return value
  return item === undefined ? [...value] : Array.from(value, (entry) => item(entry))
}

/** The `Set` of a list, each value through `item`; anything else as it is. */
export function decodeSet(value: unknown, item?: Convert): unknown {
  if (!Array.isArray(value)) return value
  return new Set(item === undefined ? value : value.map((entry) => item(entry)))
}

/** A map with a key that is no string is passed on: it has no wire form. */
export function encodeMap(value: unknown, item?: Convert): unknown {
  if (!(value instanceof Map)) return value
  const entries: [string, unknown][] = []
  for (const [key, entry] of value as Map<unknown, unknown>) {
    if (typeof key !== 'string') return value
    entries.push([key, item === undefined ? entry : item(entry)])
  }
  return Object.fromEntries(entries)
}

/** The `Map` of an object's own members, each value through `item`; anything else as it is. */
export function decodeMap(value: unknown, item?: Convert): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const map = new Map<string, unknown>()
  for (const [key, entry] of Object.entries(value)) map.set(key, item === undefined ? entry : item(entry))
  return map
}
