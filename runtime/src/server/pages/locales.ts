/**
 * The languages of an app in URLs: which language a path has, and which one a visitor without a language in the URL gets.
 */

import { LOCALE_COOKIE } from '#contract/http/path.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { I18n } from '#contract/page/i18n.ts'
import { LOCALE_PARAM } from '#contract/page/locale.ts'
import type { PageLocale } from '#contract/page/page-locale.ts'
import { chooseLocale } from '#i18n/choose-locale.ts'
import { readCookies } from '#wire/cookie.ts'

/** A path split into its language and the rest. */
export interface LocalizedPath {
  readonly locale: string
  /** The path without the language; `/` for the language alone. */
  readonly path: string
}

export interface Locales {
  readonly i18n: I18n
  /** Splits a path; undefined for a path without a language. The case of the language may differ from the app's. */
  read(path: string): (LocalizedPath & { readonly isExact: boolean }) | undefined
  /** Chooses the language of a visitor whose URL has none: from the referring page, the cookie, or `accept-language`. */
  choose(request: Pick<FwRequest, 'header' | 'host'>): string
  /** Returns the language that the query parameter selects, and the query without it. */
  readLocaleQuery(query: string): { readonly locale: string; readonly rest: string } | undefined
  /** Returns the page locale for rendering. */
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
      const saved = readCookies(request.header('cookie'), LOCALE_COOKIE).map(known).find(Boolean)
      return saved ?? chooseLocale(request.header('accept-language'), locales) ?? defaultLocale
    },
    readLocaleQuery(query) {
      if (!query.includes(LOCALE_PARAM)) return undefined
      const search = parseQuery(query)
      const locale = known(search.get(LOCALE_PARAM) ?? undefined)
      search.delete(LOCALE_PARAM)
      return locale === undefined ? undefined : { locale, rest: search.toString() }
    },
    pageLocale: (locale, path, query) => {
      const part = parts.get(locale)
      if (part === undefined) throw new TypeError(`"${locale}" is not a locale of this app.`)
      return { ...part, path, query }
    },
  }
}

/**
 * Returns the path of the referring page, so that a link without a language preserves the language of its page. Referrers
 * of other sites are ignored.
 */
function pathOfReferer(request: Pick<FwRequest, 'header' | 'host'>): string | undefined {
  const referer = request.header('referer')
  const { host } = request
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  return url.host === host ? url.pathname : undefined
}
