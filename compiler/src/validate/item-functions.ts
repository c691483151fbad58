/**
 * Functions for the items of lists and the values of records: what collects issues passes over right items by them, so
 * that one wrong item in a list costs one item. `is` does not call them: it has the same checks inside of its loops, where
 * they are a quarter faster.
 */
import type { TypeNode } from '../type-tree.ts'
import { type CheckContext, emitItemCheck } from './emit-check.ts'

/** The names of functions by JSON pointers into the schema that `toJsonSchema` makes of the tree. */
export function itemFunctions(check: CheckContext): ReadonlyMap<string, string> {
  const { root, defs } = check.facts.tree
  const found = new Map<string, string>()
  const visit = (node: TypeNode, pointer: string): void => {
    const name = /\/(?:items|additionalProperties)$/.test(pointer) ? emitItemCheck(check, node) : undefined
    if (name !== undefined) found.set(pointer, name)
    for (const [step, part] of steps(node)) visit(part, `${pointer}/${step}`)
  }
  // A ref at the root is written in place.
  visit(root.kind === 'ref' ? (defs[root.name] ?? root) : root, '')
  for (const [name, node] of Object.entries(defs)) visit(node, `/$defs/${escapeKey(name)}`)
  return found
}

/** The parts of a node and where the schema of the node has theirs; refs are not followed. */
function steps(node: TypeNode): readonly (readonly [step: string, part: TypeNode])[] {
  switch (node.kind) {
    case 'array':
      return [['items', node.items]]
    case 'tuple':
      return [
        ...node.items.map((item, index) => [`prefixItems/${index}`, item] as const),
        ...(node.rest === undefined ? [] : [['items', node.rest] as const]),
      ]
    case 'object':
      return [
        ...node.properties.map(({ name, type }) => [`properties/${escapeKey(name)}`, type] as const),
        ...(node.patterns ?? []).map(({ pattern, type }) => [`patternProperties/${escapeKey(pattern)}`, type] as const),
        ...(node.index === undefined ? [] : [['additionalProperties', node.index] as const]),
      ]
    case 'union':
      return node.options.map((option, index) => [`anyOf/${index}`, option] as const)
    case 'codec':
      return node.item === undefined ? [] : [[node.codec === 'map' ? 'additionalProperties' : 'items', node.item]]
    default:
      return []
  }
}

/** A key as a step of a JSON pointer. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
