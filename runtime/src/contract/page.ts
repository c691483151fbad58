/** The shapes of a route module (spec: Route modules, PageMeta). */
import type { Ctx } from './api.ts'
import type { CachePolicy } from './cache.ts'
import type { ParamsOf } from './href.ts'

/** Serialized in a stable order. A directive that is not listed here stands under its own name: `noarchive: true`. */
export interface RobotsMeta {
  readonly index?: boolean
  readonly follow?: boolean
  readonly archive?: boolean
  readonly snippet?: boolean
  readonly imageIndex?: boolean
  readonly maxSnippet?: number
  readonly maxImagePreview?: 'none' | 'standard' | 'large'
  readonly maxVideoPreview?: number
  readonly translate?: boolean
  /** A date that search engines read, as an ISO date. */
  readonly unavailableAfter?: string
  readonly [directive: string]: boolean | number | string | undefined
}

/** A node of the document's head: `meta`, `link`, `script`, `style` or `base`. */
export interface HeadNode {
  readonly tag: string
  /** `true` writes the bare name, `false` and undefined nothing. The id is the framework's. */
  readonly attrs?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Of `script` and `style`, as it is written in a file of its own. */
  readonly text?: string
}

/** Per-page head metadata. */
export interface PageMeta {
  /** Default: the app's. */
  readonly title?: string
  /** Default: the app's. */
  readonly description?: string
  /** Root-relative or absolute. */
  readonly image?: string
  /** Root-relative or absolute. */
  readonly canonical?: string
  /** `index: false` also keeps the page out of the sitemap. */
  readonly robots?: RobotsMeta | string
  /**
   * Over what is derived, key by key: `type`, `siteName`, `imageAlt`, `publishedTime`, `modifiedTime`, any other key with or
   * without its prefix. An empty text takes a derived key away.
   */
  readonly og?: Readonly<Record<string, string | number | undefined>>
  /** The same for `twitter:*`. */
  readonly twitter?: Readonly<Record<string, string | number | undefined>>
  /** One script for each entry; see `articleJsonLd`, `breadcrumbJsonLd` and `organizationJsonLd`. */
  readonly jsonLd?: object | readonly object[]
  readonly head?: readonly HeadNode[]
}

export type Params = Readonly<Record<string, string>>

/**
 * What a page function, `_404` and `_500` receive: `PageProps<'/orders/[id=integer]'>` takes the parameters off the
 * pattern. Parameters are decoded text; a rest is its segments joined with `/`.
 */
export interface PageProps<Route = Params> {
  readonly ctx: Ctx
  readonly params: Route extends string ? ParamsOf<Route> : Route
  /** The query of the address. Empty where a page is rendered ahead, for a static site or a manifest. */
  readonly search: URLSearchParams
  /** Aborts when the browser leaves before the page is whole: hand it to what the page waits for. */
  readonly signal: AbortSignal
  /** Under `csp`: the nonce of this answer, for scripts of the app's own, as `<script nonce={props.nonce}>`. */
  readonly nonce: string | undefined
}

/** What `routes/_500.tsx` receives: the thrown error beside the rest. */
export interface ErrorPageProps extends PageProps {
  readonly error: unknown
}

/** A loaded file of `src/routes`. */
export interface RouteModule {
  readonly default: (props: never) => unknown
  readonly meta?: PageMeta | ((args: { params: Params }) => PageMeta | Promise<PageMeta>)
  readonly staticParams?: readonly Params[] | (() => readonly Params[] | Promise<readonly Params[]>)
  /** Default: nobody keeps the page. */
  readonly cache?: CachePolicy
}

/** A route of the manifest. */
export interface RouteTitle {
  /** Bracket form. */
  readonly pattern: string
  /** Title of every page of the route; absent if it depends on the params. */
  readonly title?: string
}

/** A known page (decisions: Further shapes). */
export interface KnownPage {
  readonly path: string
  /** Bracket form. */
  readonly pattern: string
  readonly title?: string
  readonly description?: string
  /** False for a dynamic pattern without `staticParams`. */
  readonly concrete: boolean
  /** The build has read that it always returns a `Response`, redirects or isn't found: it is in no list for others. */
  readonly noDocument?: true
  /** What its module, its `meta` or its `staticParams` throws: it can't be rendered as it is. */
  readonly problem?: string
  /** Its `robots` say that it stays out of indexes. */
  readonly noindex?: true
  /** Its language, in an international app; each of its languages is a page of its own. */
  readonly locale?: string
  /** The path without the language, which leads to the language of whoever asks. */
  readonly barePath?: string
  /** The page in every language: language -> path. */
  readonly alternates?: Readonly<Record<string, string>>
}
