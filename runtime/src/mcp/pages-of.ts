/** Pagination: lists in a fixed order, cut at a size, with cursors that only say after which entry to go on. */

/** Entries of one cut, unless the app says otherwise: several clients never ask for a second one. */
export const PAGE_SIZE = 1000

/** One cut of a list. */
export interface Slice<Entry> {
  readonly entries: readonly Entry[]
  readonly nextCursor?: string
}

const MARK = 'after:'

/** The entries after a cursor. `keyOf` is what the list is sorted by, and unique. Undefined for a cursor that was never given out. */
export function sliceAfterCursor<Entry>(
  sorted: readonly Entry[],
  keyOf: (entry: Entry) => string,
  cursor: unknown,
  size: number,
): Slice<Entry> | undefined {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && after === undefined) return undefined
  const from = after === undefined ? 0 : sorted.findIndex((entry) => keyOf(entry) > after)
  // An entry that is gone since does not lose the rest.
  const entries = from === -1 ? [] : sorted.slice(from, from + size)
  const last = entries.at(-1)
  if (last === undefined || from + size >= sorted.length) return { entries }
  return { entries, nextCursor: Buffer.from(MARK + keyOf(last)).toString('base64url') }
}

function readCursor(cursor: unknown): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > 4096) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined
}

/** By code units, so that every process and every run says the same order. */
export function sortByKey<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): readonly Entry[] {
  return [...entries].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0))
}
