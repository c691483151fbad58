/** Whether the files with a fixed place and meaning (interface.md: Convention paths) export what is asked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFact } from '../diagnostic/facts.ts'
import type { ConventionFiles } from '../model.ts'
import { ts } from '../program/typescript.ts'
import { findConventionFiles } from './convention-files.ts'

/** Those whose default export the framework calls. */
const WITH_DEFAULT = ['ctx', 'session', 'middleware'] as const

export interface AnalyzedConventions {
  readonly files: ConventionFiles
  readonly facts: readonly ConventionFact[]
}

export function analyzeConventions(root: string, config: FwConfig): AnalyzedConventions {
  const files = findConventionFiles(root, config)
  const facts = WITH_DEFAULT.flatMap((kind): ConventionFact[] => {
    const file = files[kind]
    if (file === undefined) return []
    const hasDefault = hasDefaultExport(file, readFileSync(join(root, file), 'utf8'))
    return [{ file, kind, hasDefault, span: { file, start: 0, end: 0, line: 1, column: 1 } }]
  })
  return { files, facts }
}

function hasDefaultExport(file: string, text: string): boolean {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return !statement.isExportEquals
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (statement.isTypeOnly || clause === undefined || !ts.isNamedExports(clause)) return false
      return clause.elements.some((element) => element.name.text === 'default' && !element.isTypeOnly)
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
  })
}
