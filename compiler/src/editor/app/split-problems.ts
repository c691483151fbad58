/**
 * Finds the problems that prevent the `run` of an intent from being a separate file, in TypeScript's own tree.
 * `jsx/split-runs.ts` does the same with Babel, which editors don't load. Tests compare the two.
 */

import { isType } from '#analyze/modules/value-imports.ts'
import type { SplitRunFact } from '#analyze/pages/components.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ComponentModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { withoutParentheses } from './module-bindings.ts'

type Ts = typeof ts
type Run = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration

interface SplitSource {
  readonly ts: Ts
  readonly checker: ts.TypeChecker
  readonly source: ts.SourceFile
  /** Relative to the root. */
  readonly file: string
}

/** Reads the intents of `components`, which are those of the file. */
export function readSplitProblems(
  from: SplitSource,
  components: readonly Pick<ComponentModel, 'intents'>[],
): readonly SplitRunFact[] {
  const { ts, source, file } = from
  const toolAt = new Map(
    components.flatMap(({ intents }) => intents.map(({ span, tool }) => [span.start, tool] as const)),
  )
  if (toolAt.size === 0) return []
  const found: SplitRunFact[] = []
  let writes: Writes | undefined
  const visit = (node: ts.Node): void => {
    const tool = ts.isCallExpression(node) ? toolAt.get(node.getStart(source)) : undefined
    const run = tool !== undefined && ts.isCallExpression(node) ? findRun(ts, node) : undefined
    if (tool !== undefined && run !== undefined) {
      writes ??= writesIn(from)
      for (const { node: at, ...problem } of [...placesIn(ts, run), ...findReassigned(from, run, writes)])
        found.push({ tool, ...problem, span: createSpan(file, source.text, at.getStart(source), at.end) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns `undefined` for a `run` that isn't inline. */
function findRun(ts: Ts, { expression, arguments: given }: ts.CallExpression): Run | undefined {
  const definition = given[1] && withoutParentheses(ts, given[1])
  if (!ts.isIdentifier(withoutParentheses(ts, expression)) || definition === undefined) return undefined
  if (!ts.isObjectLiteralExpression(definition)) return undefined
  const member = definition.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === 'run')
  if (member === undefined) return undefined
  if (ts.isMethodDeclaration(member)) return member.asteriskToken === undefined ? member : undefined
  const value = ts.isPropertyAssignment(member) ? withoutParentheses(ts, member.initializer) : undefined
  if (value === undefined || ts.isArrowFunction(value)) return value
  return ts.isFunctionExpression(value) && value.asteriskToken === undefined ? value : undefined
}

type Problem = Pick<SplitRunFact, 'problem' | 'name'> & { readonly node: ts.Node }

/**
 * Finds expressions with another meaning in a separate file: `this` and similar, if they belong to the definition or
 * the component.
 */
function placesIn(ts: Ts, run: Run): readonly Problem[] {
  const found: Problem[] = []
  const add = (name: string, node: ts.Node) => found.push({ problem: 'this', name, node })
  const visit = (node: ts.Node): void => {
    if (isType(ts, node) || ts.isClassLike(node)) return
    if (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) return
    if (node.kind === ts.SyntaxKind.ThisKeyword) add('this', node)
    if (node.kind === ts.SyntaxKind.SuperKeyword) add('super', node)
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword) add('new.target', node)
    // A function has its own.
    if (ts.isArrowFunction(run) && ts.isIdentifier(node) && node.text === 'arguments' && !isNamePart(ts, node))
      add('arguments', node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(run, visit)
  return found
}

/** Returns variables from outside of `run` whose values change, each once: at its first use. */
function findReassigned({ ts, checker, source }: SplitSource, run: Run, writes: Writes): readonly Problem[] {
  const uses = new Map<ts.Symbol, Problem>()
  const add = (symbol: ts.Symbol | undefined, node: ts.Node): void => {
    if (symbol === undefined || uses.has(symbol) || !isOutside(symbol)) return
    if (writes.all.has(symbol) || isDeclaredAgain(ts, symbol))
      uses.set(symbol, { problem: 'reassigned', name: symbol.name, node })
  }
  const isOutside = ({ declarations = [] }: ts.Symbol) =>
    declarations.length > 0 &&
    declarations.every((one) => one.getSourceFile() === source && !(run.pos <= one.pos && one.end <= run.end))
  const visit = (node: ts.Node): void => {
    if (isType(ts, node)) return
    if (ts.isIdentifier(node) && !isNamePart(ts, node) && !writes.targets.has(node))
      add(symbolAt(ts, checker, node), node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(run, visit)
  for (const { symbol, node } of writes.places) if (run.pos <= node.pos && node.end <= run.end) add(symbol, node)
  return [...uses.values()]
}

interface Writes {
  readonly all: ReadonlySet<ts.Symbol>
  /** Identifiers that are only assigned: for these the whole assignment is reported. */
  readonly targets: ReadonlySet<ts.Node>
  readonly places: readonly { readonly symbol: ts.Symbol; readonly node: ts.Node }[]
}

/** Finds everything in a file that assigns a variable after its declaration. */
function writesIn({ ts, checker, source }: SplitSource): Writes {
  const targets = new Set<ts.Node>()
  const places: { symbol: ts.Symbol; node: ts.Node }[] = []
  const write = (target: ts.Node, node: ts.Node, isRead = false): void => {
    for (const identifier of listTargets(ts, target)) {
      const symbol = symbolAt(ts, checker, identifier)
      if (!isRead) targets.add(identifier)
      if (symbol !== undefined) places.push({ symbol, node })
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(ts, node.operatorToken.kind)) write(node.left, node)
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
      if (node.operator === PlusPlusToken || node.operator === MinusMinusToken) write(node.operand, node, true)
    }
    if ((ts.isForInStatement(node) || ts.isForOfStatement(node)) && ts.isExpression(node.initializer))
      write(node.initializer, node, ts.isIdentifier(node.initializer))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { all: new Set(places.map(({ symbol }) => symbol)), targets, places }
}

function isAssignment(ts: Ts, kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/** Returns the variables in an assignment's target: `a`, `[a, { b: c = 1, ...d }]`. */
function listTargets(ts: Ts, given: ts.Node): readonly ts.Identifier[] {
  if (ts.isIdentifier(given)) return [given]
  if (ts.isParenthesizedExpression(given) || ts.isSpreadElement(given) || ts.isSpreadAssignment(given))
    return listTargets(ts, given.expression)
  if (ts.isAsExpression(given) || ts.isSatisfiesExpression(given) || ts.isNonNullExpression(given))
    return listTargets(ts, given.expression)
  if (ts.isBinaryExpression(given)) return listTargets(ts, given.left)
  if (ts.isArrayLiteralExpression(given)) return given.elements.flatMap((one) => listTargets(ts, one))
  if (ts.isObjectLiteralExpression(given)) return given.properties.flatMap((one) => listTargets(ts, one))
  if (ts.isPropertyAssignment(given)) return listTargets(ts, given.initializer)
  return ts.isShorthandPropertyAssignment(given) ? [given.name] : []
}

/** A second `var`, or one in a loop, is an assignment. */
function isDeclaredAgain(ts: Ts, { declarations = [] }: ts.Symbol): boolean {
  const values = declarations.filter(
    (one) => ts.isVariableDeclaration(one) || ts.isParameter(one) || (ts.isFunctionDeclaration(one) && one.body),
  )
  return values.length > 1 || values.some((one) => isHoisted(ts, one) && isInLoop(ts, one))
}

function isHoisted(ts: Ts, declaration: ts.Declaration): boolean {
  const { parent } = declaration
  return ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.BlockScoped) === 0
}

function isInLoop(ts: Ts, declaration: ts.Node): boolean {
  for (let node = declaration.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node)) return false
    if (ts.isIterationStatement(node, false)) return true
  }
  return false
}

function symbolAt(ts: Ts, checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
}

/** Returns whether an identifier only names a member, a declaration or an attribute, and isn't a variable. */
function isNamePart(ts: Ts, node: ts.Identifier): boolean {
  const parent: ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node } = node.parent
  if (ts.isShorthandPropertyAssignment(parent)) return false
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return true
  return parent.name === node || parent.propertyName === node
}
