/** Renders the built app's concrete pages. */
import { askBuiltApp } from './ask-built-app.ts'

export interface PageMeasure {
  readonly path: string
  readonly status: number
  readonly html: string
}

export interface PageMeasures {
  /** By pattern: the first concrete page of each. */
  readonly pages: Readonly<Record<string, PageMeasure>>
  /** By tool name: bytes of its schemas as JSON. */
  readonly tools: Readonly<Record<string, { readonly input: number; readonly output: number }>>
  /** Why nothing could be measured. */
  readonly problem?: string
}

/** Measures `dist/server` of the app at `root`. An app that does not load is a `problem`, not a failed build. */
export async function measurePages(root: string): Promise<PageMeasures> {
  const result = await askBuiltApp<PageMeasures>('measure-process', root)
  return 'answer' in result ? result.answer : { pages: {}, tools: {}, problem: result.problem }
}
