/** The streamed replies that clients of an agent can resume. They exist in the memory of this process only. */
import { FwError } from '#contract/http/error.ts'
import { AGENT_PATH, STREAM_SUFFIX } from '#contract/http/path.ts'
import { ResumableStream } from './resumable-stream.ts'

/** Time in milliseconds for which a reply is retained, and its turn continues, without a reader. */
export const STREAM_TTL_MS = 60_000

/** Streams of one caller. */
const MAX_STREAMS = 8

/** Characters of all replies together. */
const MAX_TOTAL_CHARACTERS = 33_554_432

/** Prefix of generated ids, so that a client's own conversation id can't be mistaken for one. */
const ID_PREFIX = 'stream_'

/** Valid form of a client's conversation id, which also finds its reply. */
const CONVERSATION_ID = /^[\w.:-]{1,128}$/

interface Entry {
  readonly stream: ResumableStream
  readonly owner: string
  /** The client's own id of the conversation. */
  readonly name: string | undefined
  /** A newer turn of the conversation has begun: this one ends when its last reader leaves. */
  isReplaced: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

interface NewStream {
  readonly owner: string
  /** The client's id of the conversation, unchecked. */
  readonly name: unknown
  /** The client is one of the AI SDK. */
  readonly withOutputs: boolean
  /** Starts the turn, which writes to the stream until the signal aborts. */
  readonly run: (signal: AbortSignal, stream: ResumableStream) => void
}

/** Returns the path of a reply's stream. */
export function getPath({ id }: ResumableStream): string {
  return `${AGENT_PATH}/${id}${STREAM_SUFFIX}`
}

export class ResumableStreams {
  /** In the order of creation. */
  readonly #entries = new Set<Entry>()
  #size = 0

  /**
   * Starts a turn with a resumable reply; returns `undefined` if this caller is reading the largest allowed number of
   * them.
   */
  start({ owner, name, withOutputs, run }: NewStream): ResumableStream | undefined {
    const mine = [...this.#entries].filter((entry) => entry.owner === owner)
    const ownName = typeof name === 'string' && CONVERSATION_ID.test(name) ? name : undefined
    // A new request of a conversation replaces its earlier one, whose turn would otherwise act at the same time. A reader
    // that has just left may still count as connected.
    for (const entry of mine)
      if (entry.name === ownName && ownName !== undefined) entry.isReplaced = !this.#dropIdle(entry)
    if (mine.length >= MAX_STREAMS && !mine.some((entry) => this.#dropIdle(entry))) return undefined
    const control = new AbortController()
    const id = `${ID_PREFIX}${crypto.randomUUID()}`
    const entry: Entry = {
      owner,
      name: ownName,
      isReplaced: false,
      timer: undefined,
      stream: new ResumableStream(id, {
        withOutputs,
        abort: () => control.abort(),
        onIdle: (isIdle) => this.#scheduleDrop(entry, isIdle),
        onSize: (change) => this.#entries.has(entry) && this.#grow(change),
      }),
    }
    this.#entries.add(entry)
    this.#scheduleDrop(entry, true)
    run(control.signal, entry.stream)
    return entry.stream
  }

  /**
   * Returns the stream with the rest of a reply for its owner, after the event `after`; `undefined` if nothing is
   * left.
   *
   * @throws FwError `not_found` for an unknown reply, and for one of another caller, so that they can't be told
   * apart; `stream_not_resumable` if the next event is no longer retained.
   */
  resume(owner: string | undefined, idOrName: string, after: number | undefined): ResumableStream | undefined {
    const stream = this.#find(owner, idOrName)?.stream
    if (stream === undefined) {
      // A client that opens its page again only asks whether a turn is running; it has lost nothing.
      if (after === undefined && !idOrName.startsWith(ID_PREFIX)) return undefined
      throw new FwError('not_found', { message: 'Unknown stream, or it ended more than a minute ago.' })
    }
    const can = stream.canResume(after ?? 0)
    if (can === undefined) return undefined
    if (!can)
      throw new FwError('stream_not_resumable', {
        message: 'The events after this one are no longer stored. Send the request again.',
      })
    return stream
  }

  /** Ends a reply and its turn on behalf of its owner. */
  stop(owner: string | undefined, idOrName: string): void {
    const entry = this.#find(owner, idOrName)
    if (entry !== undefined) this.#drop(entry, 'The reply was stopped.')
  }

  close(): void {
    for (const entry of this.#entries) this.#drop(entry, 'The server is closing.')
  }

  /** Returns the newest stream with this id or conversation id. */
  #find(owner: string | undefined, idOrName: string): Entry | undefined {
    if (owner === undefined) return undefined
    return [...this.#entries].findLast(
      (entry) => entry.owner === owner && (entry.stream.id === idOrName || entry.name === idOrName),
    )
  }

  #scheduleDrop(entry: Entry, isIdle: boolean): void {
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (!isIdle || !this.#entries.has(entry)) return
    if (entry.isReplaced) {
      this.#dropIdle(entry)
      return
    }
    entry.timer = setTimeout(() => this.#drop(entry, 'No client was connected.'), STREAM_TTL_MS)
    // The timer must not delay the end of the process.
    entry.timer.unref?.()
  }

  #dropIdle(entry: Entry): boolean {
    if (!entry.stream.isIdle) return false
    this.#drop(entry, 'Another reply replaced it.')
    return true
  }

  #drop(entry: Entry, reason: string): void {
    if (!this.#entries.delete(entry)) return
    clearTimeout(entry.timer)
    this.#size -= entry.stream.size
    entry.stream.stop(reason)
  }

  /** Counts the change. Over the limit, the oldest streams without readers are dropped. */
  #grow(change: number): void {
    this.#size += change
    if (change <= 0 || this.#size <= MAX_TOTAL_CHARACTERS) return
    for (const entry of this.#entries) if (this.#dropIdle(entry) && this.#size <= MAX_TOTAL_CHARACTERS) return
  }
}
