/**
 * Computes queries and remembers their values. After a change of an input, a query is computed again only if a value that it
 * has read differs; if its new value equals the last one, nothing that reads it is computed again.
 */
import type { Input, Query, Read, Source } from './query.ts'
import type { Trace } from './trace.ts'

export interface Engine {
  /** See `Read`. Outside of queries it records nothing. */
  readonly read: Read
  /** Sets an input until it is invalidated. */
  set<Value>(input: Input<Value>, value: Value, key?: string): void
  /** Makes the next read of an input ask its provider again. Without a key, for all keys. */
  invalidate(input: Input<never>, key?: string): void
  /**
   * Runs `work`, whose reads throw a `CancelledError` as soon as `isCancelled` returns true. Values that were computed until
   * then stay valid.
   */
  cancellable<Result>(isCancelled: () => boolean, work: () => Result): Result
  /** Forgets the values of queries that nothing has read since the last `revisions` changes of inputs. */
  forgetUnused(revisions: number): void
}

/** Values of an input that the engine asks for when they are needed. */
export interface Provider {
  readonly input: Input<never>
  readonly provide: (key: string) => unknown
}

/** Pairs an input with the function that the engine gets its values from. */
export function provideInput<Value>(input: Input<Value>, provide: (key: string) => Value): Provider {
  return { input, provide }
}

/** Work was stopped by `isCancelled`. */
export class CancelledError extends Error {
  constructor() {
    super('The computation was cancelled.')
    this.name = 'CancelledError'
  }
}

/** Value of a source for a key, or the error that its computation has thrown. */
type Outcome = { readonly value: unknown } | { readonly error: unknown }

interface Entry {
  readonly source: Source<unknown>
  readonly key: string
  outcome: Outcome | undefined
  /** The revision in which the outcome became what it is. */
  changedAt: number
  /** The last revision in which the outcome was known to be current. */
  verifiedAt: number
  /** What the computation has read, in this order: a later read may depend on the values of earlier ones. */
  reads: Set<Entry>
  isRunning: boolean
}

interface State {
  readonly read: Read
  /** Number of changes so far. */
  revision: number
  readonly entries: Map<Source<unknown>, Map<string, Entry>>
  readonly providers: ReadonlyMap<unknown, Provider['provide']>
  readonly trace: Trace | undefined
  isCancelled: () => boolean
  /** The query that is being computed: whatever is read meanwhile is a read of it. */
  running: Entry | undefined
}

/** Creates an engine. `trace` receives each query that is computed or reused. */
export function createEngine(providers: readonly Provider[], trace?: Trace): Engine {
  const state: State = {
    read: (source, key = '') => readEntry(state, findEntry(state, source, key)) as never, // its own value
    revision: 0,
    entries: new Map(),
    providers: new Map(providers.map(({ input, provide }) => [input, provide])),
    trace,
    isCancelled: () => false,
    running: undefined,
  }
  return {
    read: state.read,
    set(input, value, key = '') {
      refuseInside(state, input)
      state.revision += 1
      settle(state, findEntry(state, input, key), { value })
    },
    invalidate(input, key) {
      refuseInside(state, input)
      state.revision += 1
      const known = state.entries.get(input)
      for (const entry of key === undefined ? (known?.values() ?? []) : [known?.get(key)])
        if (entry !== undefined) entry.verifiedAt = STALE
    },
    cancellable(isCancelled, work) {
      const before = state.isCancelled
      state.isCancelled = () => before() || isCancelled()
      try {
        return work()
      } finally {
        state.isCancelled = before
      }
    },
    forgetUnused(revisions) {
      for (const [{ kind }, entries] of state.entries)
        for (const [key, { verifiedAt }] of entries)
          if (kind === 'query' && verifiedAt < state.revision - revisions) entries.delete(key)
    },
  }
}

/** Revision of an entry that has no current outcome. */
const STALE = -1

function findEntry<Value>(state: State, source: Source<Value>, key: string): Entry {
  const entries = state.entries.get(source) ?? new Map<string, Entry>()
  state.entries.set(source, entries)
  const entry = entries.get(key) ?? {
    source: source as Source<unknown>, // it compares only its own values
    key,
    outcome: undefined,
    changedAt: STALE,
    verifiedAt: STALE,
    reads: new Set(),
    isRunning: false,
  }
  entries.set(key, entry)
  return entry
}

/** A query that changes an input would depend on its own order. */
function refuseInside({ running }: State, { name }: Input<never>): void {
  if (running !== undefined) throw new Error(`The query ${print(running)} must not change the input ${name}.`)
}

function readEntry(state: State, entry: Entry): unknown {
  state.running?.reads.add(entry)
  const outcome = refresh(state, entry)
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Makes the outcome of an entry current, and returns it. */
function refresh(state: State, entry: Entry): Outcome {
  const { outcome, verifiedAt, source } = entry
  if (outcome !== undefined && verifiedAt === state.revision) return outcome
  if (source.kind === 'input') return refreshInput(state, entry, source)
  if (state.isCancelled()) throw new CancelledError()
  if (entry.isRunning) throw new Error(`The query ${print(entry)} needs its own value.`)
  const changed = outcome === undefined ? undefined : findChange(state, entry)
  if (outcome === undefined || changed !== undefined) return compute(state, entry, source, changed)
  entry.verifiedAt = state.revision
  state.trace?.reused(source.name, entry.key)
  return outcome
}

function refreshInput(state: State, entry: Entry, input: Input<unknown>): Outcome {
  const { outcome, verifiedAt, key } = entry
  if (outcome !== undefined && verifiedAt !== STALE) {
    entry.verifiedAt = state.revision
    return outcome
  }
  const provide = state.providers.get(input)
  if (provide === undefined) throw new Error(`The input ${print(entry)} has no value.`)
  return settle(
    state,
    entry,
    capture(() => provide(key)),
  )
}

/** Returns the first read that has changed since the entry was computed. */
function findChange(state: State, entry: Entry): Entry | undefined {
  entry.isRunning = true
  try {
    for (const read of entry.reads) {
      refresh(state, read)
      if (read.changedAt > entry.verifiedAt) return read
    }
    return undefined
  } finally {
    entry.isRunning = false
  }
}

function compute(state: State, entry: Entry, query: Query<unknown>, because: Entry | undefined): Outcome {
  const outer = state.running
  entry.reads = new Set()
  entry.isRunning = true
  state.running = entry
  try {
    const outcome = capture(() => query.compute(state.read, entry.key))
    const { changedAt } = entry
    const settled = settle(state, entry, outcome)
    const isSame = entry.changedAt === changedAt
    state.trace?.computed(query.name, entry.key, { because: because && print(because), isSame })
    return settled
  } finally {
    state.running = outer
    entry.isRunning = false
  }
}

/** Runs a computation. A query may be computed from a failure of another one, so failures are outcomes as well. */
function capture(run: () => unknown): Outcome {
  try {
    return { value: run() }
  } catch (error) {
    if (error instanceof CancelledError) throw error
    return { error }
  }
}

/** Sets the current outcome of an entry. It returns the last one if the values are equal. */
function settle(state: State, entry: Entry, fresh: Outcome): Outcome {
  const { outcome, source } = entry
  entry.verifiedAt = state.revision
  if (outcome !== undefined && 'value' in outcome && 'value' in fresh && source.isEqual(outcome.value, fresh.value))
    return outcome
  entry.outcome = fresh
  entry.changedAt = state.revision
  return fresh
}

function print({ source, key }: Entry): string {
  return key === '' ? source.name : `${source.name} ${key}`
}
