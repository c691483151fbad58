/**
 * Lets a dispatch invalidate cache tags: `cache/` registers the function here. The symbol is global, because a process can
 * contain two copies of this package (a bundled app inside the command line).
 */

/** The value of a parameter in a tag. */
export type TagValue = string | number | boolean | bigint | undefined

export interface TagDropper {
  /**
   * Invalidates entries with these tags after filling in their parameters, and reports the change as a write of `tool`.
   * Rejects with `unavailable`, as `revalidateTag` does.
   */
  dropFilled(tags: readonly string[], valueFor: (name: string) => TagValue, tool: string | undefined): Promise<void>
}

export const LIVE_TAGS: unique symbol = Symbol.for('fw.tags') as never

/** Returns the tag dropper, or undefined if this process has no cache. */
export function liveTagDropper(): TagDropper | undefined {
  return (globalThis as { [LIVE_TAGS]?: TagDropper })[LIVE_TAGS]
}
