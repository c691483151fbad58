/** Recognizes members of objects that exist only for the type checker: no value has them. */
import type { ts } from './typescript.ts'
import type { Walk } from './walk.ts'

const BRAND_NAME = /^_+(?:brand|flavou?r|nominal|opaque|phantom)$/i
/** `__typename` is data: GraphQL servers send it. */
const HIDDEN_NAME = /^__(?!typename$|@)/

/** Returns the members of an object type except for its brands. */
export function findDataMembers(walk: Walk, type: ts.Type): readonly ts.Symbol[] {
  const members = walk.checker.getPropertiesOfType(type)
  const marks = new Set(type.isIntersection() ? type.types.flatMap((part) => findMarks(walk, part)) : [])
  return members.filter((symbol) => !marks.has(symbol.name) && !isMark(walk, symbol))
}

/** Returns the names of a part of an intersection that only brands the other parts: `{ readonly __of: 'Order' }`. */
function findMarks({ checker }: Walk, part: ts.Type): readonly string[] {
  if (part.getCallSignatures().length > 0 || checker.getIndexInfosOfType(part).length > 0) return []
  const names = checker.getPropertiesOfType(part).map(({ name }) => name)
  return names.every((name) => HIDDEN_NAME.test(name)) ? names : []
}

function isMark(walk: Walk, symbol: ts.Symbol): boolean {
  if (!symbol.name.startsWith('__@')) return BRAND_NAME.test(symbol.name)
  return isDeclaredOnly(walk, symbol)
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
