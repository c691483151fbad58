/**
 * Finds modules with syntax errors among those that an app loads: otherwise only the build and dev would report them.
 */

import { createSpan } from '#diagnostic/code-frame.ts'
import { defineQuery } from '#engine/query.ts'
import type { ts } from '#program/typescript.ts'
import { API_FILE } from '../apis/api-files.ts'
import { type AppReader, READER } from '../app-reader.ts'
import { COMPONENT_FILE, type SyntaxFact } from '../pages/analyzed-components.ts'
import { getTree } from './tree-cache.ts'

/** Finds syntax errors in modules that no other analysis reads: neither components nor api modules. */
export function findSyntaxErrors({ read }: AppReader, modules: readonly string[]): readonly SyntaxFact[] {
  const others = modules.filter((file) => !COMPONENT_FILE.test(file) && !file.endsWith(API_FILE))
  return others.flatMap((file) => read(SYNTAX_ERRORS, file))
}

/** The first syntax error of a file, relative to the root. */
export const SYNTAX_ERRORS = defineQuery<readonly SyntaxFact[]>('syntax errors', (read, file) => {
  const reader = read(READER)
  const tree: ParsedTree | undefined = getTree(reader, file)
  return (tree?.parseDiagnostics ?? []).slice(0, 1).map(({ messageText, start, length }) => ({
    message: reader.ts.flattenDiagnosticMessageText(messageText, '\n'),
    span: createSpan(file, tree?.text ?? '', start, start + length),
  }))
})

/** TypeScript stores the parser's errors on the tree, but declares them only for programs. */
type ParsedTree = ts.SourceFile & { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] }
