/** The few rules that the dev server needs: importing all rules would take an eighth of its start. */
import type { Rule } from '../diagnostic/rule.ts'
import { failingModule } from '../rules/failing-module.ts'
import { invalidTsconfig } from '../rules/invalid-tsconfig.ts'
import { missingExport } from '../rules/missing-export.ts'
import { syntaxError } from '../rules/syntax-error.ts'
import { unresolvedImport } from '../rules/unresolved-import.ts'

/**
 * Rules for problems that appear only when files are loaded: a build and the dev server apply them to bundler errors.
 */
export const BUILD_RULES: readonly Rule[] = [
  unresolvedImport,
  missingExport,
  syntaxError,
  invalidTsconfig,
  failingModule,
]
