/** Recognizes requests that no script sends. */
import type { SiteEvidence } from './cross-site.ts'

/**
 * Whether the browser itself sends the request: for a link, a form, an image, a ping, a prefetch. An agent in a page can cause that,
 * and the browser doesn't report who did. Browsers without fetch metadata are recognized by the types that they accept.
 */
export function isSentByBrowser(request: Pick<SiteEvidence, 'header'>): boolean {
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return /text\/html/i.test(request.header('accept') ?? '')
  return mode !== 'cors' && mode !== 'same-origin' && mode !== 'websocket'
}
