/** Makes the page half of a server: match, load, render, and the documents around it. */
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/request.ts'
import type { RenderedPage, RenderOptions } from '#solid/render-page.ts'
import { nameStores } from '#solid/store-definition.ts'
import { type FoundPage, findPage } from './find-page.ts'
import { ISLAND_MARKUP } from './island-markup.ts'
import { listPages, listPatterns } from './list-pages.ts'
import { inAskedForm } from './markdown-twin.ts'
import { createOtherAnswers, hasLeft, type PageDocument, type PageRequest, type PrintPage } from './other-answers.ts'
import { instancesOf, manifestOf } from './page-manifest.ts'
import { pageProps } from './page-props.ts'
import { createPageSource, readMeta } from './page-source.ts'
import type { PageOptions, Pages, RenderRequest } from './pages.ts'
import { createPagePrinter } from './print-page.ts'
import { isResponse, renderTree } from './render-tree.ts'
import { headOf, htmlReply, responseReply, textReply } from './replies.ts'
import { mayReadParts } from './stream-document.ts'
import { orElse, whenReady } from './when-ready.ts'

/**
 * Pages of `options.routesDir` (or `routeFiles`, `routeTable`) and `options.routes`. Throws a `TypeError` at once for routes that are
 * malformed or collide.
 */
export function createPages(options: PageOptions): Pages {
  nameStores(options.storeDefs ?? {})
  const source = createPageSource(options)
  const { searchOf } = options
  const report = options.onPageError ?? ((error, place) => console.error(`[fw] ${place}:`, error))
  const printPage = createPagePrinter(options, options.onPageWarning ?? ((message) => console.warn(`[fw] ${message}`)))

  const document: PrintPage = (loaded, props, asked) => {
    const { path, nonce, requestId, mayStream, request, inspect } = asked
    const onIslandError: RenderOptions['onIslandError'] = (error, { id, component, name }) => {
      inspect?.(error, { island: { id, component, name } })
      report(error, `island <${name}> on ${path}`, requestId)
    }
    const onLateError = (error: unknown) => {
      if (hasLeft(request)) return
      inspect?.(error, {})
      report(error, `late part of page ${path}`, requestId)
    }
    const meta = readMeta(loaded.module, props.params)
    if (meta instanceof Promise) meta.catch(() => undefined) // What the page itself answers or throws counts first.
    const print = (page: RenderedPage): PageDocument | Promise<PageDocument> =>
      orElse(
        () => whenReady(meta, (known) => printPage(page, loaded, known, asked)),
        (error) => {
          page.rest?.cancel().catch(() => undefined)
          throw error
        },
      )
    const rendered = renderTree(loaded.layers, props, {
      onIslandError,
      markup: ISLAND_MARKUP,
      nonce,
      onLateError: mayStream ? onLateError : undefined,
    })
    return whenReady(rendered, (page) => (isResponse(page) ? page : print(page)))
  }

  const others = createOtherAnswers({ source, print: document, report })

  const answer = (place: FoundPage, ctx: Ctx, request: PageRequest): FwReply | Promise<FwReply> => {
    const { found, pagePath, twin } = place
    if (found === undefined) return others.notFound(ctx, request)
    request.onRoute?.(found.item.pattern)
    const mayStream = !twin && request.request !== undefined && mayReadParts(request.request)
    const own = { ...request, pagePath, mayStream }
    const page = whenReady(found.item.load(), (loaded) => document(loaded, pageProps(ctx, found.params, request), own))
    return whenReady(page, (printed) => (isResponse(printed) ? responseReply(printed) : htmlReply(200, printed)))
  }

  return {
    render(request, ctx, options: RenderRequest = {}) {
      const { method, path } = request
      if (method !== 'GET' && method !== 'HEAD') return textReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
      const asked = { ...options, path, request, searchOf }
      const place = findPage(source, request)
      const html = orElse(
        () => answer(place, ctx, asked),
        (error) => others.answerTo(error, ctx, asked),
      )
      const reply = whenReady(html, (page) => inAskedForm(page, request, place.twin ? place.pagePath : undefined))
      return method === 'HEAD' ? whenReady(reply, headOf) : reply
    },
    async renderFailure(error, request, ctx, options: RenderRequest = {}) {
      const html = await others.answerTo(error, ctx, { ...options, path: request.path, request, searchOf })
      const reply = await inAskedForm(html, request)
      return request.method === 'HEAD' ? headOf(reply) : reply
    },
    manifest: (path, ctx) => manifestOf(source, path, ctx, report),
    instances: (path, ctx) => instancesOf(source, path, ctx, report),
    listPages: () => listPages(source.entries),
    patterns: () => listPatterns(source.entries),
    hasStatic: source.hasStatic,
    async notFoundPage(ctx = { headers: new Headers() } as Ctx) {
      const loaded = await source.loadNotFound()
      if (loaded === undefined) return undefined
      const page = await document(loaded, pageProps(ctx, undefined, { searchOf }), { path: '/404.html' })
      return typeof page === 'string' ? page : undefined
    },
  }
}
