/** The few rules that the dev server needs: importing all rules would take an eighth of its start. */
import type { Rule } from '../diagnostic/rule.ts'
import { failingModule } from '../rules/modules/failing-module.ts'
import { invalidTsconfig } from '../rules/modules/invalid-tsconfig.ts'
import { missingExport } from '../rules/modules/missing-export.ts'
import { syntaxError } from '../rules/modules/syntax-error.ts'
import { unresolvedImport } from '../rules/modules/unresolved-import.ts'

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
