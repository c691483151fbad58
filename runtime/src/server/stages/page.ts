/** Everything else is a page, or a form that is posted to one. What the page's policy allows is kept for others. */
import type { FwReply, FwRequest } from '#contract/request.ts'
import { withLocale } from '../current-locale.ts'
import type { Exchange, ServerStage } from '../exchange.ts'
import { InnerRequest } from '../inner-request.ts'
import { replyWithPage } from '../render-page.ts'
import { createRedirect } from '../reply.ts'
import { enterPath } from '../run-middleware.ts'
import { keptPage } from '../shared-pages.ts'
import { type FormPage, formReply, isFormPost } from './form.ts'

export const pageStage: ServerStage = (request, exchange) => {
  const { path, query } = request
  // One address per page. The path is canonical, so `//other.example` cannot be made of it.
  if (path.length > 1 && path.endsWith('/'))
    return createRedirect(308, path.slice(0, -1) + (query === '' ? '' : `?${query}`))
  // The page behind its Markdown, whose path the middleware has not seen yet.
  const source = exchange.app.pages.markdownSource(request.segments)
  if (source === undefined) return answerPath(request, exchange)
  return enterPath(new InnerRequest(request, source), exchange, () => answerPath(request, exchange))
}

function answerPath(request: FwRequest, exchange: Exchange): FwReply | Promise<FwReply> {
  if (isFormPost(request) && exchange.app.pages.has(request))
    return withLocale(exchange.locale, () => answerForm(request, exchange))
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') return replyWithPage(request, exchange)
  const cache = exchange.app.pages.cacheOf(request)
  return cache instanceof Promise
    ? cache.then((known) => answerPage(request, exchange, known))
    : answerPage(request, exchange, cache)
}

function answerPage(
  request: FwRequest,
  exchange: Exchange,
  cache: Parameters<typeof keptPage>[2] | undefined,
): FwReply | Promise<FwReply> {
  return cache === undefined ? replyWithPage(request, exchange) : keptPage(request, exchange, cache)
}

/** A form of an api that the page shows. */
async function answerForm(request: FwRequest, exchange: Exchange): Promise<FwReply> {
  const page: FormPage = {
    again: (form, status) => replyWithPage(request, exchange, { refused: { form, status } }),
    failed: (error) => replyWithPage(request, exchange, {}, () => Promise.reject(error)),
  }
  return (await formReply(request, exchange, page)) ?? replyWithPage(request, exchange)
}
