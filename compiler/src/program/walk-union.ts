/** Unions. */
import type { TypeNode } from '../type-tree.ts'
import { compareText } from './order/compare-text.ts'
import { expandHint, type Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { type Place, type Walk, withoutCondition, withoutHint } from './walk.ts'
import { findForm, isForeign, isImpossible } from './walk-intersection.ts'

/** Limit for options that aren't single values: each is a separate schema, and a step of every check. */
const MAX_OPTIONS = 1000

type Literal = string | number | boolean | null

/** Walks a union of these types, without `undefined` if that only means "optional". */
export function walkUnion(walk: Walk, union: readonly ts.Type[], place: Place): TypeNode {
  const { TypeFlags } = walk.ts
  const members = listMembers(walk, union)
  const written = writtenMembers(walk, place.hint)
  // An impossible option is removed, unless it is a declared option; if none remains, the walk reports why.
  const isWritten = (type: ts.Type) => written.some((member) => member.type === type)
  const possible = members.filter((type) => !isImpossible(walk, type) && (isWritten(type) || !isForeign(walk, type)))
  const [first, ...further] = possible.filter((type) => (type.flags & TypeFlags.Unit) === 0)
  if (first !== undefined && further.length >= MAX_OPTIONS) return walk.problem('too-many', first, place)
  const ordered = inWrittenOrder(walk, possible.length > 0 ? possible : members, written)
  const literals = ordered.map((type) => getLiteral(walk, type)).filter((value) => value !== undefined)
  const boolean = literals.includes(true) && literals.includes(false)
  // A literal occurs twice if a brand of it is an option too.
  const values: Literal[] = [
    ...new Set<Literal>(boolean ? literals.filter((value) => typeof value !== 'boolean') : literals),
  ]
  const wholes = ordered.map((type) => getBigintLiteral(walk, type)).filter((value) => value !== undefined)
  // All literals are one option, and so are `true` and `false`: a set contains each of these nodes once.
  const ofBooleans: TypeNode = { kind: 'boolean' }
  const ofLiterals: TypeNode = { kind: 'literal', values }
  const ofWholes: TypeNode = { kind: 'codec', codec: 'bigint', values: wholes }
  const found = new Set<TypeNode>()
  for (const type of ordered) {
    const literal = getLiteral(walk, type)
    if (typeof literal === 'boolean' && boolean) found.add(ofBooleans)
    else if (literal !== undefined) found.add(ofLiterals)
    else if (getBigintLiteral(walk, type) !== undefined) found.add(ofWholes)
    else if ((type.flags & TypeFlags.Null) === 0)
      for (const node of walkMember(walk, type, place, written)) {
        if (node.kind !== 'literal') found.add(node)
        else {
          found.add(ofLiterals)
          values.push(...node.values.filter((value) => !values.includes(value)))
        }
      }
  }
  if (members.some((type) => type.flags & TypeFlags.Null)) {
    if (found.size === 1 && found.has(ofLiterals)) return { kind: 'literal', values: [...values, null] }
    found.add({ kind: 'null' })
  }
  const options = [...found]
  const [only] = options
  return only !== undefined && options.length === 1 ? only : { kind: 'union', options }
}

function listMembers(walk: Walk, union: readonly ts.Type[]): readonly ts.Type[] {
  const members = union.flatMap((type) => {
    const member = withoutCondition(walk, type)
    return member.isUnion() ? member.types : [member]
  })
  return [...new Set(members)]
}

/**
 * Returns the value of a literal type, branded or not; `undefined` for anything else, including `null` and bigint
 * literals.
 */
export function getLiteral(walk: Walk, type: ts.Type): Literal | undefined {
  if (type.isIntersection()) {
    const form = findForm(walk, type)
    return form && getLiteral(walk, form)
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (type.flags & walk.ts.TypeFlags.BooleanLiteral)
    return (type as { intrinsicName?: string }).intrinsicName === 'true'
  if (type.flags & walk.ts.TypeFlags.Enum) return getAssertedValue(walk, type)
  return undefined
}

/** `A = 'a' as any`: TypeScript's type is number, but the member's value is `'a'`. */
function getAssertedValue({ ts }: Walk, type: ts.Type): Literal | undefined {
  const member = type.symbol.valueDeclaration
  let value = member && ts.isEnumMember(member) ? member.initializer : undefined
  while (value && (ts.isAssertionExpression(value) || ts.isParenthesizedExpression(value))) value = value.expression
  if (value === undefined) return undefined
  if (ts.isStringLiteralLike(value)) return value.text
  if (ts.isNumericLiteral(value)) return Number(value.text)
  if (value.kind === ts.SyntaxKind.NullKeyword) return null
  if (value.kind === ts.SyntaxKind.TrueKeyword) return true
  return value.kind === ts.SyntaxKind.FalseKeyword ? false : undefined
}

/** Returns the decimals of a bigint literal type. */
export function getBigintLiteral({ ts }: Walk, type: ts.Type): string | undefined {
  if ((type.flags & ts.TypeFlags.BigIntLiteral) === 0) return undefined
  const { negative, base10Value } = (type as ts.BigIntLiteralType).value
  return `${negative ? '-' : ''}${base10Value}`
}

interface Written {
  readonly type: ts.Type
  readonly hint: Hint
}

/** Returns the members in the source, with aliases of unions expanded. */
export function writtenMembers(walk: Walk, hint: Hint | undefined): Written[] {
  if (hint === undefined) return []
  const expanded = expandHint(walk, hint)
  if (!walk.ts.isUnionTypeNode(expanded.node)) return [{ type: walk.checker.getTypeFromTypeNode(expanded.node), hint }]
  return expanded.node.types.flatMap((node) => writtenMembers(walk, { node, bindings: expanded.bindings }))
}

/**
 * Returns the members in source order if that is known; otherwise sorted, since the checker's order depends on the
 * types that it saw earlier.
 */
export function inWrittenOrder(walk: Walk, members: readonly ts.Type[], written: readonly Written[]): ts.Type[] {
  const rank = new Map<ts.Type, number>()
  for (const { type } of written)
    for (const part of type.isUnion() ? sortByDeclaration(walk, type) : [type])
      if (!rank.has(part)) rank.set(part, rank.size)
  if (rank.size === 0 && members.length > 0) {
    const enumeration = members.map((member) => member.symbol?.valueDeclaration?.parent)
    if (enumeration.every((node) => node !== undefined && walk.ts.isEnumDeclaration(node)))
      return [...members].sort((a, b) => position(a) - position(b))
  }
  // Printing types is slow: only done if one of them isn't in the source.
  const isWritten = members.every((member) => rank.has(member))
  const fallback = isWritten ? [] : [...members].sort((a, b) => compareText(sortKey(walk, a), sortKey(walk, b)))
  const at = (type: ts.Type) => rank.get(type) ?? rank.size + fallback.indexOf(type)
  return [...members].sort((a, b) => at(a) - at(b))
}

function sortByDeclaration(walk: Walk, type: ts.UnionType): readonly ts.Type[] {
  if ((type.flags & walk.ts.TypeFlags.EnumLiteral) === 0) return inWrittenOrder(walk, type.types, [])
  return [...type.types].sort((a, b) => position(a) - position(b))
}

function position(type: ts.Type): number {
  return type.symbol?.valueDeclaration?.pos ?? 0
}

function sortKey(walk: Walk, type: ts.Type): string {
  if (type.isNumberLiteral())
    return `1:${type.value < 0 ? '-' : '+'}${Math.abs(type.value).toString().padStart(24, '0')}`
  if (type.isStringLiteral()) return `2:${type.value}`
  if (type.flags & walk.ts.TypeFlags.Object) {
    const declaration = type.symbol?.declarations?.[0]
    const place = declaration
      ? `${declaration.getSourceFile().fileName}:${String(declaration.pos).padStart(9, '0')}`
      : ''
    return `3:${place}:${walk.checker.typeToString(type)}`
  }
  return `0:${walk.checker.typeToString(type)}`
}

/**
 * Walks a member. The checker reduces `'none' | Email` and `Email | Uuid` to `string`: the value has one of the types in
 * the source, unless one of them accepts every string.
 */
function walkMember(walk: Walk, type: ts.Type, place: Place, written: readonly Written[]): readonly TypeNode[] {
  const { String: Text, Number: Numeric } = walk.ts.TypeFlags
  const isBroad = (type.flags & (Text | Numeric)) !== 0
  const found = written.filter((member) => isBroad && walk.checker.isTypeAssignableTo(member.type, type))
  const nodes = found.length > 1 ? found.map((member) => walk.node(member.type, { ...place, hint: member.hint })) : []
  if (nodes.length > 1 && !nodes.some(isUnconstrained)) return nodes
  return [walk.node(type, memberPlace(walk, place, type, written))]
}

const ANNOTATIONS = ['kind', 'title', 'description', 'default', 'examples', 'deprecated', 'untrusted', 'messages']

function isUnconstrained(node: TypeNode): boolean {
  return node.kind !== 'literal' && Object.keys(node).every((key) => ANNOTATIONS.includes(key))
}

function memberPlace(walk: Walk, place: Place, type: ts.Type, written: readonly Written[]): Place {
  const found = written.filter((member) => member.type === type)
  // If a union has two aliases of one primitive, neither's constraints apply to all of it. The same holds if the
  // primitive absorbs a literal beside an alias: `'all' | Email` is `string` in TypeScript.
  const absorbs = written.some((member) => member.type !== type && walk.checker.isTypeAssignableTo(member.type, type))
  const hint = found.length === 1 && !absorbs ? found[0]?.hint : undefined
  return hint === undefined ? withoutHint(place) : { ...place, hint }
}
