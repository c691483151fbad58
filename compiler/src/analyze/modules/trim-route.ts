/**
 * Trims the file of a page, a layout or an error page to the code that a browser needs: the exports that browser code
 * imports, and the statements that they refer to. The rest runs on the server, and may contain its secrets.
 */
import type { ts } from '#program/typescript.ts'
import { EVERY_NAME, isNameOnly, isType } from './value-imports.ts'

/** An export that can't be trimmed: it needs code that does more than define a constant value. */
export interface RouteProblem {
  /** Name of the export. */
  readonly name: string
  /** Offsets of the statement that it needs. */
  readonly start: number
  readonly end: number
}

interface TrimmedRoute {
  /** The code, with blanks in place of everything else, so that offsets and lines are unchanged. */
  readonly code: string
  readonly problems: readonly RouteProblem[]
}

interface Statement {
  readonly node: ts.Statement
  readonly declares: readonly string[]
  readonly reads: ReadonlySet<string>
}

/** Trims a file to its exports with these names. */
export function trimRoute(tsModule: typeof ts, file: ts.SourceFile, names: readonly string[]): TrimmedRoute {
  const statements = file.statements
    .filter((node) => !isType(tsModule, node))
    .map((node) => ({ node, declares: listDeclared(tsModule, node), reads: readNames(tsModule, node) }))
  const owners = new Map(statements.flatMap((statement) => statement.declares.map((name) => [name, statement])))
  const exported = listExports(tsModule, statements)
  const wanted = names.includes(EVERY_NAME) ? [...exported.keys()] : names
  /** The first export that needs a statement, by statement. */
  const kept = new Map<Statement, string>()
  const needed = new Set<string>()
  const keep = (statement: Statement | undefined, name: string): void => {
    if (statement === undefined || kept.has(statement)) return
    kept.set(statement, name)
    if (tsModule.isImportDeclaration(statement.node)) return
    for (const read of statement.reads) {
      needed.add(read)
      keep(owners.get(read), name)
    }
  }
  for (const name of wanted) {
    const found = exported.get(name)
    needed.add(name)
    if (found === undefined)
      for (const star of statements.filter(({ node }) => isStar(tsModule, node))) keep(star, name)
    else if (tsModule.isExportDeclaration(found.statement.node)) {
      kept.set(found.statement, name)
      if (found.local !== undefined) {
        needed.add(found.local)
        keep(owners.get(found.local), name)
      }
    } else keep(found.statement, name)
  }
  return {
    code: print(tsModule, file, { statements: [...kept.keys()], needed, wanted: new Set(wanted) }),
    problems: findProblems(tsModule, file, statements, kept),
  }
}

interface Export {
  readonly statement: Statement
  /** Of an export list: the local name, if it isn't from another module. */
  readonly local?: string | undefined
}

function listExports(tsModule: typeof ts, statements: readonly Statement[]): ReadonlyMap<string, Export> {
  const found = new Map<string, Export>()
  for (const statement of statements) {
    const { node, declares } = statement
    if (tsModule.isExportAssignment(node)) found.set('default', { statement })
    else if (tsModule.isExportDeclaration(node)) {
      const { exportClause: clause, moduleSpecifier } = node
      if (clause === undefined) continue
      if (tsModule.isNamespaceExport(clause)) found.set(clause.name.text, { statement })
      else
        for (const { name, propertyName } of clause.elements)
          found.set(name.text, { statement, local: moduleSpecifier ? undefined : (propertyName ?? name).text })
    } else if (hasModifier(tsModule, node, tsModule.SyntaxKind.DefaultKeyword)) found.set('default', { statement })
    else if (hasModifier(tsModule, node, tsModule.SyntaxKind.ExportKeyword))
      for (const name of declares) found.set(name, { statement })
  }
  return found
}

function isStar(tsModule: typeof ts, node: ts.Statement): boolean {
  return tsModule.isExportDeclaration(node) && node.exportClause === undefined
}

function hasModifier(tsModule: typeof ts, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return tsModule.canHaveModifiers(node) && (node.modifiers?.some((modifier) => modifier.kind === kind) ?? false)
}

/** Returns the names that a statement of the module declares or imports. */
function listDeclared(tsModule: typeof ts, node: ts.Statement): readonly string[] {
  if (tsModule.isImportDeclaration(node)) {
    const { name, namedBindings: bindings } = node.importClause ?? {}
    const named = bindings === undefined ? [] : tsModule.isNamedImports(bindings) ? bindings.elements : [bindings]
    return [...(name ? [name.text] : []), ...named.map((item) => item.name.text)]
  }
  if (tsModule.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => listBound(tsModule, name))
  const isNamed =
    tsModule.isFunctionDeclaration(node) || tsModule.isClassDeclaration(node) || tsModule.isEnumDeclaration(node)
  return isNamed && node.name ? [node.name.text] : []
}

function listBound(tsModule: typeof ts, name: ts.BindingName): readonly string[] {
  if (tsModule.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((item) => (tsModule.isBindingElement(item) ? listBound(tsModule, item.name) : []))
}

/** Returns the names that a statement refers to. Local names count too: this only keeps more code. */
function readNames(tsModule: typeof ts, statement: ts.Statement): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (isType(tsModule, node)) return
    if (tsModule.isIdentifier(node) && !isNameOnly(tsModule, node)) names.add(node.text)
    tsModule.forEachChild(node, visit)
  }
  visit(statement)
  return names
}

interface Printed {
  readonly statements: readonly Statement[]
  /** Local names that remain in imports. */
  readonly needed: ReadonlySet<string>
  /** Names that remain in export lists. */
  readonly wanted: ReadonlySet<string>
}

function print(tsModule: typeof ts, file: ts.SourceFile, { statements, needed, wanted }: Printed): string {
  const { text } = file
  let printed = ''
  const nodes = statements.map(({ node }) => node).sort((left, right) => left.pos - right.pos)
  for (const node of nodes) {
    const start = node.getStart(file)
    printed += blank(text.slice(printed.length, start))
    for (const [from, to] of listUnneeded(tsModule, file, node, { needed, wanted })) {
      printed += text.slice(printed.length, from)
      printed += blank(text.slice(printed.length, to))
    }
    printed += text.slice(printed.length, node.end)
  }
  return printed + blank(text.slice(printed.length))
}

/** Returns the ranges of names that aren't needed in an import or an export list, each with the comma after it. */
function listUnneeded(
  tsModule: typeof ts,
  file: ts.SourceFile,
  node: ts.Statement,
  { needed, wanted }: Omit<Printed, 'statements'>,
): readonly (readonly [from: number, to: number])[] {
  const findEnd = ({ end }: ts.Node) => end + (/^\s*,/.exec(file.text.slice(end))?.[0].length ?? 0)
  const drop = (items: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[], names: ReadonlySet<string>) =>
    items
      .filter(({ name, isTypeOnly }) => isTypeOnly || !names.has(name.text))
      .map((item) => [item.getStart(file), findEnd(item)] as const)
  if (tsModule.isExportDeclaration(node)) {
    const { exportClause: clause } = node
    return clause && tsModule.isNamedExports(clause) ? drop(clause.elements, wanted) : []
  }
  if (!tsModule.isImportDeclaration(node)) return []
  const { name, namedBindings: bindings } = node.importClause ?? {}
  const isDefaultNeeded = name === undefined || needed.has(name.text)
  const defaults = isDefaultNeeded ? [] : [[name.getStart(file), findEnd(name)] as const]
  if (bindings === undefined) return defaults
  if (tsModule.isNamedImports(bindings)) return [...defaults, ...drop(bindings.elements, needed)]
  const isStarNeeded = needed.has(bindings.name.text)
  return isStarNeeded || name === undefined ? defaults : [...defaults, [name.end, bindings.end] as const]
}

function blank(code: string): string {
  return code.replace(/[^\n\r]/g, ' ')
}

/**
 * Finds kept declarations whose value isn't constant, and other statements that refer to a kept one, since they could
 * change it.
 */
function findProblems(
  tsModule: typeof ts,
  file: ts.SourceFile,
  statements: readonly Statement[],
  kept: ReadonlyMap<Statement, string>,
): readonly RouteProblem[] {
  const declared = [...kept].filter(([{ node }]) => !tsModule.isImportDeclaration(node))
  const names = new Map(declared.flatMap(([{ declares }, name]) => declares.map((local) => [local, name])))
  return statements.flatMap((statement) => {
    const { node, reads } = statement
    const by = kept.get(statement) ?? [...reads].flatMap((read) => names.get(read) ?? [])[0]
    const isProblem = kept.has(statement) ? !isConstant(tsModule, node) : isEffect(tsModule, node)
    return by !== undefined && isProblem ? [{ name: by, start: node.getStart(file), end: node.end }] : []
  })
}

/** Whether a statement of the module isn't a declaration. */
function isEffect(tsModule: typeof ts, node: ts.Statement): boolean {
  return !(
    tsModule.isImportDeclaration(node) ||
    tsModule.isExportDeclaration(node) ||
    tsModule.isExportAssignment(node) ||
    tsModule.isDeclarationStatement(node) ||
    tsModule.isVariableStatement(node)
  )
}

/** Whether a kept statement only defines constant values, which are equal in each copy of the code. */
function isConstant(tsModule: typeof ts, node: ts.Statement): boolean {
  const isChanging = tsModule.isVariableStatement(node) && !(node.declarationList.flags & tsModule.NodeFlags.Const)
  return !isChanging && !runsCode(tsModule, node)
}

/** Whether code runs where `node` is. Code of functions runs when they are called. */
function runsCode(tsModule: typeof ts, node: ts.Node): boolean {
  if (tsModule.isFunctionLike(node) || isType(tsModule, node)) return false
  if (isRunning(tsModule, node)) return true
  return tsModule.forEachChild(node, (child) => runsCode(tsModule, child) || undefined) ?? false
}

/** Standard functions and constructors whose results don't differ between copies. */
const CONSTANT_CALLS = /^(?:new (?:Intl\.\w+|Date|URL|RegExp)|Object\.freeze|String|Number|BigInt)$/

function isRunning(tsModule: typeof ts, node: ts.Node): boolean {
  const { SyntaxKind } = tsModule
  if (tsModule.isCallExpression(node) || tsModule.isNewExpression(node))
    return !CONSTANT_CALLS.test(`${tsModule.isNewExpression(node) ? 'new ' : ''}${node.expression.getText()}`)
  if (tsModule.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment
  }
  if (tsModule.isPrefixUnaryExpression(node) || tsModule.isPostfixUnaryExpression(node))
    return node.operator === SyntaxKind.PlusPlusToken || node.operator === SyntaxKind.MinusMinusToken
  return (
    tsModule.isTaggedTemplateExpression(node) ||
    tsModule.isAwaitExpression(node) ||
    tsModule.isDeleteExpression(node) ||
    tsModule.isJsxOpeningLikeElement(node) ||
    tsModule.isJsxOpeningFragment(node) ||
    tsModule.isClassStaticBlockDeclaration(node) ||
    tsModule.isDecorator(node)
  )
}
