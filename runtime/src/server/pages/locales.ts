/**
 * The languages of an app in URLs: which language a path has, and which one a visitor without a language in the URL gets.
 */

import { isFrameworkPath } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import { LOCALE_COOKIE } from '#contract/http/path.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { I18n } from '#contract/page/i18n.ts'
import { LOCALE_PARAM } from '#contract/page/locale.ts'
import { addLocale } from '#contract/page/locale-urls.ts'
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
  /** The default language if its URLs don't contain it. */
  readonly unprefixed: string | undefined
  /**
   * Splits a path that begins with a language; undefined for any other path. The case of the language may differ from the
   * app's.
   */
  readPrefix(path: string): (LocalizedPath & { readonly isExact: boolean }) | undefined
  /** Splits the path of a page; undefined for a path that redirects to the visitor's language. */
  read(path: string): LocalizedPath | undefined
  /**
   * Returns the URL path of a page in a language.
   *
   * @param path The page's own path.
   * @throws `not_found` if the page has no URL in the default language, because its path begins with another language.
   */
  toPath(locale: string, path: string): string
  /** Chooses the language of a visitor whose URL has none: from the referring page, the cookie, or `accept-language`. */
  choose(request: Visit): string
  /** Chooses the language for a path without a language. If the default language is unprefixed, only `/` has a choice. */
  chooseFor(path: string, request: Visit): string
  /** Returns the language that the query parameter selects, and the query without it. */
  readLocaleQuery(query: string): { readonly locale: string; readonly rest: string } | undefined
  /** Returns the page locale for rendering. */
  pageLocale(locale: string, path: string, query: string): PageLocale
}

/** The parts of a request that a choice depends on. */
type Visit = Pick<FwRequest, 'header' | 'host'>

export function createLocales(i18n: I18n): Locales {
  const { locales, defaultLocale, prefixDefaultLocale, timeZone } = i18n
  const unprefixed = prefixDefaultLocale ? undefined : defaultLocale
  const byName = new Map(locales.map((locale) => [locale.toLowerCase(), locale]))
  const known = (name: string | undefined) => (name === undefined ? undefined : byName.get(name.toLowerCase()))
  const parts = new Map(
    locales.map((locale) => {
      const message = (key: string) => i18n.message(locale, key)
      const { keys } = i18n
      const urls = { locales, defaultLocale, prefixDefaultLocale }
      return [locale, { ...urls, locale, dir: i18n.direction(locale), timeZone, message, keys }]
    }),
  )
  const readPrefix: Locales['readPrefix'] = (path) => {
    const end = path.indexOf('/', 1)
    const first = end === -1 ? path.slice(1) : path.slice(1, end)
    const locale = known(first)
    if (locale === undefined) return undefined
    return { locale, path: end === -1 ? '/' : path.slice(end), isExact: locale === first }
  }
  const read: Locales['read'] = (path) =>
    readPrefix(path) ?? (unprefixed === undefined || isFrameworkPath(path) ? undefined : { locale: unprefixed, path })
  const choosePreferred = (request: Visit) => {
    const saved = readCookies(request.header('cookie'), LOCALE_COOKIE).map(known).find(Boolean)
    return saved ?? chooseLocale(request.header('accept-language'), locales) ?? defaultLocale
  }
  const choose: Locales['choose'] = (request) => {
    const fromPage = pathOfReferer(request)
    return (fromPage === undefined ? undefined : read(fromPage)?.locale) ?? choosePreferred(request)
  }
  return {
    i18n,
    unprefixed,
    readPrefix,
    read,
    toPath(locale, path) {
      if (locale === unprefixed && (isFrameworkPath(`${path}/`) || readPrefix(path) !== undefined))
        throw new FwError('not_found')
      return addLocale(path, locale, i18n)
    },
    choose,
    chooseFor(path, request) {
      if (unprefixed === undefined) return choose(request)
      // A link of the app to the home page is a link to the default language.
      return path === '/' && !isFromApp(request) ? choosePreferred(request) : unprefixed
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

/** Returns whether a page of this app made the request, also with a policy that hides its URL. */
function isFromApp(request: Visit): boolean {
  return request.header('sec-fetch-site') === 'same-origin' || pathOfReferer(request) !== undefined
}

/**
 * Returns the path of the referring page, so that a link without a language preserves the language of its page. Referrers
 * of other sites are ignored.
 */
function pathOfReferer(request: Visit): string | undefined {
  const referer = request.header('referer')
  const { host } = request
  if (referer === undefined || host === undefined || !URL.canParse(referer)) return undefined
  const url = new URL(referer)
  return url.host === host ? url.pathname : undefined
}
