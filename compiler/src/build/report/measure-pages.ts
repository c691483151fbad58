/** Renders pages of the built app. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { RouteCachePolicy, RouteCookies } from '#report/analysis-report.ts'
import { queryBuiltApp } from '../query-built-app.ts'

export interface PageMeasure {
  readonly path: string
  /** Page on which the path was found, for a dynamic route without `staticParams`. */
  readonly linkedFrom?: string
  readonly status: number
  readonly html: string
  readonly cookies: RouteCookies
  /** Headers of the response: `cache-control`, `x-fw-cache` and `x-fw-cache-reason`. */
  readonly cacheControl?: string | undefined
  readonly cacheState?: string | undefined
  readonly cacheReason?: string | undefined
}

export interface PageMeasures {
  /** One page of each pattern. */
  readonly pages: Readonly<Record<string, PageMeasure>>
  /** Schemas by tool name. */
  readonly tools: Readonly<Record<string, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>
  /** Cache policies by pattern. */
  readonly policies: Readonly<Record<string, RouteCachePolicy>>
  /** The session cookie with its attributes. */
  readonly session?: string | undefined
  /** Reason if nothing could be measured. */
  readonly problem?: string
}

/**
 * Measures `dist/server` of the app at `root`. If the app can't be loaded, the result is a `problem`, and the build
 * continues.
 */
export async function measurePages(root: string): Promise<PageMeasures> {
  const result = await queryBuiltApp<PageMeasures>('measure-process', root)
  return 'value' in result ? result.value : { pages: {}, tools: {}, policies: {}, problem: result.problem }
}
