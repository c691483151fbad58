/**
 * Where a dispatch finds what it has to tell of changed data: the cache room puts it there. Survives two copies of this
 * package in one process (a bundled app inside the command line): the symbol is global.
 */

/** The value of a tag's parameter. */
export type TagValue = string | number | boolean | bigint | undefined

export interface TagDropper {
  /** Drops what carries these tags, their parameters filled in. Rejects with `unavailable`, as `revalidateTag` does. */
  dropFilled(tags: readonly string[], valueFor: (name: string) => TagValue): Promise<void>
}

export const LIVE_TAGS: unique symbol = Symbol.for('fw.tags') as never

/** Absent where nothing is kept in this process. */
export function liveTagDropper(): TagDropper | undefined {
  return (globalThis as { [LIVE_TAGS]?: TagDropper })[LIVE_TAGS]
}
