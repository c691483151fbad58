/**
 * Where in a schema the items stand that generated functions check: what collects issues passes over right items by them,
 * so that one wrong item in a list costs one item.
 */
import type { TypeNode, TypeTree } from '../type-tree.ts'

/** The names of functions by JSON pointers into the schema that `toJsonSchema` makes of the tree. */
export function itemFunctions(tree: TypeTree, functions: ReadonlyMap<TypeNode, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (node: TypeNode, pointer: string): void => {
    const name = functions.get(node)
    if (name !== undefined && /\/(?:items|additionalProperties)$/.test(pointer)) found.set(pointer, name)
    for (const [step, part] of steps(node)) visit(part, `${pointer}/${step}`)
  }
  // A ref at the root is written in place.
  visit(tree.root.kind === 'ref' ? (tree.defs[tree.root.name] ?? tree.root) : tree.root, '')
  for (const [name, node] of Object.entries(tree.defs)) visit(node, `/$defs/${escaped(name)}`)
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
        ...node.properties.map(({ name, type }) => [`properties/${escaped(name)}`, type] as const),
        ...(node.patterns ?? []).map(({ pattern, type }) => [`patternProperties/${escaped(pattern)}`, type] as const),
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
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
