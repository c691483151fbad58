/** Names in a type as it is written, and what they refer to. */
import { perChecker } from './per-checker.ts'
import type { ts } from './typescript.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** Returns whether a type is written without any name, such as `string` and `'a'`. */
export function isNameless({ ts: { SyntaxKind } }: Pick<Context, 'ts'>, { kind }: ts.Node): boolean {
  return kind === SyntaxKind.LiteralType || (kind >= SyntaxKind.FirstKeyword && kind <= SyntaxKind.LastKeyword)
}

type Reference = ts.TypeReferenceNode | (ts.ImportTypeNode & { readonly qualifier: ts.EntityName })

/** Matches `A<B>` and `import('./a.ts').A<B>`, not `typeof import('./a.ts')`. */
export function isReference({ ts }: Pick<Context, 'ts'>, node: ts.TypeNode): node is Reference {
  return ts.isTypeReferenceNode(node) || (ts.isImportTypeNode(node) && !node.isTypeOf && node.qualifier !== undefined)
}

export function getName({ ts }: Pick<Context, 'ts'>, reference: Reference): ts.EntityName {
  if (ts.isTypeReferenceNode(reference)) return reference.typeName
  return ts.isIdentifier(reference.qualifier) ? reference.qualifier : reference.qualifier.right
}

/** Returns the symbol at a name; cached, since the checker resolves it again each time. */
export const symbolAt = perChecker(({ checker }: Context, name: ts.Node) => checker.getSymbolAtLocation(name))

/** Returns the symbol that a name refers to, following imports. */
export const resolveName = perChecker((context: Context, name: ts.Node): ts.Symbol | undefined => {
  const { ts, checker } = context
  const symbol = symbolAt(context, name)
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol
  return checker.getAliasedSymbol(symbol)
})
