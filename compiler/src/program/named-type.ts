/** Finds a type in a file by its name. */

import type { Snapshot } from './app-programs.ts'
import { findDocComment } from './doc-comments/doc-comment.ts'
import { createHint } from './type-hint.ts'
import type { TypeSource } from './type-tree.ts'
import type { ts } from './typescript.ts'

type TypeDeclaration = ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration

/** Returns the type `name` of `file`: an export, or else a declaration or import in the file, or else a nested one. */
export function findNamedType(snapshot: Snapshot, file: string, name: string): TypeSource | undefined {
  const { ts, checker } = snapshot
  const symbol = symbolNamed(snapshot, file, name)
  const declaration = symbol?.declarations?.find((node) => isTypeDeclaration(snapshot, node))
  if (symbol === undefined || declaration === undefined) return undefined
  const alias = ts.isTypeAliasDeclaration(declaration) ? declaration : undefined
  const doc = alias && findDocComment(alias)
  return {
    type: checker.getDeclaredTypeOfSymbol(symbol),
    anchor: alias?.type ?? declaration.name ?? declaration,
    parameters: ts.isEnumDeclaration(declaration) ? [] : [...(declaration.typeParameters ?? [])],
    optional: true,
    ...(alias && { hint: createHint(alias.type) }),
    ...(doc && { doc }),
  }
}

/** Returns the types that a file exports, declares or imports, in this order. */
export function typeNames(snapshot: Snapshot, file: string): string[] {
  const source = snapshot.program.getSourceFile(file)
  if (source === undefined) return []
  const exported = listExports(snapshot, source).filter((symbol) => isType(snapshot, symbol))
  const local = [...namesIn(snapshot, source)].filter(([, symbol]) => isType(snapshot, symbol))
  return [...new Set([...exported.map(({ name }) => name), ...local.map(([name]) => name)])]
}

function symbolNamed(snapshot: Snapshot, file: string, name: string): ts.Symbol | undefined {
  const source = snapshot.program.getSourceFile(file)
  if (source === undefined) return undefined
  const [first = '', ...members] = name.split('.')
  let symbol =
    listExports(snapshot, source).find((candidate) => candidate.name === first && isSpaceOrType(snapshot, candidate)) ??
    namesIn(snapshot, source).get(first) ??
    (members.length === 0 ? innerType(snapshot, source, first) : undefined)
  for (const member of members) symbol = symbol && findMember(snapshot, symbol, member)
  return symbol && followAlias(snapshot, symbol)
}

function listExports({ checker }: Snapshot, source: ts.SourceFile): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(source)
  return module === undefined ? [] : checker.getExportsOfModule(module)
}

function findMember(snapshot: Snapshot, space: ts.Symbol, name: string): ts.Symbol | undefined {
  const target = followAlias(snapshot, space)
  const exported = snapshot.checker.getExportsOfModule(target).find((symbol) => symbol.name === name)
  if (exported !== undefined) return exported
  const { ts } = snapshot
  const bodies = (target.declarations ?? []).filter(ts.isModuleDeclaration).map((node) => node.body)
  return bodies.map((body) => body && innerType(snapshot, body, name)).find((symbol) => symbol !== undefined)
}

/** Returns the declarations and imports of a file, by local name. */
function namesIn(snapshot: Snapshot, source: ts.SourceFile): Map<string, ts.Symbol> {
  const { ts, checker } = snapshot
  const names = new Map<string, ts.Symbol>()
  const add = (name: ts.Node | undefined) => {
    const symbol = name && checker.getSymbolAtLocation(name)
    if (name !== undefined && symbol !== undefined) names.set(name.getText(source), symbol)
  }
  for (const statement of source.statements) {
    if (isTypeDeclaration(snapshot, statement) || ts.isModuleDeclaration(statement)) add(statement.name)
    else if (ts.isImportEqualsDeclaration(statement)) add(statement.name)
    else if (ts.isImportDeclaration(statement)) {
      add(statement.importClause?.name)
      const bindings = statement.importClause?.namedBindings
      if (bindings === undefined) continue
      for (const node of ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements) add(node.name)
    }
  }
  return names
}

/** Returns the first nested type with this name, as in a function or a namespace. */
function innerType(snapshot: Snapshot, within: ts.Node, name: string): ts.Symbol | undefined {
  const { ts, checker } = snapshot
  const visit = (node: ts.Node): ts.Symbol | undefined => {
    if (isTypeDeclaration(snapshot, node) && node.name?.text === name) return checker.getSymbolAtLocation(node.name)
    return ts.forEachChild(node, visit)
  }
  return ts.forEachChild(within, visit)
}

function followAlias({ ts, checker }: Snapshot, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function isType(snapshot: Snapshot, symbol: ts.Symbol): boolean {
  return (followAlias(snapshot, symbol).flags & snapshot.ts.SymbolFlags.Type) !== 0
}

function isSpaceOrType(snapshot: Snapshot, symbol: ts.Symbol): boolean {
  const { SymbolFlags } = snapshot.ts
  return (followAlias(snapshot, symbol).flags & (SymbolFlags.Type | SymbolFlags.Namespace)) !== 0
}

function isTypeDeclaration({ ts }: Snapshot, node: ts.Node): node is TypeDeclaration {
  return (
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)
  )
}
