/** What fixes ask of a file. */
import { createSpan } from '../diagnostic/frame.ts'
import type { TextEdit } from '../model.ts'
import type { ts } from '../program/typescript.ts'

/** A file and how to name its places. */
export interface FixContext {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
  readonly file: ts.SourceFile
  /** Relative to the root. */
  readonly path: string
}

/** Puts `text` between two offsets. */
export function editAt({ file, path }: FixContext, start: number, end: number, text: string): TextEdit {
  return { span: createSpan(path, file.text, start, end), text }
}

/** Every name that stands in the file. */
export function namesIn({ ts: tsModule, file }: FixContext): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (tsModule.isIdentifier(node)) names.add(node.text)
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return names
}

/** The places of the file that mean what is declared at `name`. */
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
