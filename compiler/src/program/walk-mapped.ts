/**
 * Mapped types over built-in objects: an app's own `DeepPartial<Date>` is an object with a date's methods. If a date is
 * assignable to the mapped type, the value is still a date and keeps that form.
 */
import type { TypeNode } from '../type-tree.ts'
import type { ts } from './typescript.ts'
import { type Place, type Walk, withoutHint } from './walk.ts'
import { findCodec, findRefusedKind } from './walk-global.ts'
import { findForm, isBranded, isSolid } from './walk-intersection.ts'

/** Returns the node of a mapped type whose source isn't a plain object, or `undefined` if its members are data. */
export function walkMapped(walk: Walk, type: ts.Type, mappedPlace: Place): TypeNode | undefined {
  // The source code contains the mapped type, not its source.
  const place = withoutHint(mappedPlace)
  if (hasDeferredKeys(walk, type)) return walk.problem('deferred-keys', type, place)
  const filtered = findFilteredForm(walk, type)
  if (filtered !== undefined) return walk.problem('mapped', filtered, place)
  const joined = findJoinedForm(walk, type)
  if (joined !== undefined) return walk.problem('mapped', joined, place)
  const source = findInnermostSource(walk, type)
  if (source === undefined) return undefined
  // The mapped type is `{}`, but the value is still any value.
  if (source.flags & walk.ts.TypeFlags.Unknown) return walk.node(source, place)
  if (source.getCallSignatures().length > 0 || source.getConstructSignatures().length > 0)
    return walk.problem('function', source, place)
  const refused = findRefusedKind(walk, source)
  if (refused !== undefined) return walk.problem(refused, source, place)
  const form = source.isIntersection() ? findForm(walk, source) : isSolid(walk, source) ? source : undefined
  if (form !== undefined && holdsForm(walk, source, form, type)) return walk.node(form, place)
  const isPlain = form === undefined && !(source.isIntersection() && source.types.some((part) => isSolid(walk, part)))
  return isPlain ? undefined : walk.problem('mapped', source, place)
}

/**
 * Returns whether the mapped type accepts its source, and for a literal no other value of its kind: `Partial<'a' & {
 * k?: 1 }>` accepts every string. Beside data, `Partial` accepts objects too: `Partial<number & { k?: 1 }>` accepts `{}`.
 */
function holdsForm(walk: Walk, source: ts.Type, form: ts.Type, type: ts.Type): boolean {
  const { ts, checker } = walk
  const hasData = source.isIntersection() && !isBranded(walk, source)
  if (hasData && checker.getPropertiesOfType(type).every(({ flags }) => flags & ts.SymbolFlags.Optional)) return false
  const kind = checker.getBaseTypeOfLiteralType(form)
  return checker.isTypeAssignableTo(source, type) && (kind === form || !checker.isTypeAssignableTo(kind, type))
}

/** Returns the source of the mapped type, following nested mapped types: `Readonly<Partial<T>>`. */
function findInnermostSource(walk: Walk, type: ts.Type): ts.Type | undefined {
  const found = findSource(walk, type)
  if (found === undefined || found.isFiltered) return undefined
  return findInnermostSource(walk, found.source) ?? found.source
}

/**
 * Returns whether the checker can't resolve the keys: it doesn't compare the members of such a type with those of a value.
 * `Omit<A extends object ? A : never, 'k'>` is one, because the `A` of the true branch carries the condition.
 */
function hasDeferredKeys({ ts, checker }: Walk, type: ts.Type): boolean {
  const { objectFlags = 0 } = type as ts.ObjectType
  if ((objectFlags & ts.ObjectFlags.Mapped) === 0) return false
  checker.getPropertiesOfType(type)
  const { constraintType: keys } = type as { constraintType?: ts.Type }
  const { Instantiable, TemplateLiteral, StringMapping } = ts.TypeFlags
  const parts = keys === undefined ? [] : keys.isUnion() ? keys.types : [keys]
  return parts.some(({ flags }) => flags & Instantiable & ~(TemplateLiteral | StringMapping))
}

/**
 * Returns the primitive, list or built-in object of which a mapped type keeps some members that aren't data. With `as`,
 * `Pick` or `Omit`, a mapped type over a list is an object type: `{ [K in keyof T as T[K] extends Date ? K : never]: T[K] }`
 * of `[string]` is `{}`. If it keeps items or the `length` of a list, lists are assignable to it as well.
 */
function findFilteredForm(walk: Walk, type: ts.Type): ts.Type | undefined {
  if (type.isIntersection())
    return type.types.map((part) => findFilteredForm(walk, part)).find((form) => form !== undefined)
  const found = findSource(walk, type)
  if (found === undefined) return undefined
  const { source, isFiltered } = found
  const parts = source.isIntersection() ? source.types : [source]
  const hasForm = parts.some((part) => !(part.flags & walk.ts.TypeFlags.Never) && isSolid(walk, part))
  return isFiltered && hasForm && keepsForm(walk, type) ? source : findFilteredForm(walk, source)
}

/** Returns whether a type has items, methods or the length of any list. */
function keepsForm({ checker }: Walk, type: ts.Type): boolean {
  if (type.getNumberIndexType() !== undefined) return true
  return checker.getPropertiesOfType(type).some((symbol) => {
    if (/^\d+$/.test(symbol.name)) return true
    const member = checker.getTypeOfSymbol(symbol)
    if (symbol.name === 'length') return checker.isTypeAssignableTo(checker.getNumberType(), member)
    return member.getCallSignatures().length > 0
  })
}

/**
 * Returns the first primitive, list or built-in object of `{ [K in keyof T | keyof U]: … }`, if its methods are members of the
 * mapped type. The checker stores no source for such a type.
 */
function findJoinedForm(walk: Walk, type: ts.Type): ts.Type | undefined {
  const { ts, checker } = walk
  const { declaration } = type as { declaration?: ts.MappedTypeNode }
  const constraint = declaration?.typeParameter.constraint
  if (constraint === undefined || !ts.isUnionTypeNode(constraint)) return undefined
  const sources = constraint.types.flatMap((part) => {
    if (!ts.isTypeOperatorNode(part) || part.operator !== ts.SyntaxKind.KeyOfKeyword) return []
    const source = checker.getTypeFromTypeNode(part.type)
    return source.isTypeParameter() ? (findTypeArgument(walk, type, source) ?? []) : source
  })
  const form = sources.find((source) => !(source.flags & ts.TypeFlags.Never) && isSolid(walk, source))
  return form !== undefined && keepsForm(walk, type) ? form : undefined
}

/** Returns the argument for a type parameter of the alias that declares the mapped type. */
function findTypeArgument({ ts }: Walk, type: ts.Type, parameter: ts.Type): ts.Type | undefined {
  const names = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)?.typeParameters ?? []
  const index = names.findIndex(({ name }) => name.text === parameter.symbol.name)
  return type.aliasTypeArguments?.[index]
}

interface MappedSource {
  readonly source: ts.Type
  /** The type may lack members of the source. */
  readonly isFiltered: boolean
}

/** Returns `T` of `{ [K in keyof T]: … }` and of `Pick<T, K>`. The checker stores it when it resolves the members. */
function findSource(walk: Walk, type: ts.Type): MappedSource | undefined {
  const { ts, checker } = walk
  const { objectFlags = 0 } = type as ts.ObjectType
  if ((objectFlags & ts.ObjectFlags.Mapped) === 0) return undefined
  checker.getPropertiesOfType(type)
  const { declaration, modifiersType: source } = type as { declaration?: ts.MappedTypeNode; modifiersType?: ts.Type }
  const constraint = declaration?.typeParameter.constraint
  if (source === undefined || constraint === undefined) return undefined
  const isOverKeys = ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
  // Without `keyof`, the checker has a source only if the constraint of the keys is `keyof T`; otherwise it is `unknown`.
  if (!isOverKeys) return source.flags & ts.TypeFlags.Unknown ? undefined : { source, isFiltered: true }
  // A `Date` without its methods is still sent as a date.
  const isFiltered =
    declaration?.nameType !== undefined &&
    findCodec(walk, source) === undefined &&
    !checker.getPropertiesOfType(source).every(({ name }) => checker.getPropertyOfType(type, name))
  return { source, isFiltered }
}
