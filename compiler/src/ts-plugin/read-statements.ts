/**
 * Which statements of a module an exported constant can be made of. Asked of names alone, so that it is known without
 * types: too many statements do no harm, one that is missing would.
 */
import type { ts } from '../program/typescript.ts'

type Ts = typeof ts

/** A top-level statement with all that stands before it. */
export interface Piece {
  readonly pos: number
  readonly end: number
  readonly text: string
}

interface Statement extends Piece {
  /** Every word in it, comments and texts included. */
  readonly words: ReadonlySet<string>
  /** The names that it brings into the module; undefined where it may change what others bring. */
  readonly declares: readonly string[] | undefined
  /** What it declares may be given another value elsewhere. */
  readonly mutable: boolean
}

/** By the name of the exported constant: in the order of the source. Names that are declared twice are left out. */
export function readStatements(ts: Ts, source: ts.SourceFile): ReadonlyMap<string, readonly Piece[]> {
  const statements = source.statements.map((node) => readStatement(ts, source, node))
  const declaring = new Map<string, number[]>()
  for (const [index, { declares = [] }] of statements.entries())
    for (const name of declares) declaring.set(name, [...(declaring.get(name) ?? []), index])
  const uses = statements.map(({ words }) => [...words].flatMap((word) => declaring.get(word) ?? []))
  const everywhere = statements.flatMap(({ declares }, index) => (declares === undefined ? [index] : []))
  // A name that is written in escapes is no word that is found.
  const isPlain = !source.text.includes('\\u')
  const found = new Map<string, readonly Piece[]>()
  for (const [index, node] of source.statements.entries())
    for (const name of exportedConstants(ts, node)) {
      if (declaring.get(name)?.length !== 1) continue
      const reached = new Set([index, ...everywhere])
      // A Set is walked in the order of insertion, what is added meanwhile included.
      for (const at of reached) for (const used of uses[at] ?? []) reached.add(used)
      const isKnown = isPlain && ![...reached].some((at) => statements[at]?.mutable)
      found.set(name, isKnown ? statements.filter((_, at) => reached.has(at)) : statements)
    }
  return found
}

/** After an edit most nodes are those of the tree before it. */
const STATEMENTS = new WeakMap<ts.Statement, Statement>()

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu

function readStatement(ts: Ts, source: ts.SourceFile, node: ts.Statement): Statement {
  const { pos, end } = node
  const text = source.text.slice(pos, end)
  const known = STATEMENTS.get(node)
  if (known?.text === text) return known.pos === pos ? known : { ...known, pos, end }
  const mutable = ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.Const) === 0
  const read = { pos, end, text, words: new Set(text.match(WORD)), declares: declaredNames(ts, node), mutable }
  STATEMENTS.set(node, read)
  return read
}

function declaredNames(ts: Ts, node: ts.Statement): readonly string[] | undefined {
  if (ts.isImportDeclaration(node)) return node.importClause && importedBindings(ts, node.importClause)
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => boundNames(ts, name))
  if (ts.isExportDeclaration(node) || ts.isExportAssignment(node)) return []
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
    return [node.name.text]
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name ? [node.name.text] : []
  return undefined
}

function importedBindings(ts: Ts, { name, namedBindings }: ts.ImportClause): readonly string[] {
  const own = name === undefined ? [] : [name.text]
  if (namedBindings === undefined) return own
  if (ts.isNamespaceImport(namedBindings)) return [...own, namedBindings.name.text]
  return [...own, ...namedBindings.elements.map((element) => element.name.text)]
}

function boundNames(ts: Ts, name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(ts, element.name)))
}

function exportedConstants(ts: Ts, node: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(node) || !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    return []
  return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
}
