/** What an engine has computed and reused, and why: for `fw check --trace` and for tests. */

/** Receives each query once in each revision in which it is read. */
export interface Trace {
  computed(query: string, key: string, outcome: Computed): void
  reused(query: string, key: string): void
  /** The value is one that an earlier process has stored. */
  loaded(query: string, key: string): void
}

/** Reason and effect of a computation. */
interface Computed {
  /** The read that has changed; absent for the first computation. */
  readonly because: string | undefined
  /** Whether the value equals the last one, so that its readers stay valid. */
  readonly isSame: boolean
}

/** Counts of one query, over all its keys. */
interface QueryCounts {
  readonly name: string
  readonly computed: number
  /** Of the computed ones: those with the value of before. */
  readonly same: number
  readonly reused: number
  /** Read from the disk. */
  readonly loaded: number
  /** The first changes that caused computations. */
  readonly causes: readonly string[]
}

/** A trace that counts. */
interface CountingTrace extends Trace {
  /** Returns the counts since the last call, the most computed query first. */
  take(): readonly QueryCounts[]
}

/** Prints counts as a table, or as one sentence if there are none. */
export function printTrace(counts: readonly QueryCounts[]): string {
  if (counts.length === 0) return 'Nothing was computed: .fw/cache contains the result for these files.'
  const head = ['query', 'computed', 'same', 'reused', 'stored', 'because of']
  const rows = counts.map(({ name, computed, same, reused, loaded, causes }) => [
    name,
    ...[computed, same, reused, loaded].map(String),
    causes.join('; '),
  ])
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const print = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : at === 5 ? cell : cell.padStart(widths[at] ?? 0)))
  return [head, ...rows].map((row) => print(row).join('  ').trimEnd()).join('\n')
}

const MAX_CAUSES = 3

/** Creates a trace that counts what each query does. */
export function createTrace(): CountingTrace {
  let counts = new Map<
    string,
    { computed: number; same: number; reused: number; loaded: number; causes: Set<string> }
  >()
  const findCounts = (name: string) => {
    const known = counts.get(name) ?? { computed: 0, same: 0, reused: 0, loaded: 0, causes: new Set() }
    counts.set(name, known)
    return known
  }
  return {
    computed(query, _key, { because, isSame }) {
      const known = findCounts(query)
      known.computed += 1
      if (isSame) known.same += 1
      if (because !== undefined && known.causes.size < MAX_CAUSES) known.causes.add(because)
    },
    reused(query) {
      findCounts(query).reused += 1
    },
    loaded(query) {
      findCounts(query).loaded += 1
    },
    take() {
      const taken = [...counts].map(([name, { causes, ...rest }]) => ({ name, ...rest, causes: [...causes] }))
      counts = new Map()
      return taken.sort((a, b) => b.computed - a.computed || (a.name < b.name ? -1 : 1))
    },
  }
}
