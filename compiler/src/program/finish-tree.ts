/** Last pass over a derived tree: inlines definitions that are used once, and adds tags to unions. */
import type { Annotations, TypeNode, TypeTree } from '../type-tree.ts'

interface FinishedTree {
  readonly tree: TypeTree
  /** The tree in which types with a name are definitions. Absent if that makes no difference. */
  readonly typed?: TypeTree
  /** No finite value is valid: the type requires itself. */
  readonly endless: boolean
}

type Defs = Readonly<Record<string, TypeNode>>

/** @param isTyped Whether a definition has the name of a type of the app. */
export function finishTree(raw: TypeTree, isTyped: (name: string) => boolean = () => false): FinishedTree {
  const uses = countUses(raw)
  const endless = !hasValue(raw.root, findInhabitedDefinitions(raw.defs))
  const isShared = (name: string) => (uses.get(name) ?? 0) > 1 || reaches(raw.defs, name, name)
  const names = Object.keys(raw.defs)
  const isInlined = names.some((name) => isTyped(name) && !isShared(name))
  return {
    tree: inlineTypes(raw, isShared),
    ...(isInlined && { typed: inlineTypes(raw, (name) => isShared(name) || isTyped(name)) }),
    endless,
  }
}

/** Returns the tree with only those definitions for which `isDefinition` returns true. */
function inlineTypes(raw: TypeTree, isDefinition: (name: string) => boolean): TypeTree {
  const finish = (node: TypeNode): TypeNode => {
    if (node.kind !== 'ref') return tagUnion(mapChildren(node, finish), raw.defs)
    const target = raw.defs[node.name]
    if (target === undefined || isDefinition(node.name)) return node
    return { ...finish(target), ...pickAnnotations(node) }
  }
  const root = finish(raw.root)
  const defs: Record<string, TypeNode> = {}
  for (const [name, node] of Object.entries(raw.defs)) if (isDefinition(name)) defs[name] = finish(node)
  return { root, defs: onlyReachable(root, defs) }
}

/** Returns `node` with `change` applied to each of its direct children. */
export function mapChildren(node: TypeNode, change: (child: TypeNode) => TypeNode): TypeNode {
  switch (node.kind) {
    case 'array':
      return { ...node, items: change(node.items) }
    case 'tuple':
      return { ...node, items: node.items.map(change), ...(node.rest && { rest: change(node.rest) }) }
    case 'union':
      return { ...node, options: node.options.map(change) }
    case 'codec':
      return node.item === undefined ? node : { ...node, item: change(node.item) }
    case 'object':
      return {
        ...node,
        properties: node.properties.map((property) => ({ ...property, type: change(property.type) })),
        ...(node.index && { index: change(node.index) }),
        ...(node.patterns && { patterns: node.patterns.map((entry) => ({ ...entry, type: change(entry.type) })) }),
      }
    default:
      return node
  }
}

function listChildren(node: TypeNode): TypeNode[] {
  const children: TypeNode[] = []
  mapChildren(node, (child) => {
    children.push(child)
    return child
  })
  return children
}

function countUses(tree: TypeTree): Map<string, number> {
  const uses = new Map<string, number>()
  const visit = (node: TypeNode): void => {
    if (node.kind === 'ref') uses.set(node.name, (uses.get(node.name) ?? 0) + 1)
    listChildren(node).forEach(visit)
  }
  visit(tree.root)
  Object.values(tree.defs).forEach(visit)
  return uses
}

function reaches(defs: Defs, from: string, to: string, seen = new Set<string>()): boolean {
  const visit = (node: TypeNode): boolean => {
    if (node.kind === 'ref') {
      if (node.name === to) return true
      if (seen.has(node.name)) return false
      seen.add(node.name)
      return reaches(defs, node.name, to, seen)
    }
    return listChildren(node).some(visit)
  }
  const node = defs[from]
  return node !== undefined && visit(node)
}

function onlyReachable(root: TypeNode, defs: Defs): Defs {
  const reached = new Set<string>()
  const visit = (node: TypeNode): void => {
    if (node.kind === 'ref' && !reached.has(node.name)) {
      reached.add(node.name)
      const target = defs[node.name]
      if (target !== undefined) visit(target)
    }
    listChildren(node).forEach(visit)
  }
  visit(root)
  return Object.fromEntries(Object.entries(defs).filter(([name]) => reached.has(name)))
}

function pickAnnotations(node: TypeNode): Annotations {
  const { title, description, default: fallback, examples, deprecated, untrusted, messages } = node
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    ...(examples !== undefined && { examples }),
    ...(deprecated !== undefined && { deprecated }),
    ...(untrusted !== undefined && { untrusted }),
    ...(messages !== undefined && { messages }),
  }
}

/** Returns the names of definitions with a finite valid value: added until nothing changes. */
function findInhabitedDefinitions(defs: Defs): Set<string> {
  const valued = new Set<string>()
  for (let before = -1; before !== valued.size; ) {
    before = valued.size
    for (const [name, node] of Object.entries(defs)) if (hasValue(node, valued)) valued.add(name)
  }
  return valued
}

function hasValue(node: TypeNode, valued: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'ref':
      return valued.has(node.name)
    case 'union':
      return node.options.some((option) => hasValue(option, valued))
    case 'tuple':
      return node.items.slice(0, node.required).every((item) => hasValue(item, valued))
    case 'array':
      return (node.minItems ?? 0) === 0 || hasValue(node.items, valued)
    case 'object':
      return node.properties.every((property) => property.optional || hasValue(property.type, valued))
    default:
      return true
  }
}

/** Adds the name of the property whose literals distinguish the options of a union of objects. */
function tagUnion(node: TypeNode, defs: Defs): TypeNode {
  if (node.kind !== 'union') return node
  const objects = node.options.map((option) => (option.kind === 'ref' ? defs[option.name] : option))
  const [first] = objects
  if (first?.kind !== 'object' || objects.length < 2) return node
  const tag = first.properties.find((property) => distinguishes(objects, property.name))?.name
  return tag === undefined ? node : { ...node, tag }
}

function distinguishes(options: readonly (TypeNode | undefined)[], name: string): boolean {
  const seen = new Set<unknown>()
  return options.every((option) => {
    if (option?.kind !== 'object') return false
    const property = option.properties.find((candidate) => candidate.name === name)
    if (property === undefined || property.optional || property.type.kind !== 'literal') return false
    return property.type.values.every((value) => !seen.has(value) && seen.add(value))
  })
}
