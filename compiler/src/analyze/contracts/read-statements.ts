/**
 * Finds the statements of a module that an exported constant, or a type in it, may depend on. Uses only names, so that
 * it needs no types: extra statements do no harm, a missing one would.
 */
import { listBoundNames } from '#analyze/modules/module-exports.ts'
import type { ts } from '#program/typescript.ts'

type Ts = typeof ts

/** Start of a piece of source; as in spans, lines and columns start at 1. */
export interface PiecePlace {
  readonly pos: number
  readonly line: number
  readonly column: number
}

/** A top-level statement with its leading comments. */
export interface Piece extends PiecePlace {
  readonly end: number
  readonly text: string
  /** Specifier of an import declaration. */
  readonly specifier?: string
}

interface Statement {
  readonly text: string
  /** Every word in it, including comments and strings. */
  readonly words: ReadonlySet<string>
  /** The names that it declares in the module; undefined if it may change other declarations. */
  readonly declares: readonly string[] | undefined
  /** Whether its declarations may be assigned elsewhere. */
  readonly mutable: boolean
}

export interface Statements {
  /** All statements. */
  readonly all: readonly Piece[]
  /**
   * Returns the statements that an exported constant may depend on, in source order; `undefined` if the name isn't
   * declared exactly once.
   */
  ofConstant(name: string): readonly Piece[] | undefined
  /** Returns the statements that a piece of source in the module may refer to. */
  ofText(text: string): readonly Piece[]
}

export function readStatements(ts: Ts, source: ts.SourceFile): Statements {
  const placeOf = placesIn(source.text)
  const all = source.statements.map((node) => {
    // Comments of imports don't matter.
    const pos = ts.isImportDeclaration(node) ? node.getStart(source) : node.pos
    const place = { ...placeOf(pos), end: node.end, ...readSpecifier(ts, node) }
    return { ...readStatement(ts, node, source.text.slice(pos, node.end)), ...place }
  })
  const declaring = new Map<string, number[]>()
  for (const [index, { declares = [] }] of all.entries())
    for (const name of declares) declaring.set(name, [...(declaring.get(name) ?? []), index])
  const findDeclaring = (words: Iterable<string>) => [...words].flatMap((word) => declaring.get(word) ?? [])
  const uses = all.map(({ words }) => findDeclaring(words))
  const everywhere = all.flatMap(({ declares }, index) => (declares === undefined ? [index] : []))
  // A name with escapes isn't found as a word.
  const isPlain = !source.text.includes('\\u')
  const reach = (from: readonly number[]): readonly Piece[] => {
    const reached = new Set([...from, ...everywhere])
    // A Set is iterated in insertion order, including entries that are added meanwhile.
    for (const at of reached) for (const used of uses[at] ?? []) reached.add(used)
    const isKnown = isPlain && ![...reached].some((at) => all[at]?.mutable)
    return isKnown ? all.filter((_, at) => reached.has(at)) : all
  }
  const constants = new Map<string, number>()
  for (const [index, node] of source.statements.entries())
    for (const name of listExportedConstants(ts, node))
      if (declaring.get(name)?.length === 1) constants.set(name, index)
  return {
    all,
    ofConstant(name) {
      const at = constants.get(name)
      return at === undefined ? undefined : reach([at])
    },
    ofText: (text) => reach(findDeclaring(text.match(WORD) ?? [])),
  }
}

/** After an edit most nodes are reused from the previous tree. */
const STATEMENTS = new WeakMap<ts.Statement, Statement>()

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu

function readStatement(ts: Ts, node: ts.Statement, text: string): Statement {
  const known = STATEMENTS.get(node)
  if (known?.text === text) return known
  const mutable = ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.Const) === 0
  const read = { text, words: new Set(text.match(WORD)), declares: listDeclaredNames(ts, node), mutable }
  STATEMENTS.set(node, read)
  return read
}

function readSpecifier(ts: Ts, node: ts.Statement): Pick<Piece, 'specifier'> {
  const isNamed = ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)
  return isNamed ? { specifier: (node.moduleSpecifier as ts.StringLiteral).text } : {}
}

/** Returns a function that must be called with ascending offsets. */
function placesIn(text: string): (pos: number) => PiecePlace {
  let line = 1
  let start = 0
  return (pos) => {
    for (let next = text.indexOf('\n', start); next !== -1 && next < pos; next = text.indexOf('\n', start)) {
      line += 1
      start = next + 1
    }
    return { pos, line, column: pos - start + 1 }
  }
}

function listDeclaredNames(ts: Ts, node: ts.Statement): readonly string[] | undefined {
  if (ts.isImportDeclaration(node)) return node.importClause && listImportedBindings(ts, node.importClause)
  if (ts.isExportDeclaration(node)) return []
  if (putsMember(ts, node)) return undefined
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => listBoundNames(ts, name).map(({ text }) => text))
  if (ts.isExportAssignment(node)) return []
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
    return [node.name.text]
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name ? [node.name.text] : []
  return undefined
}

/**
 * Returns whether a node contains an assignment such as `label.version = 2`, which adds a member to a function. Nested
 * functions don't count.
 */
function putsMember(ts: Ts, node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false
  const assigns = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
  return (assigns && !ts.isIdentifier(node.left)) || ts.forEachChild(node, (child) => putsMember(ts, child)) === true
}

function listImportedBindings(ts: Ts, { name, namedBindings }: ts.ImportClause): readonly string[] {
  const own = name === undefined ? [] : [name.text]
  if (namedBindings === undefined) return own
  if (ts.isNamespaceImport(namedBindings)) return [...own, namedBindings.name.text]
  return [...own, ...namedBindings.elements.map((element) => element.name.text)]
}

function listExportedConstants(ts: Ts, node: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(node) || !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    return []
  return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
}
