/**
 * Converts a regular expression to the automaton that a backtracking matcher walks: one position for each character
 * that is read, and the number of ways from one position to the next. Conditions that can't be evaluated (assertions)
 * count as possible.
 */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp'
import { createAlphabet } from './alphabet.ts'

export interface Step {
  readonly to: number
  /** Number of ways; with two, the matcher branches each time that the step is taken. */
  readonly ways: number
}

export interface Position {
  /** The symbols of the alphabet that are read here, as bits. */
  readonly reads: bigint
  readonly next: readonly Step[]
  /** Whether the match may end after it, whatever follows. */
  readonly accepts: boolean
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
const MAX_POSITIONS = 400
/** Limit of ways between two positions, beyond which they count as infinite. */
const MAX_WAYS = 64
/** Bounded repetitions longer than this aren't expanded. */
const LONG = 16

type Condition = 'start' | 'end' | 'assertion'

interface Empty {
  readonly to: number
  readonly condition?: Condition
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
  const alphabet = createAlphabet(
    ast,
    sources.map((source) => draft.readers[source]?.raw ?? ''),
  )
  const findClosure = (from: number, atStart: boolean) => closure(draft, from, atStart, end, sources)
  const first = findClosure(start, true)
  const later = findClosure(start, false)
  const closures = sources.map((source) => findClosure(draft.readers[source]?.to ?? end, false))
  if ([first, later, ...closures].some((found) => found === undefined)) return undefined
  const positions = closures.map((found, index) => ({
    reads: alphabet.reads[index] ?? 0n,
    next: found?.steps ?? [],
    accepts: found?.accepts ?? false,
  }))
  const automaton = { positions, first: first?.steps ?? [], symbols: alphabet.symbols }
  if ((later?.steps.length ?? 0) === 0) return automaton
  const search = positions.length
  const next = [...(later?.steps ?? []), { to: search, ways: 1 }]
  return { ...automaton, positions: [...positions, { reads: alphabet.any, next, accepts: false }], search }
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
      return group === undefined ? from : choice(draft, group.alternatives, from)
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
  if (element.kind === 'lookahead' || element.kind === 'lookbehind') choice(draft, element.alternatives, from)
  link(draft, from, to, element.kind === 'start' || element.kind === 'end' ? element.kind : 'assertion')
  return to
}

function repeat(draft: Draft, { element, min, max }: AST.Quantifier, from: number): number {
  // A fixed number of characters never branches, whatever the number.
  const fixed = min === max && isOneCharacter(element)
  const cut = draft.long === 'cut' && max !== Number.POSITIVE_INFINITY && !isOneCharacter(element)
  if (max > LONG && !fixed && !cut) return loop(draft, element, from, min > 0)
  const least = Math.min(min, LONG)
  let at = from
  for (let count = 0; count < least; count++) at = add(draft, element, at)
  const end = state(draft)
  link(draft, at, end)
  for (let count = least; count < Math.min(max, LONG); count++) {
    at = add(draft, element, at)
    link(draft, at, end)
  }
  return end
}

/** Entering and repeating are two states, so that the outer loop may enter an inner loop again. */
function loop(draft: Draft, element: AST.QuantifiableElement, from: number, atLeastOnce: boolean): number {
  const begin = state(draft)
  const again = state(draft)
  const end = state(draft)
  link(draft, from, begin)
  if (!atLeastOnce) link(draft, from, end)
  link(draft, add(draft, element, begin), again)
  link(draft, again, begin)
  link(draft, again, end)
  return end
}

function isOneCharacter(element: AST.QuantifiableElement): boolean {
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass'
}

interface Closure {
  readonly steps: readonly Step[]
  readonly accepts: boolean
}

/** Returns all ways to the next characters that visit each state at most once, or `undefined` if there are too many. */
function closure(
  draft: Draft,
  from: number,
  atStart: boolean,
  end: number,
  sources: readonly number[],
): Closure | undefined {
  const ways = new Map<number, number>()
  const passed = new Set<number>()
  let accepts = false
  let budget = 20_000
  const visit = (at: number, atEnd: boolean, sure: boolean): void => {
    if (--budget < 0) return
    if (draft.readers[at] !== undefined && !atEnd) ways.set(at, (ways.get(at) ?? 0) + 1)
    if (at === end && sure) accepts = true
    passed.add(at)
    for (const { to, condition } of draft.empties[at] ?? []) {
      if (passed.has(to) || (condition === 'start' && !atStart)) continue
      visit(to, atEnd || condition === 'end', sure && condition === undefined)
    }
    passed.delete(at)
  }
  visit(from, false, true)
  if (budget < 0 || [...ways.values()].some((count) => count > MAX_WAYS)) return undefined
  return { steps: [...ways].map(([source, count]) => ({ to: sources.indexOf(source), ways: count })), accepts }
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
