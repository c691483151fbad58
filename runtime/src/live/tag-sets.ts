/**
 * The live reads of all streams by their tags. Reads with the same tags are one set, whose state is read once for all of them:
 * a write to data that a thousand pages show costs one comparison and a thousand messages.
 */
import { shortenKey } from '#digest/shorten-key.ts'
import { readStates, type TagStates } from './read-states.ts'
import type { Receipts } from './receipts.ts'

/** A stream with live reads. */
export interface Subscriber {
  /** Notes that a read has another state than its receipt. */
  change(index: number, versions: string): void
  /** Sends the noted changes. */
  send(): void
}

/** A read whose receipt hasn't been compared yet. */
interface Joiner {
  readonly subscriber: Subscriber
  readonly index: number
  readonly versions: string
}

/** Reads with the same tags. */
export interface TagSet {
  readonly id: string
  readonly tags: readonly string[]
  /** The state that the members know; undefined before it was read. */
  versions: string | undefined
  /** The indexes of each stream's reads. */
  readonly members: Map<Subscriber, number | readonly number[]>
  joiners: Joiner[]
}

export class TagSets {
  readonly #receipts: Pick<Receipts, 'hashVersions'>
  readonly #sets = new Map<string, TagSet>()
  /** Sets by the key of each tag. */
  readonly #byKey = new Map<string, TagSet | Set<TagSet>>()
  /** Sets whose state has to be read, and whether one of their tags was invalidated. */
  #outdated = new Map<TagSet, boolean>()
  #isReading = false
  /** Sets whose state couldn't be read. */
  readonly #unknown = new Set<TagSet>()

  constructor(receipts: Pick<Receipts, 'hashVersions'>) {
    this.#receipts = receipts
  }

  /** Number of sets. */
  get size(): number {
    return this.#sets.size
  }

  /** Adds a read. Its stream is notified if the state differs from `versions`, now or later. */
  join(subscriber: Subscriber, index: number, tags: readonly string[], versions: string): TagSet {
    const set = this.#findSet(tags)
    set.joiners.push({ subscriber, index, versions })
    this.#outdated.set(set, this.#outdated.get(set) ?? false)
    return set
  }

  /** Removes all reads of a stream from a set. */
  leave(subscriber: Subscriber, set: TagSet): void {
    set.members.delete(subscriber)
    if (set.joiners.length > 0) set.joiners = set.joiners.filter((joiner) => joiner.subscriber !== subscriber)
    if (set.members.size > 0 || set.joiners.length > 0) return
    this.#sets.delete(set.id)
    this.#outdated.delete(set)
    this.#unknown.delete(set)
    for (const tag of set.tags) removeFrom(this.#byKey, shortenKey(tag), set)
  }

  /** Reports invalidated tags, by their keys. */
  drop(keys: ReadonlySet<string>): void {
    for (const key of keys) for (const set of findIn(this.#byKey, key)) this.#outdated.set(set, true)
    this.compare()
  }

  /** Returns all sets, to compare their states again after invalidations may have been missed. */
  list(): readonly TagSet[] {
    return [...this.#sets.values()]
  }

  /** Compares the states of sets again. */
  recheck(sets: Iterable<TagSet>): void {
    for (const set of sets) if (this.#sets.has(set.id)) this.#outdated.set(set, this.#outdated.get(set) ?? false)
    this.compare()
  }

  /** Tries again to read states that couldn't be read, at most `count` of them. */
  retry(count: number): void {
    if (this.#unknown.size > 0) this.recheck([...this.#unknown].slice(0, count))
  }

  /** Reads the states of new and outdated sets, and notifies their streams. Without a shared store it is done when it returns. */
  compare(): void {
    while (!this.#isReading && this.#outdated.size > 0) {
      const sets = this.#outdated
      this.#outdated = new Map()
      const states = readStates(listTags(sets.keys()))
      if (!(states instanceof Promise)) this.#apply(sets, states)
      else {
        this.#isReading = true
        void states.then((late) => {
          this.#isReading = false
          this.#apply(sets, late)
          this.compare()
        })
      }
    }
  }

  #apply(sets: ReadonlyMap<TagSet, boolean>, states: TagStates): void {
    const notified = new Set<Subscriber>()
    for (const [set, isDropped] of sets) {
      const versions = this.#receipts.hashVersions(set.tags.map((tag) => states.get(tag)))
      // At the end, so that others are tried before it.
      this.#unknown.delete(set)
      if (versions === '') this.#unknown.add(set)
      // Without the state, only an invalidation is certain. New reads wait until the state can be read.
      if (versions === '' && !isDropped) continue
      if (set.versions !== undefined && (set.versions !== versions || versions === '')) notify(set, versions, notified)
      set.versions = versions
      for (const { subscriber, index, versions: known } of set.joiners.splice(0)) {
        addMember(set, subscriber, index)
        if (known === versions && versions !== '') continue
        subscriber.change(index, versions)
        notified.add(subscriber)
      }
    }
    for (const subscriber of notified) subscriber.send()
  }

  #findSet(tags: readonly string[]): TagSet {
    const id = tags.join('\n')
    const known = this.#sets.get(id)
    if (known !== undefined) return known
    const set: TagSet = { id, tags, versions: undefined, members: new Map(), joiners: [] }
    this.#sets.set(id, set)
    for (const tag of tags) addTo(this.#byKey, shortenKey(tag), set)
    return set
  }
}

function listTags(sets: Iterable<TagSet>): ReadonlySet<string> {
  const tags = new Set<string>()
  for (const set of sets) for (const tag of set.tags) tags.add(tag)
  return tags
}

function notify(set: TagSet, versions: string, notified: Set<Subscriber>): void {
  for (const [subscriber, indexes] of set.members) {
    if (typeof indexes === 'number') subscriber.change(indexes, versions)
    else for (const index of indexes) subscriber.change(index, versions)
    notified.add(subscriber)
  }
}

function addMember({ members }: TagSet, subscriber: Subscriber, index: number): void {
  const known = members.get(subscriber)
  const others = typeof known === 'number' ? [known] : (known ?? [])
  members.set(subscriber, others.length === 0 ? index : [...others, index])
}

/** Most tags belong to one set, which needs no `Set` of its own. */
type Index = Map<string, TagSet | Set<TagSet>>

function findIn(index: Index, key: string): Iterable<TagSet> {
  const found = index.get(key)
  if (found === undefined) return []
  return found instanceof Set ? found : [found]
}

function addTo(index: Index, key: string, set: TagSet): void {
  const found = index.get(key)
  if (found === undefined) index.set(key, set)
  else if (found instanceof Set) found.add(set)
  else index.set(key, new Set([found, set]))
}

function removeFrom(index: Index, key: string, set: TagSet): void {
  const found = index.get(key)
  if (found instanceof Set) found.delete(set)
  if (found === set || (found instanceof Set && found.size === 0)) index.delete(key)
}
