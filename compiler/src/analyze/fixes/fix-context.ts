/** Helpers for fixes in a file. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { TextEdit } from '#model.ts'
import type { ts } from '#program/typescript.ts'

/** A file and the path that spans use for it. */
export interface FixContext {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
  readonly file: ts.SourceFile
  /** Relative to the root. */
  readonly path: string
}

/** Inserts `text` between two offsets. */
export function editAt({ file, path }: FixContext, start: number, end: number, text: string): TextEdit {
  return { span: createSpan(path, file.text, start, end), text }
}

/** Returns all identifiers in the file. */
export function namesIn({ ts: tsModule, file }: FixContext): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (tsModule.isIdentifier(node)) names.add(node.text)
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** Returns all references in the file to the declaration at `name`. */
export function findUses({ ts: tsModule, checker, file }: FixContext, name: ts.Node): readonly ts.Identifier[] {
  const symbol = checker.getSymbolAtLocation(name)
  const uses: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isIdentifier(node)) {
      const meant = tsModule.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node)
      if (meant !== undefined && meant === symbol) uses.push(node)
    }
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return uses
}
