/**
 * Values whose wire form differs from the value. The `decode*` functions convert a checked wire value to the real
 * value; the `encode*` functions do the reverse. Both return any other value unchanged. The schema determines the type
 * of each value, never the data.
 */

import { isUri, toUri } from '../http/uri-text.ts'
import { isRecord } from '../is-object.ts'
import { isBase64 } from './base64.ts'
import { isDateTime } from './date-text.ts'

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

/** Returns a valid `Date` as an RFC 3339 string in UTC, and any other value unchanged. */
export function encodeDate(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value
}

/** Returns the `Date` of an RFC 3339 date-time, and any other value unchanged. */
export function decodeDate(value: unknown): unknown {
  return isDateText(value) ? new Date((value as string).toUpperCase()) : value
}

/** Returns a bigint as a decimal string, and any other value unchanged. */
export function encodeBigint(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** Returns the bigint of a decimal string, and any other value unchanged. */
export function decodeBigint(value: unknown): unknown {
  return isBigintText(value) ? BigInt(value as string) : value
}

/** Returns a `URL` as a string, and any other value unchanged. */
export function encodeUrl(value: unknown): unknown {
  return value instanceof URL ? toUri(value.href) : value
}

/** Returns the `URL` of an absolute URL string, and any other value unchanged. */
export function decodeUrl(value: unknown): unknown {
  return isUrlText(value) ? new URL(value as string) : value
}

/** Returns bytes as a base64 string, and any other value unchanged. */
export function encodeBytes(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  let text = ''
  // In chunks, because the arguments of one call must fit on the stack.
  for (let at = 0; at < value.length; at += 8192) text += String.fromCharCode(...value.subarray(at, at + 8192))
  return btoa(text)
}

/** Returns the bytes of a base64 string, and any other value unchanged. */
export function decodeBytes(value: unknown): unknown {
  if (!isBytesText(value)) return value
  const text = atob(value as string)
  const bytes = new Uint8Array(text.length)
  // A callback for each character would take ten times as long.
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Returns a `Set` as an array with `item` applied to each value, and any other value unchanged. */
export function encodeSet(value: unknown, item?: Convert): unknown {
  if (!(value instanceof Set)) return value
  return item === undefined ? [...value] : Array.from(value, (entry) => item(entry))
}

/** Returns the `Set` of an array with `item` applied to each value, and any other value unchanged. */
export function decodeSet(value: unknown, item?: Convert): unknown {
  if (!Array.isArray(value)) return value
  return new Set(item === undefined ? value : value.map((entry) => item(entry)))
}

/**
 * Returns a `Map` as an object with `item` applied to each value, and any other value unchanged. A map with a key that
 * isn't a string has no wire form and is returned unchanged.
 */
export function encodeMap(value: unknown, item?: Convert): unknown {
  if (!(value instanceof Map)) return value
  const entries: [string, unknown][] = []
  for (const [key, entry] of value as Map<unknown, unknown>) {
    if (typeof key !== 'string') return value
    entries.push([key, item === undefined ? entry : item(entry)])
  }
  return Object.fromEntries(entries)
}

/** Returns the `Map` of an object's own members with `item` applied to each value, and any other value unchanged. */
export function decodeMap(value: unknown, item?: Convert): unknown {
  if (!isRecord(value)) return value
  const map = new Map<string, unknown>()
  for (const [key, entry] of Object.entries(value)) map.set(key, item === undefined ? entry : item(entry))
  return map
}
