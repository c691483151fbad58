/** Recognizes requests with which a browser opens a document. */
import type { SiteEvidence } from './cross-site.ts'

/**
 * Whether a browser opens the URL in a tab or a frame, by a link or a form. An agent in a page can do that too, and the browser
 * doesn't report who did. Browsers without fetch metadata are recognized by the types that they accept.
 */
export function isNavigation(request: Pick<SiteEvidence, 'header'>): boolean {
  const mode = request.header('sec-fetch-mode')
  return mode === undefined ? /text\/html/i.test(request.header('accept') ?? '') : mode === 'navigate'
}
