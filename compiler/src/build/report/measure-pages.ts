/** Renders the built app's concrete pages. */
import type { JsonSchema } from '@fw/runtime/contract'
import { queryBuiltApp } from '../query-built-app.ts'

export interface PageMeasure {
  readonly path: string
  readonly status: number
  readonly html: string
}

export interface PageMeasures {
  /** The first concrete page of each pattern. */
  readonly pages: Readonly<Record<string, PageMeasure>>
  /** Schemas by tool name. */
  readonly tools: Readonly<Record<string, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>
  /** Reason if nothing could be measured. */
  readonly problem?: string
}

/**
 * Measures `dist/server` of the app at `root`. If the app can't be loaded, the result is a `problem`, and the build
 * continues.
 */
export async function measurePages(root: string): Promise<PageMeasures> {
  const result = await queryBuiltApp<PageMeasures>('measure-process', root)
  return 'value' in result ? result.value : { pages: {}, tools: {}, problem: result.problem }
}
