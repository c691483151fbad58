/** Members of objects that exist for the type checker alone: no value carries them. */
import type { ts } from './typescript.ts'
import type { Walk } from './walk.ts'

const BRAND_NAME = /^_+(?:brand|flavou?r|nominal|opaque|phantom)$/i
/** `__typename` is data: servers of GraphQL send it. */
const HIDDEN_NAME = /^__(?!typename$|@)/

/** The members of an object type except its brands. */
export function findDataMembers(walk: Walk, type: ts.Type): readonly ts.Symbol[] {
  const members = walk.checker.getPropertiesOfType(type)
  const marks = new Set(type.isIntersection() ? type.types.flatMap((part) => findMarks(walk, part)) : [])
  return members.filter((symbol) => !marks.has(symbol.name) && !isMark(walk, symbol))
}

/** The names of a part of an intersection that only brands the others: `{ readonly __of: 'Order' }`. */
function findMarks({ checker }: Walk, part: ts.Type): readonly string[] {
  if (part.getCallSignatures().length > 0 || checker.getIndexInfosOfType(part).length > 0) return []
  const names = checker.getPropertiesOfType(part).map(({ name }) => name)
  return names.every((name) => HIDDEN_NAME.test(name)) ? names : []
}

function isMark(walk: Walk, symbol: ts.Symbol): boolean {
  if (!symbol.name.startsWith('__@')) return BRAND_NAME.test(symbol.name)
  return isDeclaredOnly(walk, symbol)
}

/** Whether the symbol of a key has no value: `declare const brand: unique symbol`. */
function isDeclaredOnly(walk: Walk, member: ts.Symbol): boolean {
  const { ts } = walk
  const declaration = findKey(walk, member)?.valueDeclaration
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false
  if (declaration.initializer !== undefined) return false
  return declaration.type !== undefined && declaration.type.getText() === 'unique symbol'
}

/** The symbol by which a member is keyed. A member of a mapped type has no declaration, and only the checker's own note of the key. */
function findKey({ ts, checker }: Walk, member: ts.Symbol): ts.Symbol | undefined {
  const { links } = member as { links?: { readonly nameType?: ts.Type } }
  if (links?.nameType !== undefined) return links.nameType.symbol
  const name = member.valueDeclaration && ts.getNameOfDeclaration(member.valueDeclaration)
  if (name === undefined || !ts.isComputedPropertyName(name)) return undefined
  const named = checker.getSymbolAtLocation(name.expression)
  return named && (named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named)
}
