/** Selects the files that stay React: interactive ones, and the components that they render. */
import { Node, type SourceFile, SyntaxKind } from 'ts-morph'

/** Returns the files. `imports` returns the app's files that a file imports. */
export function findReactFiles(
  sources: readonly SourceFile[],
  imports: (file: SourceFile) => readonly SourceFile[],
): ReadonlySet<SourceFile> {
  const found = new Set<SourceFile>()
  const keep = (file: SourceFile) => {
    if (found.has(file)) return
    found.add(file)
    for (const other of imports(file)) if (hasJsx(other)) keep(other)
  }
  for (const file of sources) if (hasJsx(file) && isInteractive(file)) keep(file)
  return found
}

/**
 * Returns whether the file is interactive: hooks, handlers, refs, contexts, classes, or components of other packages.
 */
export function isInteractive(file: SourceFile): boolean {
  if (hasDirective(file, 'use client')) return true
  if (/\b(?:React\.)?(?:createContext|forwardRef|memo|lazy|useState|useEffect|useRef)\s*[(<]/.test(file.getText()))
    return true
  const foreign = new Set(
    file
      .getImportDeclarations()
      .filter(
        (one) =>
          /^[^./@#]|^@[^/]/.test(one.getModuleSpecifierValue()) &&
          !/^(?:next|react)(?:\/|$)/.test(one.getModuleSpecifierValue()),
      )
      .flatMap((one) => [one.getDefaultImport(), ...one.getNamedImports().map((named) => named.getNameNode())])
      .flatMap((name) => name?.getText() ?? []),
  )
  return file.getDescendants().some((node) => {
    if (Node.isJsxAttribute(node)) return /^(?:on[A-Z]|ref$)/.test(node.getNameNode().getText())
    if (Node.isCallExpression(node)) return /^(?:React\.)?use[A-Z]\w*$/.test(node.getExpression().getText())
    if (Node.isJsxOpeningElement(node) || Node.isJsxSelfClosingElement(node))
      return foreign.has(node.getTagNameNode().getText().split('.')[0] ?? '')
    return Node.isClassDeclaration(node) && /Component\b/.test(node.getExtends()?.getText() ?? '')
  })
}

export function hasJsx(file: SourceFile): boolean {
  const kinds = [SyntaxKind.JsxElement, SyntaxKind.JsxSelfClosingElement, SyntaxKind.JsxFragment]
  return kinds.some((kind) => file.getDescendantsOfKind(kind).length > 0)
}

function hasDirective(file: SourceFile, text: string): boolean {
  return findDirective(file, text) !== undefined
}

/** Returns the statement of a directive such as `'use client'`. */
export function findDirective(file: SourceFile, text: string): Node | undefined {
  return file
    .getStatements()
    .find((one) => Node.isExpressionStatement(one) && one.getExpression().getText().slice(1, -1) === text)
}
