/** All live streams of a server: their reads, their heartbeats, their bounds and their ends. One timer serves all of them. */
import { watchTags } from '#cache/live-tags.ts'
import type { LiveEndReason } from '#contract/live/wire.ts'
import { ChangeStream, type StreamRead } from './change-stream.ts'
import type { Receipts } from './receipts.ts'
import { type TagSet, TagSets } from './tag-sets.ts'

/** The caller of a stream. */
export interface StreamCaller {
  /** Streams with the same key have a common limit; absent if the caller can't be distinguished from others. */
  readonly key: string | undefined
  /** Maximum streams with this key. */
  readonly maxStreams: number
  /** Digests that name the session, the user and the browser of the stream. */
  readonly names: readonly string[]
  /** Resolves to whether the caller is still the same. Rejects if that isn't known. */
  isCurrent(): Promise<boolean>
}

interface HubOptions {
  readonly receipts: Pick<Receipts, 'hashVersions'>
  /** Called when the first stream opens. */
  readonly onFirst?: () => void
  /** Times in milliseconds. */
  readonly beatMs?: number
}

const BEAT_MS = 25_000
const TICKS = 25
/** Maximum callers that are checked at the same time. */
const MAX_CHECKS = 64
const CHECK_MS = 15_000
/** Ticks over which states are compared after a gap or an outage: a store that has just recovered isn't read by all at once. */
const GAP_TICKS = 2

export class LiveHub<Caller extends StreamCaller> {
  readonly #options: HubOptions
  readonly #beatMs: number
  readonly #sets: TagSets
  /** In the order of their next heartbeats. */
  readonly #streams = new Set<ChangeStream<Caller>>()
  readonly #byKey = new Map<string, Set<ChangeStream<Caller>>>()
  /** Sets to compare after a gap. */
  #missed: readonly TagSet[] = []
  #checks = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #unwatch: (() => void) | undefined
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#beatMs = options.beatMs ?? BEAT_MS
    this.#sets = new TagSets(options.receipts)
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /** Creates the body of a response. The stream counts when the body is opened. */
  create(caller: Caller, reads: readonly StreamRead[]): ChangeStream<Caller> {
    return new ChangeStream(this, caller, reads)
  }

  open(stream: ChangeStream<Caller>, reads: readonly StreamRead[]): readonly TagSet[] {
    this.#start()
    this.#limit(stream.caller)
    stream.dueAt = performance.now() + this.#beatMs
    this.#streams.add(stream)
    if (stream.caller.key !== undefined) this.#sameKey(stream.caller.key).add(stream)
    // The stream joins before the states are read, so that no invalidation is missed.
    const sets = new Set<TagSet>()
    for (const [index, read] of reads.entries())
      if (read !== undefined) sets.add(this.#sets.join(stream, index, read.tags, read.versions))
    this.#sets.compare()
    // A stream of a server that is stopping isn't found by `close` any more.
    if (this.#isClosed) queueMicrotask(() => stream.end('closing'))
    return [...sets]
  }

  close(stream: ChangeStream<Caller>): void {
    this.#streams.delete(stream)
    for (const set of stream.sets) this.#sets.leave(stream, set)
    stream.sets = []
    const { key } = stream.caller
    const same = key === undefined ? undefined : this.#byKey.get(key)
    same?.delete(stream)
    if (key !== undefined && same?.size === 0) this.#byKey.delete(key)
    if (this.#streams.size === 0) this.#stop()
  }

  /** Ends the streams with a name, whose user may be another one. */
  endNamed(name: string): void {
    for (const stream of this.#streams) if (stream.caller.names.includes(name)) stream.end('session')
  }

  /** Ends every stream, now and later. */
  endAll(reason: LiveEndReason): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end(reason)
  }

  #start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#tick(), this.#beatMs / TICKS)
    this.#timer.unref()
    this.#unwatch = watchTags({
      onDrop: (keys) => this.#sets.drop(keys),
      onGap: () => {
        this.#missed = this.#sets.list()
      },
      onReady: () => this.#sets.recheck(this.#sets.list()),
    })
    this.#options.onFirst?.()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#unwatch?.()
    this.#unwatch = undefined
    this.#missed = []
  }

  #tick(): void {
    const now = performance.now()
    for (const stream of this.#streams) {
      if (stream.dueAt > now || this.#checks >= MAX_CHECKS) break
      this.#streams.delete(stream)
      stream.dueAt = now + this.#beatMs
      this.#streams.add(stream)
      void this.#check(stream)
    }
    const count = Math.ceil(this.#sets.size / GAP_TICKS)
    // All sets are among the missed ones.
    if (this.#missed.length === 0) this.#sets.retry(count)
    else this.#sets.recheck(this.#missed.slice(0, count))
    this.#missed = this.#missed.slice(count)
  }

  /** Ends the stream of a caller who has become another one, and else sends a heartbeat. */
  async #check(stream: ChangeStream<Caller>): Promise<void> {
    this.#checks += 1
    let isCurrent = true
    try {
      isCurrent = await within(stream.caller.isCurrent())
    } catch {
      // Only the caller's reads decide who receives data. A database that is down must not end all streams.
    }
    this.#checks -= 1
    if (isCurrent) stream.beat()
    else stream.end('session')
  }

  #limit({ key, maxStreams }: Caller): void {
    if (key === undefined) return
    const same = this.#byKey.get(key)
    if (same === undefined || same.size < maxStreams) return
    for (const oldest of same) {
      oldest.end('limit')
      return
    }
  }

  #sameKey(key: string): Set<ChangeStream<Caller>> {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const made = new Set<ChangeStream<Caller>>()
    this.#byKey.set(key, made)
    return made
  }
}

/** Rejects after a time, because a check that never ends would take the turn of others. */
async function within(check: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The caller could not be checked in time.')), CHECK_MS)
  })
  try {
    return await Promise.race([check, late])
  } finally {
    clearTimeout(timer)
  }
}
