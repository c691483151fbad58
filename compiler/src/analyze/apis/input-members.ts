/** Resolves names of form fields to members of an api's input, and finds required members without a field. */
import type { ObjectNode, TypeNode, TypeTree } from '#type-tree.ts'
import type { Steps } from './written-input.ts'

/** Result of resolving a name. */
type FoundMember =
  | { readonly kind: 'value' }
  /** A value with members, which a string can't represent. */
  | { readonly kind: 'part'; readonly members: readonly Steps[] }
  /** The step at index `at` doesn't exist; `known` ones do. */
  | { readonly kind: 'unknown'; readonly at: number; readonly known: readonly string[] }

/** Depth limit for the search of required members: inputs may be recursive. */
const MAX_DEPTH = 8

/** Follows `steps` from the root. */
export function findMember(tree: TypeTree, steps: Steps): FoundMember {
  let nodes: readonly TypeNode[] = [tree.root]
  for (const [at, step] of steps.entries()) {
    const options = nodes.flatMap((node) => listOptions(tree, node))
    const next = options.flatMap((option) => below(option, step))
    if (next.length === 0) return { kind: 'unknown', at, known: listNames(options) }
    nodes = next
  }
  const options = nodes.flatMap((node) => listOptions(tree, node))
  const isPart = options.length > 0 && options.every((option) => isObject(tree, option))
  return isPart ? { kind: 'part', members: options.flatMap((option) => listParts(tree, option)) } : { kind: 'value' }
}

/** A member that a field may be named after. */
interface NamedMember {
  readonly steps: Steps
  readonly description?: string
}

/** Returns all members that strings or files can represent, up to a usual depth; 0 represents every index. */
export function fieldMembers(tree: TypeTree, node: TypeNode = tree.root, steps: Steps = []): readonly NamedMember[] {
  const options = listOptions(tree, node)
  const isWhole = steps.length > 0 && !options.some((option) => isObject(tree, option) && !isFile(option))
  const { description } = node
  const own = isWhole ? [{ steps, ...(description !== undefined && { description }) }] : []
  if (steps.length > MAX_STEPS) return own
  const inside = options.flatMap((option): readonly NamedMember[] => {
    if (option.kind === 'array' && isObject(tree, option)) return fieldMembers(tree, option.items, [...steps, 0])
    if (option.kind !== 'object' || isFile(option)) return []
    return option.properties.flatMap(({ name, type }) => fieldMembers(tree, type, [...steps, name]))
  })
  return [...own, ...inside]
}

/** Depth limit, since inputs may be recursive. */
const MAX_STEPS = 4

/**
 * Returns the paths of members that every input has and that no path in `named` begins with; 0 represents every index.
 */
export function findMissingMembers(tree: TypeTree, named: readonly Steps[]): readonly Steps[] {
  const found: Steps[] = []
  const isNamed = (path: Steps) => named.some((steps) => isBegun(steps, path))
  const visit = (node: TypeNode, path: Steps): void => {
    const [only, ...others] = listOptions(tree, node)
    if (path.length > MAX_DEPTH || only === undefined || others.length > 0) return
    if (only.kind === 'array' && isNamed([...path, 0])) visit(only.items, [...path, 0])
    if (only.kind !== 'object') return
    for (const { name, optional, type } of only.properties) {
      const at = [...path, name]
      // A file provides a whole object.
      if (named.some((steps) => steps.length === at.length && isBegun(steps, at))) continue
      if (isNamed(at)) visit(type, at)
      else if (!optional && type.default === undefined) absent(type, at)
    }
  }
  /** Handles members without a field: an unchecked checkbox and an empty list are values too. */
  const absent = (type: TypeNode, path: Steps): void => {
    const options = listOptions(tree, type)
    const [only] = options
    const part = options.length === 1 && only?.kind === 'object' ? only : undefined
    // It is ambiguous which of several objects is meant.
    const isChoice = options.length > 1 && options.every(({ kind }) => kind === 'object')
    if (part === undefined ? isChoice || !options.some(isThereWhenEmpty) : isFile(part)) found.push(path)
    else if (part !== undefined) visit(part, path)
  }
  visit(tree.root, [])
  return found
}

/** Returns whether `steps` begins with `path`. */
function isBegun(steps: Steps, path: Steps): boolean {
  return path.every((step, index) => isSame(step, steps[index]))
}

function isSame(step: string | number, other: string | number | undefined): boolean {
  return typeof step === 'number' ? typeof other === 'number' : step === other
}

/** Resolves references and unions, without `null`. */
export function listOptions(tree: TypeTree, node: TypeNode, depth = 0): readonly TypeNode[] {
  if (depth > MAX_DEPTH) return [UNKNOWN]
  if (node.kind === 'ref') return listOptions(tree, tree.defs[node.name] ?? UNKNOWN, depth + 1)
  if (node.kind === 'union') return node.options.flatMap((option) => listOptions(tree, option, depth + 1))
  return node.kind === 'null' ? [] : [node]
}

const UNKNOWN: TypeNode = { kind: 'unknown' }

function below(node: TypeNode, step: string | number): readonly TypeNode[] {
  switch (node.kind) {
    case 'unknown':
      return [node]
    case 'object':
      return lookUpMember(node, String(step))
    case 'array':
      return typeof step === 'number' ? [node.items] : []
    case 'tuple':
      return typeof step === 'number' ? [node.items[step] ?? node.rest].filter((item) => item !== undefined) : []
    case 'codec':
      if (node.codec === 'map') return [node.item ?? UNKNOWN]
      return node.codec === 'set' && typeof step === 'number' ? [node.item ?? UNKNOWN] : []
    default:
      return []
  }
}

function lookUpMember({ properties, index, patterns = [] }: ObjectNode, name: string): readonly TypeNode[] {
  const own = properties.find((one) => one.name === name)
  if (own !== undefined) return [own.type]
  const others = patterns.filter(({ pattern }) => new RegExp(pattern, 'u').test(name)).map(({ type }) => type)
  return index === undefined ? others : [...others, index]
}

function listNames(options: readonly TypeNode[]): readonly string[] {
  const names = options.flatMap((option) => (option.kind === 'object' ? option.properties.map(({ name }) => name) : []))
  return [...new Set(names)]
}

/** Returns the steps to the members of an object, or of the first item of a list. */
function listParts(tree: TypeTree, node: TypeNode): readonly Steps[] {
  if (node.kind === 'array') return listNames(listOptions(tree, node.items)).map((name) => [0, name])
  return listNames([node]).map((name) => [name])
}

/** Returns whether a node is an object, or a list of objects. */
function isObject(tree: TypeTree, node: TypeNode): boolean {
  if (node.kind === 'array') {
    const items = listOptions(tree, node.items)
    return items.length > 0 && items.every(({ kind }) => kind === 'object')
  }
  return node.kind === 'object' || (node.kind === 'codec' && node.codec === 'map')
}

/** Returns whether a file field provides the node's value: the server creates these members from a file. */
function isFile(node: TypeNode): boolean {
  const names = node.kind === 'object' ? node.properties.map(({ name }) => name) : []
  return names.sort().join() === 'bytes,name,type'
}

function isThereWhenEmpty(node: TypeNode): boolean {
  if (node.kind === 'array') return (node.minItems ?? 0) === 0
  if (node.kind === 'tuple') return node.required === 0
  if (node.kind === 'codec') return node.codec === 'set' || node.codec === 'map'
  return node.kind === 'boolean' || node.kind === 'unknown' || node.kind === 'object'
}
