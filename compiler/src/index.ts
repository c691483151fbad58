/** `@fw/compiler`: derives the model, the diagnostics and the contracts of an app from its TypeScript. */
export type { AnalyzeOptions } from './analyze/analyze-app.ts'
export { analyze } from './analyze/analyze-app.ts'
export type { TypeOptions } from './analyze/apis/exported-type.ts'
export { DeriveError } from './analyze/apis/exported-type.ts'
export type { BuildOptions } from './build/build.ts'
export { BudgetError, BuildError, build } from './build/build.ts'
export { printReport } from './build/report/print-report.ts'
export type { BuildReport } from './build/report/report.ts'
export { writeTypes } from './build/write-generated.ts'
export type { Checker, CheckResult, DerivedContract, Validated } from './check.ts'
export { check, createChecker, deriveContract } from './check.ts'
export type { AppliedFix, FixedTexts } from './diagnostic/apply-fixes.ts'
export { applyEdits, applyFixes } from './diagnostic/apply-fixes.ts'
export type { DiagnosticFormat } from './diagnostic/print.ts'
export { printDiagnostics, printLines } from './diagnostic/print.ts'
export { unifiedDiff } from './diagnostic/unified-diff.ts'
export { describeSchemaGaps } from './emit/schema-gaps.ts'
export { createTrace, printTrace } from './engine/trace.ts'
export type * from './model.ts'
export type {
  AnalysisReport,
  ApiModuleReport,
  AppCookies,
  ChangeReport,
  IslandReport,
  ModuleKind,
  ModuleReport,
  OverBudget,
  RouteCache,
  RouteCachePolicy,
  RouteCookies,
  RouteReport,
  ScriptReport,
  SizeChange,
  SizeKind,
  Sizes,
  ToolReport,
} from './report/analysis-report.ts'
export type { SkippedRoute, StaticReport } from './static/static-report.ts'
export type * from './type-tree.ts'
