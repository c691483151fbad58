/** Formats values by their types, in the language of the reader. */

import { isDate, isDateTime } from '../schema/date-text.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

/** The person who reads a call. */
export interface Reader {
  /** BCP 47 tag of the language in which dates, numbers and amounts are written. */
  readonly locale: string
  /** IANA name of the time zone of dates with a time. Default: that of this process or browser. */
  readonly timeZone?: string
}

/** The format of a value; the members are those of `ShownScalar`. */
interface Format {
  readonly words?: string
  readonly note?: string
  readonly isSecret?: true
}

interface FormatScope {
  readonly reader: Reader
  /** ISO 4217 code of the amounts. */
  readonly currency: string | undefined
}

const PLAIN: Format = {}

/** Returns the format of a string, number, boolean or null. */
export function formatScalar(value: unknown, schema: JsonSchema | undefined, scope: FormatScope): Format {
  const { format, contentEncoding } = schema ?? {}
  if (typeof value === 'number') {
    if (format === 'money-minor-units' && Number.isSafeInteger(value)) return formatMoney(value, scope)
    return formatNumber(value, scope.reader)
  }
  if (typeof value !== 'string') return PLAIN
  if (format === 'password') return { isSecret: true }
  if (format === 'date' && isDate(value)) return { words: formatDay(value, scope.reader) }
  if (format === 'date-time' && isDateTime(value)) return { words: formatTime(Date.parse(value), scope.reader, 'full') }
  if (contentEncoding === 'base64') return { note: `${countBytes(value)} bytes, as base64` }
  if (ASCII_FORMATS.has(format ?? '') && NOT_ASCII.test(value))
    return { note: 'with letters outside of ASCII, which may look like others' }
  return PLAIN
}

/** Letters of other scripts may look like ASCII letters in these. */
const ASCII_FORMATS: ReadonlySet<string> = new Set(['email', 'idn-email', 'hostname', 'idn-hostname', 'uri', 'iri'])
const NOT_ASCII = /\P{ASCII}/u

/**
 * Formats an amount in whole smallest units. The currency is the member `currency` of the object with the amount, or of one
 * around it. Without it, the number of decimals isn't known.
 */
function formatMoney(amount: number, { currency, reader }: FormatScope): Format {
  if (currency !== undefined && isCurrency(currency)) {
    const format = new Intl.NumberFormat(toLocale(reader), { style: 'currency', currency, currencyDisplay: 'code' })
    const digits = format.resolvedOptions().maximumFractionDigits ?? 0
    return { words: withPlainSpaces(format.format(shiftDecimal(amount, digits))), note: 'in the smallest unit' }
  }
  const format = new Intl.NumberFormat(toLocale(reader), { minimumFractionDigits: 2 })
  const decimal = withPlainSpaces(format.format(shiftDecimal(amount, 2)))
  return { note: `in the smallest unit of the currency, such as cents: ${decimal} with two decimals` }
}

/** Returns the decimal string, because a division rounds large amounts. `Intl` formats such strings exactly. */
function shiftDecimal(amount: number, digits: number): Intl.StringNumericLiteral {
  return `${amount}E-${digits}` as Intl.StringNumericLiteral // an integer and a literal exponent
}

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code)
}

/** Shorter numbers are read without groups of digits. */
const GROUPED_FROM = 10_000

function formatNumber(value: number, reader: Reader): Format {
  if (Math.abs(value) < GROUPED_FROM) return PLAIN
  const format = new Intl.NumberFormat(toLocale(reader), { maximumFractionDigits: 20 })
  return { words: withPlainSpaces(format.format(value)) }
}

function formatDay(day: string, reader: Reader): string {
  const format = new Intl.DateTimeFormat(toLocale(reader), { dateStyle: 'full', timeZone: 'UTC' })
  return withPlainSpaces(format.format(Date.parse(day)))
}

/** Formats a point in time with its time zone: with seconds (`full`), or with minutes. */
export function formatTime(at: number, reader: Reader, precision: 'full' | 'minutes'): string {
  const { timeZone } = reader
  const style =
    precision === 'full'
      ? ({ dateStyle: 'full', timeStyle: 'long' } as const)
      : ({
          year: 'numeric',
          month: 'long',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          timeZoneName: 'short',
        } as const)
  const format = new Intl.DateTimeFormat(toLocale(reader), { ...style, ...(timeZone !== undefined && { timeZone }) })
  return withPlainSpaces(format.format(at))
}

/** `Intl` writes spaces that don't break a line, which are shown as their codes elsewhere. */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

function countBytes(base64: string): number {
  return Math.floor((base64.replaceAll('=', '').length * 3) / 4)
}

/** Returns a locale that `Intl` accepts: the reader's, or English for any other string. */
function toLocale({ locale }: Reader): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
