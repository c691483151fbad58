/** Result of an analysis: sent by the child process, and stored on disk. */
import type { AppModel, Diagnostic } from '../model.ts'

export interface AnalysisResult {
  readonly model: AppModel
  readonly diagnostics: readonly Diagnostic[]
  /** See `CheckResult.packages`. */
  readonly packages: readonly string[]
}
