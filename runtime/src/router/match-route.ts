/**
 * Matches paths with a trie over all kinds of segments. At each step static text has precedence over a parameter with a
 * matcher, then a plain parameter, then a rest parameter, so the result doesn't depend on the order of the files. The cost
 * depends on the depth of the path, not on the number of static routes.
 */

import type { Params } from '#contract/page/page.ts'
import { nearestName } from '#contract/schema/nearest-name.ts'
import type { Segment } from '#contract/schema/pattern.ts'

type Matcher = (value: string) => boolean
/** Matchers of parameters by name: `integer` is used by `[id=integer]`. */
export type Matchers = Readonly<Record<string, Matcher>>

/** An item with a pattern: pages, redirects and rewrites. */
interface Matchable {
  readonly pattern: string
  /** Its file, for messages. */
  readonly filePath?: string
  readonly segments: readonly Segment[]
}

export interface Match<Item> {
  readonly item: Item
  /**
   * Decoded parameters. A rest parameter contains its segments joined with `/`, and is absent if an optional rest is empty.
   */
  readonly params: Params
}

/** Built-in matchers; an app's own matchers take precedence. */
export const BUILT_IN_MATCHERS: Matchers = {
  integer: (value) => /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)),
  uuid: (value) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value),
}

interface Branch<Item> {
  readonly kind: 'param' | 'rest' | 'optional-rest'
  readonly matcher?: string
  readonly accepts: Matcher
  readonly node: Node<Item>
}

interface Node<Item> {
  readonly statics: Map<string, Node<Item>>
  readonly params: Branch<Item>[]
  /** Both kinds of rest parameters. */
  readonly rests: Branch<Item>[]
  end?: End<Item>
}

/** The end of a pattern. */
interface End<Item> {
  readonly item: Item
  /** Names of its parameters, from the left. */
  readonly names: readonly string[]
}

/**
 * Creates the matcher for decoded segments. Throws a `TypeError` that names both patterns if two items match the same
 * paths, and for an unknown matcher.
 */
export function createMatcher<Item extends Matchable>(
  items: readonly Item[],
  matchers: Matchers = {},
): (segments: readonly string[]) => Match<Item> | undefined {
  const root = createNode<Item>()
  for (const item of items) insert(root, item, matchers)
  sortBranches(root)
  return (segments) => {
    const values: string[] = []
    const end = find(root, segments, 0, values)
    return end === undefined ? undefined : { item: end.item, params: createParams(end.names, values) }
  }
}

function findMatcher(name: string, pattern: string, matchers: Matchers): Matcher {
  const own: unknown = Object.hasOwn(matchers, name) ? matchers[name] : undefined
  if (own !== undefined && typeof own !== 'function')
    throw new TypeError(`The matcher "${name}" of the route pattern "${pattern}" is not a function. ${WRITTEN}`)
  const built = Object.hasOwn(BUILT_IN_MATCHERS, name) ? BUILT_IN_MATCHERS[name] : undefined
  const matcher = own ?? built
  if (matcher === undefined) {
    const near = nearestName(name, [...Object.keys(matchers), ...Object.keys(BUILT_IN_MATCHERS)])
    const advice = near === undefined ? 'use integer or uuid' : `did you mean "${near}"?`
    throw new TypeError(
      `The route pattern "${pattern}" uses the matcher "${name}", which does not exist. Export it from src/matchers.ts, or ${advice}`,
    )
  }
  return (value) => {
    const isMatch: unknown = matcher(value)
    // A promise is truthy, so it would match every value.
    if (typeof isMatch !== 'boolean') throw new TypeError(`The matcher "${name}" did not return a boolean. ${WRITTEN}`)
    return isMatch
  }
}

const WRITTEN = 'A matcher receives the decoded segment and returns true or false: (value) => /^[a-z]+$/.test(value).'

function insert<Item extends Matchable>(root: Node<Item>, item: Item, matchers: Matchers): void {
  let node = root
  for (const segment of item.segments) {
    if (segment.kind === 'static') {
      const next = node.statics.get(segment.value) ?? createNode<Item>()
      node.statics.set(segment.value, next)
      node = next
      continue
    }
    const { kind, matcher } = segment
    const branches = kind === 'param' ? node.params : node.rests
    let branch = branches.find((known) => known.kind === kind && known.matcher === matcher)
    if (branch === undefined) {
      const accepts = matcher === undefined ? () => true : findMatcher(matcher, item.pattern, matchers)
      branch = { kind, ...(matcher && { matcher }), accepts, node: createNode<Item>() }
      branches.push(branch)
    }
    node = branch.node
  }
  if (node.end !== undefined)
    throw new TypeError(
      `The routes ${getRouteName(node.end.item)} and ${getRouteName(item)} match the same paths. Remove or rename one of them.`,
    )
  const names = item.segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
  node.end = { item, names }
}

function getRouteName({ pattern, filePath }: Matchable): string {
  return filePath === undefined ? `"${pattern}"` : `"${pattern}" (${filePath})`
}

/**
 * Searches depth first, the most specific branch first, with backtracking. Each node of the trie has only one path to it,
 * so no route is visited twice.
 */
function find<Item>(
  node: Node<Item>,
  segments: readonly string[],
  depth: number,
  values: string[],
): End<Item> | undefined {
  const segment = segments[depth]
  if (segment === undefined) return node.end ?? node.rests.find(({ kind }) => kind === 'optional-rest')?.node.end
  const next = node.statics.get(segment)
  const found = next && find(next, segments, depth + 1, values)
  if (found !== undefined) return found
  const length = values.length
  for (const branch of node.params) {
    if (!branch.accepts(segment)) continue
    values.push(segment)
    const end = find(branch.node, segments, depth + 1, values)
    if (end !== undefined) return end
    values.length = length
  }
  if (node.rests.length === 0) return undefined
  const rest = segments.slice(depth)
  const branch = node.rests.find(({ accepts }) => rest.every(accepts))
  if (branch !== undefined) values.push(rest.join('/'))
  // A rest parameter ends its pattern.
  return branch?.node.end
}

const NO_PARAMS: Params = Object.freeze({})

function createParams(names: readonly string[], values: readonly string[]): Params {
  if (values.length === 0) return NO_PARAMS
  const params: Record<string, string> = {}
  for (const [index, value] of values.entries()) params[names[index] ?? ''] = value
  return params
}

function createNode<Item>(): Node<Item> {
  return { statics: new Map(), params: [], rests: [] }
}

/**
 * Sorts branches: with a matcher first, then rest before optional rest, then by name, independent of the order of the
 * files.
 */
function sortBranches<Item>(node: Node<Item>): void {
  const rank = ({ kind, matcher }: Branch<Item>) =>
    `${matcher === undefined ? 1 : 0}${kind === 'optional-rest' ? 1 : 0}${matcher ?? ''}`
  for (const branches of [node.params, node.rests]) {
    branches.sort((left, right) => (rank(left) < rank(right) ? -1 : 1))
    for (const branch of branches) sortBranches(branch.node)
  }
  for (const next of node.statics.values()) sortBranches(next)
}
