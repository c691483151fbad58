/** The origin of requests that no script of the app proves to send. */
import type { Cors } from '#contract/http/cors.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { getSite } from '#identity/cross-site.ts'
import { isForPart, isSentByBrowser } from '#identity/sent-by-browser.ts'
import { isListedOrigin } from './cors.ts'
import type { Exchange } from './exchange.ts'

/**
 * Gives a request that the browser may send by itself agent origin, also for the calls that its handler makes: an agent in the page
 * may have caused it. The same applies to a request of another site that isn't in `cors`: no user of the app has caused it. Call it before any
 * code of the app runs for the request, except for middleware.
 */
export function markSentByBrowser(request: FwRequest, exchange: Exchange, cors?: Cors): void {
  const isOfOthers =
    getSite(request) === 'cross' && !(cors !== undefined && !cors.isOpen && isListedOrigin(request, cors))
  exchange.isOfOtherSite = isOfOthers
  if (isOfOthers || isSentByBrowser(request)) exchange.mark({ isAgent: true, isTainted: false })
}

/** The same for a page that the browser may request as a part of another one, such as an image. No user opens it. */
export function markPart(request: FwRequest, exchange: Exchange): void {
  if (isForPart(request)) exchange.mark({ isAgent: true, isTainted: false })
}
