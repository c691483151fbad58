/**
 * Matching: a trie over all kinds of segments. At each step static text comes before a parameter with a matcher, that
 * before a plain parameter, that before a rest, so the answer does not depend on the order of the files; the cost depends
 * on the depth of the path and not on the number of static routes.
 */
import type { Params } from '#contract/page.ts'
import type { Segment } from '#contract/pattern.ts'

export type Matcher = (value: string) => boolean
export type Matchers = Readonly<Record<string, Matcher>>

/** Anything with a pattern: pages now, redirects and rewrites on the same grammar. */
export interface Matchable {
  readonly pattern: string
  readonly segments: readonly Segment[]
}

export interface Match<Item> {
  readonly item: Item
  /** Decoded; a rest parameter is its segments joined with `/`, absent when an optional rest is empty. */
  readonly params: Params
}

/** Built-in matchers; the app's own win. */
export const BUILT_IN_MATCHERS: Matchers = {
  integer: (value) => /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)),
  uuid: (value) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value),
}

interface Branch<Item> {
  readonly matcher?: string
  readonly accepts: Matcher
  readonly node: Node<Item>
}

interface Node<Item> {
  readonly statics: Map<string, Node<Item>>
  readonly params: Branch<Item>[]
  readonly rests: Branch<Item>[]
  readonly optionalRests: Branch<Item>[]
  item?: Item
}

/**
 * Builds the matcher over decoded segments. Throws a `TypeError` that names both patterns when two items answer the same
 * paths, and for a matcher that nobody defined.
 */
export function createMatcher<Item extends Matchable>(
  items: readonly Item[],
  matchers: Matchers = {},
): (segments: readonly string[]) => Match<Item> | undefined {
  const root = createNode<Item>()
  const byName = (name: string, pattern: string): Matcher => {
    const own = Object.hasOwn(matchers, name) ? matchers[name] : undefined
    const matcher = own ?? (Object.hasOwn(BUILT_IN_MATCHERS, name) ? BUILT_IN_MATCHERS[name] : undefined)
    if (matcher === undefined)
      throw new TypeError(
        `The route pattern "${pattern}" uses the matcher "${name}", which does not exist. Export it from src/matchers.ts, or use integer or uuid.`,
      )
    return matcher
  }
  for (const item of items) insert(root, item, byName)
  sortBranches(root)
  return (segments) => {
    const values: string[] = []
    const item = find(root, segments, 0, values)
    return item === undefined ? undefined : { item, params: paramsOf(item, values) }
  }
}

function insert<Item extends Matchable>(
  root: Node<Item>,
  item: Item,
  byName: (name: string, pattern: string) => Matcher,
) {
  let node = root
  for (const segment of item.segments) {
    if (segment.kind === 'static') {
      const next = node.statics.get(segment.value) ?? createNode<Item>()
      node.statics.set(segment.value, next)
      node = next
      continue
    }
    const branches = segment.kind === 'param' ? node.params : segment.kind === 'rest' ? node.rests : node.optionalRests
    let branch = branches.find((known) => known.matcher === segment.matcher)
    if (branch === undefined) {
      const accepts = segment.matcher === undefined ? () => true : byName(segment.matcher, item.pattern)
      branch = { ...(segment.matcher && { matcher: segment.matcher }), accepts, node: createNode<Item>() }
      branches.push(branch)
    }
    node = branch.node
  }
  if (node.item !== undefined)
    throw new TypeError(
      `The routes "${node.item.pattern}" and "${item.pattern}" answer the same paths. Remove or rename one of them.`,
    )
  node.item = item
}

function find<Item>(node: Node<Item>, segments: readonly string[], depth: number, values: string[]): Item | undefined {
  const segment = segments[depth]
  if (segment === undefined) {
    if (node.item !== undefined) return node.item
    return node.optionalRests[0]?.node.item
  }
  const next = node.statics.get(segment)
  const found = next && find(next, segments, depth + 1, values)
  if (found !== undefined) return found
  const kept = values.length
  for (const branch of node.params) {
    if (segment === '' || !branch.accepts(segment)) continue
    values.push(segment)
    const item = find(branch.node, segments, depth + 1, values)
    if (item !== undefined) return item
    values.length = kept
  }
  const rest = segments.slice(depth)
  for (const branch of [...node.rests, ...node.optionalRests]) {
    if (rest.includes('') || !rest.every((value) => branch.accepts(value))) continue
    values.push(rest.join('/'))
    return branch.node.item
  }
  return undefined
}

function paramsOf(item: Matchable, values: readonly string[]): Params {
  const names = item.segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
  return Object.fromEntries(values.map((value, index) => [names[index] ?? '', value]))
}

function createNode<Item>(): Node<Item> {
  return { statics: new Map(), params: [], rests: [], optionalRests: [] }
}

/** With a matcher before without, then by name: independent of the order in which files were read. */
function sortBranches<Item>(node: Node<Item>): void {
  for (const branches of [node.params, node.rests, node.optionalRests]) {
    branches.sort((left, right) => {
      if (left.matcher === undefined || right.matcher === undefined)
        return (left.matcher === undefined ? 1 : 0) - (right.matcher === undefined ? 1 : 0)
      return left.matcher < right.matcher ? -1 : 1
    })
    for (const branch of branches) sortBranches(branch.node)
  }
  for (const next of node.statics.values()) sortBranches(next)
}
