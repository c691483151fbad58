/** The languages of an app and their addresses: which language a path names, and which one a person gets who names none. */
import type { I18n } from '#contract/i18n.ts'
import { LOCALE_PARAM } from '#contract/locale.ts'
import type { PageLocale } from '#contract/page-locale.ts'
import type { FwRequest } from '#contract/request.ts'
import { readCookies } from '#wire/cookie.ts'
import { chooseLocale } from '../i18n/choose-locale.ts'

/** Holds the choice of a language (decisions: Pages). */
export const LOCALE_COOKIE = 'fw_locale'

/** What a path says of its language. */
export interface LocalizedPath {
  readonly locale: string
  /** Without the language; `/` for the language alone. */
  readonly path: string
}

export interface Locales {
  readonly i18n: I18n
  /** Undefined for a path without a language. The language may be written in other letters than the app's. */
  read(path: string): (LocalizedPath & { readonly isExact: boolean }) | undefined
  /** The language of a person whose address names none: of the page that it came from, the cookie, `accept-language`. */
  choose(request: Pick<FwRequest, 'header' | 'host'>): string
  /** The language that the query asks to keep, and the query without that. */
  readLocaleQuery(query: string): { readonly locale: string; readonly rest: string } | undefined
  /** What a page is rendered with. */
  pageLocale(locale: string, path: string, query: string): PageLocale
}

export function createLocales(i18n: I18n): Locales {
  const { locales, defaultLocale, timeZone } = i18n
  const byName = new Map(locales.map((locale) => [locale.toLowerCase(), locale]))
  const known = (name: string | undefined) => (name === undefined ? undefined : byName.get(name.toLowerCase()))
  const parts = new Map(
    locales.map((locale) => {
      const message = (key: string) => i18n.message(locale, key)
      const { keys } = i18n
      return [locale, { locale, dir: i18n.direction(locale), timeZone, locales, defaultLocale, message, keys }]
    }),
  )
  const read: Locales['read'] = (path) => {
    const end = path.indexOf('/', 1)
    const first = end === -1 ? path.slice(1) : path.slice(1, end)
    const locale = known(first)
    if (locale === undefined) return undefined
    return { locale, path: end === -1 ? '/' : path.slice(end), isExact: locale === first }
  }
  return {
    i18n,
    read,
    choose(request) {
      const fromPage = pathOfReferer(request)
      const page = fromPage === undefined ? undefined : read(fromPage)?.locale
      if (page !== undefined) return page
      const kept = readCookies(request.header('cookie'), LOCALE_COOKIE).map(known).find(Boolean)
      return kept ?? chooseLocale(request.header('accept-language'), locales) ?? defaultLocale
    },
    readLocaleQuery(query) {
      if (!query.includes(LOCALE_PARAM)) return undefined
      const search = new URLSearchParams(query)
      const locale = known(search.get(LOCALE_PARAM) ?? undefined)
      search.delete(LOCALE_PARAM)
      return locale === undefined ? undefined : { locale, rest: search.toString() }
    },
    pageLocale: (locale, path, query) => {
      const part = parts.get(locale)
      if (part === undefined) throw new TypeError(`"${locale}" is no locale of this app.`)
      return { ...part, path, query }
    },
  }
}

/** A link without a language leads on in that of its page. Of another site's pages nothing is read. */
function pathOfReferer(request: Pick<FwRequest, 'header' | 'host'>): string | undefined {
  const referer = request.header('referer')
  const { host } = request
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  return url.host === host ? url.pathname : undefined
}
