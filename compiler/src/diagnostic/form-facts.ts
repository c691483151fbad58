/** Facts about forms. */
import type { Fix, SourceSpan } from '../model.ts'

/** The name of a form's field that isn't a value in the input of its api. */
export interface FormFieldFact {
  readonly tool: string
  readonly name: string
  /** `part`: the name refers to a value with members of its own. */
  readonly problem: 'unknown' | 'part'
  /** Possible full names in its place, or below it. */
  readonly known: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
  /** Span of the api. */
  readonly declared: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** A completely known form without a field for a required input. */
export interface UnfilledFormFact {
  readonly tool: string
  /** Names with the position of the member, or of the api if the member is declared in another file. */
  readonly missing: readonly { readonly name: string; readonly span: SourceSpan }[]
  /** Span of the form's `action`. */
  readonly span: SourceSpan
}
