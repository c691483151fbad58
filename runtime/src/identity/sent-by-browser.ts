/** Recognizes requests that no script sends. */
import type { SiteEvidence } from './cross-site.ts'

/** Types that browsers accept for images and styles. A service worker that passes such a request on hides its destination. */
const PART_TYPES = /image\/|text\/css/i
/** Modes of requests that scripts send, but also of parts of a page, such as an image with `crossorigin`. */
const SCRIPT_MODES: ReadonlySet<string> = new Set(['cors', 'same-origin', 'websocket'])
const SCRIPT_DESTINATIONS: ReadonlySet<string> = new Set(['empty', 'websocket'])

/**
 * Whether the browser itself sends the request: for a link, a form, an image, a ping, a prefetch. An agent in a page can cause that,
 * and the browser doesn't report who did. Browsers without fetch metadata are recognized by the types that they accept.
 */
export function isSentByBrowser(request: Pick<SiteEvidence, 'header'>): boolean {
  const accepted = request.header('accept') ?? ''
  const purpose = request.header('sec-purpose') ?? request.header('purpose')
  if (PART_TYPES.test(accepted) || purpose !== undefined) return true
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return /text\/html/i.test(accepted) || isPing(request)
  return !SCRIPT_MODES.has(mode) || !SCRIPT_DESTINATIONS.has(request.header('sec-fetch-dest') ?? 'empty')
}

function isPing(request: Pick<SiteEvidence, 'header'>): boolean {
  return request.header('content-type')?.startsWith('text/ping') === true
}
