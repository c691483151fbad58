/** Creates the page part of a server: it matches, loads and renders pages, and prints the documents around them. */
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/http/request.ts'
import { localeSource } from '#contract/page/locale.ts'
import { addLocale } from '#contract/page/locale-urls.ts'
import type { RouteModule } from '#contract/page/page.ts'
import { SharedRenderRefusal } from '#contract/page/render-refusal.ts'
import type { RenderedDocument, RenderOptions } from '#solid/render/render-page.ts'
import type { LostHandlerReporter } from '#solid/render/render-state.ts'
import { nameStores } from '#solid/stores/store-definition.ts'
import { explainBrowserError } from './explain-browser-error.ts'
import { type FoundPage, findMarkdownSource, findPage, hasPage } from './find-page.ts'
import { createIslandMarkup } from './island-markup.ts'
import { createPageLists } from './list-pages.ts'
import { createLivePages } from './live-pages.ts'
import { toRequestedForm } from './markdown-twin.ts'
import {
  createDocumentReply,
  createOtherReplies,
  hasDisconnected,
  type PageDocument,
  type PageRequest,
  type PrintPage,
} from './other-replies.ts'
import { createCacheReader } from './page-cache.ts'
import { createPageLoads } from './page-loads.ts'
import { createManifestReaders } from './page-manifest.ts'
import { createPagePaths, type PagePathsOptions } from './page-paths.ts'
import { createPageProps } from './page-props.ts'
import { createPageSource, type PageSource, readMeta } from './page-source.ts'
import type { PageOptions, Pages, RenderRequest, RunForAll } from './pages.ts'
import { createPagePrinter } from './print-page.ts'
import { isResponse, renderTree } from './render-tree.ts'
import { createPageTextReply, toHeadReply } from './replies.ts'
import { acceptsParts } from './stream-document.ts'
import { orElse, whenReady } from './when-ready.ts'

/**
 * Creates the pages of `options.routesDir` (or `routeFiles`, `routeTable`) and `options.routes`.
 *
 * @throws TypeError for routes that are malformed or collide.
 */
export function createPages(options: PageOptions & PagePathsOptions, runForAll: RunForAll = (work) => work()): Pages {
  nameStores(options.storeDefs ?? {})
  const source = createPageSource(options)
  const { searchOf } = options
  const loads = createPageLoads()
  const live = createLivePages(options)
  const { report, warn, warnInDev } = getPageReporters(options)
  const markup = createIslandMarkup(warn)
  const printPage = createPagePrinter(options, createPagePaths(source.entries, options), warn)

  const document = createDocumentPrinter({ printPage, markup, report, warnInDev })
  const otherReplies = createOtherReplies({ source, print: document, report, options })

  const replyWithPage = (foundPage: FoundPage, ctx: Ctx, request: PageRequest): FwReply | Promise<FwReply> => {
    const { found, pagePath, twin } = foundPage
    if (found === undefined) return otherReplies.notFound(ctx, request)
    request.onRoute?.(found.item.pattern)
    const mayStream = !twin && request.request !== undefined && acceptsParts(request.request)
    const { item: entry, params } = found
    return whenReady(loads.take(entry, request.request), (loaded) => {
      const { module } = loaded
      const props = createPageProps(ctx, params, request)
      const page = live.follow({ entry, module, params, request }, (reads, onRegions) =>
        document(loaded, props, forPage(request, { pagePath, mayStream, reads, onRegions })),
      )
      return whenReady(page, (printed) =>
        createDocumentReply(request.refused?.status ?? 200, printed, live.addVary(entry, module, request.headers)),
      )
    })
  }

  return {
    cacheOf: createCacheReader(source, loads, report),
    render(request, ctx, options: RenderRequest = {}) {
      const { method, path } = request
      if (method !== 'GET' && method !== 'HEAD' && options.refused === undefined)
        return createPageTextReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
      const asked = toPageRequest(options, path, request, searchOf)
      const place = findPage(source, request)
      const html = orElse(
        () => replyWithPage(place, ctx, asked),
        (error) => otherReplies.replyToError(error, ctx, asked),
      )
      const reply = whenReady(html, (page) => toRequestedForm(page, request, getTwinPath(place)))
      return method === 'HEAD' ? whenReady(reply, toHeadReply) : reply
    },
    async renderFailure(error, request, ctx, options: RenderRequest = {}) {
      const html = await otherReplies.replyToError(error, ctx, { ...options, path: request.path, request, searchOf })
      const reply = await toRequestedForm(html, request)
      return request.method === 'HEAD' ? toHeadReply(reply) : reply
    },
    ...createManifestReaders(source, report),
    ...createPageLists(source.entries, report, runForAll),
    ...createPathReaders(source),
    async notFoundPage(ctx = { headers: new Headers() } as Ctx, nonce?: string) {
      const loaded = await source.loadNotFound()
      const asked = { path: '/404.html', searchOf, ...(nonce !== undefined && { nonce }) }
      const page = loaded && (await document(loaded, createPageProps(ctx, undefined, asked), asked))
      return typeof page === 'string' ? page : undefined
    },
  }
}

interface PrinterParts extends Pick<ReturnType<typeof getPageReporters>, 'report' | 'warnInDev'> {
  readonly printPage: ReturnType<typeof createPagePrinter>
  readonly markup: RenderOptions['markup']
}

/** Creates the function that renders a loaded page to its document. */
function createDocumentPrinter({ printPage, markup, report, warnInDev }: PrinterParts): PrintPage {
  return (loaded, props, asked) => {
    const { nonce, mayStream } = asked
    const { onIslandError, onLateError, onLostHandler } = createReporters(asked, report, warnInDev)
    const meta = readMeta(loaded.module, props.params)
    if (meta instanceof Promise) meta.catch(() => undefined) // A response or error of the page itself takes precedence.
    const print = (page: RenderedDocument): PageDocument | Promise<PageDocument> =>
      orElse(
        () => whenReady(meta, (known) => printPage(page, loaded, known, asked)),
        (error) => {
          page.rest?.cancel().catch(() => undefined)
          throw error
        },
      )
    const rendered = renderTree(loaded.layers, props, {
      onIslandError,
      onLostHandler,
      markup,
      nonce,
      onLateError: mayStream ? onLateError : undefined,
      hasFormKeys: !mayBeShared(loaded.module),
    })
    return whenReady(rendered, (page) => (isResponse(page) ? page : print(page)))
  }
}

function createPathReaders(
  source: PageSource,
): Pick<Pages, 'markdownSource' | 'isEmpty' | 'hasNotFound' | 'answers' | 'hasStatic' | 'has'> {
  return {
    markdownSource: (segments) => findMarkdownSource(source, segments),
    isEmpty: source.isEmpty,
    hasNotFound: source.hasNotFound,
    answers: (path) => hasPage(source, path),
    hasStatic: source.hasStatic,
    has: (request) => source.match(request.segments) !== undefined,
  }
}

/** Uses no spread: V8 would create hidden classes for each request. */
function toPageRequest(
  { nonce, requestId, onRoute, inspect, refused, headers, followReads }: RenderRequest,
  path: string,
  request: PageRequest['request'],
  searchOf: PageRequest['searchOf'],
): PageRequest {
  return { nonce, requestId, onRoute, inspect, refused, headers, followReads, path, request, searchOf }
}

/** Adds the data of the page that was found, without a spread either. */
function forPage(
  asked: PageRequest,
  found: Pick<PageRequest, 'pagePath' | 'mayStream' | 'reads' | 'onRegions'>,
): PageRequest {
  const { nonce, requestId, onRoute, inspect, refused, headers, path, request, searchOf } = asked
  const { pagePath, mayStream, reads, onRegions } = found
  // In this order, the hidden class is that of every page.
  return {
    nonce,
    requestId,
    onRoute,
    inspect,
    refused,
    headers,
    path,
    request,
    searchOf,
    pagePath,
    mayStream,
    reads,
    onRegions,
  }
}

/** Whether several callers may receive the same copy of a page. */
function mayBeShared(module: RouteModule): boolean {
  return module.cache !== undefined && module.cache.scope !== 'private'
}

/** Creates the reporter of event handlers outside islands: one warning for each page. */
function createHandlerReporter(path: string, warn: (message: string) => void): LostHandlerReporter {
  let isReported = false
  return (tag, handler) => {
    if (isReported) return
    isReported = true
    warn(
      `${path} renders <${tag} ${handler}> outside islands, so browsers don't run the handler. ` +
        "Make the component that uses the package an island: export const Menu = island(MenuBody, { when: 'load' }).",
    )
  }
}

function getPageReporters({ onPageError, onPageWarning, keepRoutes }: PageOptions) {
  const warn = onPageWarning ?? ((message: string) => console.warn(`[fw] ${message}`))
  return {
    report: onPageError ?? ((error: unknown, place: string) => console.error(`[fw] ${place}:`, error)),
    warn,
    warnInDev: keepRoutes ? undefined : warn,
  }
}

/**
 * Creates the reporters for failures in a page that renders without the failed part. With `warn`, in development, also the
 * reporter of event handlers that no browser runs.
 */
function createReporters(
  { path, requestId, request, inspect }: PageRequest,
  report: NonNullable<PageOptions['onPageError']>,
  warn: ((message: string) => void) | undefined,
): Required<Pick<RenderOptions, 'onIslandError' | 'onLateError'>> & Pick<RenderOptions, 'onLostHandler'> {
  return {
    onLostHandler: warn && createHandlerReporter(path, warn),
    onIslandError(error, { id, component, name }) {
      if (error instanceof SharedRenderRefusal) return
      const explained = explainBrowserError(error)
      inspect?.(explained, { island: { id, component, name } })
      report(explained, `island <${name}> on ${path}`, requestId)
    },
    onLateError(error) {
      if (hasDisconnected(request) || error instanceof SharedRenderRefusal) return
      const explained = explainBrowserError(error)
      inspect?.(explained, {})
      report(explained, `late part of page ${path}`, requestId)
    },
  }
}

/** Returns the path of the page whose Markdown is requested. */
function getTwinPath({ pagePath, twin }: FoundPage): string | undefined {
  if (!twin) return undefined
  const language = localeSource.read?.()
  return language === undefined ? pagePath : addLocale(pagePath, language.locale, language)
}
