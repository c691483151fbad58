/** `t` and what goes with it: the page's language, wherever the page is rendered. */
import type { MessageValues } from '#contract/compiled-message.ts'
import { formatDate, formatMessage, formatNumber } from '#contract/format-message.ts'
import type { Locale, MessageArguments, MessageKey } from '#contract/i18n.ts'
import { inLocale, LOCALE_PARAM, localeSource } from '#contract/locale.ts'
import type { PageLocale, TextDirection } from '#contract/page-locale.ts'

/**
 * The message of the page's language, filled with values: `t('cart.items', { count: 3 })`. Throws where no
 * language is known, and for a key that no language has.
 */
export function t<Key extends MessageKey>(key: Key, ...[values]: MessageArguments<Key>): string {
  const place = pageLocale('t')
  const message = place.message(key)
  if (message === undefined) throw new TypeError(`No message has the key "${key}".`)
  return formatMessage(message, (values ?? NO_VALUES) as MessageValues, place) // typed by the caller's key
}

const NO_VALUES: MessageValues = {}

/** What a page or island knows of its language. */
export interface I18nOfPage {
  readonly locale: Locale
  readonly dir: TextDirection
  /** Every language of the app, in the order of `src/i18n.ts`. */
  readonly locales: readonly Locale[]
  readonly t: typeof t
  /** A number as the language writes it. */
  number(value: number | bigint, options?: Intl.NumberFormatOptions): string
  /** A date or time as the language writes it, in the time zone of `src/i18n.ts`. */
  date(value: Date | number | string, options?: Intl.DateTimeFormatOptions): string
  /** The name of a language in itself: `Deutsch`. */
  nameOf(locale: string): string
}

/** The language of the page, or of the caller of the api, that this is called in. Throws where there is none. */
export function useI18n(): I18nOfPage {
  const place = pageLocale('useI18n')
  const { locale, dir, locales } = place
  return {
    locale: locale as Locale, // the server knows the app's languages only
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

/** One object for all options that say the same: formatters are kept by it. */
function sameOptions<Options extends object>(options: Options): Options {
  const text = JSON.stringify(options)
  const known = knownOptions.get(text)
  if (known === undefined) knownOptions.set(text, options)
  return (known ?? options) as Options // the same text is the same options
}

/**
 * The address of a page in a language, by default the page's own: `localePath('/tea')` is `/de/tea` in German. Without a
 * path, of the page itself: its parameters and query stay.
 */
export function localePath(path?: string, locale?: Locale): string {
  const place = pageLocale('localePath')
  return inLocale(path ?? currentPath(place), locale ?? place.locale, place.locales)
}

/**
 * The address of the page itself in another language that also keeps the choice: for the links of a language menu. Give
 * such a link `rel="external nofollow"`, so that nothing fetches it ahead.
 */
export function switchPath(locale: Locale): string {
  const place = pageLocale('switchPath')
  const path = inLocale(currentPath(place), locale, place.locales)
  return `${path}${path.includes('?') ? '&' : '?'}${LOCALE_PARAM}=${locale}`
}

function currentPath({ path, query }: PageLocale): string {
  return query === '' ? path : `${path}?${query}`
}

function pageLocale(name: string): PageLocale {
  const place = localeSource.read?.()
  if (place !== undefined) return place
  throw new Error(
    `${name}() was called where no language is known. Call it in a page, an island or an api of an app with src/i18n.ts; hand its text to a cached function or a schedule.`,
  )
}
