/** The streamed replies of this process that clients of an agent can resume. */
import { FwError } from '#contract/http/error.ts'
import { AGENT_PATH, STREAM_SUFFIX } from '#contract/http/path.ts'
import type { ReplyCommand } from './reply-store.ts'
import { ResumableStream } from './resumable-stream.ts'
import type { SharedReplies } from './shared-replies.ts'
import type { SharedReply } from './shared-reply.ts'

/** Time in milliseconds for which a reply is retained, and its turn continues, without a reader. */
export const STREAM_TTL_MS = 60_000

/** Streams of one caller. */
const MAX_STREAMS = 8

/** Characters of all replies together. */
const MAX_TOTAL_CHARACTERS = 33_554_432

const DRAIN_CHECK_MS = 100

/** Prefix of generated ids, so that a client's own conversation id can't be mistaken for one. */
const ID_PREFIX = 'stream_'

/** Valid form of a client's conversation id, which also finds its reply. */
const CONVERSATION_ID = /^[\w.:-]{1,128}$/

const STOPPED = 'The reply was stopped.'

interface Entry {
  readonly stream: ResumableStream
  readonly owner: string
  /** The client's own id of the conversation. */
  readonly name: string | undefined
  /** A newer turn of the conversation has begun: this one ends when its last reader leaves. */
  isReplaced: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** The reply for other processes; absent without any. */
  shared: SharedReply | undefined
  readonly others: SharedReplies | undefined
}

interface NewStream {
  readonly owner: string
  /** The client's id of the conversation, unchecked. */
  readonly name: unknown
  /** The client is one of the AI SDK. */
  readonly withOutputs: boolean
  /** Lets clients resume the reply at other processes. */
  readonly others?: SharedReplies | undefined
  /** Starts the turn, which writes to the stream until the signal aborts. */
  readonly run: (signal: AbortSignal, stream: ResumableStream) => void
}

/** Returns the path of a reply's stream. */
export function getPath({ id }: { readonly id: string }): string {
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
  start({ owner, name, withOutputs, others, run }: NewStream): ResumableStream | undefined {
    const mine = [...this.#entries].filter((entry) => entry.owner === owner)
    const ownName = isConversationId(name) ? name : undefined
    // A new request of a conversation replaces its earlier one, whose turn would otherwise act at the same time. A reader
    // that has just left may still count as connected.
    for (const entry of mine) if (entry.name === ownName && ownName !== undefined) this.#replace(entry)
    if (mine.length >= MAX_STREAMS && !mine.some((entry) => this.#dropIdle(entry))) return undefined
    const control = new AbortController()
    const id = `${ID_PREFIX}${crypto.randomUUID()}`
    const entry: Entry = {
      owner,
      name: ownName,
      isReplaced: false,
      timer: undefined,
      shared: undefined,
      others,
      stream: new ResumableStream(id, {
        withOutputs,
        abort: () => control.abort(),
        onIdle: (isIdle) => this.#handleIdle(entry, isIdle),
        onSize: (change) => this.#entries.has(entry) && this.#grow(change),
        onEvent: () => entry.shared?.notice(),
        onRead: (last) => entry.shared?.markRead(last),
        onFull: () => this.#storeForOthers(entry),
      }),
    }
    this.#entries.add(entry)
    entry.shared = others?.add({ source: entry.stream, owner, name: ownName, onCommand: this.#follow(entry) })
    this.#scheduleDrop(entry, true)
    run(control.signal, entry.stream)
    return entry.stream
  }

  /** Resolves when other processes can find the reply. Never rejects. */
  async whenShared(stream: ResumableStream): Promise<void> {
    const entry = [...this.#entries].find((one) => one.stream === stream)
    await entry?.shared?.ready
  }

  /** Whether this process has the events of a reply after the event `after`, or has them only in the store. */
  has(owner: string | undefined, idOrName: string, after: number): boolean {
    const entry = this.#find(owner, idOrName)
    if (entry === undefined) return false
    return entry.shared?.isSharing !== true || entry.stream.canResume(after) !== false
  }

  /**
   * Returns the stream with the rest of a reply for its owner, after the event `after`; `undefined` if nothing is
   * left.
   *
   * @throws FwError `not_found` for an unknown reply, and for one of another caller, so that they can't be told
   * apart; `stream_not_resumable` if the next event has been removed.
   */
  resume(owner: string | undefined, idOrName: string, after: number | undefined): ResumableStream | undefined {
    const stream = this.#find(owner, idOrName)?.stream
    if (stream === undefined) return refuseUnknown(idOrName, after)
    const can = stream.canResume(after ?? 0)
    if (can === undefined) return undefined
    if (!can) throw createLostError()
    return stream
  }

  /** Ends a reply and its turn on behalf of its owner. Returns whether this process has it. */
  stop(owner: string | undefined, idOrName: string): boolean {
    const entry = this.#find(owner, idOrName)
    if (entry !== undefined) this.#drop(entry, STOPPED)
    return entry !== undefined
  }

  /** Waits for turns whose reply clients read at other processes, at most `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    const isRead = async ({ stream, shared }: Entry) => !stream.isOver && (await shared?.hasReader()) === true
    while (performance.now() < until) {
      const read = await Promise.all([...this.#entries].map(isRead))
      if (!read.includes(true)) return
      await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS))
    }
  }

  close(): void {
    for (const entry of this.#entries) this.#drop(entry, 'The server is closing.', true)
  }

  /** Returns the newest stream with this id or conversation id. */
  #find(owner: string | undefined, idOrName: string): Entry | undefined {
    if (owner === undefined) return undefined
    return [...this.#entries].findLast(
      (entry) => entry.owner === owner && (entry.stream.id === idOrName || entry.name === idOrName),
    )
  }

  #handleIdle(entry: Entry, isIdle: boolean): void {
    this.#scheduleDrop(entry, isIdle)
    // The client may come back through another process.
    if (isIdle && !entry.stream.wasRead) entry.shared?.share()
  }

  #scheduleDrop(entry: Entry, isIdle: boolean): void {
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (!isIdle || !this.#entries.has(entry)) return
    if (entry.isReplaced) {
      this.#dropIdle(entry)
      return
    }
    entry.timer = setTimeout(() => void this.#expire(entry), STREAM_TTL_MS)
    // The timer must not delay the end of the process.
    entry.timer.unref?.()
  }

  async #expire(entry: Entry): Promise<void> {
    if (entry.shared?.isSharing && (await entry.shared.hasReader())) {
      if (entry.stream.isIdle) this.#scheduleDrop(entry, true)
    } else if (entry.stream.isIdle) this.#drop(entry, 'No client was connected.')
  }

  /** Follows commands that other processes send on behalf of the owner. */
  #follow(entry: Entry): (command: ReplyCommand) => void {
    return (command) => {
      if (command === 'stop') this.#drop(entry, STOPPED)
      else this.#replace(entry)
    }
  }

  async #storeForOthers({ shared }: Entry): Promise<number> {
    return shared !== undefined && (await shared.hasReader()) ? shared.store() : 0
  }

  /** Ends a reply that a newer one of its conversation replaces, at the latest when its last reader leaves. */
  #replace(entry: Entry): void {
    entry.isReplaced = !this.#dropIdle(entry)
  }

  #dropIdle(entry: Entry): boolean {
    if (!entry.stream.isIdle) return false
    this.#drop(entry, 'Another reply replaced it.')
    return true
  }

  /** With `keep`, other processes can still send the reply. */
  #drop(entry: Entry, reason: string, keep = false): void {
    if (!this.#entries.delete(entry)) return
    clearTimeout(entry.timer)
    this.#size -= entry.stream.size
    // A client whose connection ends with this process learns of it from the store.
    if (keep && !entry.stream.wasRead) entry.shared?.share()
    entry.stream.stop(reason)
    entry.others?.remove(entry.stream.id, keep)
  }

  /** Counts the change. Over the limit, the oldest streams without readers are dropped. */
  #grow(change: number): void {
    this.#size += change
    if (change <= 0 || this.#size <= MAX_TOTAL_CHARACTERS) return
    for (const entry of this.#entries) if (this.#dropIdle(entry) && this.#size <= MAX_TOTAL_CHARACTERS) return
  }
}

function isConversationId(name: unknown): name is string {
  return typeof name === 'string' && CONVERSATION_ID.test(name)
}

/**
 * Returns undefined for an unknown conversation: a client that opens its page again only asks whether a turn is running, and
 * has lost nothing. Throws for an unknown reply.
 */
export function refuseUnknown(idOrName: string, after: number | undefined): undefined {
  if (after === undefined && !idOrName.startsWith(ID_PREFIX)) return undefined
  throw new FwError('not_found', { message: 'Unknown stream, or it ended more than a minute ago.' })
}

export function createLostError(): FwError {
  return new FwError('stream_not_resumable', {
    message: 'The events after this one have been removed. Send the request again.',
  })
}
