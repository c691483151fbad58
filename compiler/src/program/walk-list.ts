/** Arrays and tuples. */
import type { TypeNode } from '../type-tree.ts'
import { argumentHint, expandHint, type Hint, memberBindings } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { type Place, placeBelow, type Walk } from './walk.ts'

type Context = Pick<Walk, 'ts' | 'checker'>

/** Returns the node of an array or tuple, or `undefined` for anything else. */
export function walkList(walk: Walk, type: ts.Type, place: Place): TypeNode | undefined {
  const hint = place.hint && findMappedList(walk, place.hint)
  if (walk.checker.isTupleType(type)) return walkTuple(walk, type as ts.TupleTypeReference, place, hint)
  const array = findArray(walk, type)
  if (array === undefined) return undefined
  const item = type.getNumberIndexType()
  if (item === undefined) return walk.problem('unsupported', type, place)
  const itemHint = array === type ? elementHint(walk, hint) : findBaseHint(walk, array, hint)
  return { kind: 'array', items: walk.node(item, placeBelow(walk, place, '[]', itemHint)) }
}

/** Returns the hint of the list of `Readonly<Email[]>` and other mapped types that leave the items as they are. */
function findMappedList(walk: Walk, hint: Hint): Hint {
  const { ts } = walk
  const { node, bindings } = hint
  if (!ts.isMappedTypeNode(node) || node.type === undefined || !ts.isIndexedAccessTypeNode(node.type)) return hint
  return findMappedList(walk, expandHint(walk, { node: node.type.objectType, bindings }))
}

/** Returns an array, or that of `interface Tags extends Array<Tag> {}`, which adds nothing to it. */
export function findArray({ ts, checker }: Context, type: ts.Type): ts.TypeReference | undefined {
  const { objectFlags, target } = type as ts.TypeReference
  if (checker.isArrayType(type)) return type as ts.TypeReference
  const declared = objectFlags & ts.ObjectFlags.Reference ? target : type
  if (!declared.isClassOrInterface()) return undefined
  const adds = [...(type.symbol.members?.values() ?? [])].some(({ flags }) => flags & ~ts.SymbolFlags.TypeParameter)
  const base = adds ? undefined : checker.getBaseTypes(declared).find((one) => checker.isArrayType(one))
  return base as ts.TypeReference | undefined
}

/** Returns the argument for the array that a named array extends. */
function findBaseHint(walk: Walk, base: ts.TypeReference, hint: Hint | undefined): Hint | undefined {
  const parameter = base.target.typeParameters?.[0]?.symbol
  return parameter && memberBindings(walk, hint).get(parameter)
}

function elementHint(walk: Walk, hint: Hint | undefined): Hint | undefined {
  if (hint !== undefined && walk.ts.isArrayTypeNode(hint.node))
    return { node: hint.node.elementType, bindings: hint.bindings }
  // TypeScript reduces `[...A[]]` to `A[]`.
  if (hint !== undefined && walk.ts.isTupleTypeNode(hint.node)) return listElements(walk, hint)[0]
  return argumentHint(walk, hint, 0)
}

function walkTuple(walk: Walk, type: ts.TupleTypeReference, place: Place, hint: Hint | undefined): TypeNode {
  const { ElementFlags } = walk.ts
  const flags = type.target.elementFlags
  const written = hint === undefined ? [] : listElements(walk, hint)
  const restAt = flags.findIndex((flag) => flag & ElementFlags.Variable)
  // `[...A[], B]`: JSON Schema can't express elements after a rest.
  if (restAt !== -1 && restAt < flags.length - 1) return walk.problem('unsupported', type, place)
  const nodes = walk.checker.getTypeArguments(type).map((item, index) => {
    const element = written.length === flags.length ? written[index] : undefined
    const below = placeBelow(walk, place, index === restAt ? '[]' : `[${index}]`, element)
    const optional = ((flags[index] ?? 0) & ElementFlags.Optional) !== 0
    return walk.node(item, optional ? { ...below, optional: true } : below)
  })
  const items = restAt === -1 ? nodes : nodes.slice(0, restAt)
  const rest = restAt === -1 ? undefined : nodes[restAt]
  const required = flags.filter((flag) => flag & ElementFlags.Required).length
  return rest === undefined ? { kind: 'tuple', items, required } : { kind: 'tuple', items, required, rest }
}

/** Returns the elements of a tuple in the source, with those of tuples and the item of an array that it spreads. */
function listElements(walk: Walk, { node, bindings }: Hint): readonly (Hint | undefined)[] {
  const { ts } = walk
  if (!ts.isTupleTypeNode(node)) return []
  return node.elements.flatMap((element) => {
    const isRest =
      ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken !== undefined)
    if (!isRest) return [{ node: element, bindings }]
    const spread = expandHint(walk, { node: element.type, bindings })
    return ts.isTupleTypeNode(spread.node) ? listElements(walk, spread) : [elementHint(walk, spread)]
  })
}
