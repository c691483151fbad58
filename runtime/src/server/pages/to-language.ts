/** The language of a URL that contains none. */
import { LOCALE_COOKIE } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isForPart } from '#identity/sent-by-browser.ts'
import { writeCookie } from '#wire/cookie.ts'
import type { Exchange } from '../http/exchange.ts'
import { createRedirect, withQuery } from '../http/reply.ts'

/**
 * Redirects to the same page in a language: the requested one, or else the visitor's. If the URL is that of the page in the
 * default language, sets the language of the exchange instead.
 */
export function toLanguage(request: FwRequest, exchange: Exchange): FwReply | undefined {
  const { locales } = exchange.app.pages
  if (locales === undefined || exchange.locale !== undefined) return undefined
  const path = withoutEnd(request.path)
  const choice = locales.readLocaleQuery(request.query)
  if (choice !== undefined) return keepChoice(exchange, choice.locale, path, choice.rest)
  const locale = locales.chooseFor(path, request)
  if (locale === locales.unprefixed) {
    exchange.locale = locales.pageLocale(locale, path, request.query)
    return undefined
  }
  const reply = createRedirect(307, withQuery(locales.toPath(locale, path), request.query))
  // The response depends on the visitor, so it must not be cached for others.
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-store', vary: VARY } }
}

const VARY = 'cookie, accept-language'
const YEAR = 365 * 24 * 60 * 60

/**
 * Stores the choice of a language in a cookie, and redirects to the page's URL. A prefetch doesn't store a choice, nor does a part of
 * a page, such as an image in the text of another user.
 */
export function keepChoice({ app, request }: Exchange, locale: string, path: string, query: string): FwReply {
  const to = app.pages.locales?.toPath(locale, path) ?? path
  const reply = createRedirect(303, withQuery(to, query))
  const purpose = request.header('sec-purpose') ?? request.header('purpose') ?? ''
  if (purpose.includes('prefetch') || isForPart(request)) return reply
  const secure = app.info.scheme === 'https:'
  const cookie = writeCookie(LOCALE_COOKIE, locale, {
    path: '/',
    maxAge: YEAR,
    sameSite: 'Lax',
    httpOnly: true,
    secure,
  })
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-store', 'set-cookie': [cookie] } }
}

/** Returns the path without a trailing `/`. */
export function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
