/** Recognizes requests that no script sends. */
import { isSafeMethod, type SiteEvidence } from './cross-site.ts'

type Evidence = Pick<SiteEvidence, 'header' | 'method'>

/** Types that browsers accept for images and styles. */
const PART_TYPES = /image\/|text\/css/i
const DOCUMENT_TYPES = /text\/html/i
/** Modes of requests that scripts send, but also of parts of a page, such as an image with `crossorigin`. */
const SCRIPT_MODES: ReadonlySet<string> = new Set(['cors', 'same-origin', 'websocket'])
const SCRIPT_DESTINATIONS: ReadonlySet<string> = new Set(['empty', 'websocket'])
const FRAMES: ReadonlySet<string> = new Set(['frame', 'iframe'])

/**
 * Whether the browser itself sends the request: for a link, a form, an image, a ping, a prefetch. An agent in a page can cause that,
 * and the browser doesn't report who did. Browsers without fetch metadata are recognized by the types that they accept.
 */
export function isSentByBrowser(request: Evidence): boolean {
  const mode = request.header('sec-fetch-mode')
  if (isForPart(request) || isPrefetch(request)) return true
  return mode === undefined ? acceptsDocument(request) || isPing(request) : !SCRIPT_MODES.has(mode)
}

/** Whether the browser requests a part of a page, such as an image, a style or a video, and no document. */
export function isForPart(request: Evidence): boolean {
  const destination = request.header('sec-fetch-dest') ?? 'empty'
  if (destination === 'document' || FRAMES.has(destination)) return false
  if (!SCRIPT_DESTINATIONS.has(destination)) return true
  if (acceptsDocument(request)) return false
  return PART_TYPES.test(request.header('accept') ?? '') || isPassedOn(request)
}

/**
 * Whether a service worker passes on the request for a part of a page, which hides its destination. Scripts that read from their own
 * site send no `Origin`, while Chromium does for fonts, modules and parts with `crossorigin`. Media is requested from a byte to its end;
 * scripts that read a file in parts know where each part ends.
 */
function isPassedOn(request: Evidence): boolean {
  if (!isSafeMethod(request.method) || request.header('sec-fetch-dest') !== 'empty') return false
  if (/^bytes=\d+-$/.test(request.header('range') ?? '')) return true
  return request.header('sec-fetch-site') === 'same-origin' && request.header('origin') !== undefined
}

function acceptsDocument(request: Evidence): boolean {
  return DOCUMENT_TYPES.test(request.header('accept') ?? '')
}

function isPrefetch(request: Evidence): boolean {
  return (request.header('sec-purpose') ?? request.header('purpose')) !== undefined
}

function isPing(request: Evidence): boolean {
  return request.header('content-type')?.startsWith('text/ping') === true
}
