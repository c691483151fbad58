/** The errors of a build whose cause is the app. */
import type { Diagnostic } from '#model.ts'
import { printOverBudget } from '../report/print-report.ts'
import type { BuildReport } from '../report/report.ts'

/** Thrown when the app breaks rules and can't be built. The diagnostics have been logged. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message)
    this.diagnostics = diagnostics
  }
}

/** Thrown when the app exceeds its `budgets`. All files have been written. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
  readonly report: BuildReport

  constructor(report: BuildReport) {
    super(printOverBudget(report.analysis.overBudget))
    this.report = report
  }
}
