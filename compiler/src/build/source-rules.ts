/** The few rules that the dev server has to have at hand: an import of all of them would be an eighth of its start. */
import type { Rule } from '../diagnostic/rule.ts'
import { invalidTsconfig } from '../rules/invalid-tsconfig.ts'
import { missingExport } from '../rules/missing-export.ts'
import { syntaxError } from '../rules/syntax-error.ts'
import { unresolvedImport } from '../rules/unresolved-import.ts'

/** Of what only shows when files are loaded: a build runs them on what its bundles fail with, and so does the dev server. */
export const BUILD_RULES: readonly Rule[] = [unresolvedImport, missingExport, syntaxError, invalidTsconfig]
