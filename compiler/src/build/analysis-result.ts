/** What an analysis found: what crosses from the child process, and what is remembered on disk. */
import type { AppModel, Diagnostic } from '../model.ts'

export interface AnalysisResult {
  readonly model: AppModel
  readonly diagnostics: readonly Diagnostic[]
}
