/** `@fw/compiler`: an app's TypeScript as a model, what is wrong with it, and its contracts. */
export type { AnalyzeOptions } from './analyze/analyze-app.ts'
export { analyze } from './analyze/analyze-app.ts'
export type { Checker, CheckResult } from './check.ts'
export { check, createChecker } from './check.ts'
export type { DiagnosticFormat } from './diagnostic/print.ts'
export { printDiagnostics } from './diagnostic/print.ts'
export type * from './model.ts'
export type * from './type-tree.ts'
