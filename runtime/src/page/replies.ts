/** The replies of pages. */
import { NAVIGATION_HEADER } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { LIVE_HEADER } from '#contract/live/wire.ts'
import { fromResponse } from '#wire/from-response.ts'
import { mergeVary } from '#wire/vary.ts'

/** Creates the reply for a document without its own cache policy. */
export function createHtmlReply(
  status: number,
  html: string | ReadableStream<Uint8Array>,
  headers?: Readonly<Record<string, string>>,
): FwReply {
  return { status, headers: headers === undefined ? HTML_HEADERS : { ...HTML_HEADERS, ...headers }, body: html }
}

/** Converts the `Response` of a page. Its HTML is available as Markdown too, like that of any page. */
export function fromPageResponse(response: Response): FwReply {
  const reply = fromResponse(response)
  const { vary, 'content-type': type } = reply.headers
  if (!String(type).startsWith('text/html')) return reply
  return { ...reply, headers: { ...reply.headers, vary: mergeVary(vary?.toString(), 'accept') } }
}

/**
 * The same URL returns Markdown to clients that prefer it, and leaves out the inlined stylesheet for clients that
 * have it.
 */
export const DOCUMENT_VARY = `accept, ${NAVIGATION_HEADER}`
/** Live pages also return newer versions, which no cache stores. */
export const LIVE_VARY = `${DOCUMENT_VARY}, ${LIVE_HEADER}`

/** Shared by all documents; copy them before adding headers. */
const HTML_HEADERS = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  vary: DOCUMENT_VARY,
})

export function createPageTextReply(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): FwReply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store', ...headers },
    body: text,
  }
}

export function createPageRedirect(status: number, location: string): FwReply {
  return { status, headers: { location, 'cache-control': 'private, no-store' }, body: null }
}

/** Returns the reply to HEAD. Its body is cancelled, because it is never read. */
export function toHeadReply(reply: FwReply): FwReply {
  if (reply.body instanceof ReadableStream) reply.body.cancel().catch(() => undefined)
  return { ...reply, body: null }
}
