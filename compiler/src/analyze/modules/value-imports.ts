/** Finds the run-time imports of a module: imports that are only used as types are erased. */
import type { ts } from '#program/typescript.ts'

export interface ValueImport {
  readonly specifier: string
  /** Start of the statement or call that contains it. */
  readonly from: number
  /** Offsets of the specifier, with its quotes. */
  readonly start: number
  readonly end: number
  /** Local name -> exported name (`default`, `*`). Empty if nothing is bound. */
  readonly names: ReadonlyMap<string, string>
}

/** Returns imports, `export … from` and `import('…')` with a literal, in source order. */
export function readValueImports(tsModule: typeof ts, file: ts.SourceFile): readonly ValueImport[] {
  const found: ValueImport[] = []
  const used = new Set<string>()
  const add = (specifier: ts.StringLiteralLike, names: ReadonlyMap<string, string> = new Map()) =>
    found.push({
      specifier: specifier.text,
      from: specifier.parent.getStart(file),
      start: specifier.getStart(file),
      end: specifier.end,
      names,
    })
  const visit = (node: ts.Node): void => {
    if (tsModule.isImportDeclaration(node) || isType(tsModule, node)) return
    if (tsModule.isExportDeclaration(node) && node.moduleSpecifier && tsModule.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier)
      // Its names are those of the other module.
      return
    }
    if (tsModule.isCallExpression(node) && node.expression.kind === tsModule.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      if (argument && tsModule.isStringLiteralLike(argument)) add(argument)
    }
    if (tsModule.isIdentifier(node) && !isNameOnly(tsModule, node)) used.add(node.text)
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  for (const statement of file.statements) {
    if (!tsModule.isImportDeclaration(statement) || !tsModule.isStringLiteral(statement.moduleSpecifier)) continue
    const clause = statement.importClause
    if (clause === undefined) add(statement.moduleSpecifier)
    else if (!clause.isTypeOnly) {
      const names = new Map([...boundNames(tsModule, clause)].filter(([local]) => used.has(local)))
      if (names.size > 0) add(statement.moduleSpecifier, names)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The name of all exports of a module together. */
export const EVERY_NAME = '*'

/** Returns the names of the exports that these imports of one module bind, sorted. */
export function listBoundExports(imports: readonly ValueImport[]): readonly string[] {
  const names = imports.flatMap((one) => (one.names.size === 0 ? [EVERY_NAME] : [...one.names.values()]))
  return names.includes(EVERY_NAME) ? [EVERY_NAME] : [...new Set(names)].sort()
}

interface ModuleUrl extends Omit<ValueImport, 'names'> {
  /** Whether it is the script of a worker, which a browser runs. */
  readonly isWorker: boolean
}

/**
 * Returns files that `new URL('…', import.meta.url)` names: a bundler creates an asset or a worker's script from each.
 */
export function readModuleUrls(tsModule: typeof ts, file: ts.SourceFile): readonly ModuleUrl[] {
  const found: ModuleUrl[] = []
  const visit = (node: ts.Node): void => {
    const [url, base] = isNewOf(tsModule, node, /^URL$/) ? (node.arguments ?? []) : []
    if (url && base && tsModule.isStringLiteralLike(url) && /\bimport\.meta\b/.test(base.getText(file)))
      found.push({
        specifier: /^(?:[./#@]|[a-z][a-z\d+.-]*:)/i.test(url.text) ? url.text : `./${url.text}`,
        from: node.getStart(file),
        start: url.getStart(file),
        end: url.end,
        isWorker: isNewOf(tsModule, node.parent, /^(?:Shared)?Worker$/),
      })
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isNewOf(tsModule: typeof ts, node: ts.Node, name: RegExp): node is ts.NewExpression {
  return tsModule.isNewExpression(node) && tsModule.isIdentifier(node.expression) && name.test(node.expression.text)
}

/** Returns whether `node` is erased at run time. */
export function isType(tsModule: typeof ts, node: ts.Node): boolean {
  if (tsModule.isInterfaceDeclaration(node) || tsModule.isTypeAliasDeclaration(node)) return true
  if (tsModule.isHeritageClause(node)) return node.token === tsModule.SyntaxKind.ImplementsKeyword
  if (tsModule.isExportDeclaration(node)) return node.isTypeOnly || isListOfTypes(tsModule, node.exportClause)
  if (tsModule.isExportSpecifier(node)) return node.isTypeOnly
  return tsModule.isTypeNode(node) && !tsModule.isExpressionWithTypeArguments(node)
}

/** `{ type A, type B }`. */
function isListOfTypes(tsModule: typeof ts, clause: ts.NamedExportBindings | undefined): boolean {
  if (clause === undefined || !tsModule.isNamedExports(clause) || clause.elements.length === 0) return false
  return clause.elements.every(({ isTypeOnly }) => isTypeOnly)
}

/** Returns whether an identifier only names a member, a variable or an attribute, and isn't a reference. */
export function isNameOnly(tsModule: typeof ts, node: ts.Identifier): boolean {
  const parent: ts.Node & { readonly name?: ts.Node } = node.parent
  if (tsModule.isBindingElement(parent) && parent.propertyName === node) return true
  if (tsModule.isShorthandPropertyAssignment(parent)) return false
  if (tsModule.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node
  return parent.name === node
}

function boundNames(tsModule: typeof ts, clause: ts.ImportClause): Map<string, string> {
  const names = new Map<string, string>()
  if (clause.name !== undefined) names.set(clause.name.text, 'default')
  const bindings = clause.namedBindings
  if (bindings === undefined) return names
  if (tsModule.isNamespaceImport(bindings)) names.set(bindings.name.text, '*')
  else
    for (const { name, propertyName, isTypeOnly } of bindings.elements)
      if (!isTypeOnly) names.set(name.text, (propertyName ?? name).text)
  return names
}
