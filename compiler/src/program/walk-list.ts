/** Arrays and tuples. */
import type { TypeNode } from '../type-tree.ts'
import { argumentHint, type Hint } from './type-hint.ts'
import type { ts } from './typescript.ts'
import { type Place, placeBelow, type Walk } from './walk.ts'

/** Returns the node of an array or tuple, or `undefined` for anything else. */
export function walkList(walk: Walk, type: ts.Type, place: Place): TypeNode | undefined {
  if (walk.checker.isTupleType(type)) return walkTuple(walk, type as ts.TupleTypeReference, place)
  if (!walk.checker.isArrayType(type) && !isNamedArray(walk, type)) return undefined
  const item = type.getNumberIndexType()
  if (item === undefined) return walk.problem('unsupported', type, place)
  return { kind: 'array', items: walk.node(item, placeBelow(walk, place, '[]', elementHint(walk, place.hint))) }
}

/** Matches `interface Tags extends Array<Tag> {}`, which adds nothing to an array. */
function isNamedArray({ ts, checker }: Walk, type: ts.Type): boolean {
  const { objectFlags, target } = type as ts.TypeReference
  const declared = objectFlags & ts.ObjectFlags.Reference ? target : type
  if (!declared.isClassOrInterface()) return false
  const adds = [...(type.symbol.members?.values() ?? [])].some(({ flags }) => flags & ~ts.SymbolFlags.TypeParameter)
  return !adds && checker.getBaseTypes(declared).some((base) => checker.isArrayType(base))
}

function elementHint(walk: Walk, hint: Hint | undefined): Hint | undefined {
  if (hint !== undefined && walk.ts.isArrayTypeNode(hint.node))
    return { node: hint.node.elementType, bindings: hint.bindings }
  return argumentHint(walk, hint, 0)
}

function walkTuple(walk: Walk, type: ts.TupleTypeReference, place: Place): TypeNode {
  const { ElementFlags } = walk.ts
  const flags = type.target.elementFlags
  const written = place.hint && walk.ts.isTupleTypeNode(place.hint.node) ? place.hint.node.elements : undefined
  const restAt = flags.findIndex((flag) => flag & ElementFlags.Variable)
  // `[...A[], B]`: JSON Schema can't express elements after a rest.
  if (restAt !== -1 && restAt < flags.length - 1) return walk.problem('unsupported', type, place)
  const nodes = walk.checker.getTypeArguments(type).map((item, index) => {
    const node = written?.length === flags.length ? written[index] : undefined
    const rest = index === restAt
    const hint = node && place.hint ? itemHint(walk, node, place.hint, rest) : undefined
    const below = placeBelow(walk, place, rest ? '[]' : `[${index}]`, hint)
    const optional = ((flags[index] ?? 0) & ElementFlags.Optional) !== 0
    return walk.node(item, optional ? { ...below, optional: true } : below)
  })
  const items = restAt === -1 ? nodes : nodes.slice(0, restAt)
  const rest = restAt === -1 ? undefined : nodes[restAt]
  const required = flags.filter((flag) => flag & ElementFlags.Required).length
  return rest === undefined ? { kind: 'tuple', items, required } : { kind: 'tuple', items, required, rest }
}

function itemHint({ ts }: Walk, node: ts.TypeNode, tuple: Hint, rest: boolean): Hint | undefined {
  if (!rest) return { node, bindings: tuple.bindings }
  const array = ts.isRestTypeNode(node) ? node.type : ts.isNamedTupleMember(node) ? node.type : undefined
  return array && ts.isArrayTypeNode(array) ? { node: array.elementType, bindings: tuple.bindings } : undefined
}
