/**
 * Decides whether a backtracking matcher may need more than linear time for a pattern, by automata theory: two paths
 * through one loop over the same text (exponential), or one text that two loops in a row can share (polynomial).
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { type Automaton, createAutomaton, hasLongBound, type LongBound, type Step } from './automaton.ts'
import { findLoops, type Loops } from './find-loops.ts'

/** How the time grows with the text; `unknown` for a pattern that is too large to be analyzed. */
type Slowness = 'exponential' | 'polynomial' | 'branching' | 'unknown'

/** Up to this number of paths through one text is fast, since it doesn't grow with the text. */
const MAX_PATHS = 1000
/** The limit for a pattern without `^`, whose paths a matcher tries again from each character. */
const MAX_SEARCH_PATHS = 100
/** Step limit of the search for polynomial time; only patterns with many loops in a row need more. */
const MAX_STEPS = 400_000

/** Returns `undefined` for a pattern that takes linear time. `pattern` must be valid, with the flag `u` or without it. */
export function findSlowness(pattern: string): Slowness | undefined {
  const ast = parse(pattern)
  return judge(ast, 'endless') ?? (hasLongBound(ast) ? judge(ast, 'cut') : undefined)
}

function parse(pattern: string): AST.Pattern {
  const parser = new RegExpParser()
  try {
    return parser.parsePattern(pattern, 0, pattern.length, { unicode: true })
  } catch {
    return parser.parsePattern(pattern, 0, pattern.length, { unicode: false })
  }
}

function judge(ast: AST.Pattern, long: LongBound): Slowness | undefined {
  const automaton = createAutomaton(ast, long)
  if (automaton === undefined) return 'unknown'
  const unsettled = dropSettled(automaton)
  const loops = findLoops(unsettled.positions)
  const exponential = isExponential(unsettled, loops)
  if (exponential !== false) return exponential === true ? 'exponential' : 'unknown'
  const polynomial = isPolynomial(automaton, unsettled, loops)
  if (polynomial !== false) return polynomial === true ? 'polynomial' : 'unknown'
  return hasManyPaths(unsettled, unsettled.search === undefined ? MAX_PATHS : MAX_SEARCH_PATHS)
    ? 'branching'
    : undefined
}

/**
 * Removes the steps into positions that settle the match. A matcher that reads such a position never returns to an earlier
 * choice, so it tries only the first of all paths through it.
 */
function dropSettled(automaton: Automaton): Automaton {
  const isOpen = ({ to }: Step) => automaton.positions[to]?.settles !== true
  const positions = automaton.positions.map((position) => ({ ...position, next: position.next.filter(isOpen) }))
  return { ...automaton, positions, first: automaton.first.filter(isOpen) }
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

/**
 * Returns whether two different walks over one text, from one position, meet again inside one loop, or `undefined` after too
 * many steps.
 */
function isExponential({ positions }: Automaton, loops: Loops): boolean | undefined {
  const size = positions.length
  const seen = new Set<number>()
  const open: (readonly [number, number])[] = []
  const inside = positions.map(({ next }, from) =>
    next.filter(({ to }) => loops[from] !== undefined && loops[from] === loops[to]),
  )
  let budget = MAX_STEPS
  const follow = (left: number, right: number): boolean => {
    for (const a of inside[left] ?? []) {
      for (const b of inside[right] ?? []) {
        budget--
        if ((a.reads & b.reads) === 0n) continue
        if (a.to === b.to && (left !== right || a !== b || a.ways > 1)) return true
        const pair = a.to * size + b.to
        if (a.to === b.to || seen.has(pair)) continue
        seen.add(pair)
        open.push([a.to, b.to])
      }
    }
    return false
  }
  for (const index of positions.keys()) if (follow(index, index)) return true
  for (let pair = open.pop(); pair !== undefined && budget > 0; pair = open.pop())
    if (follow(pair[0], pair[1])) return true
  return budget > 0 ? false : undefined
}

/**
 * Returns whether a text repeats one loop, continues to a later one, and repeats the later one. Only the first loop may contain
 * positions that settle the match: in `^(?:a*c|a)*`, a matcher tries the later loop first, each time.
 */
function isPolynomial(automaton: Automaton, unsettled: Automaton, laterLoops: Loops): boolean | undefined {
  const loops = findLoops(automaton.positions)
  let budget = MAX_STEPS
  for (const [p, loop] of loops.entries()) {
    if (loop === undefined) continue
    for (const q of reachableFrom(unsettled.positions, p)) {
      if (laterLoops[q] === undefined || laterLoops[q] === laterLoops[p]) continue
      const found = shares({ automaton, unsettled, loops, laterLoops }, p, q, budget)
      if (found.shares) return true
      budget -= found.steps
      if (budget <= 0) return undefined
    }
  }
  return false
}

interface Sharing {
  readonly automaton: Automaton
  readonly unsettled: Automaton
  readonly loops: Loops
  readonly laterLoops: Loops
}

/** Returns whether (p, p, q) reaches (p, q, q) over one text. */
function shares({ automaton, unsettled, loops, laterLoops }: Sharing, p: number, q: number, budget: number) {
  const size = automaton.positions.length
  const seen = new Set<number>()
  const open: (readonly [number, number, number])[] = [[p, p, q]]
  const first = (at: number) => (automaton.positions[at]?.next ?? []).filter(({ to }) => loops[to] === loops[p])
  const later = (at: number) =>
    (unsettled.positions[at]?.next ?? []).filter(({ to }) => laterLoops[to] === laterLoops[q])
  let steps = 0
  for (let at = open.pop(); at !== undefined && steps < budget; at = open.pop()) {
    const rounds = later(at[2])
    for (const a of first(at[0]))
      for (const c of rounds) {
        steps++
        const both = a.reads & c.reads
        if (both === 0n) continue
        for (const b of unsettled.positions[at[1]]?.next ?? []) {
          steps++
          if ((both & b.reads) === 0n) continue
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
      for (const { to, reads, ways } of from === START ? first : (positions[from]?.next ?? []))
        if (to !== search && (reads & symbol) !== 0n) after.set(to, (after.get(to) ?? 0) + count * ways)
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
