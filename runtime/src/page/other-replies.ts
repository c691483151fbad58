/** Replies to a page request other than its page: redirects, `_404`, `_500`, or a line of text. */
import type { Ctx } from '#contract/api.ts'
import type { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { asFwError, isUnexpected } from '#contract/http/thrown-error.ts'
import { Redirect } from '#contract/page/navigation.ts'
import { getErrorPagePolicy, writeErrorPage } from './default-error-page.ts'
import { explainBrowserError } from './explain-browser-error.ts'
import { createPageProps, errorProps, type TreeProps } from './page-props.ts'
import type { LoadedPage, PageSource } from './page-source.ts'
import type { PageOptions, PageReads, RenderRequest } from './pages.ts'
import { isResponse } from './render-tree.ts'
import { createHtmlReply, createPageRedirect, createPageTextReply, fromPageResponse } from './replies.ts'

/** The request that a page is rendered for. */
export interface PageRequest extends RenderRequest {
  readonly path: string
  /** The page's own path, if a page matches; its Markdown is named after it. */
  readonly pagePath?: string | undefined
  /** Absent if a page is rendered without a request. */
  readonly request?: FwRequest | undefined
  readonly searchOf?: PageOptions['searchOf']
  /** The reads of a live page. */
  readonly reads?: PageReads | undefined
  /** Called if the page has `<Live>` regions. */
  readonly onRegions?: (() => void) | undefined
  /** Parts that wait for data may be sent after the rest. */
  readonly mayStream?: boolean | undefined
}

/** A document, as a stream if parts of it will follow. */
export type PageDocument = string | ReadableStream<Uint8Array>

/**
 * Renders a loaded page to its document, or returns the `Response` of the page. Throws or rejects with the error of
 * the page.
 */
export type PrintPage = (
  loaded: LoadedPage,
  props: TreeProps,
  request: PageRequest,
) => PageDocument | Response | Promise<PageDocument | Response>

interface OtherRepliesOptions {
  readonly source: PageSource
  readonly print: PrintPage
  readonly report: NonNullable<PageOptions['onPageError']>
  /** The language of documents, and the title of the app. */
  readonly options: Pick<PageOptions, 'lang' | 'title'>
}

interface OtherReplies {
  /** Returns `_404` for a path that no page matches. Never rejects. */
  notFound(ctx: Ctx, request: PageRequest): Promise<FwReply>
  /** Returns the reply to an error that a page threw. Never rejects. */
  replyToError(error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply>
}

export function createOtherReplies({ source, print, report, options }: OtherRepliesOptions): OtherReplies {
  /** Replies without a page of the app: with a page for browsers, and with a line of text for other clients. */
  const replyPlainly = (
    { status, text, message }: { readonly status: number; readonly text: string; readonly message?: string },
    { request, nonce }: PageRequest,
    headers: Readonly<Record<string, string>> = {},
  ): FwReply => {
    const vary = { vary: 'accept' }
    if (!request?.header('accept')?.includes('text/html'))
      return createPageTextReply(status, text, { ...headers, ...vary })
    const { lang, title: appTitle } = options
    const page = writeErrorPage({ status, message, lang, appTitle, nonce })
    return createHtmlReply(status, page, { ...headers, 'content-security-policy': getErrorPagePolicy() })
  }

  const notFound = async (ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    try {
      const loaded = await source.loadNotFound()
      if (loaded === undefined) return replyPlainly(NOT_FOUND, request)
      const page = await print(loaded, createPageProps(ctx, undefined, request), request)
      return createDocumentReply(request.refused?.status ?? 404, page)
    } catch (error) {
      // The root layout may throw `not_found` as well, and no other page can show that.
      return isNotFound(error) ? replyPlainly(NOT_FOUND, request) : answerTo(error, ctx, request)
    }
  }

  const answerTo = async (error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    if (error instanceof Redirect) return createPageRedirect(error.status, error.location)
    if (isNotFound(error)) return notFound(ctx, request)
    return renderFailure(error, ctx, request)
  }

  const renderFailure = async (error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    const known = asFwError(error)
    if (!hasDisconnected(request.request) && (known === undefined || shouldLog(known))) {
      const explained = explainBrowserError(error)
      if (isUnexpected(error)) request.inspect?.(explained, {})
      report(explained, `page ${request.path}`, request.requestId)
    }
    const status = known?.status ?? 500
    try {
      const loaded = await source.loadError()
      if (loaded !== undefined)
        return createDocumentReply(
          status,
          await print(loaded, errorProps(error, ctx, request), request),
          known?.headers,
        )
    } catch (second) {
      if (second instanceof Redirect) return createPageRedirect(second.status, second.location)
      request.inspect?.(second, {})
      report(second, `page _500 for ${request.path}`, request.requestId)
    }
    const message = known?.message
    // In development, a page with the position of the error takes the place of this text.
    if (request.inspect !== undefined && status >= 500)
      return createPageTextReply(status, message ?? INTERNAL, known?.headers)
    const shown = message === undefined ? { text: INTERNAL } : { text: message, message }
    return replyPlainly({ status, ...shown }, request, known?.headers)
  }

  return { notFound, replyToError: answerTo }
}

const INTERNAL = 'Internal server error'
const NOT_FOUND = { status: 404, text: 'Not found' } as const

/** Returns a printed page as a reply. A `Response` has its own status and headers. */
export function createDocumentReply(
  status: number,
  page: PageDocument | Response,
  headers?: Readonly<Record<string, string>>,
): FwReply {
  return isResponse(page) ? fromPageResponse(page) : createHtmlReply(status, page, headers)
}

function isNotFound(error: unknown): boolean {
  return asFwError(error)?.code === 'not_found'
}

/**
 * Whether to log the error: a caller's mistake isn't an error of the app, unless it carries a `detail` or `cause` for
 * the log.
 */
function shouldLog({ status, detail, cause }: FwError): boolean {
  return status >= 500 || detail !== undefined || cause !== undefined
}

/**
 * Whether the client has disconnected. The page's signal then aborts its work, and errors that result from it aren't
 * reported.
 */
export function hasDisconnected(request: FwRequest | undefined): boolean {
  return request?.signal.aborted === true
}
