/** The shapes of a route module (spec: Route modules, PageMeta). */
import type { Ctx } from './api.ts'
import type { ParamsOf } from './href.ts'

/** Serialized in a stable order. */
export interface RobotsMeta {
  readonly index?: boolean
  readonly follow?: boolean
  readonly archive?: boolean
  readonly snippet?: boolean
  readonly imageIndex?: boolean
  readonly maxSnippet?: number
  readonly maxImagePreview?: 'none' | 'standard' | 'large'
  readonly maxVideoPreview?: number
}

export interface HeadNode {
  readonly tag: string
  readonly attrs?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly text?: string
}

/** Per-page head metadata. */
export interface PageMeta {
  readonly title?: string
  readonly description?: string
  /** Root-relative or absolute. */
  readonly image?: string
  /** Root-relative or absolute. */
  readonly canonical?: string
  readonly robots?: RobotsMeta | string
  readonly og?: Readonly<Record<string, string | number | undefined>>
  readonly twitter?: Readonly<Record<string, string | number | undefined>>
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
}
