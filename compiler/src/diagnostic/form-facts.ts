/** What analysis saw of forms. */
import type { Fix, SourceSpan } from '../model.ts'

/** The name of a form's field that leads to no value in the input of its api. */
export interface FormFieldFact {
  readonly tool: string
  readonly name: string
  /** `part`: to something that has members of its own. */
  readonly problem: 'unknown' | 'part'
  /** Whole names that there are in its place, or below it. */
  readonly known: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
  /** Of the api. */
  readonly declared: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** A form that is all there, and has no field for what its api requires. */
export interface UnfilledFormFact {
  readonly tool: string
  /** Each with the place of the member, or of the api where that is written elsewhere. */
  readonly missing: readonly { readonly name: string; readonly span: SourceSpan }[]
  /** Of the form's `action`. */
  readonly span: SourceSpan
}
