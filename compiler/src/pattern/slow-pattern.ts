/**
 * Decides whether a backtracking matcher may need more than linear time for a pattern, by automata theory: two paths
 * through one loop over the same text (exponential), or one text that two loops in a row can share (polynomial).
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { type Automaton, createAutomaton, hasLongBound, type LongBound, type Step } from './automaton.ts'

/** How the time grows with the text; `unknown` for a pattern that is too large to be analyzed. */
export type Slowness = 'exponential' | 'polynomial' | 'branching' | 'unknown'

/** Up to this number of paths through one text is fast, since it doesn't grow with the text. */
const MAX_PATHS = 1000
/** The limit for a pattern without `^`, whose paths a matcher tries again from each character. */
const MAX_SEARCH_PATHS = 100
/** Step limit of the search for polynomial time; only patterns with many loops in a row need more. */
const MAX_STEPS = 400_000

/** Returns `undefined` for a pattern that takes linear time. `pattern` must be valid with the flag `u`. */
export function findSlowness(pattern: string): Slowness | undefined {
  const ast = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true })
  return judge(ast, 'endless') ?? (hasLongBound(ast) ? judge(ast, 'cut') : undefined)
}

function judge(ast: AST.Pattern, long: LongBound): Slowness | undefined {
  const automaton = createAutomaton(ast, long)
  if (automaton === undefined) return 'unknown'
  const groups = loopGroups(automaton)
  if (isExponential(automaton, groups)) return 'exponential'
  const polynomial = isPolynomial(automaton, groups)
  if (polynomial !== false) return polynomial === true ? 'polynomial' : 'unknown'
  return hasManyPaths(automaton, automaton.search === undefined ? MAX_PATHS : MAX_SEARCH_PATHS)
    ? 'branching'
    : undefined
}

/** Returns for each position the number of its loop; undefined outside of loops. */
function loopGroups({ positions }: Automaton): (number | undefined)[] {
  const reached = positions.map((_, from) => reachableFrom(positions, from))
  const groups: (number | undefined)[] = positions.map(() => undefined)
  for (const [index, reach] of reached.entries()) {
    if (!reach.has(index)) continue
    const known = [...reach].find((other) => other < index && reached[other]?.has(index) === true)
    groups[index] = known === undefined ? index : groups[known]
  }
  return groups
}

function reachableFrom(positions: Automaton['positions'], from: number): Set<number> {
  const found = new Set<number>()
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { to } of positions[at]?.next ?? []) {
      if (found.has(to)) continue
      found.add(to)
      open.push(to)
    }
  return found
}

type Groups = readonly (number | undefined)[]

/** Returns whether two different walks over one text, from one position, meet again inside one loop. */
function isExponential({ positions }: Automaton, groups: Groups): boolean {
  const size = positions.length
  const seen = new Set<number>()
  const open: (readonly [number, number])[] = []
  const inside = (from: number, { to }: Step) => groups[from] !== undefined && groups[from] === groups[to]
  const listSteps = (from: number) => (positions[from]?.next ?? []).filter((step) => inside(from, step))
  const follow = (left: number, right: number): boolean => {
    for (const a of listSteps(left)) {
      for (const b of listSteps(right)) {
        if (((positions[a.to]?.reads ?? 0n) & (positions[b.to]?.reads ?? 0n)) === 0n) continue
        if (a.to === b.to && (left !== right || a.ways > 1)) return true
        const pair = a.to * size + b.to
        if (a.to === b.to || seen.has(pair)) continue
        seen.add(pair)
        open.push([a.to, b.to])
      }
    }
    return false
  }
  for (const index of positions.keys()) if (follow(index, index)) return true
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) if (follow(pair[0], pair[1])) return true
  return false
}

/** Returns whether a text repeats one loop, continues to a later one, and repeats the later one. */
function isPolynomial(automaton: Automaton, groups: Groups): boolean | undefined {
  const { positions, search } = automaton
  let budget = MAX_STEPS
  for (const [p, group] of groups.entries()) {
    if (group === undefined) continue
    for (const q of reachableFrom(positions, p)) {
      if (groups[q] === undefined || groups[q] === group) continue
      // A search that reached `q` has found its match.
      if (p === search && positions[q]?.accepts === true) continue
      const found = shares(automaton, groups, p, q, budget)
      if (found.shares) return true
      budget -= found.steps
      if (budget <= 0) return undefined
    }
  }
  return false
}

/** Returns whether (p, p, q) reaches (p, q, q) over one text. */
function shares({ positions }: Automaton, groups: Groups, p: number, q: number, budget: number) {
  const size = positions.length
  const seen = new Set<number>()
  const open: (readonly [number, number, number])[] = [[p, p, q]]
  const next = (at: number) => positions[at]?.next ?? []
  const reads = (at: number) => positions[at]?.reads ?? 0n
  const within = (at: number, group: number | undefined) => next(at).filter(({ to }) => groups[to] === group)
  let steps = 0
  for (let at = open.pop(); at !== undefined && steps < budget; at = open.pop()) {
    for (const a of within(at[0], groups[p]))
      for (const c of within(at[2], groups[q])) {
        const both = reads(a.to) & reads(c.to)
        if (both === 0n) continue
        for (const b of next(at[1])) {
          steps++
          if ((both & reads(b.to)) === 0n) continue
          if (a.to === p && b.to === q && c.to === q) return { shares: true, steps }
          const key = (a.to * size + b.to) * size + c.to
          if (seen.has(key)) continue
          seen.add(key)
          open.push([a.to, b.to, c.to])
        }
      }
  }
  return { shares: false, steps }
}

/** A text that has been read up to some character. */
interface Walk {
  /** Number of paths that end at each position. */
  readonly paths: ReadonlyMap<number, number>
  /** Number of paths that a matcher tries beside the first one, over all characters so far. */
  readonly tried: number
}

/**
 * Returns whether a matcher tries more than `limit` paths through the worst text, which is approximated by the best few
 * guesses at each character. Paths that end early count too: of 12 optional characters, at most 924 paths end at one
 * character, and 4096 in total.
 */
function hasManyPaths({ positions, first, symbols, search }: Automaton, limit: number): boolean {
  const GUESSES = 6
  const length = Math.min(positions.length + 2, 64)
  const advance = (paths: ReadonlyMap<number, number>, symbol: bigint) => {
    const after = new Map<number, number>()
    for (const [from, count] of paths)
      for (const { to, ways } of from === START ? first : (positions[from]?.next ?? []))
        if (to !== search && ((positions[to]?.reads ?? 0n) & symbol) !== 0n)
          after.set(to, (after.get(to) ?? 0) + count * ways)
    return after
  }
  let best: readonly Walk[] = [{ paths: new Map([[START, 1]]), tried: 0 }]
  for (let index = 0; index < length; index++) {
    const after = best.flatMap(({ paths, tried }) =>
      Array.from({ length: symbols }, (_, symbol): Walk => {
        const next = advance(paths, 1n << BigInt(symbol))
        return { paths: next, tried: tried + Math.max(0, total(next) - 1) }
      }),
    )
    if (after.some(({ tried }) => tried > limit)) return true
    best = after.sort((a, b) => total(b.paths) - total(a.paths)).slice(0, GUESSES)
  }
  return false
}

const START = -1

function total(paths: ReadonlyMap<number, number>): number {
  return [...paths.values()].reduce((sum, count) => sum + count, 0)
}
