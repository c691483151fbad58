/** From an address without a language to one with it. */
import type { FwReply, FwRequest } from '#contract/request.ts'
import { writeCookie } from '#wire/cookie.ts'
import type { Exchange } from './exchange.ts'
import { LOCALE_COOKIE } from './locales.ts'
import { createRedirect, withQuery } from './reply.ts'

/** Sends the person to the same page in a language: the one that is asked for, or the one that is theirs. */
export function toLanguage(request: FwRequest, exchange: Exchange): FwReply | undefined {
  const { locales } = exchange.app
  if (locales === undefined || exchange.locale !== undefined) return undefined
  const path = withoutEnd(request.path)
  const asked = locales.readLocaleQuery(request.query)
  if (asked !== undefined) return keepChoice(exchange, asked.locale, path, asked.rest)
  const reply = createRedirect(307, withQuery(below(locales.choose(request), path), request.query))
  // Nobody else may get this answer: it is one person's.
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-store', vary: VARY } }
}

const VARY = 'cookie, accept-language'
const YEAR = 365 * 24 * 60 * 60

/** Keeps the choice, and leads to the page's one address. A browser that fetches ahead has chosen nothing. */
export function keepChoice({ app, request }: Exchange, locale: string, path: string, query: string): FwReply {
  const reply = createRedirect(303, withQuery(below(locale, path), query))
  const purpose = request.header('sec-purpose') ?? request.header('purpose') ?? ''
  if (purpose.includes('prefetch')) return reply
  const secure = app.scheme === 'https:'
  const cookie = writeCookie(LOCALE_COOKIE, locale, {
    path: '/',
    maxAge: YEAR,
    sameSite: 'Lax',
    httpOnly: true,
    secure,
  })
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-store', 'set-cookie': [cookie] } }
}

/** `/` is the language alone. */
export function below(locale: string, path: string): string {
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The path without a `/` at its end. */
export function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
