/**
 * Functions for the items of lists and the values of records: the collection of issues uses them to skip valid items,
 * so that one invalid item in a list costs one item. `is` doesn't call them: it has the same checks inline in its
 * loops, where they are a quarter faster.
 */
import type { TypeNode } from '../type-tree.ts'
import { type CheckContext, emitItemCheck } from './emit-check.ts'

/** Returns the names of functions by JSON pointers into the schema that `toJsonSchema` returns for the tree. */
export function itemFunctions(check: CheckContext): ReadonlyMap<string, string> {
  const { root, defs } = check.facts.tree
  const found = new Map<string, string>()
  const visit = (node: TypeNode, pointer: string): void => {
    const name = /\/(?:items|additionalProperties)$/.test(pointer) ? emitItemCheck(check, node) : undefined
    if (name !== undefined) found.set(pointer, name)
    for (const [step, part] of steps(node)) visit(part, `${pointer}/${step}`)
  }
  // A ref at the root is inlined.
  visit(root.kind === 'ref' ? (defs[root.name] ?? root) : root, '')
  for (const [name, node] of Object.entries(defs)) visit(node, `/$defs/${escapeKey(name)}`)
  return found
}

/** Returns the parts of a node and their steps in the node's schema; refs aren't followed. */
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

/** Escapes a key for a step of a JSON pointer. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
