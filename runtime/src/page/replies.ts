/** The replies of the page room. */
import { NAVIGATION_HEADER } from '#contract/path.ts'
import type { FwReply } from '#contract/request.ts'
import { fromResponse } from '#wire/from-response.ts'
import { mergeVary } from '#wire/vary.ts'

/** A document without a cache policy of its own (decisions: Pages). */
export function htmlReply(
  status: number,
  html: string | ReadableStream<Uint8Array>,
  headers?: Readonly<Record<string, string>>,
): FwReply {
  return { status, headers: headers === undefined ? HTML_HEADERS : { ...HTML_HEADERS, ...headers }, body: html }
}

/** The `Response` that a page answered. Its HTML is there as Markdown too, as any page's. */
export function responseReply(response: Response): FwReply {
  const reply = fromResponse(response)
  const { vary, 'content-type': type } = reply.headers
  if (!String(type).startsWith('text/html')) return reply
  return { ...reply, headers: { ...reply.headers, vary: mergeVary(vary?.toString(), 'accept') } }
}

/** The same address answers Markdown to whoever prefers that, and without the inlined stylesheet to whoever has it. */
export const DOCUMENT_VARY = `accept, ${NAVIGATION_HEADER}`

/** Shared by every document: whoever adds to them copies them first. */
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

/** The answer to HEAD. Nobody will read the body, so nothing goes on making it. */
export function toHeadReply(reply: FwReply): FwReply {
  if (reply.body instanceof ReadableStream) reply.body.cancel().catch(() => undefined)
  return { ...reply, body: null }
}
