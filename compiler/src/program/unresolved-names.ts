/**
 * Finds names that can't be resolved. The checker continues with `any` for them, and that `any` often disappears from
 * the result: `interface A extends Missing` is an object without errors, `Omit<Missing, 'a'>` a record.
 */

import { perChecker } from './per-checker.ts'
import type { ExpandedHint, Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { isNameless, symbolAt } from './written-names.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** Returns whether a type in the source, or an alias that it follows, contains an unknown name. */
export function hintIsUnresolved(context: Context, written: Hint, expanded: ExpandedHint): boolean {
  const isUnresolved = (node: ts.Node | undefined) => node !== undefined && firstUnresolved(context, node) !== undefined
  return isUnresolved(written.node) || expanded.aliases.some(({ declaration }) => isUnresolved(declaration.type))
}

/** Returns the first unknown name in an `extends` clause of an interface or class. */
export function findUnresolvedHeritage(context: Context, symbol: ts.Symbol): ts.Node | undefined {
  const { ts } = context
  const clauses = (symbol.declarations ?? [])
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassLike(node))
    .flatMap((node) => node.heritageClauses ?? [])
    .filter((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
  return clauses
    .flatMap((clause) => [...clause.types])
    .map((node) => firstUnresolved(context, node))
    .find((node) => node !== undefined)
}

function firstUnresolved(context: Context, node: ts.Node): ts.Node | undefined {
  return isNameless(context, node) ? undefined : searchOnce(context, node)
}

const searchOnce = perChecker(findUnresolved)

function findUnresolved(context: Context, node: ts.Node): ts.Node | undefined {
  const { ts } = context
  // Members are checked one by one, with their own position.
  if (ts.isTypeLiteralNode(node) || ts.isFunctionTypeNode(node)) return undefined
  if (ts.isTypeReferenceNode(node) && !isKnown(context, node.typeName)) return node
  if (ts.isExpressionWithTypeArguments(node) && !isKnown(context, node.expression)) return node
  return ts.forEachChild(node, (child) => findUnresolved(context, child))
}

function isKnown(context: Context, name: ts.Node): boolean {
  const { ts, checker } = context
  // A call or another expression: its type describes it.
  if (!ts.isIdentifier(name) && !ts.isQualifiedName(name) && !ts.isPropertyAccessExpression(name)) return true
  const symbol = symbolAt(context, name)
  // For a name that it can't resolve, the checker creates an alias without a declaration.
  if (symbol?.declarations === undefined || checker.isUnknownSymbol(symbol)) return false
  if ((symbol.flags & ts.SymbolFlags.Alias) === 0) return true
  return !checker.isUnknownSymbol(checker.getAliasedSymbol(symbol))
}
