/**
 * Computes queries and remembers their values. A change of an input marks the queries that it reaches; all others are valid
 * without a look. A marked query is computed again only if a value that it has read differs; if its new value equals the last
 * one, nothing that reads it is computed again.
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
  /** Returns whether a query has a value that is valid or stored: reading it computes nothing. */
  isCurrent<Value>(query: Query<Value>, key?: string): boolean
  /** Returns whether a value depends on an input. */
  isRead<Value>(input: Input<Value>, key?: string): boolean
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
  /** The entries whose reads contain this one. */
  readonly readers: Set<Entry>
  /** Whether something that it has read was invalidated since. Then its readers are marked as well. */
  isReached: boolean
  isRunning: boolean
  /** The read because of which the outcome is invalid. */
  cause: Entry | undefined
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
      const entry = findEntry(state, input, key)
      settle(state, entry, { value })
      if (entry.changedAt === state.revision) markReaders(entry)
    },
    invalidate(input, key) {
      refuseInside(state, input)
      state.revision += 1
      const known = state.entries.get(input)
      for (const entry of key === undefined ? (known?.values() ?? []) : [known?.get(key)])
        if (entry !== undefined) {
          entry.verifiedAt = STALE
          markReaders(entry)
        }
    },
    isCurrent(query, key = '') {
      const entry = findEntry(state, query, key)
      return isValid(state, entry) || run(state, entry, () => restore(state, entry, query) !== undefined)
    },
    isRead: (input, key = '') => findEntry(state, input, key).readers.size > 0,
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
      const isUnused = ({ source, readers, verifiedAt }: Entry) =>
        source.kind === 'query' && readers.size === 0 && verifiedAt < state.revision - revisions
      const forget = (entry: Entry): void => {
        state.entries.get(entry.source)?.delete(entry.key)
        const { reads } = entry
        leaveReads(entry)
        for (const read of reads) if (isUnused(read)) forget(read)
      }
      for (const entries of state.entries.values())
        for (const entry of entries.values()) if (isUnused(entry)) forget(entry)
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
    readers: new Set(),
    isReached: false,
    isRunning: false,
    cause: undefined,
  }
  entries.set(key, entry)
  return entry
}

/** Marks everything that a change of an entry reaches. */
function markReaders({ readers }: Entry): void {
  for (const reader of readers) {
    if (reader.isReached) continue
    reader.isReached = true
    markReaders(reader)
  }
}

function leaveReads(entry: Entry): void {
  for (const read of entry.reads) read.readers.delete(entry)
  entry.reads = new Set()
}

/** A query that changes an input would depend on its own order. */
function refuseInside({ running }: State, { name }: Input<never>): void {
  if (running !== undefined) throw new Error(`The query ${print(running)} must not change the input ${name}.`)
}

function readEntry(state: State, entry: Entry): unknown {
  if (state.running !== undefined) {
    state.running.reads.add(entry)
    entry.readers.add(state.running)
  }
  const outcome = refresh(state, entry)
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Makes the outcome of an entry current, and returns it. */
function refresh(state: State, entry: Entry): Outcome {
  const { outcome, verifiedAt, source } = entry
  if (outcome !== undefined && verifiedAt === state.revision) return outcome
  if (source.kind === 'input') return refreshInput(state, entry, source)
  if (entry.isRunning) throw new Error(`The query ${print(entry)} needs its own value.`)
  if ((entry.isReached || outcome === undefined) && state.isCancelled()) throw new CancelledError()
  if (outcome === undefined || !isValid(state, entry)) return compute(state, entry, source)
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

/** Returns whether nothing that a query has read has changed since it was computed. */
function isValid(state: State, entry: Entry): boolean {
  if (entry.outcome === undefined || entry.verifiedAt === STALE) return false
  if (!entry.isReached) return true
  entry.isRunning = true
  try {
    for (const read of entry.reads) {
      refresh(state, read)
      if (read.changedAt <= entry.verifiedAt) continue
      entry.cause = read
      return false
    }
    entry.isReached = false
    return true
  } finally {
    entry.isRunning = false
  }
}

function compute(state: State, entry: Entry, query: Query<unknown>): Outcome {
  return run(state, entry, () => {
    const restored = restore(state, entry, query)
    if (restored !== undefined) return restored
    const { outcome: last, changedAt, cause } = entry
    const isKnown = last !== undefined && 'value' in last
    const fresh = capture(() => query.compute(state.read, entry.key, isKnown ? last.value : undefined))
    const settled = settle(state, entry, fresh)
    const isSame = entry.changedAt === changedAt
    state.trace?.computed(query.name, entry.key, { because: cause && print(cause), isSame })
    return settled
  })
}

/** Sets the value of a query that an earlier process has stored, if there is a valid one. */
function restore<Value>(state: State, entry: Entry, { name, restore: load }: Query<Value>): Outcome | undefined {
  const restored = load?.(state.read, entry.key)
  if (restored === undefined) return undefined
  state.trace?.loaded(name, entry.key)
  return settle(state, entry, restored)
}

/** Runs the computation of an entry, whose reads are recorded. Until it settles, the entry has no valid outcome. */
function run<Result>(state: State, entry: Entry, work: () => Result): Result {
  const outer = state.running
  leaveReads(entry)
  entry.isReached = true
  entry.verifiedAt = STALE
  entry.isRunning = true
  state.running = entry
  try {
    return work()
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
  entry.isReached = false
  if (outcome !== undefined && 'value' in outcome && 'value' in fresh && source.isEqual(outcome.value, fresh.value))
    return outcome
  entry.outcome = fresh
  entry.changedAt = state.revision
  return fresh
}

function print({ source, key }: Entry): string {
  return key === '' ? source.name : `${source.name} ${key}`
}
