/**
 * Lets a dispatch note the tags of a read: `cache/` registers the function here. The symbol is global, because a process can
 * contain two copies of this package (a bundled app inside the command line).
 */
import type { TagValue } from '../page/live-tags.ts'

/** The versions of a tag: in this process, and in the store that it shares with others. */
interface TagVersions {
  readonly here: string
  readonly shared: string
}

/** The data that a read depends on. */
export interface ReadVersions {
  /** Normalized tags, sorted. */
  readonly tags: readonly string[]
  /** Versions of each tag from before the data was read, in the order of `tags`. `undefined`: they couldn't be read. */
  readonly versions: readonly (TagVersions | undefined)[]
}

/** The call of a read, with which the server can repeat it. */
export interface ReadCall {
  readonly tool: string
  /** The wire input. */
  readonly input: unknown
}

export interface ReadTags {
  /**
   * Notes tags after filling in their parameters, and reads their versions. The promise resolves when the versions are known;
   * undefined if they already are, and outside a live read.
   */
  noteFilled(tags: readonly string[], valueFor: (name: string) => TagValue): Promise<void> | undefined
  /** Like `noteFilled`, with tags that are computed only in a live read. Throws the error of `compute`, and a `TypeError` for an invalid tag. */
  noteComputed(compute: () => readonly string[]): Promise<void> | undefined
}

export const READ_TAGS: unique symbol = Symbol.for('fw.read-tags') as never

/** Returns the notes of live reads, or undefined before this process has made a live read. */
export function getReadTags(): ReadTags | undefined {
  return (globalThis as { [READ_TAGS]?: ReadTags })[READ_TAGS]
}
