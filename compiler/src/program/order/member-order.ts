/**
 * The order of an object's members: that of their declarations. The checker's own order depends on the files that it has
 * loaded, and that of `Pick`, `Omit` and `Record` on the names that it has met before.
 */

import { findMappedKeys } from '../index-keys.ts'
import { perChecker } from '../per-checker.ts'
import { createHint, expandHint, type Hint } from '../type-hint.ts'
import type { ts } from '../typescript.ts'
import type { Walk } from '../walk.ts'
import { inWrittenOrder, writtenMembers } from '../walk-union.ts'
import { compareText } from './compare-text.ts'

/** Sorts members of a type: those of an interface before inherited ones, those of a mapped type like those of its source. */
export function sortMembers(
  walk: Walk,
  type: ts.Type,
  members: readonly ts.Symbol[],
  hint: Hint | undefined,
): readonly ts.Symbol[] {
  if (members.length < 2 || (!type.isIntersection() && !isMapped(walk, type) && areInOrder(members))) return members
  return sortByRank(members, listNames(walk, type, hint), ({ name }) => [name])
}

/** Whether all members are declared in one node, each after the one before. */
function areInOrder(members: readonly ts.Symbol[]): boolean {
  let last: ts.Declaration | undefined
  for (const { declarations } of members) {
    const first = declarations?.[0]
    if (first === undefined || (last !== undefined && (first.parent !== last.parent || first.pos <= last.pos)))
      return false
    last = first
  }
  return true
}

/** Returns the names of all members; those of a type that is being listed are empty. */
function listNames(walk: Walk, type: ts.Type, hint: Hint | undefined): readonly string[] {
  if (hint === undefined || !(type.isIntersection() || isMapped(walk, type))) return listUnwritten(walk, type)
  return findNames(walk, type, hint)
}

/** A type that spreads itself is listed once. */
const listing = new Set<ts.Type>()

const listUnwritten = perChecker((walk: Walk, type: ts.Type): readonly string[] => {
  if (listing.has(type)) return []
  listing.add(type)
  try {
    return findNames(walk, type, undefined)
  } finally {
    listing.delete(type)
  }
})

function findNames(walk: Walk, type: ts.Type, hint: Hint | undefined): readonly string[] {
  const { ts, checker } = walk
  if (type.isUnionOrIntersection()) {
    const parts = type.types.filter(({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection))
    return parts.flatMap((part) => listNames(walk, part, hint && findPartHint(walk, part, hint)))
  }
  const properties = [...checker.getPropertiesOfType(type)].sort(compareDeclarations)
  if (isMapped(walk, type)) return readNames(sortMapped(walk, type, properties, hint))
  return readNames(sortByRank(properties, listFirst(walk, type, properties), ({ name }) => [name]))
}

function readNames(symbols: readonly ts.Symbol[]): readonly string[] {
  return symbols.map(({ name }) => name)
}

/** Returns the names of a type that has members of several declarations, in the order of these. */
function listFirst(walk: Walk, type: ts.Type, properties: readonly ts.Symbol[]): readonly string[] {
  const { ts, checker } = walk
  const { target = type } = type as Partial<ts.TypeReference>
  const [declaration] = (type.symbol as ts.Symbol | undefined)?.declarations ?? []
  if (target.isClassOrInterface()) {
    const bases = checker.getBaseTypes(target)
    if (bases.length === 0) return []
    const own = properties.filter((property) => isDeclaredIn(property, type.symbol))
    return [...readNames(own), ...bases.flatMap((base) => listNames(walk, base, undefined))]
  }
  if (declaration === undefined) return []
  if (ts.isObjectLiteralExpression(declaration) && declaration.properties.some(ts.isSpreadAssignment)) {
    const names = new Map(properties.flatMap(({ name, declarations = [] }) => declarations.map((node) => [node, name])))
    return declaration.properties.flatMap((property) => {
      if (ts.isSpreadAssignment(property))
        return listNames(walk, checker.getTypeAtLocation(property.expression), undefined)
      return names.get(property) ?? []
    })
  }
  // `rest` of `{ id, ...rest }`.
  const isRest = ts.isBindingElement(declaration) && declaration.dotDotDotToken !== undefined
  return isRest ? listNames(walk, checker.getTypeAtLocation(declaration.parent), undefined) : []
}

function isDeclaredIn(property: ts.Symbol, { declarations = [] }: ts.Symbol): boolean {
  const [first] = property.declarations ?? []
  const file = first?.getSourceFile()
  return declarations.some(
    (node) => first !== undefined && node.getSourceFile() === file && node.pos <= first.pos && first.end <= node.end,
  )
}

interface MappedType extends ts.ObjectType {
  readonly declaration: ts.MappedTypeNode
  readonly constraintType?: ts.Type
  readonly modifiersType?: ts.Type
}

function isMapped({ ts }: Walk, type: ts.Type): type is MappedType {
  return (((type as ts.ObjectType).objectFlags ?? 0) & ts.ObjectFlags.Mapped) !== 0
}

/** Returns the hint of a part of an intersection, if only one part in the source can be it. */
function findPartHint(walk: Walk, part: ts.Type, { node, bindings }: Hint): Hint | undefined {
  const { ts } = walk
  if (!ts.isIntersectionTypeNode(node) || !isMapped(walk, part)) return undefined
  const written = node.types.map((one) => expandHint(walk, { node: one, bindings }))
  const found = written.filter((one) => one.node === part.declaration)
  return found.length === 1 ? found[0] : undefined
}

/** Sorts the members by their keys: in the order of the members of the source, or of the keys as they are written. */
function sortMapped(
  walk: Walk,
  type: MappedType,
  properties: readonly ts.Symbol[],
  hint: Hint | undefined,
): readonly ts.Symbol[] {
  const { modifiersType: source } = type
  const isOfSource = source !== undefined && (source.flags & walk.ts.TypeFlags.Unknown) === 0
  const keys = isOfSource ? listNames(walk, source, hint && findSourceHint(walk, hint)) : listKeys(walk, type, hint)
  return sortByRank(properties, keys, (symbol) => {
    const { keyType } = (symbol as { links?: { readonly keyType?: ts.Type } }).links ?? {}
    return keyType === undefined ? [symbol.name] : listLiterals(keyType).map(({ value }) => String(value))
  })
}

/** Returns the hint of `T` in `{ [K in keyof T]: … }`. */
function findSourceHint(walk: Walk, { node, bindings }: Hint): Hint | undefined {
  const { ts } = walk
  const constraint = ts.isMappedTypeNode(node) ? node.typeParameter.constraint : undefined
  const isOfKeys = constraint && ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
  return isOfKeys ? expandHint(walk, { node: constraint.type, bindings }) : undefined
}

function listKeys(walk: Walk, type: MappedType, hint: Hint | undefined): readonly string[] {
  const { constraintType } = type
  if (constraintType === undefined) return []
  const keys = (hint && findMappedKeys(walk, hint)) ?? findKeys(walk, type, constraintType)
  const written = keys === undefined ? [] : writtenMembers(walk, keys)
  const literals = listLiterals(constraintType)
  return inWrittenOrder(walk, literals, written).map((literal) => String((literal as ts.LiteralType).value))
}

/** Returns the keys of a mapped type that isn't written: `K` of its declaration, or the alias of its argument. */
function findKeys({ ts, checker }: Walk, { declaration }: MappedType, constraint: ts.Type): Hint | undefined {
  const node = declaration.typeParameter.constraint
  if (node !== undefined && checker.getTypeFromTypeNode(node) === constraint) return createHint(node)
  const alias = constraint.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)
  return alias && !alias.typeParameters ? createHint(alias.type) : undefined
}

function listLiterals(keys: ts.Type): readonly ts.LiteralType[] {
  const parts = keys.isUnion() ? keys.types : [keys]
  return parts.filter((part) => part.isStringLiteral() || part.isNumberLiteral())
}

/** Sorts by the first of an item's names in `names`; stable for items without one, which are last. */
function sortByRank<Item>(
  items: readonly Item[],
  names: readonly string[],
  listOwn: (item: Item) => readonly string[],
): readonly Item[] {
  if (names.length === 0) return items
  const ranks = new Map<string, number>()
  for (const name of names) if (!ranks.has(name)) ranks.set(name, ranks.size)
  const rankByItem = new Map(
    items.map((item) => [item, Math.min(...listOwn(item).map((name) => ranks.get(name) ?? ranks.size), ranks.size)]),
  )
  return [...items].sort((one, other) => (rankByItem.get(one) ?? 0) - (rankByItem.get(other) ?? 0))
}

/** Compares by position; members without a declaration are last, by name. */
function compareDeclarations(one: ts.Symbol, other: ts.Symbol): number {
  const [first] = one.declarations ?? []
  const [second] = other.declarations ?? []
  if (first === undefined || second === undefined) {
    if (first === second) return compareText(one.name, other.name)
    return first === undefined ? 1 : -1
  }
  if (first === second) return compareText(one.name, other.name)
  const [file, otherFile] = [first.getSourceFile(), second.getSourceFile()]
  return file === otherFile ? first.pos - second.pos : compareText(file.fileName, otherFile.fileName)
}
