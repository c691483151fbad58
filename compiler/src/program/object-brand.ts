/** Recognizes members of objects that exist only for the type checker: no value has them. */
import type { ts } from './typescript.ts'
import type { Walk } from './walk.ts'

/** `data`: part of the contract. `unclear`: a brand by its name or its place, although values could have the member. */
type Role = 'data' | 'brand' | 'unclear'

const BRAND_NAME = /^_+(?:brand|flavou?r|nominal|opaque|phantom)$/i
/** `__typename` is data: GraphQL servers send it. */
const HIDDEN_NAME = /^__(?!typename$|@)/

/** Returns the members of an object type except for its brands, and those of its brands that may be data. */
export function findDataMembers(
  walk: Walk,
  type: ts.Type,
): { readonly members: readonly ts.Symbol[]; readonly unclear: readonly ts.Symbol[] } {
  const all = walk.checker.getPropertiesOfType(type)
  const marks = type.isIntersection() ? findMarks(walk, type) : NO_MARKS
  const roles = new Map(all.map((symbol) => [symbol, findRole(walk, symbol, marks.has(symbol.name))]))
  return {
    members: all.filter((symbol) => roles.get(symbol) === 'data'),
    unclear: all.filter((symbol) => roles.get(symbol) === 'unclear'),
  }
}

const NO_MARKS: ReadonlySet<string> = new Set()

/** Returns the names of the parts of an intersection that may only brand the others: `{ readonly __of: 'Order' }`. */
function findMarks(walk: Walk, { types }: ts.IntersectionType): ReadonlySet<string> {
  const { checker } = walk
  const isBranding = (part: ts.Type) =>
    part.getCallSignatures().length === 0 &&
    checker.getIndexInfosOfType(part).length === 0 &&
    checker.getPropertiesOfType(part).every(({ name }) => HIDDEN_NAME.test(name))
  const branding = types.filter(isBranding)
  if (branding.length === types.length) return NO_MARKS
  return new Set(branding.flatMap((part) => checker.getPropertiesOfType(part).map(({ name }) => name)))
}

function findRole(walk: Walk, symbol: ts.Symbol, isMark: boolean): Role {
  if (symbol.name.startsWith('__@')) return isDeclaredOnly(walk, symbol) ? 'brand' : 'data'
  const isNamed = BRAND_NAME.test(symbol.name)
  if (!isNamed && !isMark) return 'data'
  const kind = findKind(walk, walk.checker.getTypeOfSymbol(symbol))
  if (kind === 'nothing' || isParameter(walk, symbol)) return 'brand'
  if (kind === 'literal') return isNamed ? 'brand' : 'unclear'
  return isNamed && HIDDEN_NAME.test(symbol.name) ? 'unclear' : 'data'
}

/** Returns whether JSON has no value of a type, only single values, or many. */
function findKind({ ts, checker }: Walk, type: ts.Type): 'nothing' | 'literal' | 'values' {
  const { Never, Void, Undefined, ESSymbolLike, Unit } = ts.TypeFlags
  const parts = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & (Void | Undefined | Never)) === 0)
  const hasNoJson = (part: ts.Type) =>
    (part.flags & ESSymbolLike) !== 0 || checker.getSignaturesOfType(part, ts.SignatureKind.Call).length > 0
  if (parts.every(hasNoJson)) return 'nothing'
  return parts.every(({ flags }) => flags & Unit) ? 'literal' : 'values'
}

/** Matches the member of a generic brand: `T & { readonly __type: Name }`. */
function isParameter({ ts, checker }: Walk, { valueDeclaration }: ts.Symbol): boolean {
  if (valueDeclaration === undefined || !ts.isPropertySignature(valueDeclaration)) return false
  const { type } = valueDeclaration
  return type !== undefined && checker.getTypeFromTypeNode(type).isTypeParameter()
}

/** Returns whether a key's symbol has no value: `declare const brand: unique symbol`. */
function isDeclaredOnly(walk: Walk, member: ts.Symbol): boolean {
  const { ts } = walk
  const declaration = findKey(walk, member)?.valueDeclaration
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false
  if (declaration.initializer !== undefined) return false
  return declaration.type !== undefined && declaration.type.getText() === 'unique symbol'
}

/**
 * Returns the symbol of a member's key. A member of a mapped type has no declaration, only the checker's own record of
 * the key.
 */
function findKey({ ts, checker }: Walk, member: ts.Symbol): ts.Symbol | undefined {
  const { links } = member as { links?: { readonly nameType?: ts.Type } }
  if (links?.nameType !== undefined) return links.nameType.symbol
  const name = member.valueDeclaration && ts.getNameOfDeclaration(member.valueDeclaration)
  if (name === undefined || !ts.isComputedPropertyName(name)) return undefined
  const named = checker.getSymbolAtLocation(name.expression)
  return named && (named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named)
}
