/**
 * Converts a regular expression to the automaton that a backtracking matcher walks: one position for each character
 * that is read, and the number of ways from one position to the next. Conditions that can't be evaluated (assertions)
 * count as possible.
 */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import { type Alphabet, createAlphabet } from './alphabet.ts'

export interface Step {
  readonly to: number
  /** Symbols that its position reads and that a look-ahead before it allows, as bits. */
  readonly reads: bigint
  /** Number of ways; with two, the matcher branches each time that the step is taken. */
  readonly ways: number
}

interface Position {
  readonly next: readonly Step[]
  /**
   * Whether a matcher that reads this position finds a match in any text, and so never returns to an earlier choice.
   */
  readonly settles: boolean
}

export interface Automaton {
  readonly positions: readonly Position[]
  /** Initial positions of a match at the start of the text. */
  readonly first: readonly Step[]
  /** The position that searches for a later start; absent if every alternative begins with `^`. */
  readonly search?: number
  readonly symbols: number
}

/** Limit of positions; larger patterns aren't analyzed. */
const MAX_POSITIONS = 3000
/** Limit of ways between two positions, beyond which they count as infinite. */
const MAX_WAYS = 64
/** Bounded repetitions longer than this aren't expanded. */
const LONG = 16

type Condition = 'start' | 'end' | 'assertion'

/** A condition on the next character, if there is one: it is in one of these classes, or in none of them. */
interface Ahead {
  readonly raws: readonly string[]
  readonly negate: boolean
}

interface Empty {
  readonly to: number
  readonly condition?: Condition
  readonly ahead?: Ahead
}

interface Reader {
  readonly to: number
  readonly raw: string
}

/** Treatment of bounded repetitions that are too long to be expanded. */
export type LongBound = 'endless' | 'cut'

interface Draft {
  readonly long: LongBound
  readonly empties: Empty[][]
  readonly readers: (Reader | undefined)[]
}

/** Returns the automaton of a parsed pattern, or `undefined` if it is too large or too ambiguous to be analyzed. */
export function createAutomaton(ast: AST.Pattern, long: LongBound): Automaton | undefined {
  const draft: Draft = { long, empties: [], readers: [] }
  const start = state(draft)
  const end = choice(draft, ast.alternatives, start)
  const sources = [...draft.readers.keys()].filter((source) => draft.readers[source] !== undefined)
  if (sources.length > MAX_POSITIONS) return undefined
  const raws = sources.map((source) => draft.readers[source]?.raw ?? '')
  const ahead = draft.empties.flat().flatMap((empty) => empty.ahead?.raws ?? [])
  const alphabet = createAlphabet(ast, [...raws, ...ahead])
  const search: ClosureSearch = {
    draft,
    end,
    alphabet,
    indexes: new Map(sources.map((source, index) => [source, index])),
  }
  const first = closure(search, start, true)
  const later = closure(search, start, false)
  const closures = sources.map((source) => closure(search, draft.readers[source]?.to ?? end, false))
  if (first === undefined || later === undefined) return undefined
  const found = closures.filter((each) => each !== undefined)
  if (found.length < closures.length) return undefined
  const settled = findSettled(found, alphabet)
  const positions = found.map(({ steps }, index): Position => ({ next: steps, settles: settled.has(index) }))
  const automaton = { positions, first: first.steps, symbols: alphabet.symbols }
  if (later.steps.length === 0) return automaton
  const at = positions.length
  const next = [...later.steps, { to: at, reads: alphabet.any, ways: 1 }]
  return { ...automaton, positions: [...positions, { next, settles: false }], search: at }
}

/**
 * Returns the positions after which the pattern may end, and the positions from which every text leads to such an end:
 * all positions of `^a[^]*$`.
 */
function findSettled(closures: readonly Closure[], { any }: Alphabet): ReadonlySet<number> {
  const settled = new Set(closures.keys())
  const staysSettled = ({ accepts, acceptsAtEnd, sure }: Closure) =>
    accepts ||
    (acceptsAtEnd && sure.reduce((read, { to, reads }) => (settled.has(to) ? read | reads : read), 0n) === any)
  for (let before = -1; before !== settled.size; ) {
    before = settled.size
    for (const [at, found] of closures.entries()) if (!staysSettled(found)) settled.delete(at)
  }
  return settled
}

function state(draft: Draft): number {
  draft.readers.push(undefined)
  return draft.empties.push([]) - 1
}

function link(draft: Draft, from: number, to: number, condition?: Condition): void {
  draft.empties[from]?.push(condition === undefined ? { to } : { to, condition })
}

function choice(draft: Draft, alternatives: readonly AST.Alternative[], from: number): number {
  const end = state(draft)
  for (const alternative of alternatives) {
    const begin = state(draft)
    link(draft, from, begin)
    link(
      draft,
      alternative.elements.reduce((at, element) => add(draft, element, at), begin),
      end,
    )
  }
  return end
}

function add(draft: Draft, element: AST.Element, from: number): number {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return read(draft, element.raw, from)
    case 'Group':
    case 'CapturingGroup':
      return choice(draft, element.alternatives, from)
    case 'Quantifier':
      return repeat(draft, element, from)
    case 'Backreference': {
      const [group] = [element.resolved].flat()
      if (group === undefined) return from
      const to = state(draft)
      // It matches only the text that the group has matched.
      link(draft, choice(draft, group.alternatives, from), to, 'assertion')
      return to
    }
    case 'Assertion':
      return assertion(draft, element, from)
  }
}

function read(draft: Draft, raw: string, from: number): number {
  // A separate state: one state reads one character.
  const at = state(draft)
  const to = state(draft)
  link(draft, from, at)
  draft.readers[at] = { to, raw }
  return to
}

/** A look-around is walked in parallel: its steps are added to those of the match, and end there. */
function assertion(draft: Draft, element: AST.Assertion, from: number): number {
  const to = state(draft)
  const ahead = element.kind === 'lookahead' ? readAhead(element) : undefined
  if (ahead !== undefined) {
    draft.empties[from]?.push({ to, condition: 'assertion', ahead })
    return to
  }
  if (element.kind === 'lookahead' || element.kind === 'lookbehind') choice(draft, element.alternatives, from)
  link(draft, from, to, element.kind === 'start' || element.kind === 'end' ? element.kind : 'assertion')
  return to
}

/** Reads a look-ahead of one character, such as `(?!-)` or `(?=\s|$)`. Returns `undefined` for any other. */
function readAhead({ alternatives, negate }: AST.LookaheadAssertion): Ahead | undefined {
  const elements = alternatives.map(({ elements: [only, ...others] }) => (others.length === 0 ? only : undefined))
  const read = elements.filter((element) => element?.type !== 'Assertion' || element.kind !== 'end')
  const raws = read.map((element) => (element && isOneCharacter(element) ? element.raw : undefined))
  const known = raws.filter((raw) => raw !== undefined)
  return known.length < raws.length ? undefined : { raws: known, negate }
}

function repeat(draft: Draft, { element, min, max }: AST.Quantifier, from: number): number {
  // A fixed number of characters never branches.
  const fixed = min === max && isOneCharacter(element)
  const cut = draft.long === 'cut' && max !== Number.POSITIVE_INFINITY && !isOneCharacter(element)
  if (max > LONG && !fixed && !cut) {
    if (min > LONG || !isOneCharacter(element)) return loop(draft, element, from, min)
    const begin = repeatTimes(draft, element, from, Math.max(0, min - 1))
    return loop(draft, element, begin, Math.min(min, 1))
  }
  const least = Math.min(min, LONG)
  // Repetitions that aren't expanded must follow.
  const exit = min > LONG ? 'assertion' : undefined
  let at = repeatTimes(draft, element, from, least)
  const end = state(draft)
  link(draft, at, end, exit)
  for (let count = least; count < Math.min(max, LONG); count++) {
    at = add(draft, element, at)
    link(draft, at, end, exit)
  }
  return end
}

function repeatTimes(draft: Draft, element: AST.QuantifiableElement, from: number, times: number): number {
  let at = from
  for (let count = 0; count < times; count++) at = add(draft, element, at)
  return at
}

/** Entering and repeating are two states, so that the outer loop may enter an inner loop again. */
function loop(draft: Draft, element: AST.QuantifiableElement, from: number, min: number): number {
  const begin = state(draft)
  const again = state(draft)
  const end = state(draft)
  link(draft, from, begin)
  if (min === 0) link(draft, from, end)
  link(draft, add(draft, element, begin), again)
  link(draft, again, begin)
  link(draft, again, end, min > 1 ? 'assertion' : undefined)
  return end
}

function isOneCharacter(element: AST.Element): element is AST.Character | AST.CharacterSet | AST.CharacterClass {
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass'
}

interface Closure {
  readonly steps: readonly Step[]
  /** Steps without an assertion before them. */
  readonly sure: readonly Step[]
  /** Whether the pattern may end here, before any text. */
  readonly accepts: boolean
  /** Whether the pattern may end here, at the end of the text. */
  readonly acceptsAtEnd: boolean
}

interface ClosureSearch {
  readonly draft: Draft
  readonly end: number
  readonly alphabet: Alphabet
  /** Position of each state that reads a character. */
  readonly indexes: ReadonlyMap<number, number>
}

/** Conditions of a path to a state. */
interface Way {
  /** The path passes `$`. */
  readonly atEnd: boolean
  /** The path passes no other assertion. */
  readonly sure: boolean
  /** Symbols that may follow, as bits. */
  readonly allowed: bigint
}

/** Returns all ways to the next characters that visit each state at most once, or `undefined` if there are too many. */
function closure(
  { draft, end, alphabet, indexes }: ClosureSearch,
  from: number,
  atStart: boolean,
): Closure | undefined {
  const steps = new Map<string, Step>()
  const sure: Step[] = []
  const passed = new Set<number>()
  let accepts = false
  let acceptsAtEnd = false
  let budget = 20_000
  const arrive = (source: number, way: Way) => {
    const to = indexes.get(source) ?? -1
    const reads = (alphabet.reads[to] ?? 0n) & way.allowed
    if (reads === 0n) return
    const key = `${to} ${reads}`
    const step = { to, reads, ways: (steps.get(key)?.ways ?? 0) + 1 }
    steps.set(key, step)
    if (way.sure) sure.push(step)
  }
  const visit = (at: number, way: Way): void => {
    if (--budget < 0) return
    if (draft.readers[at] !== undefined && !way.atEnd) arrive(at, way)
    if (at === end && way.sure) {
      acceptsAtEnd = true
      if (!way.atEnd) accepts = true
    }
    passed.add(at)
    for (const { to, condition, ahead } of draft.empties[at] ?? []) {
      if (passed.has(to) || (condition === 'start' && !atStart)) continue
      visit(to, {
        atEnd: way.atEnd || condition === 'end',
        sure: way.sure && (condition === undefined || condition === 'end'),
        allowed: ahead === undefined ? way.allowed : way.allowed & readAllowed(ahead, alphabet),
      })
    }
    passed.delete(at)
  }
  visit(from, { atEnd: false, sure: true, allowed: alphabet.any })
  if (budget < 0 || [...steps.values()].some(({ ways }) => ways > MAX_WAYS)) return undefined
  return { steps: [...steps.values()], sure, accepts, acceptsAtEnd }
}

function readAllowed({ raws, negate }: Ahead, { readsOf, any }: Alphabet): bigint {
  const named = raws.reduce((all, raw) => all | readsOf(raw), 0n)
  return negate ? any & ~named : named
}

/** Returns whether a pattern has a bounded repetition of more than a character that is too long to be expanded. */
export function hasLongBound(ast: AST.Pattern): boolean {
  let found = false
  visitRegExpAST(ast, {
    onQuantifierEnter: ({ element, max }) => {
      found ||= max > LONG && max !== Number.POSITIVE_INFINITY && !isOneCharacter(element)
    },
  })
  return found
}
