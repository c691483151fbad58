/** Compiles ICU MessageFormat to `CompiledMessage`, with the parser of `intl-messageformat`. */
import {
  isDateTimeSkeleton,
  isNumberSkeleton,
  type MessageFormatElement,
  type PluralOrSelectOption,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import type {
  CompiledMessage,
  MessageCases,
  MessageNumberOptions,
  MessagePart,
} from '#contract/page/compiled-message.ts'

/**
 * Compiles a message. Throws a `SyntaxError` with the reason and its position. `locale` determines formats that a skeleton
 * leaves open.
 */
export function compileMessage(text: string, locale: string): CompiledMessage {
  if (!/[{'}]/.test(text)) return text
  return compileElements(
    parse(text, {
      ignoreTag: true,
      shouldParseSkeletons: true,
      requiresOtherClause: true,
      locale: new Intl.Locale(locale),
    }),
  )
}

function compileElements(elements: readonly MessageFormatElement[]): CompiledMessage {
  const parts = elements.map(compileElement)
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

function compileElement(element: MessageFormatElement): MessagePart {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.pound:
      return 0
    case TYPE.number:
      return ['n', element.value, numberOptions(element.style)]
    case TYPE.date:
    case TYPE.time:
      return ['d', element.value, dateOptions(element.type, element.style)]
    case TYPE.select:
      return ['s', element.value, compileCases(element.options)]
    case TYPE.plural:
      return [
        element.pluralType === 'ordinal' ? 'o' : 'p',
        element.value,
        compileCases(element.options),
        element.offset,
      ]
    default:
      return ['a', element.value]
  }
}

function compileCases(options: Readonly<Record<string, PluralOrSelectOption>>): MessageCases {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, compileElements(value)]))
}

type NumberStyle = Extract<MessageFormatElement, { type: TYPE.number }>['style']
type DateStyle = Extract<MessageFormatElement, { type: TYPE.date | TYPE.time }>['style']

function numberOptions(style: NumberStyle): MessageNumberOptions {
  if (typeof style === 'string') return NUMBERS[style.trim()] ?? {}
  return (style && isNumberSkeleton(style) ? style.parsedOptions : {}) as MessageNumberOptions // the parser's type is wider
}

function dateOptions(type: TYPE.date | TYPE.time, style: DateStyle): Intl.DateTimeFormatOptions {
  if (style && typeof style !== 'string' && isDateTimeSkeleton(style)) return style.parsedOptions
  if (type === TYPE.date) return typeof style === 'string' ? (DATES[style.trim()] ?? {}) : {}
  return TIMES[typeof style === 'string' ? style.trim() : 'medium'] ?? SECONDS
}

type Styles<Options> = Readonly<Record<string, Options>>

/** The named styles of ICU, as in `intl-messageformat`. */
const NUMBERS: Styles<MessageNumberOptions> = { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } }
const DATES: Styles<Intl.DateTimeFormatOptions> = {
  short: { month: 'numeric', day: 'numeric', year: '2-digit' },
  medium: { month: 'short', day: 'numeric', year: 'numeric' },
  long: { month: 'long', day: 'numeric', year: 'numeric' },
  full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
}
const CLOCK = { hour: 'numeric', minute: 'numeric' } as const
const SECONDS = { ...CLOCK, second: 'numeric' } as const
const TIMES: Styles<Intl.DateTimeFormatOptions> = {
  short: CLOCK,
  medium: SECONDS,
  long: { ...SECONDS, timeZoneName: 'short' },
  full: { ...SECONDS, timeZoneName: 'short' },
}
