/**
 * Pages of an international app are below its languages. A URL without a language redirects to the visitor's, or is a page in
 * the default language.
 */

import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { InnerRequest } from '../http/inner-request.ts'
import { isRead } from '../http/is-read.ts'
import { createRedirect, withQuery } from '../http/reply.ts'
import { enterPath } from '../http/run-middleware.ts'
import { localizeTarget } from '../pages/localize-target.ts'
import { keepChoice, toLanguage, withoutEnd } from '../pages/to-language.ts'
import { replyAtTarget } from './http-route.ts'
import { pageStage } from './page.ts'
import { redirectStage, rewriteStage } from './path-rules.ts'

type StageReply = FwReply | Response | undefined

/** Handles paths with a language. Middleware runs for the page's own path too, so it guards a page in every language. */
export const localeStage: ServerStage = (request, exchange) => {
  const { locales } = exchange.app.pages
  const place = locales?.readPrefix(request.path)
  if (locales === undefined || place === undefined) return undefined
  const { locale, isExact } = place
  const path = withoutEnd(place.path)
  const choice = isRead(request) ? locales.readLocaleQuery(request.query) : undefined
  if (choice !== undefined) return keepChoice(exchange, choice.locale, path, choice.rest)
  // Redirects, so that each page has only one URL.
  if (!isExact || locale === locales.unprefixed || request.path.endsWith('/'))
    return createRedirect(308, withQuery(locales.toPath(locale, path), request.query))
  const inner = new InnerRequest(request, path)
  exchange.locale = locales.pageLocale(locale, path, request.query)
  return enterPath(inner, exchange, () => runInner(inner, exchange))
}

function runInner(inner: FwRequest, exchange: Exchange): StageReply | Promise<StageReply> {
  const reply =
    redirectStage(inner, exchange) ??
    rewriteStage(inner, exchange) ??
    replyAtTarget(inner, exchange, () => pageStage(inner, exchange))
  return reply instanceof Promise
    ? reply.then((late) => late && inPageLocale(late, exchange))
    : reply && inPageLocale(reply, exchange)
}

/** Adds the language to a redirect from a page to another page of the app. */
function inPageLocale(reply: FwReply | Response, exchange: Exchange): FwReply | Response {
  if (reply instanceof Response) return reply
  const { location } = reply.headers
  if (typeof location !== 'string') return reply
  const to = localizeTarget(location, exchange)
  return to === location ? reply : { ...reply, headers: { ...reply.headers, location: to } }
}

/** Handles paths of pages without a language. Other paths respond with "not found". */
export const bareStage: ServerStage = (request, exchange) => {
  const { app } = exchange
  const { locales } = app.pages
  if (locales === undefined) return undefined
  if (isRead(request) && app.pages.answers(request.path)) return toLanguage(request, exchange)
  const locale = locales.unprefixed ?? locales.choose(request)
  exchange.locale = locales.pageLocale(locale, withoutEnd(request.path), request.query)
  return undefined
}
