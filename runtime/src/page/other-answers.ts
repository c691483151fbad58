/** What a page request is answered with when it is not its page: redirects, `_404`, `_500`, or a line of text. */
import type { Ctx } from '#contract/api.ts'
import type { FwError } from '#contract/error.ts'
import { Redirect } from '#contract/navigation.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import { asFwError, isUnexpected } from '#contract/thrown.ts'
import { errorProps, pageProps, type TreeProps } from './page-props.ts'
import type { LoadedPage, PageSource } from './page-source.ts'
import type { PageOptions, RenderRequest } from './pages.ts'
import { isResponse } from './render-tree.ts'
import { createPageRedirect, createPageTextReply, htmlReply, responseReply } from './replies.ts'

/** What a page is rendered for. */
export interface PageRequest extends RenderRequest {
  readonly path: string
  /** The page's own path, when a page answers: what its Markdown is called after. */
  readonly pagePath?: string
  /** Absent where a page is rendered for nobody. */
  readonly request?: FwRequest
  readonly searchOf?: PageOptions['searchOf']
  /** Parts that wait for data may come after the rest. */
  readonly mayStream?: boolean
}

/** A document, as a stream when parts of it are still to come. */
export type PageDocument = string | ReadableStream<Uint8Array>

/** Renders a loaded page to its document, or gives the `Response` that it answered. Throws or rejects with what it throws. */
export type PrintPage = (
  loaded: LoadedPage,
  props: TreeProps,
  request: PageRequest,
) => PageDocument | Response | Promise<PageDocument | Response>

interface OtherAnswersOptions {
  readonly source: PageSource
  readonly print: PrintPage
  readonly report: NonNullable<PageOptions['onPageError']>
}

interface OtherAnswers {
  /** `_404`, for a path that no page matches. Never rejects. */
  notFound(ctx: Ctx, request: PageRequest): Promise<FwReply>
  /** The answer to what a page threw. Never rejects. */
  answerTo(error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply>
}

export function createOtherAnswers({ source, print, report }: OtherAnswersOptions): OtherAnswers {
  const notFound = async (ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    try {
      const loaded = await source.loadNotFound()
      if (loaded === undefined) return createPageTextReply(404, 'Not found')
      return documentReply(404, await print(loaded, pageProps(ctx, undefined, request), request))
    } catch (error) {
      // The root layout may find nothing either: there is no other page to say so.
      return isNotFound(error) ? createPageTextReply(404, 'Not found') : answerTo(error, ctx, request)
    }
  }

  const answerTo = async (error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    if (error instanceof Redirect) return createPageRedirect(error.status, error.location)
    if (isNotFound(error)) return notFound(ctx, request)
    return renderFailure(error, ctx, request)
  }

  const renderFailure = async (error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    const known = asFwError(error)
    if (!hasLeft(request.request) && (known === undefined || isForTheLog(known))) {
      if (isUnexpected(error)) request.inspect?.(error, {})
      report(error, `page ${request.path}`, request.requestId)
    }
    const status = known?.status ?? 500
    try {
      const loaded = await source.loadError()
      if (loaded !== undefined)
        return documentReply(status, await print(loaded, errorProps(error, ctx, request), request), known?.headers)
    } catch (second) {
      if (second instanceof Redirect) return createPageRedirect(second.status, second.location)
      request.inspect?.(second, {})
      report(second, `page _500 for ${request.path}`, request.requestId)
    }
    return createPageTextReply(status, known?.message ?? 'Internal server error', known?.headers)
  }

  return { notFound, answerTo }
}

/** What was printed, as the answer; a `Response` has a status and headers of its own. */
export function documentReply(
  status: number,
  page: PageDocument | Response,
  headers?: Readonly<Record<string, string>>,
): FwReply {
  return isResponse(page) ? responseReply(page) : htmlReply(status, page, headers)
}

function isNotFound(error: unknown): boolean {
  return asFwError(error)?.code === 'not_found'
}

/** A caller's own mistake is no error of the app's, unless whoever threw left something for the log. */
function isForTheLog({ status, detail, cause }: FwError): boolean {
  return status >= 500 || detail !== undefined || cause !== undefined
}

/** Whoever asked is gone. What the page's signal then ends, ends with an error that is nobody's. */
export function hasLeft(request: FwRequest | undefined): boolean {
  return request?.signal.aborted === true
}
