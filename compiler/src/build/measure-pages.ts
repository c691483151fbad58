/** Renders the built app's concrete pages. */
import type { JsonSchema } from '@fw/runtime/contract'
import { askBuiltApp } from './ask-built-app.ts'

export interface PageMeasure {
  readonly path: string
  readonly status: number
  readonly html: string
}

export interface PageMeasures {
  /** By pattern: the first concrete page of each. */
  readonly pages: Readonly<Record<string, PageMeasure>>
  /** By tool name: its schemas. */
  readonly tools: Readonly<Record<string, { readonly input?: JsonSchema; readonly output?: JsonSchema }>>
  /** Why nothing could be measured. */
  readonly problem?: string
}

/** Measures `dist/server` of the app at `root`. An app that does not load is a `problem`, not a failed build. */
export async function measurePages(root: string): Promise<PageMeasures> {
  const result = await askBuiltApp<PageMeasures>('measure-process', root)
  return 'answer' in result ? result.answer : { pages: {}, tools: {}, problem: result.problem }
}
