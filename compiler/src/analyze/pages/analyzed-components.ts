/** The result of analyzing components. */
import type { ComponentModel, SourceSpan } from '#model.ts'

/** Code in the `run` of an intent that prevents it from being a separate file. */
export interface SplitRunFact {
  readonly tool: string
  readonly problem: 'reassigned' | 'this'
  /** The variable, or `this` and similar. */
  readonly name: string
  readonly span: SourceSpan
}

/** A file with a syntax error. */
export interface SyntaxFact {
  readonly message: string
  readonly span: SourceSpan
}

export const COMPONENT_FILE = /\.[jt]sx$/

export interface AnalyzedComponents {
  readonly components: readonly ComponentModel[]
  readonly syntax: readonly SyntaxFact[]
  /** Literal links to paths of this app. */
  readonly links: readonly LinkPlace[]
  readonly splitRuns: readonly SplitRunFact[]
}

export interface LinkPlace {
  readonly to: string
  readonly span: SourceSpan
}
