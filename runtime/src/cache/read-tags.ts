/**
 * Collects the tags that a live read depends on. The version of a tag is read before the data, so a write during the read
 * makes its receipt outdated. Works across two copies of this package in one process, like the tags themselves.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { READ_TAGS, type ReadTags, type ReadVersions } from '#contract/live/read-tags.ts'
import { readVersions, type Versions } from './live-tags.ts'
import { fillTags, toTag } from './tag-text.ts'

/** Versions by tag. `undefined`: the shared store couldn't be reached, so it's unknown whether the data was current. */
type Collection = Map<string, Versions | undefined>

/** A result with the tags that it depends on. */
interface TaggedResult<Result> extends ReadVersions {
  readonly result: Result
}

interface TagNotes extends ReadTags {
  readonly storage: AsyncLocalStorage<Collection | undefined>
}

// Only this module writes this property.
const held = globalThis as { [READ_TAGS]?: TagNotes }

function notes(): TagNotes {
  held[READ_TAGS] ??= {
    storage: new AsyncLocalStorage(),
    noteFilled: (tags, valueFor) => noteTags(fillTags(tags, valueFor)),
    noteComputed: (compute) => (getCollection() === undefined ? undefined : noteTags(compute().map(toTag))),
  }
  return held[READ_TAGS]
}

/** Runs a read, and collects the tags of its APIs and of the cached values that it reads. Rejects with the error of `work`. */
export async function collectTags<Result>(work: () => Result | Promise<Result>): Promise<TaggedResult<Result>> {
  const { run, read } = openCollection()
  const result = await run(work)
  return { result, ...read() }
}

/** A live read whose tags are collected while it runs. */
interface TagCollection {
  /** Runs a part of the read, and what follows from it. */
  run<Result>(work: () => Result): Result
  /** Returns the tags so far. */
  read(): Omit<TaggedResult<never>, 'result'>
}

/** Collects the tags of a read that has a result before it ends, such as a page that is sent in parts. */
export function openCollection(): TagCollection {
  const collection: Collection = new Map()
  return {
    run: (work) => notes().storage.run(collection, work),
    read() {
      const found = [...collection].sort(([a], [b]) => (a < b ? -1 : 1))
      return { tags: found.map(([tag]) => tag), versions: found.map(([, versions]) => versions) }
    },
  }
}

/**
 * Notes normalized tags of the current live read, before its data is read. The promise resolves when their versions are known;
 * undefined if they already are, and outside a live read.
 */
export function noteTags(tags: readonly string[]): Promise<void> | undefined {
  const collection = getCollection()
  if (collection === undefined) return undefined
  const pending = tags.flatMap((tag) => noteTag(collection, tag) ?? [])
  return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined)
}

function getCollection(): Collection | undefined {
  return held[READ_TAGS]?.storage.getStore()
}

function noteTag(collection: Collection, tag: string): Promise<void> | undefined {
  if (collection.has(tag)) return undefined
  const versions = readVersions([tag])
  collection.set(tag, versions instanceof Promise ? undefined : versions)
  if (!(versions instanceof Promise)) return undefined
  return versions.then(
    (found) => void collection.set(tag, found),
    () => undefined,
  )
}

/** Runs work whose tags don't belong to the current live read: its result is found by other tags. */
export function withoutNotes<Result>(work: () => Result): Result {
  const storage = held[READ_TAGS]?.storage
  return storage?.getStore() === undefined ? work() : storage.run(undefined, work)
}
