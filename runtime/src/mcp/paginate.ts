/** Pagination of sorted lists. A cursor contains the key of the last entry that was sent. */

/** Default number of entries in a page: several clients never request a second one. */
export const PAGE_SIZE = 1000

/** One page of a list. */
export interface Slice<Entry> {
  readonly entries: readonly Entry[]
  readonly nextCursor?: string
}

const MARK = 'after:'

/**
 * Returns the entries after a cursor, or `undefined` if the cursor is invalid. If the entry of the cursor no longer exists,
 * the following ones are still returned.
 *
 * @param keyOf Returns the unique key by which the list is sorted.
 */
export function listAfterCursor<Entry>(
  sorted: readonly Entry[],
  keyOf: (entry: Entry) => string,
  cursor: unknown,
): readonly Entry[] | undefined {
  if (cursor === undefined) return sorted
  const after = readCursor(cursor)
  if (after === undefined) return undefined
  const from = sorted.findIndex((entry) => keyOf(entry) > after)
  return from === -1 ? [] : sorted.slice(from)
}

/** Returns the first `size` entries. Any further entry shows that there is another page. */
export function createSlice<Entry>(
  rest: readonly Entry[],
  keyOf: (entry: Entry) => string,
  size: number,
): Slice<Entry> {
  const entries = rest.slice(0, size)
  const last = entries.at(-1)
  if (last === undefined || rest.length <= size) return { entries }
  return { entries, nextCursor: Buffer.from(MARK + keyOf(last)).toString('base64url') }
}

function readCursor(cursor: unknown): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > 4096) return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined
}

/** Sorts by code units, so that the order is the same in every process and at every start. */
export function sortByKey<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): readonly Entry[] {
  return [...entries].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0))
}
