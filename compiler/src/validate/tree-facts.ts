/** What the code generators ask about a type tree. */
import type { LiteralNode, ObjectNode, PropertyNode, TypeNode, TypeTree } from '../type-tree.ts'

export interface TreeFacts {
  readonly tree: TypeTree
  /** Definitions that can contain themselves: their functions count how deep they are. */
  readonly recursive: ReadonlySet<string>
  /**
   * Whether some union cannot tell its options apart before it descends into a recursive part: two of them may walk the
   * same subtree, and so at every level below.
   */
  readonly retries: boolean
  /** The recursive definitions that a recursive one leads to, itself among them. */
  recursiveWithin(definition: string): readonly string[]
  /** Whether a recursive definition stands somewhere in a node. */
  recurs(node: TypeNode): boolean
  /** Whether the wire form of a node differs from its value somewhere inside. */
  hasCodec(node: TypeNode): boolean
  /** The node itself, refs followed. */
  resolve(node: TypeNode): TypeNode
}

export function treeFacts(tree: TypeTree): TreeFacts {
  const reach = new Map(Object.entries(tree.defs).map(([name, node]) => [name, reachable(tree, node)]))
  const codecDefs = new Set<string>()
  for (const [name, node] of Object.entries(tree.defs)) {
    const parts = [node, ...[...(reach.get(name) ?? [])].map((other) => definition(tree, other))]
    if (parts.some(containsCodec)) codecDefs.add(name)
  }
  const recursive = new Set([...reach].filter(([name, names]) => names.has(name)).map(([name]) => name))
  const recurs = (node: TypeNode) =>
    refsIn(node).some((name) => recursive.has(name) || [...(reach.get(name) ?? [])].some((far) => recursive.has(far)))
  return {
    tree,
    recursive,
    retries: recursive.size > 0 && hasRetries(tree, recurs),
    recurs,
    recursiveWithin: (name) => [...(reach.get(name) ?? [])].filter((other) => recursive.has(other)),
    hasCodec: (node) => containsCodec(node) || refsIn(node).some((name) => codecDefs.has(name)),
    resolve: (node) => resolve(tree, node),
  }
}

function hasRetries(tree: TypeTree, recurs: (node: TypeNode) => boolean): boolean {
  const isAmbiguous = (node: TypeNode): boolean => {
    if (node.kind === 'union' && node.tag === undefined) {
      const kinds = node.options.filter(recurs).map((option) => getContainer(resolve(tree, option)))
      if (new Set(kinds).size < kinds.length) return true
    }
    return listChildren(node).some(isAmbiguous)
  }
  return [tree.root, ...Object.values(tree.defs)].some(isAmbiguous)
}

/** What an option is told by at once: lists from objects; a nested union may be either. */
function getContainer(node: TypeNode): 'list' | 'object' {
  if (node.kind === 'codec') return node.codec === 'set' ? 'list' : 'object'
  return node.kind === 'array' || node.kind === 'tuple' ? 'list' : 'object'
}

/** The definition of a name. A tree that lacks one is a defect of whoever made it. */
export function definition(tree: TypeTree, name: string): TypeNode {
  const node = tree.defs[name]
  if (node === undefined) throw new Error(`The type tree has no definition "${name}".`)
  return node
}

function resolve(tree: TypeTree, node: TypeNode): TypeNode {
  let current = node
  for (const seen = new Set<string>(); current.kind === 'ref'; ) {
    if (seen.has(current.name)) throw new Error(`The definition "${current.name}" is nothing but itself.`)
    seen.add(current.name)
    current = definition(tree, current.name)
  }
  return current
}

/** The parts of a node, refs not followed. */
export function listChildren(node: TypeNode): readonly TypeNode[] {
  switch (node.kind) {
    case 'array':
      return [node.items]
    case 'tuple':
      return node.rest === undefined ? node.items : [...node.items, node.rest]
    case 'object':
      return [
        ...node.properties.map((property) => property.type),
        ...(node.patterns ?? []).map((pattern) => pattern.type),
        ...(node.index === undefined ? [] : [node.index]),
      ]
    case 'union':
      return node.options
    case 'codec':
      return node.item === undefined ? [] : [node.item]
    default:
      return []
  }
}

function refsIn(node: TypeNode): string[] {
  return node.kind === 'ref' ? [node.name] : listChildren(node).flatMap(refsIn)
}

function containsCodec(node: TypeNode): boolean {
  return node.kind === 'codec' || listChildren(node).some(containsCodec)
}

function reachable(tree: TypeTree, node: TypeNode): Set<string> {
  const found = new Set<string>()
  const open = refsIn(node)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...refsIn(definition(tree, name)))
  }
  return found
}

/** An input may leave it out: it is optional, or has a default. */
export function isOmittable(property: PropertyNode): boolean {
  return property.optional || property.type.default !== undefined
}

/** The options of a tagged union by the values of their tag; undefined when an option cannot be told by it. */
export function byTag(
  facts: TreeFacts,
  tag: string,
  options: readonly TypeNode[],
): readonly { readonly values: LiteralNode['values']; readonly option: TypeNode }[] | undefined {
  const seen = new Set<unknown>()
  const cases: { values: LiteralNode['values']; option: TypeNode }[] = []
  for (const option of options) {
    const type = tagType(facts.resolve(option), tag)
    const literal = type === undefined ? undefined : facts.resolve(type)
    if (literal?.kind !== 'literal' || literal.values.some((value) => seen.has(value))) return undefined
    for (const value of literal.values) seen.add(value)
    cases.push({ values: literal.values, option })
  }
  return cases
}

function tagType(node: TypeNode, tag: string): TypeNode | undefined {
  if (node.kind !== 'object') return undefined
  const property = (node as ObjectNode).properties.find(({ name }) => name === tag)
  return property === undefined || property.optional ? undefined : property.type
}
