/**
 * Mapped types over built-in objects: an app's own `DeepPartial<Date>` is an object with a date's methods. If a date is
 * assignable to the mapped type, the value is still a date and keeps that form.
 */
import type { TypeNode } from '../type-tree.ts'
import type { ts } from './typescript.ts'
import { type Place, type Walk, withoutHint } from './walk.ts'
import { findRefusedKind } from './walk-global.ts'
import { findForm, isBranded, isSolid } from './walk-intersection.ts'

/** Returns the node of a mapped type whose source isn't a plain object, or `undefined` if its members are data. */
export function walkMapped(walk: Walk, type: ts.Type, mappedPlace: Place): TypeNode | undefined {
  // The source code contains the mapped type, not its source.
  const place = withoutHint(mappedPlace)
  const list = findFilteredList(walk, type)
  if (list !== undefined) return walk.problem('mapped', list, place)
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
 * Returns the list of a mapped type whose `as` removes members of the list but not its items: both lists and objects are
 * assignable to such a type. Without items, it is an object type: `{ [K in keyof T as T[K] extends Date ? K : never]: T[K] }`
 * of `[string]` is `{}`.
 */
function findFilteredList(walk: Walk, type: ts.Type): ts.Type | undefined {
  if (type.isIntersection())
    return type.types.map((part) => findFilteredList(walk, part)).find((list) => list !== undefined)
  const found = findSource(walk, type)
  if (found === undefined) return undefined
  return found.isFiltered && hasItems(walk, type) ? found.source : findFilteredList(walk, found.source)
}

function hasItems({ checker }: Walk, type: ts.Type): boolean {
  return (
    type.getNumberIndexType() !== undefined || checker.getPropertiesOfType(type).some(({ name }) => /^\d+$/.test(name))
  )
}

interface MappedSource {
  readonly source: ts.Type
  /** The source is a list, and an `as` removes some of its members. */
  readonly isFiltered: boolean
}

/** Returns `T` of `{ [K in keyof T]: … }`. The checker stores it when it resolves the members. */
function findSource({ ts, checker }: Walk, type: ts.Type): MappedSource | undefined {
  const { objectFlags = 0 } = type as ts.ObjectType
  if ((objectFlags & ts.ObjectFlags.Mapped) === 0) return undefined
  checker.getPropertiesOfType(type)
  const { declaration, modifiersType: source } = type as { declaration?: ts.MappedTypeNode; modifiersType?: ts.Type }
  const constraint = declaration?.typeParameter.constraint
  const isOverKeys =
    constraint && ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
  if (!isOverKeys || source === undefined) return undefined
  const isList = checker.isArrayType(source) || checker.isTupleType(source)
  const isFiltered =
    isList &&
    declaration?.nameType !== undefined &&
    !checker.getPropertiesOfType(source).every(({ name }) => checker.getPropertyOfType(type, name))
  return { source, isFiltered }
}
