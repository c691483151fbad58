/** The pages for files that all visitors share, such as the sitemap. */
import type { KnownPage } from '#contract/page/page.ts'
import type { App } from '../app/app.ts'
import { AnonymousRequest } from '../http/anonymous-request.ts'
import { Exchange } from '../http/exchange.ts'
import { selectVisiblePages } from './visible-pages.ts'

/**
 * Returns the pages that a visitor without cookies can read. Middleware receives a GET request at the host of `siteUrl`, so
 * that the request that needs the file has no influence on its content.
 */
export function selectPublicPages(app: App, pages: readonly KnownPage[]): Promise<readonly KnownPage[]> {
  const { host, protocol } = new URL(app.info.siteUrl ?? 'http://localhost')
  const place = {
    path: '/',
    segments: [],
    query: '',
    host,
    protocol: protocol === 'https:' ? 'https' : 'http',
  } as const
  // One exchange, so that `rateLimit` in the middleware counts one request.
  const request = new AnonymousRequest(place, { markdown: false, navigation: false })
  // No person has requested these pages.
  const visitor = new Exchange(app, request, { causeOrigin: 'agent' })
  return selectVisiblePages(visitor, pages, 'human')
}
