/**
 * Cached parts of contracts. Apps use the same types in many contracts; with one checker, a part that doesn't refer to
 * its context and has no problems gives the same result each time.
 */
import type { Definition, Definitions } from './definitions.ts'
import type { ts } from './typescript.ts'
import type { PartOf } from './walk.ts'

export interface KnownParts {
  /** Returns the result of `work`, cached from another contract if possible. */
  once<Value>(of: PartOf, work: () => Value): Value
  /** Records the depth of the walk. */
  reach(depth: number): void
  /** Records a reference to `definition`. */
  use(definition: Definition): void
  /** Records that the walk entered a named type of the app. */
  enter(symbol: ts.Symbol): void
  /** Marks the result as dependent on more than the part. */
  spoil(): void
}

interface Contract {
  readonly checker: ts.TypeChecker
  readonly definitions: Definitions
  /** Returns the number of problems found so far. */
  readonly problems: () => number
  readonly isOpen: (symbol: ts.Symbol) => boolean
  readonly maxDepth: number
}

interface Part extends Omit<PartOf, 'subject' | 'depth'> {
  readonly value: unknown
  /** Definitions that stay. */
  readonly definitions: readonly Definition[]
  /** Number of levels that the walk went deeper. */
  readonly height: number
  readonly entered: readonly ts.Symbol[]
}

/** Limit for different spellings of one type: more are rare, and each costs a comparison. */
const MAX_WAYS = 4

const known = new WeakMap<ts.TypeChecker, Map<ts.Type | ts.Symbol, Part[]>>()

export function createKnownParts(contract: Contract): KnownParts {
  const { definitions, problems, isOpen } = contract
  const parts = known.get(contract.checker) ?? new Map<ts.Type | ts.Symbol, Part[]>()
  known.set(contract.checker, parts)
  /** State of the current part: the first definition that it refers to, its depth, the types that it entered. */
  let eldest = Number.POSITIVE_INFINITY
  let deepest = 0
  const entered: ts.Symbol[] = []

  /** Returns whether a walk would have the same result here. */
  const fits = (part: Part, depth: number) =>
    depth + part.height <= contract.maxDepth &&
    !part.entered.some(isOpen) &&
    part.definitions.every(({ type, key, name }) => !definitions.has(name) && definitions.find(type, key) === undefined)

  const take = (part: Part, depth: number) => {
    for (const definition of part.definitions) definitions.add(definition)
    entered.push(...part.entered)
    deepest = Math.max(deepest, depth + part.height)
    return part.value
  }

  return {
    once<Value>(of: PartOf, work: () => Value): Value {
      const ways = parts.get(of.subject)
      const found = ways?.find(({ written, how }) => written === of.written && how === of.how)
      // A stored result belongs to the same kind of walk.
      if (found !== undefined && fits(found, of.depth)) return take(found, of.depth) as Value
      const around = { eldest, deepest, problems: problems(), count: definitions.count(), entered: entered.length }
      eldest = Number.POSITIVE_INFINITY
      deepest = of.depth
      const value = work()
      const own = around.count === definitions.count() ? [] : begunSince(definitions, around.count)
      const isWhole = eldest >= around.count && problems() === around.problems
      if (
        found === undefined &&
        isWhole &&
        own.every(({ hasOwnName }) => hasOwnName) &&
        (ways?.length ?? 0) < MAX_WAYS
      ) {
        const part: Part = {
          written: of.written,
          how: of.how,
          value,
          definitions: own,
          height: deepest - of.depth,
          entered: around.entered === entered.length ? [] : [...new Set(entered.slice(around.entered))],
        }
        if (ways === undefined) parts.set(of.subject, [part])
        else ways.push(part)
      }
      eldest = Math.min(eldest, around.eldest)
      deepest = Math.max(deepest, around.deepest)
      return value
    },
    reach(depth) {
      deepest = Math.max(deepest, depth)
    },
    use(definition) {
      eldest = Math.min(eldest, definition.order)
    },
    enter: (symbol) => void entered.push(symbol),
    spoil() {
      eldest = Number.NEGATIVE_INFINITY
    },
  }
}

function begunSince(definitions: Definitions, count: number): readonly Definition[] {
  return [...definitions.all()].filter(({ order }) => order >= count)
}
