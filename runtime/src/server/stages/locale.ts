/** Pages of an international app are below its languages; a URL without a language redirects to the visitor's. */

import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { inLocale } from '#contract/page/locale.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { InnerRequest } from '../http/inner-request.ts'
import { createRedirect, withQuery } from '../http/reply.ts'
import { enterPath } from '../http/run-middleware.ts'
import { below, keepChoice, toLanguage, withoutEnd } from '../pages/to-language.ts'
import { replyAtTarget } from './http-route.ts'
import { pageStage } from './page.ts'
import { redirectStage, rewriteStage } from './path-rules.ts'

type StageReply = FwReply | Response | undefined

/** Handles paths with a language. Middleware runs for the page's own path too, so it guards a page in every language. */
export const localeStage: ServerStage = (request, exchange) => {
  const { locales } = exchange.app.pages
  const place = locales?.read(request.path)
  if (locales === undefined || place === undefined) return undefined
  const { locale, isExact } = place
  const path = withoutEnd(place.path)
  const choice = isRead(request) ? locales.readLocaleQuery(request.query) : undefined
  if (choice !== undefined) return keepChoice(exchange, choice.locale, path, choice.rest)
  // Redirects, so that each page has only one URL.
  if (!isExact || request.path.endsWith('/')) return createRedirect(308, withQuery(below(locale, path), request.query))
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
function inPageLocale(reply: FwReply | Response, { app, locale }: Exchange): FwReply | Response {
  if (locale === undefined || reply instanceof Response) return reply
  const { location } = reply.headers
  if (typeof location !== 'string' || !location.startsWith('/')) return reply
  const to = inLocale(location, locale.locale, locale.locales)
  if (to === location || !app.pages.answers(location.split(/[?#]/)[0] ?? '/')) return reply
  return { ...reply, headers: { ...reply.headers, location: to } }
}

/** Handles paths of pages without a language. Other paths respond with "not found" in the visitor's language. */
export const bareStage: ServerStage = (request, exchange) => {
  const { app } = exchange
  const { locales } = app.pages
  if (locales === undefined) return undefined
  if (isRead(request) && app.pages.answers(request.path)) return toLanguage(request, exchange)
  exchange.locale = locales.pageLocale(locales.choose(request), withoutEnd(request.path), request.query)
  return undefined
}

function isRead({ method }: FwRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
