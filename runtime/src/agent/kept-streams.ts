/** The answers of an agent that their clients can come back to. They live in this process, and nowhere else. */
import { FwError } from '#contract/error.ts'
import { AGENT_PATH, STREAM_SUFFIX } from '#contract/path.ts'
import { KeptStream } from './kept-stream.ts'

/** How long an answer stays, and its turn goes on, while nobody reads it. In milliseconds. */
export const STREAM_TTL_MS = 60_000

/** Of one caller. */
const MOST_STREAMS = 8

/** Characters of all answers together. */
const MOST_IN_ALL = 33_554_432

/** Begins the ids that we give: no client's own name for a conversation is taken for one. */
const ID_START = 'stream_'

/** What a client may call a conversation, to find its answer by. */
const NAME = /^[\w.:-]{1,128}$/

interface Entry {
  readonly stream: KeptStream
  readonly owner: string
  /** The client's own name for the conversation. */
  readonly name: string | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

export interface NewStream {
  readonly owner: string
  /** What the client calls the conversation; anything. */
  readonly name: unknown
  /** Client of the AI SDK. */
  readonly full: boolean
  /** Begins the turn, into the stream; it goes on until the signal says otherwise. */
  readonly begin: (signal: AbortSignal, stream: KeptStream) => void
}

/** The address of an answer, relative to the origin. */
export function getPath({ id }: KeptStream): string {
  return `${AGENT_PATH}/${id}${STREAM_SUFFIX}`
}

export class KeptStreams {
  /** Oldest first. */
  readonly #entries = new Set<Entry>()
  #size = 0

  /** Begins a turn whose answer is kept; undefined where this caller reads as many as may be kept for one. */
  begin({ owner, name, full, begin }: NewStream): KeptStream | undefined {
    const mine = [...this.#entries].filter((entry) => entry.owner === owner)
    const ownName = typeof name === 'string' && NAME.test(name) ? name : undefined
    // Asked again: nobody waits for what was asked before. It would act at the same time as its successor.
    for (const entry of mine) if (entry.name === ownName && ownName !== undefined) this.#dropIdle(entry)
    if (mine.length >= MOST_STREAMS && !mine.some((entry) => this.#dropIdle(entry))) return undefined
    const control = new AbortController()
    const id = `${ID_START}${crypto.randomUUID()}`
    const entry: Entry = {
      owner,
      name: ownName,
      timer: undefined,
      stream: new KeptStream(id, {
        full,
        abort: () => control.abort(),
        onIdle: (isIdle) => this.#rest(entry, isIdle),
        onSize: (change) => this.#entries.has(entry) && this.#grow(change),
      }),
    }
    this.#entries.add(entry)
    this.#rest(entry, true)
    begin(control.signal, entry.stream)
    return entry.stream
  }

  /**
   * What is left of an answer for its owner, behind the event `after`; undefined where nothing is left. Throws `not_found`
   * for an answer that is not there (another caller's looks the same), `stream_not_resumable` for one whose next event is
   * gone.
   */
  resume(owner: string | undefined, idOrName: string, after: number | undefined): KeptStream | undefined {
    const stream = this.#find(owner, idOrName)?.stream
    if (stream === undefined) {
      // A client that comes back to a page asks whether something runs; it did not lose anything.
      if (after === undefined && !idOrName.startsWith(ID_START)) return undefined
      throw new FwError('not_found', { message: 'There is no such stream, or it is over for more than a minute.' })
    }
    const can = stream.canResume(after ?? 0)
    if (can === undefined) return undefined
    if (!can)
      throw new FwError('stream_not_resumable', { message: 'What follows that event is not kept any more. Ask again.' })
    return stream
  }

  /** Ends an answer and its turn, for its owner. */
  stop(owner: string | undefined, idOrName: string): void {
    const entry = this.#find(owner, idOrName)
    if (entry !== undefined) this.#drop(entry, 'The answer was stopped.')
  }

  close(): void {
    for (const entry of this.#entries) this.#drop(entry, 'The server is closing.')
  }

  /** The newest of that name. */
  #find(owner: string | undefined, idOrName: string): Entry | undefined {
    if (owner === undefined) return undefined
    return [...this.#entries].findLast(
      (entry) => entry.owner === owner && (entry.stream.id === idOrName || entry.name === idOrName),
    )
  }

  #rest(entry: Entry, isIdle: boolean): void {
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (!isIdle || !this.#entries.has(entry)) return
    entry.timer = setTimeout(() => this.#drop(entry, 'Nobody was reading.'), STREAM_TTL_MS)
    // A process that ends does not wait for it.
    entry.timer.unref?.()
  }

  #dropIdle(entry: Entry): boolean {
    if (!entry.stream.isIdle) return false
    this.#drop(entry, 'Another answer took its place.')
    return true
  }

  #drop(entry: Entry, why: string): void {
    if (!this.#entries.delete(entry)) return
    clearTimeout(entry.timer)
    this.#size -= entry.stream.size
    entry.stream.stop(why)
  }

  /** The oldest that nobody reads make room. */
  #grow(change: number): void {
    this.#size += change
    if (change <= 0 || this.#size <= MOST_IN_ALL) return
    for (const entry of this.#entries) if (this.#dropIdle(entry) && this.#size <= MOST_IN_ALL) return
  }
}
