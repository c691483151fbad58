/**
 * Finds constraint tags of the types that a value is written with which its tree lacks. TypeScript forgets aliases of
 * primitives in conditional types and unions of members: the contract of `Unwrapped<Email[]>` is that of any string.
 */
import type { TypeNode } from '#type-tree.ts'
import type { Definitions } from '../definitions.ts'
import { mapChildren } from '../finish-tree.ts'
import { holdsMember } from '../hint-parts.ts'
import { perChecker } from '../per-checker.ts'
import { aliasDocs, expandHint, type Hint, memberBindings } from '../type-hint.ts'
import type { ts } from '../typescript.ts'
import { isOwnSource, type Place, type Walk } from '../walk.ts'
import { isNameless, isReference, resolveName } from '../written-names.ts'
import type { DocTag } from './doc-comment.ts'
import { narrow } from './doc-narrow.ts'
import { findConstraint } from './doc-values.ts'

type Context = Pick<Walk, 'ts' | 'program' | 'checker'>
type NamedTag = Pick<DocTag, 'name' | 'text'>

/** Reports the lost tags of a place, unless `isReported` returns true for the message. */
export function reportLostTags(
  walk: Walk,
  definitions: Definitions,
  place: Place,
  node: TypeNode,
  isReported: (detail: string) => boolean,
): void {
  const { hint } = place
  if (hint === undefined || node.kind === 'unknown' || isNameless(walk, hint.node)) return
  const tags = hint.bindings.size === 0 ? listUnbound(walk, hint.node) : listTags(walk, hint)
  for (const { name, text } of tags) {
    const detail = `The type "${shorten(hint.node.getText())}" names a type with @${name}${text && ` ${text}`}, which TypeScript loses in it.`
    if (!isLost(node, definitions, name, text) || isReported(detail)) continue
    const own = isOwnSource(walk, hint.node.getSourceFile()) ? hint.node : place.anchor
    const anchor = { file: own.getSourceFile(), start: own.getStart(), end: own.end }
    walk.docProblem({ kind: 'doc-hint', path: place.path, anchor, type: '', detail })
  }
}

const listUnbound = perChecker((context: Context, node: ts.TypeNode) =>
  listTags(context, { node, bindings: new Map() }),
)

function listTags(context: Context, hint: Hint): readonly NamedTag[] {
  const found: NamedTag[] = []
  collectTags(context, hint, found, new Set())
  return found
}

/** Members of an object type aren't searched: each has a place of its own. */
function collectTags(context: Context, hint: Hint, found: NamedTag[], seen: Set<ts.Node>): void {
  const { ts, checker } = context
  if (seen.has(hint.node)) return
  seen.add(hint.node)
  const expanded = expandHint(context, hint)
  const { node, bindings } = expanded
  for (const { tags } of aliasDocs(context, expanded)) found.push(...tags.filter(({ name }) => findConstraint(name)))
  for (const child of listChildTypes(context, node)) collectTags(context, { node: child, bindings }, found, seen)
  for (const argument of listInferred(context, expanded)) collectTags(context, argument, found, seen)
  // `Lowercase<Email>`: the compiler implements it, so its declaration is only a keyword.
  if (node.kind === ts.SyntaxKind.IntrinsicKeyword)
    for (const argument of bindings.values()) collectTags(context, argument, found, seen)
  if (!ts.isIndexedAccessTypeNode(node)) return
  const object = expandHint(context, { node: node.objectType, bindings })
  if (ts.isTupleTypeNode(object.node)) collectTags(context, object, found, seen)
  const inner = memberBindings(context, object)
  for (const { valueDeclaration: member } of checker.getPropertiesOfType(checker.getTypeFromTypeNode(object.node)))
    if (member && ts.isPropertySignature(member) && member.type)
      collectTags(context, { node: member.type, bindings: inner }, found, seen)
}

/** Returns the type arguments from which a conditional type with `infer` selects. */
function listInferred(context: Context, { node, bindings }: Hint): readonly Hint[] {
  const { ts } = context
  if (!ts.isConditionalTypeNode(node) || !hasInfer(context, node.extendsType)) return []
  const checked = expandHint(context, { node: node.checkType, bindings })
  if (!isReference(context, checked.node)) return []
  return (checked.node.typeArguments ?? []).map((argument) => ({ node: argument, bindings: checked.bindings }))
}

function hasInfer({ ts }: Context, node: ts.Node): boolean {
  const visit = (part: ts.Node): boolean => ts.isInferTypeNode(part) || (ts.forEachChild(part, visit) ?? false)
  return visit(node)
}

/** Returns the types in a type from which its values have their tags. */
function listChildTypes(context: Context, node: ts.TypeNode): readonly ts.TypeNode[] {
  const { ts, checker } = context
  if (ts.isTypeLiteralNode(node) || ts.isTypeOperatorNode(node) || ts.isIndexedAccessTypeNode(node)) return []
  // The argument of a conditional type, such as `Parameters`.
  if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) return listSignatureTypes(node)
  if (ts.isTypeQueryNode(node)) {
    const declared = resolveName(context, node.exprName)?.valueDeclaration
    const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : declared
    const called = value && ts.isClassLike(value) ? value.members.find(ts.isConstructorDeclaration) : value
    return called && ts.isFunctionLike(called) ? listSignatureTypes(called) : []
  }
  if (isReference(context, node)) {
    // The keys of a map are strings of any format.
    const { symbol } = checker.getTypeFromTypeNode(node) as { symbol?: ts.Symbol }
    return symbol && /^(?:Readonly)?(?:Array|Set)$/.test(symbol.name) ? (node.typeArguments ?? []) : []
  }
  // A member of another type has its own place.
  if (ts.isMappedTypeNode(node)) return node.type === undefined || holdsMember(ts, node.type) ? [] : [node.type]
  if (ts.isUnionTypeNode(node)) {
    const broad = node.types.filter(
      ({ kind }) => kind === ts.SyntaxKind.StringKeyword || kind === ts.SyntaxKind.NumberKeyword,
    )
    const all = broad.map((part) => checker.getTypeFromTypeNode(part))
    return node.types.filter((part) => !all.includes(checker.getTypeFromTypeNode(part)))
  }
  if (ts.isConditionalTypeNode(node)) return [node.checkType, node.trueType, node.falseType]
  const children: ts.TypeNode[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isTypeNode(child)) children.push(child)
    else ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return children
}

function listSignatureTypes({ parameters, type }: ts.SignatureDeclaration): readonly ts.TypeNode[] {
  return [...parameters, { type }].flatMap((one) => one.type ?? [])
}

/** Returns whether a value is of a kind that the tag constrains, and no value of the tree has the constraint. */
function isLost(root: TypeNode, definitions: Definitions, name: string, text: string): boolean {
  const keyword = findConstraint(name)
  const read = keyword?.read(text)
  if (keyword === undefined || read === undefined || !('value' in read)) return false
  let isLoose = false
  let isApplied = false
  const seen = new Set<string>()
  const visit = (node: TypeNode): TypeNode => {
    if (node.kind === 'ref') {
      const target = seen.has(node.name) ? undefined : definitions.named(node.name)?.node
      seen.add(node.name)
      if (target !== undefined) visit(target)
      return node
    }
    const narrowed = keyword.kinds.includes(node.kind) ? narrow(node, name, read.value) : undefined
    if (narrowed !== undefined && 'node' in narrowed) {
      if (JSON.stringify(narrowed.node) === JSON.stringify(node)) isApplied = true
      else isLoose = true
    }
    return mapChildren(node, visit)
  }
  visit(root)
  return isLoose && !isApplied
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
