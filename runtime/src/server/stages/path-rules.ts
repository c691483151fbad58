/** Redirects and rewrites, in the order of the app's configuration. */
import type { ServerStage } from '../http/exchange.ts'
import { InnerRequest } from '../http/inner-request.ts'
import { createRedirect, withQuery } from '../http/reply.ts'
import { enterPath } from '../http/run-middleware.ts'
import { findRedirect } from '../pages/redirected-pages.ts'
import { toLanguage } from '../pages/to-language.ts'
import { replyAtTarget } from './http-route.ts'
import { pageStage } from './page.ts'

/** Runs before pages are matched. Preserves the query, unless the target has one. */
export const redirectStage: ServerStage = (request, { app }) => {
  const found = findRedirect(app.pages, request.segments)
  if (found === undefined) return undefined
  const { rule, target } = found
  return createRedirect(rule.status ?? 308, withQuery(target, request.query))
}

/** Renders another page of the app at the requested URL. Middleware runs for the page's own path too. */
export const rewriteStage: ServerStage = (request, exchange) => {
  const found = exchange.app.pages.rewrites(request.segments)
  return found === undefined ? undefined : (toLanguage(request, exchange) ?? rewritten(request, exchange, found.target))
}

async function rewritten(...[request, exchange, target]: [...Parameters<ServerStage>, target: string]) {
  // Redirects, so that each page has only one URL.
  if (request.path.length > 1 && request.path.endsWith('/'))
    return createRedirect(308, withQuery(request.path.slice(0, -1), request.query))
  const inner = new InnerRequest(request, target)
  return enterPath(inner, exchange, () => replyAtTarget(inner, exchange, () => pageStage(inner, exchange)))
}
