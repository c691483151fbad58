/** Makes the page half of a server: match, load, render, and the documents around it. */
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/request.ts'
import type { RenderedPage } from '#solid/render-page.ts'
import { headNodes } from '../head/head-nodes.ts'
import { printHeadNodes } from '../head/print-head.ts'
import { type DocumentOptions, htmlDocument } from './document.ts'
import { type FoundPage, findPage } from './find-page.ts'
import { islandAssets } from './island-assets.ts'
import { ISLAND_MARKUP } from './island-markup.ts'
import { listPages, listPatterns } from './list-pages.ts'
import { inAskedForm } from './markdown-twin.ts'
import { createOtherAnswers, hasLeft, type PageRequest, type PrintPage } from './other-answers.ts'
import { pageLinks } from './page-links.ts'
import { manifestOf } from './page-manifest.ts'
import { pageProps } from './page-props.ts'
import { createPageSource, readMeta } from './page-source.ts'
import { pageStyles } from './page-styles.ts'
import type { PageOptions, Pages, RenderRequest } from './pages.ts'
import { renderTree } from './render-tree.ts'
import { headOf, htmlReply, responseReply, textReply } from './replies.ts'
import { mayReadParts, streamDocument } from './stream-document.ts'

/**
 * Pages of `options.routesDir` (or `routeFiles`, `routeTable`) and `options.routes`. Throws a `TypeError` at once for routes that are
 * malformed or collide.
 */
export function createPages(options: PageOptions): Pages {
  const source = createPageSource(options)
  const { searchOf } = options
  const report = options.onPageError ?? ((error, place) => console.error(`[fw] ${place}:`, error))
  const warning = options.onPageWarning ?? ((message) => console.warn(`[fw] ${message}`))

  const document: PrintPage = async (loaded, props, { path, pagePath, nonce, requestId, mayStream, request }) => {
    const onIslandError = (error: unknown, name: string) => report(error, `island <${name}> on ${path}`, requestId)
    const onLateError = (error: unknown) => {
      if (!hasLeft(request)) report(error, `late part of page ${path}`, requestId)
    }
    const reading = readMeta(loaded.module, props.params)
    reading.catch(() => undefined) // What the page itself answers or throws counts first.
    const rendered = await renderTree(loaded.layers, props, {
      onIslandError,
      markup: ISLAND_MARKUP,
      ...(nonce === undefined ? {} : { nonce }),
      ...(mayStream ? { onLateError } : {}),
    })
    if (rendered instanceof Response) return rendered
    try {
      const meta = await reading
      const warn = (problem: string) => warning(`The head of ${loaded.name}: ${problem}`)
      const links = pagePath === undefined ? [] : pageLinks(pagePath, options)
      const head = printHeadNodes([...headNodes(meta, options, warn), ...links], nonce)
      const text = printDocument(rendered, { ...pageStyles(options, request), head, nonce }, options)
      return rendered.rest === undefined
        ? text
        : streamDocument(text, { ...rendered, rest: rendered.rest }, options, nonce)
    } catch (error) {
      rendered.rest?.cancel().catch(() => undefined)
      throw error
    }
  }

  const others = createOtherAnswers({ source, print: document, report })

  const answer = async ({ found, pagePath, twin }: FoundPage, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    if (found === undefined) return others.notFound(ctx, request)
    request.onRoute?.(found.item.pattern)
    const mayStream = !twin && request.request !== undefined && mayReadParts(request.request)
    const own = { ...request, pagePath, mayStream }
    const page = await document(await found.item.load(), pageProps(ctx, found.params, request), own)
    return page instanceof Response ? responseReply(page) : htmlReply(200, page)
  }

  return {
    async render(request, ctx, options: RenderRequest = {}) {
      const { method, path } = request
      if (method !== 'GET' && method !== 'HEAD') return textReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
      const asked = { ...options, path, request, searchOf }
      const place = findPage(source, request)
      const html = await answer(place, ctx, asked).catch((error: unknown) => others.answerTo(error, ctx, asked))
      const reply = await inAskedForm(html, request, place.twin ? place.pagePath : undefined)
      return method === 'HEAD' ? headOf(reply) : reply
    },
    async renderFailure(error, request, ctx, options: RenderRequest = {}) {
      const html = await others.answerTo(error, ctx, { ...options, path: request.path, request, searchOf })
      const reply = await inAskedForm(html, request)
      return request.method === 'HEAD' ? headOf(reply) : reply
    },
    manifest: (path, ctx) => manifestOf(source, path, ctx, report),
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

interface Around extends Pick<DocumentOptions, 'stylesheets' | 'styleText' | 'head'> {
  readonly nonce: string | undefined
}

function printDocument(page: RenderedPage, { nonce, ...around }: Around, options: PageOptions): string {
  const { islandModules: modules, runtimeUrl, clientEntryUrl, lang, favicon } = options
  const { instances, scripts } = page
  const isStreamed = page.rest !== undefined
  const assets = islandAssets({ instances, scripts, modules, runtimeUrl, nonce, isStreamed })
  return htmlDocument({
    html: page.html,
    ...around,
    ...(lang === undefined ? {} : { lang }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(nonce === undefined ? {} : { nonce }),
    ...assets,
    scripts: [...(assets.scripts ?? []), ...(clientEntryUrl === undefined ? [] : [clientEntryUrl])],
  })
}
