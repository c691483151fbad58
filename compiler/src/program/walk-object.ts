/** Objects: interfaces, type literals, classes without private state, mapped types, merged intersections. */
import type { ObjectNode, PropertyNode, TypeNode } from '../type-tree.ts'
import { applySourceDoc } from './doc-comments/apply-doc-comment.ts'
import { findDocComment, type SourceDoc } from './doc-comments/doc-comment.ts'
import { holdsMember, listMappedHints } from './hint-parts.ts'
import { keyHint, readIndexKeys } from './index-keys.ts'
import { findDataMembers } from './object-brand.ts'
import { sortMembers } from './order/member-order.ts'
import {
  aliasDocs,
  bindingsAround,
  collectInheritedBindings,
  createHint,
  dropTypeTags,
  expandHint,
  findMemberHint,
  type Hint,
  keepTypeTags,
  memberBindings,
} from './type-hint.ts'
import type { ts } from './typescript.ts'
import { isOwnSource, type Place, placeBelow, type Walk, withoutCondition } from './walk.ts'
import { extendsBuiltIn, walkCodec, walkGlobal } from './walk-global.ts'
import { reducesToNever } from './walk-intersection.ts'
import { walkMapped } from './walk-mapped.ts'
import { isReference } from './written-names.ts'

/** Keys that no object may have. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

export function walkObject(walk: Walk, type: ts.Type, place: Place): TypeNode {
  const { checker } = walk
  const codec = walkCodec(walk, type as ts.ObjectType, place)
  if (codec !== undefined) return codec
  if (walk.checker.getSignaturesOfType(type, walk.ts.SignatureKind.Call).length > 0)
    return walk.problem('function', type, place)
  if (checker.getSignaturesOfType(type, walk.ts.SignatureKind.Construct).length > 0)
    return walk.problem('function', type, place)
  if (isValueOfDeclaration(walk, type)) return walk.problem('value-object', type, place)
  for (const part of type.isIntersection() ? type.types : [type]) {
    const global = walkGlobal(walk, part as ts.ObjectType, place)
    if (global !== undefined) return global
  }
  // Reported once, since a walk of the members would report each method.
  if (extendsBuiltIn(walk, type)) return walk.problem('built-in', type, place)
  if (isPackageInstance(walk, type)) return walk.problem('package-class', type, place)
  if (place.path !== '' && isEmptyObject(walk, type)) walk.problem('empty-object', type, place)
  const mapped = walkMapped(walk, type, place)
  if (mapped !== undefined) return mapped
  const written = memberBindings(walk, place.hint)
  const bindings =
    place.hint !== undefined && isReference(walk, place.hint.node)
      ? written
      : collectInheritedBindings(walk, (type.symbol as ts.Symbol | undefined)?.declarations ?? [], written)
  const { members, unclear } = findDataMembers(walk, type)
  for (const symbol of unclear)
    walk.problem(
      'unclear-brand',
      checker.getTypeOfSymbol(symbol),
      placeBelow(walk, place, stepTo(symbol.name), undefined, symbol.valueDeclaration),
    )
  const around = { bindings, written: listMappedHints(walk, place.hint), joined: type.isIntersection() }
  const properties = sortMembers(walk, type, members, place.hint)
    .map((symbol) => createProperty(walk, symbol, place, around))
    .filter((property) => property !== undefined)
  return { kind: 'object', properties, ...walkIndexes(walk, type, place) }
}

/** Matches an object with methods, accessors or private state that a package declares. */
function isPackageInstance(walk: Walk, type: ts.Type): boolean {
  const { Method, Accessor } = walk.ts.SymbolFlags
  const declarations = (type.symbol as ts.Symbol | undefined)?.declarations ?? []
  const isDeclared = declarations.some((node) => walk.ts.isClassLike(node) || walk.ts.isInterfaceDeclaration(node))
  if (!isDeclared || declarations.some((node) => isOwnSource(walk, node.getSourceFile()))) return false
  return walk.checker.getPropertiesOfType(type).some(({ flags, valueDeclaration }) => {
    if (flags & (Method | Accessor)) return true
    return valueDeclaration !== undefined && isHidden(walk, valueDeclaration)
  })
}

/** Matches `{}` or an interface without members in the source: every value but null is assignable to it. */
function isEmptyObject({ ts, checker }: Walk, type: ts.Type): boolean {
  const { objectFlags = 0, symbol } = type as ts.ObjectType
  if (type.isIntersection() || (objectFlags & (ts.ObjectFlags.Mapped | ts.ObjectFlags.Reference)) !== 0) return false
  if (symbol === undefined) return false
  // The checker has one type for every `{}`, which has no declaration.
  const isWritten = symbol.declarations?.some(ts.isInterfaceDeclaration) ?? symbol.name === ts.InternalSymbolName.Type
  return isWritten && checker.getPropertiesOfType(type).length === 0 && checker.getIndexInfosOfType(type).length === 0
}

/** Matches `typeof` an enum, a namespace or a module: an object of code, not data. */
function isValueOfDeclaration({ ts }: Walk, type: ts.Type): boolean {
  const { objectFlags = 0 } = type as ts.ObjectType
  const flags = (type.symbol as ts.Symbol | undefined)?.flags ?? 0
  const isValue = (flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.ValueModule)) !== 0
  return isValue && (objectFlags & ts.ObjectFlags.Anonymous) !== 0
}

/** The object of a property. */
interface ObjectAround {
  readonly bindings: ReadonlyMap<ts.Symbol, Hint>
  /** The mapped types that it is written as. */
  readonly written: readonly Hint[]
  /** Whether it is an intersection. */
  readonly joined: boolean
}

/** A property has the same result in every contract that contains it, unless it depends on type arguments. */
function createProperty(
  walk: Walk,
  symbol: ts.Symbol,
  place: Place,
  { bindings, written, joined }: ObjectAround,
): PropertyNode | undefined {
  if (symbol.name.startsWith('__@')) {
    walk.problem(
      'symbol-key',
      walk.checker.getTypeOfSymbol(symbol),
      placeBelow(walk, place, stepToSymbol(walk, symbol), undefined, symbol.valueDeclaration),
    )
    return undefined
  }
  const own = symbol.valueDeclaration ?? symbol.declarations?.[0]
  const mapped = written.length > 0 ? written : listMappedDeclarations(symbol)
  const renamed = own === undefined ? findFirst(mapped, (hint) => findRenamedMember(walk, symbol, hint)) : undefined
  const declaration = own ?? renamed?.passed.declaration
  const annotation = own && writtenType(walk, own, bindings)
  const wrapped = annotation && findFirst(mapped, (hint) => findWrappedMember(walk, symbol, annotation, hint))
  const value = written.length === 1 ? findMappedValue(walk, written[0]) : undefined
  const hint = wrapped ?? renamed ?? annotation ?? value
  const property = { symbol, declaration, hint, joined, wrapped: wrapped !== undefined }
  if (hint !== undefined && hint.bindings.size > 0) return walkProperty(walk, property, place)
  const how = joined ? 'joined' : ''
  return walk.once({ subject: symbol, written: hint?.node, how, depth: place.depth }, () =>
    walkProperty(walk, property, place),
  )
}

/** Returns the mapped type of a member as it is declared, for a type that isn't written. */
function listMappedDeclarations(symbol: ts.Symbol): readonly Hint[] {
  const { links } = symbol as { links?: { readonly mappedType?: { readonly declaration?: ts.MappedTypeNode } } }
  const declaration = links?.mappedType?.declaration
  return declaration === undefined ? [] : [createHint(declaration)]
}

function findFirst<Found>(hints: readonly Hint[], find: (hint: Hint) => Found | undefined): Found | undefined {
  for (const hint of hints) {
    const found = find(hint)
    if (found !== undefined) return found
  }
  return undefined
}

interface FoundProperty {
  readonly symbol: ts.Symbol
  readonly declaration: ts.Declaration | undefined
  readonly hint: Hint | undefined
  /** Whether it is a property of an intersection. */
  readonly joined: boolean
  /** Whether its declaration has another type, which is a part of its own. */
  readonly wrapped: boolean
}

function walkProperty(
  walk: Walk,
  { symbol, declaration, hint, joined, wrapped }: FoundProperty,
  place: Place,
): PropertyNode | undefined {
  const { ts, checker } = walk
  const type = withoutCondition(walk, checker.getTypeOfSymbol(symbol))
  const name = ts.unescapeLeadingUnderscores(symbol.escapedName)
  const below = {
    ...placeBelow(walk, place, stepTo(symbol.name.startsWith('#') ? symbol.name : name), hint, declaration),
    optional: true,
  }
  if (symbol.name.startsWith('#') || (declaration !== undefined && isHidden(walk, declaration))) {
    walk.problem('private-state', type, below)
    return undefined
  }
  if (RESERVED.has(name)) {
    walk.problem('reserved-key', type, below)
    return undefined
  }
  if (declaration !== undefined && ts.isAccessor(declaration) && ts.isClassLike(declaration.parent)) {
    walk.problem('accessor', type, below)
    return undefined
  }
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 || mayBeUndefined(walk, type)
  // `field?: never` means that the key is absent, which a closed object expresses by not listing it.
  if (optional && isAbsent(walk, type)) return undefined
  const declarations = symbol.declarations ?? (declaration === undefined ? [] : [declaration])
  const docs = declarations
    .map((node) => findDocComment(node))
    .filter((found) => found !== undefined)
    .map((doc) => (wrapped ? dropTypeTags(doc) : doc))
  const node = walk.node(type, below)
  // A member of an intersection has the comments of all its declarations, and the tags of all their types.
  const applied = joined ? [...docs, ...listTypeDocs(walk, declarations, place)] : docs.slice(0, 1)
  const documented = applied.reduceRight((result, doc) => applySourceDoc(walk, result, doc, below, optional), node)
  return { name, optional, type: documented }
}

function listTypeDocs(walk: Walk, declarations: readonly ts.Declaration[], place: Place): readonly SourceDoc[] {
  const bindings = memberBindings(walk, place.hint)
  return declarations.slice(1).flatMap((declaration) => {
    const hint = writtenType(walk, declaration, bindings)
    return hint === undefined ? [] : aliasDocs(walk, expandHint(walk, hint)).map(keepTypeTags)
  })
}

function writtenType(
  { ts }: Walk,
  declaration: ts.Declaration,
  bindings: ReadonlyMap<ts.Symbol, Hint>,
): Hint | undefined {
  if (!ts.isPropertySignature(declaration) && !ts.isPropertyDeclaration(declaration) && !ts.isParameter(declaration))
    return undefined
  return declaration.type && { node: declaration.type, bindings: bindingsAround(declaration.type, bindings) }
}

function isHidden({ ts }: Walk, declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.NonPublicAccessibilityModifier) !== 0
}

function mayBeUndefined({ ts }: Walk, type: ts.Type): boolean {
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Void
  return type.isUnion() ? type.types.some((part) => part.flags & absent) : (type.flags & absent) !== 0
}

/** Returns whether `undefined` is the only valid value. */
function isAbsent(walk: Walk, type: ts.Type): boolean {
  const { TypeFlags } = walk.ts
  if (type.isUnion()) return type.types.every((part) => isAbsent(walk, part))
  if (type.isIntersection()) return reducesToNever(walk, type)
  return (type.flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) !== 0
}

function walkIndexes(
  walk: Walk,
  type: ts.Type,
  place: Place,
): Pick<ObjectNode, 'index' | 'patterns' | 'untrustedKeys'> {
  const { TypeFlags } = walk.ts
  let index: TypeNode | undefined
  let untrustedKeys = false
  const patterns: { pattern: string; type: TypeNode }[] = []
  for (const info of walk.checker.getIndexInfosOfType(type)) {
    if (info.keyType.flags & TypeFlags.ESSymbol) {
      const hasOthers = type.getStringIndexType() !== undefined
      // `Record<PropertyKey, T>` has string keys as well.
      if (!hasOthers)
        walk.problem('symbol-key', info.type, placeBelow(walk, place, '[symbol]', undefined, info.declaration))
      continue
    }
    const keys = readIndexKeys(walk, info.keyType, keyHint(walk, info, place.hint), place)
    if (keys === undefined) walk.problem('unsupported', type, place)
    if (keys !== undefined) refuseConflicts(walk, type, info, keys.pattern, place)
    // Members of type `never` or `undefined` can't exist: the object is closed to these keys.
    if (keys === undefined || isAbsent(walk, info.type)) continue
    const hint = indexHint(walk, info, place.hint)
    const joined = type.isIntersection() && hint === undefined
    const below = { ...placeBelow(walk, place, '[key]', hint, info.declaration), optional: true, joined }
    const node = walk.node(info.type, below)
    if (keys.untrustedKeys) untrustedKeys = true
    if (keys.pattern === undefined) index = node
    else patterns.push({ pattern: keys.pattern, type: node })
  }
  return {
    ...(index && { index }),
    ...(patterns.length > 0 && { patterns }),
    ...(untrustedKeys && { untrustedKeys }),
  }
}

/**
 * Reports members and patterns that an index signature covers but rejects, as in an intersection or a mapped type, and
 * members that must be absent: the signature would accept them. A signature of `never` accepts no member, so no value has one
 * that is required.
 */
function refuseConflicts(
  walk: Walk,
  type: ts.Type,
  info: ts.IndexInfo,
  pattern: string | undefined,
  place: Place,
): void {
  const { checker } = walk
  const keys = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const isClosed = isAbsent(walk, info.type)
  for (const other of checker.getIndexInfosOfType(type)) {
    const isCovered = other !== info && checker.isTypeAssignableTo(other.keyType, info.keyType)
    const fits = isAbsent(walk, other.type) === isClosed && checker.isTypeAssignableTo(other.type, info.type)
    if (isCovered && !fits)
      walk.problem('index-conflict', other.type, placeBelow(walk, place, '[key]', undefined, other.declaration))
  }
  for (const symbol of checker.getPropertiesOfType(type)) {
    const member = checker.getTypeOfSymbol(symbol)
    const present = (member.isUnion() ? member.types : [member]).filter((part) => !isAbsent(walk, part))
    const fits =
      (present.length === 0) === isClosed && present.every((part) => checker.isTypeAssignableTo(part, info.type))
    if (fits || keys?.test(symbol.name) === false) continue
    walk.problem(
      'index-conflict',
      member,
      placeBelow(walk, place, stepTo(symbol.name), undefined, symbol.valueDeclaration),
    )
  }
}

function indexHint(walk: Walk, info: ts.IndexInfo, hint: Hint | undefined): Hint | undefined {
  const declaration = info.declaration
  if (declaration !== undefined && walk.ts.isIndexSignatureDeclaration(declaration))
    return { node: declaration.type, bindings: memberBindings(walk, hint) }
  return findMappedValue(walk, hint)
}

/** Returns the type of a mapped type's members: `T` of `Record<K, T>`. */
function findMappedValue({ ts }: Walk, hint: Hint | undefined): Hint | undefined {
  if (hint === undefined || !ts.isMappedTypeNode(hint.node) || hint.node.type === undefined) return undefined
  return { node: hint.node.type, bindings: hint.bindings }
}

/**
 * Returns the member of `A[K]` in the value of a mapped type, whose checker's member has no declaration: `{ [K in keyof A
 * as Uppercase<K>]: A[K] }`, `{ [K in keyof A | keyof B]: K extends keyof B ? B[K] : A[K] }`.
 */
function findRenamedMember(walk: Walk, symbol: ts.Symbol, hint: Hint | undefined): ReturnType<typeof findMemberHint> {
  const { ts, checker } = walk
  if (hint === undefined || !ts.isMappedTypeNode(hint.node) || hint.node.type === undefined) return undefined
  const { keyType } = (symbol as { links?: { readonly keyType?: ts.Type } }).links ?? {}
  const name = keyType?.isStringLiteral() ? keyType.value : symbol.name
  const visit = (node: ts.Node): ReturnType<typeof findMemberHint> => {
    if (!ts.isIndexedAccessTypeNode(node)) return ts.forEachChild(node, visit)
    const object = expandHint(walk, { node: node.objectType, bindings: hint.bindings })
    const member = findMemberHint(walk, object, name)
    const type = member && checker.getNonNullableType(checker.getTypeFromTypeNode(member.node))
    const isSame = type === checker.getNonNullableType(checker.getTypeOfSymbol(symbol))
    return isSame ? member : undefined
  }
  return visit(hint.node.type)
}

/**
 * Returns the type of a member of `{ [K in keyof T]: T[K][] }`, if it isn't that of the declaration in `T`. `K` is bound to the
 * name of the member.
 */
function findWrappedMember(walk: Walk, symbol: ts.Symbol, annotation: Hint, hint: Hint | undefined): Hint | undefined {
  const { ts, checker } = walk
  if (hint === undefined || !ts.isMappedTypeNode(hint.node) || hint.node.type === undefined) return undefined
  const { type: node, typeParameter } = hint.node
  if (ts.isIndexedAccessTypeNode(node) || !holdsMember(ts, node)) return undefined
  const declared = checker.getNonNullableType(checker.getTypeFromTypeNode(annotation.node))
  if (declared === checker.getNonNullableType(checker.getTypeOfSymbol(symbol))) return undefined
  const key = checker.getSymbolAtLocation(typeParameter.name)
  const name = ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(symbol.name))
  return { node, bindings: key ? new Map(hint.bindings).set(key, createHint(name)) : hint.bindings }
}

/** Returns the name of a symbol key in the source: `[Symbol.iterator]`. */
function stepToSymbol({ ts }: Walk, { valueDeclaration, declarations }: ts.Symbol): string {
  const name = (valueDeclaration ?? declarations?.[0]) && ts.getNameOfDeclaration(valueDeclaration ?? declarations?.[0])
  return name === undefined ? '[symbol]' : name.getText()
}

function stepTo(name: string): string {
  return /^#?[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
