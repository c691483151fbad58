/** The interface of pages to the server, and the options that they read. */

import type { ManifestComponent, ManifestStore } from '#contract/agent/manifest.ts'
import type { Ctx, ManifestTool } from '#contract/api.ts'
import type { NavigationConfig } from '#contract/config/config.ts'
import type { Inspect } from '#contract/config/inspect.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { RouteTable } from '#contract/http/route-table.ts'
import type { IslandModules, RouteFile } from '#contract/page/asset.ts'
import type { CachePolicy } from '#contract/page/cache.ts'
import type { FeedConfig } from '#contract/page/feed.ts'
import type { RefusedForm } from '#contract/page/form.ts'
import type { KnownPage, Params, RouteModule, RouteTitle } from '#contract/page/page.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import type { NamedStore } from '#solid/stores/store-definition.ts'
import type { PageInstance } from './page-tools.ts'

/** The page part of `createFwServer`'s options. */
export interface PageOptions {
  /** Whether pages link to the endpoints for agents, MCP and A2A. Default: whether the app has tools for them. */
  readonly agentLinks?: boolean
  /** Root of the file-system routes; read at start if neither of the next two options is set. */
  routesDir?: string
  /** The files of `routesDir`, so that no folder is read at start. */
  routeFiles?: readonly RouteFile[]
  /** The compiled form of the same, so that nothing is parsed at start either. Takes precedence. */
  routeTable?: RouteTable
  /** Loads a file of `routesDir`. Default: dynamic import below `routesDir`. */
  loadRoute?: (filePath: string) => Promise<RouteModule>
  /**
   * Whether route modules stay loaded after their page was first requested. Default: whether the server is in
   * production.
   */
  keepRoutes?: boolean
  /** Inline routes by path pattern. */
  routes?: Readonly<Record<string, (props: { ctx: Ctx; params: Params }) => unknown>>
  /** Custom matchers for `[param=matcher]`. */
  matchers?: Readonly<Record<string, (value: string) => boolean>>
  title?: string
  description?: string
  /** Public origin against which root-relative URLs of the head are resolved. */
  siteUrl?: string
  /** Default `en`. */
  lang?: string
  favicon?: string
  /** URLs of stylesheets, in order. A function is called for each document. */
  stylesheets?: readonly string[] | (() => readonly string[])
  /** Write `styleText` into pages instead of links to `stylesheets`. Default false. */
  inlineStyles?: boolean
  /** Content of the built stylesheet. */
  styleText?: string
  /** URLs of the font files to preload on every page. */
  preloadFonts?: readonly string[]
  /** URL of the island loader script. */
  runtimeUrl?: string
  /** URL of the app's own client entry. */
  clientEntryUrl?: string
  islandModules?: IslandModules
  /** Navigation between pages. Default: all features except view transitions. */
  navigation?: NavigationConfig
  /** URL of the navigation runtime. Without it the browser follows links. */
  navigationUrl?: string
  /** URL of the script that submits forms of apis without a new document. Without it the browser submits them. */
  formsUrl?: string
  /** URL of the script that keeps live pages current. Without it, no page is live. */
  liveUrl?: string
  /** URL of the app's service worker; absent in development, and if the app has none. */
  serviceWorkerUrl?: string
  /** Whether pages register the service worker. Default true. */
  serviceWorker?: { readonly register?: boolean }
  /** Stores by alias, as `src/stores.ts` exports them; `useStore` finds them while a page renders. */
  storeDefs?: Readonly<Record<string, NamedStore>>
  /** The app's feed, which pages link to. Needs `siteUrl`. */
  feed?: FeedConfig
  /** Creates a page's `search` when the page reads it. In static output, which knows no query, it throws. */
  searchOf?: (query: string) => URLSearchParams
  /** Receives what was left out of a page, and what to do. Default: the server's log, each text once. */
  onPageWarning?: (message: string) => void
  /**
   * Receives the errors of pages and islands on the server, with the place and the request. Default: the server's
   * log.
   */
  onPageError?: (error: unknown, place: string, requestId?: string) => void
}

/**
 * Runs functions of the app whose result is for every visitor, such as the top level of a route's module, `staticParams`, and
 * `meta` for lists of pages.
 */
export type RunForAll = <Result>(work: () => Result) => Result

/** The data of a request that a page needs besides its path. */
export interface RenderRequest {
  /** Nonce for every script of the document. */
  readonly nonce?: string | undefined
  /** Reported with the page's errors. */
  readonly requestId?: string | undefined
  /** Called with the pattern of the page before it renders. */
  readonly onRoute?: ((pattern: string) => void) | undefined
  /** Called with the errors of the page and its islands. */
  readonly inspect?: Inspect | undefined
  /** A refused form that was posted to the page: the page renders again, with this status. */
  readonly refused?: { readonly form: RefusedForm; readonly status: number } | undefined
  /** Follows what a live page reads. Without it, no page is live. */
  readonly followReads?: ((tags: readonly string[], params: Params) => PageReads | Promise<PageReads>) | undefined
  /** Added to the headers of the page's own document, but not to those of `_404`, `_500` or a `Response`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The reads of a live page, whose changes are reported to browsers that show the page. */
export interface PageReads {
  /** Identifies the user among the callers that get the page. */
  readonly user: string
  /** Runs the render. What its late parts read is followed too. */
  run<Result>(work: () => Result): Result
  /** Returns the receipt of all reads so far; an empty string if none of them can change. */
  createReceipt(): Promise<string>
}

/** The cache policy of a page. */
export interface PageCache {
  readonly policy: CachePolicy
  /** Pattern of its route, in bracket form. */
  readonly pattern: string
  readonly params: Params
  /** The page's own path, also for a request for its Markdown. */
  readonly pagePath: string
}

/** The page part of a manifest. */
export interface PageManifest {
  readonly pattern?: string
  readonly components: readonly ManifestComponent[]
  readonly stores: readonly ManifestStore[]
  readonly tools: readonly ManifestTool[]
}

/** The route of a page. */
export interface PageRoute {
  /** In bracket form. */
  readonly pattern: string
  /** Path below the routes folder; absent for an inline route. */
  readonly filePath?: string
  readonly segments: readonly Segment[]
}

export interface Pages {
  /**
   * Returns how the page that a request asks for may be cached; `undefined` if the page has no policy, or no page
   * matches. Never throws or rejects, because the same failure occurs in `render`.
   */
  cacheOf(request: FwRequest): PageCache | undefined | Promise<PageCache | undefined>
  /**
   * Replies to every page request: the page, `_404` in the root layout with status 404, `_500` alone with status 500
   * or the status of the thrown `FwError`, or plain text if the app has neither. GET and HEAD only; other methods get
   * 405. Synchronous if nothing has to be awaited. Never throws or rejects.
   */
  render(request: FwRequest, ctx: Ctx, options?: RenderRequest): FwReply | Promise<FwReply>
  /**
   * Replies to a page request that failed before its page was matched, for example in `ctxFor`: the reply is the same
   * as if the page had thrown `error`.
   */
  renderFailure(error: unknown, request: FwRequest, ctx: Ctx, options?: RenderRequest): Promise<FwReply>
  /** Renders the page with the caller's ctx and returns its islands, stores and tools. Empty for an unmatched path. */
  manifest(target: PageTarget, ctx: Ctx): Promise<PageManifest>
  /**
   * Returns the same for a request. A page that shows nothing to agents by the build's analysis isn't rendered, so its errors
   * aren't found.
   */
  describe(target: PageTarget, ctx: Ctx): Promise<PageManifest>
  /** Returns the islands that `manifest` describes, with the closures of a separate render. */
  instances(target: PageTarget, ctx: Ctx): Promise<readonly PageInstance[]>
  /**
   * Returns the known pages for their readers. A page whose metadata the build has read isn't loaded, unless loading it
   * failed before.
   */
  listPages(): Promise<readonly KnownPage[]>
  /** Loads every page, and returns the same list. A page that fails to load has a `problem`. */
  checkPages(): Promise<readonly KnownPage[]>
  /** Returns the path of the page that has its Markdown at these segments; `undefined` without such a page. */
  markdownSource(segments: readonly string[]): string | undefined
  /** The pages by their patterns. */
  readonly routes: readonly PageRoute[]
  /** Whether the app has neither a page nor `_404`, so that it serves programs only. */
  readonly isEmpty: boolean
  /** Whether the app has `_404`. */
  readonly hasNotFound: boolean
  /** Whether a page or its Markdown is at this path. */
  answers(path: string): boolean
  /** Whether a page without parameters is at this path. */
  hasStatic(path: string): boolean
  /** Whether a page is at this path, with parameters or without. */
  has(request: Pick<FwRequest, 'segments' | 'path'>): boolean
  /** Returns every page pattern with its static title, for the manifest. Loads the pages that `listPages` loads. */
  patterns(): Promise<readonly RouteTitle[]>
  /**
   * Renders `_404` as a standalone document, by default without a caller (the static 404.html); `undefined` if the
   * app has none.
   */
  notFoundPage(ctx?: Ctx, nonce?: string): Promise<string | undefined>
}
