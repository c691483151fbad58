/**
 * Intersections, and types without possible values. The checker merges objects. A primitive, list or built-in object
 * keeps its own form, and the other parts of the intersection may only narrow or brand it.
 */
import type { TypeNode } from '../type-tree.ts'
import { findFormHint } from './hint-parts.ts'
import { perChecker } from './per-checker.ts'
import type { ts } from './typescript.ts'
import { isOwnSource, type Place, type Walk, withoutCondition, withoutHint } from './walk.ts'
import { findCodec } from './walk-global.ts'
import { findArray } from './walk-list.ts'

type Context = Pick<Walk, 'ts' | 'program' | 'checker'>

/**
 * Returns the node of an intersection with a part that isn't a plain object, or `undefined` if the members are merged.
 */
export function walkIntersection(walk: Walk, type: ts.IntersectionType, place: Place): TypeNode | undefined {
  if (reducesToNever(walk, type)) return walk.problem('intersection', type, place)
  const { solid, others } = partsOf(walk, type)
  const [only] = solid
  if (only === undefined) return undefined
  const form = findForm(walk, type)
  if (form !== undefined) {
    if (isPrimitive(walk, form)) return walk.node(form, place)
    const hint = findFormHint(walk, place.hint, form)
    return walk.node(form, { ...withoutHint(place), ...(hint && { hint }) })
  }
  if (solid.some((part) => isUndecided(walk, part))) return walk.problem('type-parameter', type, place)
  const isBranding = solid.length === 1 && others.length > 0 && isPrimitive(walk, only)
  return walk.problem(isBranding ? 'brand' : 'intersection', type, place)
}

/**
 * Returns the part whose values are those of the whole intersection: it satisfies the others, or they only brand it.
 */
export const findForm = perChecker((context: Context, type: ts.IntersectionType): ts.Type | undefined => {
  const { solid } = partsOf(context, type)
  const [only] = solid
  if (only !== undefined && isBranded(context, type)) return isUndecided(context, only) ? undefined : only
  return solid.find((part) => !isUndecided(context, part) && context.checker.isTypeAssignableTo(part, type))
})

/** Returns whether one part has values, and all others exist only for the checker. */
export function isBranded(context: Context, type: ts.IntersectionType): boolean {
  const { solid, others } = partsOf(context, type)
  return solid.length === 1 && others.every((part) => isBrand(context, part))
}

/**
 * Returns whether an option of a union has no possible values. The checker distributes `(A | string) & B` and keeps
 * `string & B`, and it reduces `{ kind: 'a' } & { kind: 'b' }` to `never` only on request.
 */
export const isImpossible = perChecker((context: Context, type: ts.Type): boolean => needsNever(context, type, 0))

const MAX_DEPTH = 2

function needsNever(context: Context, type: ts.Type, depth: number): boolean {
  const { ts, checker } = context
  if (type.flags & ts.TypeFlags.Never) return true
  if (type.isUnion()) return depth <= MAX_DEPTH && type.types.every((part) => needsNever(context, part, depth))
  if (type.isIntersection() && reducesToNever(context, type)) return true
  if (depth > MAX_DEPTH || (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false
  if (checker.isTupleType(type)) {
    const flags = (type as ts.TupleTypeReference).target.elementFlags
    const items = checker.getTypeArguments(type as ts.TypeReference)
    return items.some((item, at) => (flags[at] ?? 0) & ts.ElementFlags.Required && needsNever(context, item, depth + 1))
  }
  if (type.isIntersection() && partsOf(context, type).solid.length > 0) return false
  const declared = (type.symbol as ts.Symbol | undefined)?.declarations?.[0]
  if (declared !== undefined && !isOwnSource(context, declared.getSourceFile())) return false
  return checker
    .getPropertiesOfType(type)
    .filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
    .some((symbol) => needsNever(context, checker.getTypeOfSymbol(symbol), depth + 1))
}

/** Returns whether the parts contradict each other in a discriminating member. */
export const reducesToNever = perChecker((context: Context, type: ts.IntersectionType): boolean =>
  context.checker.isTypeAssignableTo(type, context.checker.getNeverType()),
)

/**
 * Returns whether an intersection requires members that its primitive, list or built-in object lacks: `number & { id:
 * string }`, which the checker creates from `(A | number) & A`.
 */
export const isForeign = perChecker((context: Context, type: ts.Type): boolean => {
  if (!type.isIntersection()) return false
  const { solid, others } = partsOf(context, type)
  if (solid.length === 0 || findForm(context, type) !== undefined) return false
  const kinds = new Set(solid.map((part) => getForm(context, part)))
  if (kinds.has('undecided')) return false
  if (kinds.size > 1) return true
  const data = others.filter((part) => !isBrand(context, part))
  return solid.some((part) => data.some((other) => lacksMembers(context, part, other)))
})

function lacksMembers(context: Context, solid: ts.Type, other: ts.Type): boolean {
  const { ts, checker } = context
  if (isPrimitive(context, solid)) return !checker.isTypeAssignableTo(solid, other)
  const isList = getForm(context, solid) === 'list'
  return checker
    .getPropertiesOfType(other)
    .filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
    .some(({ name }) => !(isList && /^\d+$/.test(name)) && checker.getPropertyOfType(solid, name) === undefined)
}

interface Parts {
  /** Primitives, lists and built-in objects with a wire form. */
  readonly solid: readonly ts.Type[]
  readonly others: readonly ts.Type[]
}

const partsOf = perChecker(
  (context: Context, type: ts.IntersectionType): Parts => ({
    solid: listParts(context, type).filter((part) => isSolid(context, part)),
    others: listParts(context, type).filter((part) => !isSolid(context, part)),
  }),
)

function listParts(context: Context, { types }: ts.IntersectionType): readonly ts.Type[] {
  return types.map((part) => withoutCondition(context, part))
}

/** Matches a primitive, list or built-in object with a wire form. */
export function isSolid(context: Context, type: ts.Type): boolean {
  return getForm(context, type) !== undefined
}

function getForm(context: Context, type: ts.Type): string | undefined {
  const { checker } = context
  if (isUndecided(context, type)) return 'undecided'
  if (isPrimitive(context, type)) return 'primitive'
  if (checker.isTupleType(type) || findArray(context, type) !== undefined) return 'list'
  return findCodec(context, type)
}

function isPrimitive({ ts }: Context, type: ts.Type): boolean {
  const { Object: Plain, NonPrimitive, UnionOrIntersection, Any, Unknown } = ts.TypeFlags
  return (type.flags & (Plain | NonPrimitive | UnionOrIntersection | Any | Unknown)) === 0
}

/** Returns whether a type parameter determines the type; template literals count as known. */
function isUndecided({ ts }: Context, type: ts.Type): boolean {
  const known = ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping
  return (type.flags & ts.TypeFlags.Instantiable & ~known) !== 0
}

/** Names of brand members without an underscore. */
const BRAND_NAME = /^(?:__@.*|_.*|\$?(?:brand|flavou?r|nominal|opaque|phantom|tag))$/i

/** Matches an object type that exists only for the checker: no value has its members. */
function isBrand(context: Context, type: ts.Type): boolean {
  const { ts, checker } = context
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return false
  if (checker.getIndexInfosOfType(type).length > 0) return false
  const isMark = (symbol: ts.Symbol) =>
    BRAND_NAME.test(symbol.name) || (checker.getTypeOfSymbol(symbol).flags & ts.TypeFlags.UniqueESSymbol) !== 0
  return checker.getPropertiesOfType(type).every(isMark)
}
