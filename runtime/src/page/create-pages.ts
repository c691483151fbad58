/** Makes the page half of a server: match, load, render, and the documents around it. */
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import { Redirect } from '#contract/navigation.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import type { RenderedPage } from '#solid/render-page.ts'
import { headNodes } from '../head/head-nodes.ts'
import { printHeadNodes } from '../head/print-head.ts'
import { htmlDocument } from './document.ts'
import { islandAssets } from './island-assets.ts'
import { ISLAND_MARKUP } from './island-markup.ts'
import { listPages, listPatterns } from './list-pages.ts'
import { manifestOf } from './page-manifest.ts'
import { createPageSource, type LoadedPage, readMeta } from './page-source.ts'
import type { PageOptions, Pages, RenderRequest } from './pages.ts'
import { renderTree, type TreeProps } from './render-tree.ts'
import { foreignReply, htmlReply, redirectReply, textReply } from './replies.ts'

/** What a page is rendered for. */
interface PageRequest extends RenderRequest {
  readonly path: string
}

/**
 * Pages of `options.routesDir` (or `routeFiles`) and `options.routes`. Throws a `TypeError` at once for routes that are
 * malformed or collide.
 */
export function createPages(options: PageOptions): Pages {
  const source = createPageSource(options)
  const report = options.onPageError ?? ((error, place) => console.error(`[fw] ${place}:`, error))
  const warning = options.onPageWarning ?? ((message) => console.warn(`[fw] ${message}`))

  const document = async (loaded: LoadedPage, props: TreeProps, { path, nonce, requestId }: PageRequest) => {
    const onIslandError = (error: unknown, name: string) => report(error, `island <${name}> on ${path}`, requestId)
    const [rendered, meta] = await Promise.all([
      renderTree(loaded.layers, props, {
        onIslandError,
        markup: ISLAND_MARKUP,
        ...(nonce === undefined ? {} : { nonce }),
      }),
      readMeta(loaded.module, props.params),
    ])
    if (rendered instanceof Response) return rendered
    const warn = (problem: string) => warning(`The head of ${loaded.name}: ${problem}`)
    return printDocument(rendered, printHeadNodes(headNodes(meta, options, warn), nonce), options, nonce)
  }

  const notFound = async (ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    const loaded = await source.loadNotFound()
    if (loaded === undefined) return textReply(404, 'Not found')
    const page = await document(loaded, { ctx, params: {} }, request)
    return page instanceof Response ? foreignReply(page) : htmlReply(404, page)
  }

  const failed = async (error: unknown, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    report(error, `page ${request.path}`, request.requestId)
    try {
      const loaded = await source.loadError()
      if (loaded !== undefined) {
        const page = await document(loaded, { ctx, params: {}, error }, request)
        return page instanceof Response ? foreignReply(page) : htmlReply(500, page)
      }
    } catch (second) {
      report(second, `page _500 for ${request.path}`, request.requestId)
    }
    return textReply(500, 'Internal server error')
  }

  const answer = async ({ segments }: FwRequest, ctx: Ctx, request: PageRequest): Promise<FwReply> => {
    const found = source.match(segments)
    if (found === undefined) return notFound(ctx, request)
    request.onRoute?.(found.item.pattern)
    try {
      const page = await document(await found.item.load(), { ctx, params: found.params }, request)
      return page instanceof Response ? foreignReply(page) : htmlReply(200, page)
    } catch (error) {
      if (error instanceof Redirect) return redirectReply(error.status, error.location)
      if (error instanceof FwError && error.code === 'not_found') return notFound(ctx, request)
      throw error
    }
  }

  return {
    async render(request, ctx, options: RenderRequest = {}) {
      const { method, path } = request
      if (method !== 'GET' && method !== 'HEAD') return textReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
      const asked = { ...options, path }
      const reply = await answer(request, ctx, asked).catch((error: unknown) => failed(error, ctx, asked))
      return method === 'HEAD' ? { ...reply, body: null } : reply
    },
    manifest: (path, ctx) => manifestOf(source, path, ctx, report),
    listPages: () => listPages(source.entries),
    patterns: () => listPatterns(source.entries),
    async notFoundPage() {
      const loaded = await source.loadNotFound()
      if (loaded === undefined) return undefined
      const ctx = { headers: new Headers() } as Ctx // rendered for nobody: the static 404.html
      const page = await document(loaded, { ctx, params: {} }, { path: '/404.html' })
      return typeof page === 'string' ? page : undefined
    },
  }
}

function printDocument(page: RenderedPage, head: string, options: PageOptions, nonce: string | undefined): string {
  const { islandModules: modules, runtimeUrl, clientEntryUrl, lang, favicon, stylesheets } = options
  const { instances, scripts } = page
  const assets = islandAssets({ instances, scripts, modules, runtimeUrl, nonce })
  return htmlDocument({
    html: page.html,
    head,
    ...(lang === undefined ? {} : { lang }),
    ...(favicon === undefined ? {} : { favicon }),
    ...(stylesheets === undefined ? {} : { stylesheets }),
    ...(nonce === undefined ? {} : { nonce }),
    ...assets,
    scripts: [...(assets.scripts ?? []), ...(clientEntryUrl === undefined ? [] : [clientEntryUrl])],
  })
}
