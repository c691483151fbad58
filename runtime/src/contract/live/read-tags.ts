/**
 * Lets a dispatch note the tags of a read: `cache/` registers the function here. The symbol is global, because a process can
 * contain two copies of this package (a bundled app inside the command line).
 */
import type { TagValue } from '../page/live-tags.ts'

export interface ReadTags {
  /**
   * Notes tags after filling in their parameters, and reads their versions. The promise resolves when the versions are known;
   * undefined if they already are, and outside a live read.
   */
  noteFilled(tags: readonly string[], valueFor: (name: string) => TagValue): Promise<void> | undefined
}

export const READ_TAGS: unique symbol = Symbol.for('fw.read-tags') as never

/** Returns the notes of live reads, or undefined before this process has made a live read. */
export function getReadTags(): ReadTags | undefined {
  return (globalThis as { [READ_TAGS]?: ReadTags })[READ_TAGS]
}
