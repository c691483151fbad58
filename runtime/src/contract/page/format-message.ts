/** Formats messages by the rules of a language. The server and browsers use the same code, so that both show the same. */
import type { CompiledMessage, MessageCases, MessagePart, MessageValue, MessageValues } from './compiled-message.ts'

export interface MessageLocale {
  /** BCP 47. */
  readonly locale: string
  /**
   * Time zone of dates and times, such as `Europe/Berlin`. The server and all browsers use the same one; otherwise
   * hydration would change the page.
   */
  readonly timeZone: string
}

/** Formats a message. A missing value is shown as its name in braces, so that the page still renders. */
export function formatMessage(message: CompiledMessage, values: MessageValues, place: MessageLocale): string {
  return print(message, values, place, '')
}

function print(message: CompiledMessage, values: MessageValues, place: MessageLocale, pound: string): string {
  if (typeof message === 'string') return message
  let text = ''
  for (const part of message) text += typeof part === 'string' ? part : printPart(part, values, place, pound)
  return text
}

function printPart(
  part: Exclude<MessagePart, string>,
  values: MessageValues,
  place: MessageLocale,
  pound: string,
): string {
  if (part === 0) return pound
  const name = part[1]
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) return `{${name}}`
  switch (part[0]) {
    case 'a':
      return String(value)
    case 'n':
      return formatNumber(toNumber(value), part[2], place)
    case 'd':
      return formatDate(value, part[2], place)
    case 's':
      return print(findCase(part[2], String(value)), values, place, pound)
    default:
      return printPlural(part, toNumber(value), values, place)
  }
}

type Plural = Extract<MessagePart, readonly ['p' | 'o', ...unknown[]]>

function printPlural(
  [kind, , cases, offset]: Plural,
  value: number | bigint,
  values: MessageValues,
  place: MessageLocale,
): string {
  const count = offset === 0 ? value : Number(value) - offset
  const rules = pluralRules(place.locale, kind === 'o' ? 'ordinal' : 'cardinal')
  const exact = `=${value}`
  const chosen = Object.hasOwn(cases, exact) ? exact : rules.select(Number(count))
  return print(findCase(cases, chosen), values, place, formatNumber(count, NO_OPTIONS, place))
}

const NO_OPTIONS = {}

function findCase(cases: MessageCases, name: string): CompiledMessage {
  return (Object.hasOwn(cases, name) ? cases[name] : cases.other) ?? ''
}

function toNumber(value: NonNullable<MessageValue>): number | bigint {
  return typeof value === 'bigint' ? value : Number(value)
}

/** Formatters are expensive to create. They are cached by their options object, which belongs to a message. */
const formatters = new WeakMap<object, Map<string, unknown>>()

function getFormatter<Made>(options: object, key: string, make: () => Made): Made {
  let known = formatters.get(options)
  if (known === undefined) {
    known = new Map()
    formatters.set(options, known)
  }
  if (!known.has(key)) known.set(key, make())
  return known.get(key) as Made // the options determine the type of the formatter
}

/** Formats a number by the rules of the language. */
export function formatNumber(
  value: number | bigint,
  options: Intl.NumberFormatOptions & { readonly scale?: number },
  { locale }: MessageLocale,
): string {
  const format = getFormatter(options, locale, () => new Intl.NumberFormat(locale, options))
  return format.format(options.scale === undefined ? value : Number(value) * options.scale)
}

/**
 * Formats a date or time by the rules of the language. A string is parsed by `Date`; an invalid date is shown unchanged.
 */
export function formatDate(
  value: NonNullable<MessageValue>,
  options: Intl.DateTimeFormatOptions,
  { locale, timeZone }: MessageLocale,
): string {
  const time = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number(value))
  if (Number.isNaN(time.getTime())) return String(value)
  const make = () => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  return getFormatter(options, `${locale} ${timeZone}`, make).format(time)
}

const rulesByType = { cardinal: {}, ordinal: {} } as const

function pluralRules(locale: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules {
  return getFormatter(rulesByType[type], locale, () => new Intl.PluralRules(locale, { type }))
}
