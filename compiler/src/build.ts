/** `@fw/compiler/build`: builds an app. Loads the compiler only if something has changed since the last build. */
export { build } from './build/build.ts'
export { printReport } from './build/report/print-report.ts'
export type { BuildReport } from './build/report/report.ts'
export { BudgetError, BuildError } from './build/steps/build-error.ts'
export type { BuildOptions } from './build/steps/build-options.ts'
