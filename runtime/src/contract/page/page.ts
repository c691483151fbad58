/** Types of route modules. */
import type { Ctx } from '../api.ts'
import type { CachePolicy } from './cache.ts'
import type { ParamsOf, RoutePattern } from './href.ts'

/**
 * Directives for robots, serialized in a stable order. Write a directive that isn't listed here under its own name:
 * `noarchive: true`.
 */
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
  /** ISO date after which search engines should remove the page. */
  readonly unavailableAfter?: string
  readonly [directive: string]: boolean | number | string | undefined
}

/** A node of the document's head: `meta`, `link`, `script`, `style` or `base`. */
export interface HeadNode {
  readonly tag: string
  /** `true` writes the bare name; `false` and undefined omit the attribute. The framework sets the id. */
  readonly attrs?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Content of `script` and `style`, written as in a file of its own. */
  readonly text?: string
}

/** Per-page head metadata. */
export interface PageMeta {
  /** Default: the app's title. */
  readonly title?: string
  /** Default: the app's description. */
  readonly description?: string
  /** Root-relative or absolute. */
  readonly image?: string
  /** Root-relative or absolute. */
  readonly canonical?: string
  /** `index: false` also excludes the page from the sitemap. */
  readonly robots?: RobotsMeta | string
  /**
   * Overrides derived values, key by key: `type`, `siteName`, `imageAlt`, `publishedTime`, `modifiedTime`, or any other key
   * with or without its prefix. An empty string removes a derived key.
   */
  readonly og?: Readonly<Record<string, string | number | undefined>>
  /** The same for `twitter:*`. */
  readonly twitter?: Readonly<Record<string, string | number | undefined>>
  /** One script for each entry; see `articleJsonLd`, `breadcrumbJsonLd` and `organizationJsonLd`. */
  readonly jsonLd?: object | readonly object[]
  readonly head?: readonly HeadNode[]
}

/** The metadata of a page that lists of pages need. */
export type ListedMeta = Pick<PageMeta, 'title' | 'description' | 'robots'>

export type Params = Readonly<Record<string, string>>

/** The parameters of a route: of its pattern, or the given ones. */
export type RouteParams<Route> = Route extends string ? ParamsOf<Route> : Route

/**
 * The argument of a page function, `_404` and `_500`. `PageProps<'/orders/[id=integer]'>` derives the parameters from the
 * pattern. Parameters are decoded strings; a rest parameter contains its segments joined with `/`.
 */
export interface PageProps<Route extends RoutePattern | Params = Params> {
  readonly ctx: Ctx
  readonly params: RouteParams<Route>
  /** The query of the URL. Empty if a page is rendered without a request, for a static site or a manifest. */
  readonly search: URLSearchParams
  /** Aborts when the browser disconnects before the page is complete. Pass it to the operations that the page awaits. */
  readonly signal: AbortSignal
  /** With `csp`: the nonce of this response, for the app's own scripts: `<script nonce={props.nonce}>`. */
  readonly nonce: string | undefined
}

/** The argument of `routes/_500.tsx`: page props with the thrown error. */
export interface ErrorPageProps extends PageProps {
  readonly error: unknown
}

/** The argument of a `meta` function. */
export interface MetaProps<Route extends RoutePattern | Params = Params> {
  readonly params: RouteParams<Route>
}

/**
 * A `meta` function, for a constant: `export const meta: MetaFunction<'/orders/[id]'> = ({ params }) => ({ … })` has the
 * parameters of the pattern.
 */
export type MetaFunction<Route extends RoutePattern | Params = Params> = (
  props: MetaProps<Route>,
) => PageMeta | Promise<PageMeta>

/** The `staticParams` of a page: `export const staticParams: StaticParams<'/orders/[id]'> = async () => [ … ]`. */
export type StaticParams<Route extends RoutePattern | Params = Params> =
  | readonly RouteParams<Route>[]
  | (() => readonly RouteParams<Route>[] | Promise<readonly RouteParams<Route>[]>)

/** A loaded file of `src/routes`. */
export interface RouteModule {
  readonly default: (props: never) => unknown
  readonly meta?: PageMeta | MetaFunction
  readonly staticParams?: StaticParams
  /** Default: the page isn't cached. */
  readonly cache?: CachePolicy
  /** Whether the page stays current while it is open. Default: only its `<Live>` regions do. */
  readonly live?: boolean
}

/** A route of the manifest. */
export interface RouteTitle {
  /** Pattern in bracket form. */
  readonly pattern: string
  /** Title of every page of the route; absent if it depends on the params. */
  readonly title?: string
}

/** A known page. */
export interface KnownPage {
  readonly path: string
  /** Pattern in bracket form. */
  readonly pattern: string
  readonly title?: string
  readonly description?: string
  /** False for a dynamic pattern without `staticParams`. */
  readonly concrete: boolean
  /**
   * The build has determined that the page always returns a `Response`, redirects or isn't found. Lists for other sites
   * omit it.
   */
  readonly noDocument?: true
  /** The error that its module, its `meta` or its `staticParams` throws: the page can't be rendered. */
  readonly problem?: string
  /** Its `robots` metadata excludes it from search indexes. */
  readonly noindex?: true
  /** Its language, in an international app; each language version is a page of its own. */
  readonly locale?: string
  /** The page's own path, without the language. If no page is there, it redirects to the visitor's language. */
  readonly barePath?: string
  /** The path with the default language, if URLs don't contain it: it redirects to the page. */
  readonly prefixedPath?: string
  /** The page in all languages: language -> path. */
  readonly alternates?: Readonly<Record<string, string>>
}
