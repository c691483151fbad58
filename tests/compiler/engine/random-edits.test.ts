/** After any sequence of edits an engine returns what a new one does, and has computed only what the edits reach. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CancelledError, createEngine, provideInput } from '../../../compiler/src/engine/engine.ts'
import { defineInput, defineQuery, type Query, type Read, type Source } from '../../../compiler/src/engine/query.ts'

const INPUTS = 4
const QUERIES = 8

/** A query of the graph: reads some sources, chooses the next one by the values, and may fail. */
interface Shape {
  readonly reads: readonly number[]
  readonly choices: readonly number[]
  /** Small, so that different reads often give the same value. */
  readonly modulus: number
  /** The sum for which it throws. */
  readonly failsAt: number
  readonly catches: boolean
}

const shapes = fc.array(
  fc.record({
    reads: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    choices: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    modulus: fc.integer({ min: 1, max: 4 }),
    failsAt: fc.integer({ min: 0, max: 9 }),
    catches: fc.boolean(),
  }),
  { minLength: QUERIES, maxLength: QUERIES },
)
const edits = fc.array(
  fc.record({
    input: fc.nat(INPUTS - 1),
    value: fc.nat(5),
    how: fc.constantFrom('one', 'all'),
    read: fc.array(fc.nat(QUERIES - 1), { maxLength: 4 }),
    cancelAfter: fc.option(fc.nat(6)),
  }),
  { maxLength: 25 },
)

const VALUE = defineInput<number>('value')

/** The values that a query has read, in order: what its result is a function of. */
type Reads = readonly (readonly [source: string, outcome: string])[]

interface Graph {
  readonly queries: readonly Query<number>[]
  /** Reads of the last computation of each query. */
  readonly lastReads: Map<string, Reads>
  readonly computed: string[]
}

function createGraph(all: readonly Shape[]): Graph {
  const queries: Query<number>[] = []
  const lastReads = new Map<string, Reads>()
  const computed: string[] = []
  for (const [index, shape] of all.entries()) {
    const sources = INPUTS + index
    const name = `q${index}`
    const compute = (read: Read): number => {
      const seen: (readonly [string, string])[] = []
      computed.push(name)
      const add = (place: number): number => {
        const at = place % sources
        const [source, key]: readonly [Source<number>, string] =
          at < INPUTS ? [VALUE, String(at)] : [queries[at - INPUTS] as Query<number>, '']
        const outcome = attempt(() => read(source, key))
        seen.push([source === VALUE ? `value ${key}` : source.name, String(outcome)])
        lastReads.set(name, seen)
        if (typeof outcome === 'number') return outcome
        if (shape.catches) return 7
        throw new Error(outcome)
      }
      let sum = 0
      for (const place of shape.reads) sum += add(place)
      sum += add(shape.choices[sum % shape.choices.length] ?? 0)
      if (sum === shape.failsAt) throw new Error(`fails at ${sum}`)
      return sum % shape.modulus
    }
    queries.push(defineQuery(name, compute))
  }
  return { queries, lastReads, computed }
}

/** Returns the value, or the message of the error. */
function attempt(run: () => number): number | string {
  try {
    return run()
  } catch (error) {
    if (error instanceof CancelledError) throw error
    return (error as Error).message
  }
}

/** A new error counts as another value, even if its message is that of the last one. */
function expectOthers(before: Reads | undefined, after: Reads | undefined): void {
  const hasError = before?.some(([, outcome]) => Number.isNaN(Number(outcome)))
  if (before !== undefined && !hasError) expect(after).not.toEqual(before)
}

describe('an engine after random edits', () => {
  it('returns what a new engine returns, and computes only queries that have read something else', () => {
    fc.assert(
      fc.property(shapes, edits, fc.boolean(), (all, changes, forgets) => {
        const values = Array.from({ length: INPUTS }, () => 0)
        const provider = provideInput(VALUE, (key) => values[Number(key)] ?? 0)
        const graph = createGraph(all)
        const engine = createEngine([provider])
        for (const { input, value, how, read, cancelAfter } of changes) {
          values[input] = value
          engine.invalidate(VALUE, how === 'all' ? undefined : String(input))
          if (cancelAfter !== null) readUntil(cancelAfter)
          const before = new Map(graph.lastReads)
          graph.computed.length = 0
          const fresh = createGraph(all)
          const anew = createEngine([provider])
          // A value that changes twice between two reads may be what it was, which an engine doesn't notice.
          for (const place of forgets ? read : graph.queries.keys()) {
            const found = attempt(() => engine.read(graph.queries[place] as Query<number>))
            expect(found).toBe(attempt(() => anew.read(fresh.queries[place] as Query<number>)))
          }
          expect(new Set(graph.computed).size).toBe(graph.computed.length)
          if (forgets) engine.forgetUnused(1)
          else if (cancelAfter === null)
            for (const name of graph.computed) expectOthers(before.get(name), graph.lastReads.get(name))
        }

        function readUntil(limit: number): void {
          let left = limit
          try {
            engine.cancellable(
              () => left-- <= 0,
              () => graph.queries.map((query) => attempt(() => engine.read(query))),
            )
          } catch (error) {
            expect(error).toBeInstanceOf(CancelledError)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
