/** Facts about a type tree for the code generators. */
import type { LiteralNode, ObjectNode, PropertyNode, TypeNode, TypeTree } from '../type-tree.ts'

export interface TreeFacts {
  readonly tree: TypeTree
  /** Definitions that may contain themselves: their functions count the depth. */
  readonly recursive: ReadonlySet<string>
  /**
   * Whether some union can't decide between its options before it descends into a recursive part, or some object has several
   * patterns for keys with recursive parts: two of them may walk the same subtree, at every level.
   */
  readonly retries: boolean
  /** Returns the recursive definitions that a recursive one refers to, including itself. */
  recursiveWithin(definition: string): readonly string[]
  /** Returns whether a node contains a recursive definition. */
  recurs(node: TypeNode): boolean
  /** Returns whether the wire form of a node differs from its value. */
  hasCodec(node: TypeNode): boolean
  /** Returns the node itself, with refs followed. */
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
    if (node.kind === 'object' && (node.patterns ?? []).filter(({ type }) => recurs(type)).length > 1) return true
    return listChildren(node).some(isAmbiguous)
  }
  return [tree.root, ...Object.values(tree.defs)].some(isAmbiguous)
}

/** Returns the container kind of an option, which distinguishes lists from objects. */
function getContainer(node: TypeNode): 'list' | 'object' {
  if (node.kind === 'codec') return node.codec === 'set' ? 'list' : 'object'
  return node.kind === 'array' || node.kind === 'tuple' ? 'list' : 'object'
}

/** Returns the definition with a name. A tree without it is a bug of the code that created the tree. */
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

/** Returns the parts of a node; refs aren't followed. */
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

/** Returns whether an input may omit the property: it is optional, or has a default. */
export function isOmittable(property: PropertyNode): boolean {
  return property.optional || property.type.default !== undefined
}

/**
 * Returns the options of a tagged union by the values of their tag, or `undefined` if the tag doesn't distinguish all
 * options.
 */
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
