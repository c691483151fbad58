/** `t` and related functions: the language of the page, wherever it is rendered. */
import type { MessageValues } from '#contract/page/compiled-message.ts'
import { formatDate, formatMessage, formatNumber } from '#contract/page/format-message.ts'
import type { Locale, MessageArguments, MessageKey } from '#contract/page/i18n.ts'
import { LOCALE_PARAM, localeSource } from '#contract/page/locale.ts'
import { inLocale } from '#contract/page/locale-urls.ts'
import type { PageLocale, TextDirection } from '#contract/page/page-locale.ts'

/**
 * Returns a message in the page's language, filled with values: `t('cart.items', { count: 3 })`. Throws if no language is
 * known, and for an unknown key.
 */
export function t<Key extends MessageKey>(key: Key, ...[values]: MessageArguments<Key>): string {
  const place = pageLocale('t')
  const message = place.message(key)
  if (message === undefined) throw new TypeError(`No message has the key "${key}".`)
  return formatMessage(message, (values ?? NO_VALUES) as MessageValues, place) // the key determines the type
}

const NO_VALUES: MessageValues = {}

/** The language of a page or island, with its formatters. */
export interface I18nOfPage {
  readonly locale: Locale
  readonly dir: TextDirection
  /** All languages of the app, in the order of `src/i18n.ts`. */
  readonly locales: readonly Locale[]
  readonly t: typeof t
  /** Formats a number by the rules of the language. */
  number(value: number | bigint, options?: Intl.NumberFormatOptions): string
  /** Formats a date or time by the rules of the language, in the time zone of `src/i18n.ts`. */
  date(value: Date | number | string, options?: Intl.DateTimeFormatOptions): string
  /** Returns the name of a language in that language: `Deutsch`. */
  nameOf(locale: string): string
}

/** Returns the language of the current page, or of the API's caller. Throws if no language is known. */
export function useI18n(): I18nOfPage {
  const place = pageLocale('useI18n')
  const { locale, dir, locales } = place
  return {
    locale: locale as Locale, // the server uses only the app's languages
    dir,
    locales: locales as readonly Locale[],
    t,
    number: (value, options = NO_OPTIONS) => formatNumber(value, sameOptions(options), place),
    date: (value, options = LONG_DATE) => formatDate(value, sameOptions(options), place),
    nameOf: (other) => new Intl.DisplayNames(other, { type: 'language' }).of(other) ?? other,
  }
}

const NO_OPTIONS = {}
const LONG_DATE: Intl.DateTimeFormatOptions = { dateStyle: 'long' }
const knownOptions = new Map<string, object>()

/** Returns the same object for equal options, because formatters are cached by their options object. */
function sameOptions<Options extends object>(options: Options): Options {
  const text = JSON.stringify(options)
  const known = knownOptions.get(text)
  if (known === undefined) knownOptions.set(text, options)
  return (known ?? options) as Options // equal JSON means equal options
}

/**
 * Returns the path of a page in a language, by default the page's own: `localePath('/tea')` is `/de/tea` in German. Without
 * a path, returns the path of the current page with its parameters and query.
 */
export function localePath(path?: string, locale?: Locale): string {
  const place = pageLocale('localePath')
  return inLocale(path ?? currentPath(place), locale ?? place.locale, place)
}

/**
 * Returns the path of the current page in another language, with a parameter that stores the choice: for links of a
 * language menu. Add `rel="external nofollow"` to such a link, so that it isn't prefetched.
 */
export function switchPath(locale: Locale): string {
  const place = pageLocale('switchPath')
  const path = inLocale(currentPath(place), locale, place)
  return `${path}${path.includes('?') ? '&' : '?'}${LOCALE_PARAM}=${locale}`
}

function currentPath({ path, query }: PageLocale): string {
  return query === '' ? path : `${path}?${query}`
}

function pageLocale(name: string): PageLocale {
  const place = localeSource.read?.()
  if (place !== undefined) return place
  throw new Error(
    `${name}() was called where no language is known. Call it in a page, an island or an API of an app with src/i18n.ts. Pass its result to a cached function or a schedule.`,
  )
}
