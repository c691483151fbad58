/** Recognizes requests that the markup of a page may have caused: nothing shows that a script sends them. */
import { LIVE_HEADER } from '#contract/live/wire.ts'
import { isSafeMethod, type SiteEvidence } from './cross-site.ts'
import { declaresHuman } from './origin.ts'

type Evidence = Pick<SiteEvidence, 'header' | 'method'>

/** Types that browsers accept for images and styles. */
const PART_TYPES = /image\/|text\/css/i
const DOCUMENT_TYPES = /text\/html/i
/** Modes of requests with which scripts change something. No markup sends such requests in them. */
const SCRIPT_MODES: ReadonlySet<string> = new Set(['cors', 'same-origin'])
const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'frame', 'iframe'])

/**
 * Whether the browser itself may send the request: for a link, a form, an image, a ping, a preload. An agent in a page can cause that,
 * and the browser doesn't report who did. Metadata doesn't distinguish all of these from the `fetch` of a script, so a script proves
 * its requests by a header.
 */
export function isSentByBrowser(request: Evidence): boolean {
  if (isSafeMethod(request.method)) return isOfBrowser(request) && !isOfScript(request)
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return acceptsDocument(request) || isPing(request)
  return !SCRIPT_MODES.has(mode) || readDestination(request) !== 'empty'
}

/**
 * Whether the request of a browser may be for a part of a page, such as an image, a style or a preload, and isn't for a document. A document
 * that is prefetched isn't a part: the browser shows it later.
 */
export function isForPart(request: Evidence): boolean {
  const destination = readDestination(request)
  if (DOCUMENTS.has(destination)) return false
  if (destination !== 'empty') return true
  // A service worker that passes requests on hides their destination.
  if (!isSafeMethod(request.method) || acceptsDocument(request)) return false
  return isOfBrowser(request) && !isOfScript(request) && request.header(LIVE_HEADER) === undefined
}

/** Whether the request has a header that only scripts can send. `EventSource` can't have headers of its own, but has a type of its own. */
function isOfScript(request: Evidence): boolean {
  return declaresHuman(request) || request.header('accept') === 'text/event-stream'
}

/** Whether a browser sends the request. Without TLS, browsers report no metadata to servers of other machines. */
function isOfBrowser(request: Evidence): boolean {
  if ((request.header('sec-fetch-site') ?? request.header('sec-fetch-dest')) !== undefined) return true
  // The `fetch` of Node sends this header alone.
  const mode = request.header('sec-fetch-mode') ?? 'cors'
  if (mode !== 'cors' || isPrefetch(request) || isPing(request)) return true
  return acceptsPart(request) || request.header('user-agent')?.startsWith('Mozilla/') === true
}

function readDestination(request: Evidence): string {
  return request.header('sec-fetch-dest') ?? 'empty'
}

function acceptsPart(request: Evidence): boolean {
  return acceptsDocument(request) || PART_TYPES.test(request.header('accept') ?? '')
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
