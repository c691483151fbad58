/** Result of an analysis: sent by the child process, and stored on disk. */
import type { AppModel, Diagnostic } from '../model.ts'

export interface AnalysisResult {
  readonly model: AppModel
  readonly diagnostics: readonly Diagnostic[]
  /**
   * Imports that fail. Dev reports such an import when it loads the file, so they aren't in `diagnostics`. Absent in a
   * stored result, whose diagnostics contain them.
   */
  readonly failedImports?: readonly Diagnostic[]
  /** See `CheckResult.packages`. */
  readonly packages: readonly string[]
}
