/** What the server sees of pages: the interface of the page room, and the options that it reads. */
import type { Ctx, ManifestTool } from '#contract/api.ts'
import type { IslandModules, RouteFile } from '#contract/asset.ts'
import type { CachePolicy } from '#contract/cache.ts'
import type { NavigationConfig } from '#contract/config.ts'
import type { FeedConfig } from '#contract/feed.ts'
import type { RefusedForm } from '#contract/form.ts'
import type { Inspect } from '#contract/inspect.ts'
import type { ManifestComponent, ManifestStore } from '#contract/manifest.ts'
import type { KnownPage, Params, RouteModule, RouteTitle } from '#contract/page.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import type { RouteTable } from '#contract/route-table.ts'
import type { NamedStore } from '#solid/store-definition.ts'
import type { PageInstance } from './page-tools.ts'

/** The page part of `createFwServer`'s options (spec: Server options). */
export interface PageOptions {
  /** Pages name the doors for agents, MCP and A2A, in `<link>`s. Default: whether the app has tools for them. */
  readonly agentLinks?: boolean
  /** File-system routing root; read at start when neither of the two below is there. */
  routesDir?: string
  /** The files of `routesDir`, so that nothing is read at start. */
  routeFiles?: readonly RouteFile[]
  /** The same as the build compiled it, so that nothing is parsed at start either. Wins. */
  routeTable?: RouteTable
  /** Loads a file of `routesDir`. Default: dynamic import below `routesDir`. */
  loadRoute?: (filePath: string) => Promise<RouteModule>
  /** Route modules stay as they were when their page was first asked for. Default: whether the server is in production. */
  keepRoutes?: boolean
  /** Inline routes by path pattern. */
  routes?: Readonly<Record<string, (props: { ctx: Ctx; params: Params }) => unknown>>
  /** Custom matchers for `[param=matcher]`. */
  matchers?: Readonly<Record<string, (value: string) => boolean>>
  title?: string
  description?: string
  /** Public origin: what root-relative addresses of the head are resolved against. */
  siteUrl?: string
  /** Default `en`. */
  lang?: string
  favicon?: string
  /** URLs of stylesheets, in order. A function is asked for each document. */
  stylesheets?: readonly string[] | (() => readonly string[])
  /** Write `styleText` into pages instead of links to `stylesheets`. Default false. */
  inlineStyles?: boolean
  /** The text of the built stylesheet. */
  styleText?: string
  /** URLs of the font files that every page asks for at once. */
  preloadFonts?: readonly string[]
  /** URL of the island loader script. */
  runtimeUrl?: string
  /** URL of the app's own client entry. */
  clientEntryUrl?: string
  islandModules?: IslandModules
  /** How links are followed. Default: all on but view transitions. */
  navigation?: NavigationConfig
  /** URL of the navigation runtime. Absent: links are followed plainly. */
  navigationUrl?: string
  /** URL of what sends forms of apis without a new page. Absent: the browser sends them. */
  formsUrl?: string
  /** URL of the app's service worker; absent in development, and where the app has none. */
  serviceWorkerUrl?: string
  /** Whether pages register it. Default: they do. */
  serviceWorker?: { readonly register?: boolean }
  /** Stores by alias, as `src/stores.ts` exports them: what `useStore` finds while a page renders. */
  storeDefs?: Readonly<Record<string, NamedStore>>
  /** The app's feed; pages say where it is. It needs `siteUrl`. */
  feed?: FeedConfig
  /** Makes a page's `search`, when the page reads it. Static output, which knows no visitor's query, throws in it. */
  searchOf?: (query: string) => URLSearchParams
  /** Told what was left out of a page, and what to do. Default: the server's log, each text once. */
  onPageWarning?: (message: string) => void
  /** Told what a page or an island threw on the server, where, and for which request. Default: the server's log. */
  onPageError?: (error: unknown, place: string, requestId?: string) => void
}

/** What a page answer needs from the request beside the path. */
export interface RenderRequest {
  /** Stamped on every script of the document. */
  readonly nonce?: string
  /** Reported with what the page throws. */
  readonly requestId?: string
  /** Told the pattern of the page that answers, before it renders. */
  readonly onRoute?: (pattern: string) => void
  /** Told what the page, or an island in it, threw. */
  readonly inspect?: Inspect
  /** A form that was posted to the page and refused: the page is shown again, with this status. */
  readonly refused?: { readonly form: RefusedForm; readonly status: number }
  /** Over the headers of the page's own document: not of `_404`, `_500`, or a `Response`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a page says of caches. */
export interface PageCache {
  readonly policy: CachePolicy
  /** Its route, in bracket form. */
  readonly pattern: string
  readonly params: Params
  /** The page's own path, at the address of its Markdown too. */
  readonly pagePath: string
}

/** The page half of a manifest. */
export interface PageManifest {
  readonly pattern?: string
  readonly components: readonly ManifestComponent[]
  readonly stores: readonly ManifestStore[]
  readonly tools: readonly ManifestTool[]
}

export interface Pages {
  /**
   * How the page that a request asks for may be kept; undefined for one that says nothing of it, and where no page answers.
   * Never throws, never rejects: what fails here fails in `render` too.
   */
  cacheOf(request: FwRequest): PageCache | undefined | Promise<PageCache | undefined>
  /**
   * Answers every page request: the page, `_404` in the root layout with 404, `_500` alone with 500 or the status of the
   * `FwError` that was thrown, or plain text where the app has neither. GET and HEAD only; other methods are 405. At once,
   * where nothing has to be waited for. Never throws, never rejects.
   */
  render(request: FwRequest, ctx: Ctx, options?: RenderRequest): FwReply | Promise<FwReply>
  /**
   * Answers a page request that failed before its page was looked for, as `ctxFor` makes it fail: what the page would
   * answer if it had thrown `error` itself.
   */
  renderFailure(error: unknown, request: FwRequest, ctx: Ctx, options?: RenderRequest): Promise<FwReply>
  /** Renders the page under the caller's ctx and says what it mounts. Empty for an unmatched path. */
  manifest(path: string, ctx: Ctx): Promise<PageManifest>
  /** What `manifest` describes, with the closures of a render of its own. */
  instances(path: string, ctx: Ctx): Promise<readonly PageInstance[]>
  listPages(): Promise<readonly KnownPage[]>
  /** The path of the page whose Markdown these segments name; undefined where they name something else. */
  markdownSource(segments: readonly string[]): string | undefined
  /** Whether a page answers this path, or its Markdown does. */
  answers(path: string): boolean
  /** Whether a page without parameters answers this path. */
  hasStatic(path: string): boolean
  /** Whether a page answers this path, parameters or not. */
  has(request: Pick<FwRequest, 'segments' | 'path'>): boolean
  /** Every page pattern with its static title, for the manifest. */
  patterns(): Promise<readonly RouteTitle[]>
  /** `_404` as a standalone document, by default for nobody (the static 404.html); undefined when the app has none. */
  notFoundPage(ctx?: Ctx): Promise<string | undefined>
}
