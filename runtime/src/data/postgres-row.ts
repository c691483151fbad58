/** Keys and times in the tables of a store in Postgres. */
import { digestText } from '#digest/digest-text.ts'
import { toKeyText } from './lifetime.ts'

/** An index entry has at most 2,700 bytes, and a character up to three. */
const MAX_KEY = 500
/** Prefix of digests. A key of an app never contains it, because it would be escaped. */
const DIGEST = '\u0001'

/** Returns the key as Postgres can store and index it. Different keys remain different. */
export function toRowKey(key: string): string {
  const text = toKeyText(key)
  return text.length <= MAX_KEY ? text : DIGEST + digestText(text)
}

/** Selects the time, as `at`: the parameter, or else the clock of the Postgres machine, which all servers share. */
export function selectTime(parameter: number): string {
  return `select coalesce($${parameter}::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as at`
}
