/** Handles all other paths: a page, or a form that is posted to one. Caches pages as their policy allows. */
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { LIVE_HEADER } from '#contract/live/wire.ts'
import { whenReady } from '#page/when-ready.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { InnerRequest } from '../http/inner-request.ts'
import { markPart } from '../http/mark-sent-by-browser.ts'
import { isFormPost } from '../http/read-body.ts'
import { createRedirect, errorReply } from '../http/reply.ts'
import { enterPath } from '../http/run-middleware.ts'
import { withLocale } from '../pages/current-locale.ts'
import { replyWithPage } from '../pages/render-page.ts'
import { renderCachedPage } from '../pages/shared-pages.ts'
import { type FormPage, formReply } from './form.ts'

export const pageStage: ServerStage = (request, exchange) => {
  const { path, query } = request
  // Redirects, so that each page has only one URL. The path is canonical, so it can't be `//other.example`.
  if (path.length > 1 && path.endsWith('/'))
    return createRedirect(308, path.slice(0, -1) + (query === '' ? '' : `?${query}`))
  // The page of a `.md` path. The middleware hasn't run for its path yet.
  const source = exchange.app.pages.markdownSource(request.segments)
  if (source === undefined) return handlePath(request, exchange)
  return enterPath(new InnerRequest(request, source), exchange, () => handlePath(request, exchange))
}

function handlePath(request: FwRequest, exchange: Exchange): FwReply | Promise<FwReply> {
  // Programs read the error envelope.
  if (exchange.app.pages.isEmpty) return errorReply(new FwError('not_found'))
  markPart(request, exchange)
  if (isFormPost(request) && showsForms(request, exchange))
    return withLocale(exchange.locale, () => handleForm(request, exchange))
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') return replyWithPage(request, exchange)
  const cache = exchange.app.pages.cacheOf(request)
  return cache instanceof Promise
    ? cache.then((known) => handlePage(request, exchange, known))
    : handlePage(request, exchange, cache)
}

/** Whether a page of the app is shown at the path. `_404` has the forms of the root layout. */
function showsForms(request: FwRequest, { app: { pages } }: Exchange): boolean {
  return pages.hasNotFound || pages.has(request)
}

function handlePage(
  request: FwRequest,
  exchange: Exchange,
  cache: Parameters<typeof renderCachedPage>[2] | undefined,
): FwReply | Promise<FwReply> {
  const reply = cache === undefined ? replyWithPage(request, exchange) : renderCachedPage(request, exchange, cache)
  return request.header(LIVE_HEADER) === undefined ? reply : whenReady(reply, withoutStore)
}

/** A newer version of a live page. The next one is newer still, so no cache on the way may return it again. */
function withoutStore(reply: FwReply): FwReply {
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-store' } }
}

/** Handles a form of an API on the page. */
async function handleForm(request: FwRequest, exchange: Exchange): Promise<FwReply> {
  const page: FormPage = {
    again: (form, status) => replyWithPage(request, exchange, { refused: { form, status } }),
    failed: (error) => replyWithPage(request, exchange, {}, () => Promise.reject(error)),
  }
  return (await formReply(request, exchange, page)) ?? replyWithPage(request, exchange)
}
