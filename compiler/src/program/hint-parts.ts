/**
 * Follows an intersection in the source to the part that has values, such as `Email` of `Email & { __brand: 'mail' }`. The
 * other parts brand it, or narrow it.
 */
import { type ExpandedHint, expandHint, type Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'

interface Context {
  readonly ts: typeof ts
  readonly checker: ts.TypeChecker
}

/** Returns the hint of a primitive, with the aliases of all parts: the tags of each apply. */
export function expandPrimitive(context: Context, expanded: ExpandedHint): ExpandedHint {
  const { ts } = context
  if (!ts.isIntersectionTypeNode(expanded.node)) return expanded
  const parts = listParts(context, expanded).map((part) => expandPrimitive(context, expandHint(context, part)))
  const [first] = parts
  if (first === undefined) return expanded
  return { ...first, aliases: [...expanded.aliases, ...parts.flatMap(({ aliases }) => aliases)] }
}

/** Returns the hint of the part of an intersection whose values are those of the whole: `form` is its type. */
export function findFormHint(context: Context, hint: Hint | undefined, form: ts.Type): Hint | undefined {
  const { ts, checker } = context
  if (hint === undefined || !ts.isIntersectionTypeNode(hint.node)) return undefined
  const parts = listParts(context, hint)
  const [only] = parts
  return (
    parts.find((part) => checker.getTypeFromTypeNode(expandHint(context, part).node) === form) ??
    (parts.length === 1 ? only : undefined)
  )
}

/** Returns the mapped types that `hint` (expanded) is or intersects. */
export function listMappedHints(context: Context, hint: Hint | undefined): readonly Hint[] {
  const { ts } = context
  if (hint === undefined) return []
  if (ts.isMappedTypeNode(hint.node)) return [hint]
  if (!ts.isIntersectionTypeNode(hint.node)) return []
  return listParts(context, hint).flatMap((part) => listMappedHints(context, expandHint(context, part)))
}

/** Returns whether a type contains a member of another one, such as `T[K]`. */
export function holdsMember(tsModule: Context['ts'], node: ts.Node): boolean {
  if (tsModule.isIndexedAccessTypeNode(node)) return true
  return tsModule.forEachChild(node, (part) => holdsMember(tsModule, part)) ?? false
}

/** Returns the parts except for type literals, which brand. */
function listParts(context: Context, { node, bindings }: Hint): readonly Hint[] {
  const { ts } = context
  if (!ts.isIntersectionTypeNode(node)) return []
  return node.types
    .map((part) => ({ node: part, bindings }))
    .filter((part) => !ts.isTypeLiteralNode(expandHint(context, part).node))
}
