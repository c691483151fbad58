/** One streamed reply that outlives its connection. `ResumableStreams` holds all of them. */
import type { BodySink, PushedBody } from '#contract/http/request.ts'
import { type ChunkSink, DONE_TEXT, formatEvent } from '../stream-reply.ts'
import type { ReplyEvents, ReplySource } from './shared-reply.ts'

/**
 * Most characters of one reply to retain. Events that every listener has read are removed first; the last event may
 * exceed the limit.
 */
const MAX_RETAINED = 262_144

interface ResumableStreamOptions {
  /** The client is one of the AI SDK, which has an event for a stopped reply. */
  readonly withOutputs: boolean
  /** Aborts the turn. */
  readonly abort: () => void
  /** Called when the last listener leaves and when a first one joins. */
  readonly onIdle: (isIdle: boolean) => void
  /** Called with the change in the number of retained characters. */
  readonly onSize: (change: number) => void
  /** Called after another event, and at the end. */
  readonly onEvent?: () => void
  /** Called with the number of the last event when a reader has received the whole reply. */
  readonly onRead?: (last: number) => void
  /**
   * Called when too much is retained and this process has no reader. Resolves to the number of the last event that may be
   * removed, because readers at other processes get it from the store.
   */
  readonly onFull?: () => Promise<number>
}

/** An open reader of the stream. */
interface Listener {
  /** Number of the event to read next. */
  next: number
  wake: (() => void) | undefined
}

export class ResumableStream implements ChunkSink, ReplySource {
  readonly id: string
  readonly #options: ResumableStreamOptions
  readonly #listeners = new Set<Listener>()
  /** Retained events in their wire format. */
  #events: string[] = []
  /** Number of the first retained event. */
  #first = 1
  #size = 0
  #isOver = false
  #failure: unknown
  /** Whether a reader has received the whole reply. */
  #wasRead = false
  /** Resumes the turn, which waits for slow readers. */
  #resumeTurn: (() => void) | undefined

  constructor(id: string, options: ResumableStreamOptions) {
    this.id = id
    this.#options = options
  }

  get withOutputs(): boolean {
    return this.#options.withOutputs
  }

  get size(): number {
    return this.#size
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether a reader has received the whole reply. */
  get wasRead(): boolean {
    return this.#wasRead
  }

  /** Whether the stream has no readers. */
  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  /**
   * Whether a reader that has received everything up to event `after` can resume; `undefined` if nothing is left to
   * send.
   */
  canResume(after: number): boolean | undefined {
    const last = this.#last()
    if (after > last) return false
    if (this.#isOver && (after === last || (after === 0 && this.#wasRead))) return undefined
    return after >= this.#first - 1
  }

  readAfter(after: number): ReplyEvents {
    const first = Math.max(after + 1, this.#first)
    const end = this.#failure === undefined ? 'done' : 'failed'
    return { first, events: this.#events.slice(first - this.#first), end: this.#isOver ? end : undefined }
  }

  /**
   * Returns the events after `after`, then the coming ones. Once the retained events reach the limit, the turn waits
   * for slow readers.
   */
  open(after: number): PushedBody {
    const listener: Listener = { next: after + 1, wake: undefined }
    return {
      open: (sink) => void this.#send(listener, sink),
      cancel: () => this.#leave(listener),
    }
  }

  /** A body that is never opened doesn't count as a listener. */
  async #send(listener: Listener, sink: BodySink): Promise<void> {
    this.#join(listener)
    // Hosts send the head of the response with the first text, so a comment is sent.
    if (this.#pending(listener) === 0 && !this.#isOver) await sink.write(':\n\n')
    while (this.#listeners.has(listener)) {
      if (this.#pending(listener) > 0) await sink.write(this.#take(listener))
      else if (this.#isOver) return this.#finish(listener, sink)
      else
        await new Promise<void>((resolve) => {
          listener.wake = resolve
        })
    }
  }

  #finish(listener: Listener, sink: BodySink): void {
    if (this.#failure === undefined) {
      void sink.write(DONE_TEXT)
      sink.end()
      this.#wasRead = true
      this.#options.onRead?.(this.#last())
    } else sink.fail(this.#failure)
    this.#leave(listener)
  }

  /** Ends the stream and its turn, and sends the reason to its readers. */
  stop(reason: string): void {
    if (this.#isOver) return
    this.#add(this.withOutputs ? { type: 'abort', reason } : { type: 'error', errorText: reason })
    this.end()
    this.#options.abort()
  }

  write(chunk: object): void {
    if (!this.#isOver) this.#add(chunk)
  }

  /** Wakes the readers, which receive all pending events at once. If too much is retained, the turn waits for them. */
  flush(): Promise<void> | undefined {
    this.#wakeAll()
    return this.#isOver || this.#hasRoom() ? undefined : this.#makeRoom()
  }

  end(): void {
    this.#isOver = true
    this.#resumeTurn?.()
    this.#wakeAll()
    this.#options.onEvent?.()
  }

  fail(error: unknown): void {
    this.#failure = error
    this.end()
  }

  async #makeRoom(): Promise<void> {
    while (!this.#isOver && !this.#hasRoom()) {
      if (!this.isIdle)
        await new Promise<void>((resolve) => {
          this.#resumeTurn = resolve
        })
      else if (!(await this.#dropStored())) break
    }
    if (!this.#isOver && !this.#hasRoom()) this.#overflow()
  }

  /** Removes the events that are in the store for readers at other processes. Returns whether there are any. */
  async #dropStored(): Promise<boolean> {
    const last = (await this.#options.onFull?.()) ?? 0
    // A reader may have come back meanwhile.
    if (!this.isIdle) return true
    if (last < this.#first) return false
    this.#drop(last + 1 - this.#first)
    return true
  }

  #join(listener: Listener): void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#options.onIdle(false)
  }

  #leave(listener: Listener): void {
    listener.wake?.()
    if (!this.#listeners.delete(listener)) return
    this.#resumeTurn?.()
    if (this.isIdle) this.#options.onIdle(true)
  }

  #pending({ next }: Listener): number {
    return this.#first + this.#events.length - next
  }

  /** Returns all pending events of a listener as one string. */
  #take(listener: Listener): string {
    const waiting = this.#events.slice(listener.next - this.#first)
    listener.next += waiting.length
    this.#resumeTurn?.()
    return waiting.length === 1 ? (waiting[0] ?? '') : waiting.join('')
  }

  /** Whether more can be retained. At the limit, it first removes the events that every listener has read. */
  #hasRoom(): boolean {
    if (this.#size < MAX_RETAINED) return true
    if (this.isIdle) return false
    const read = Math.min(...[...this.#listeners].map(({ next }) => next)) - this.#first
    if (read <= 0) return false
    this.#drop(read)
    return this.#size < MAX_RETAINED
  }

  /** Removes the oldest events. */
  #drop(count: number): void {
    const dropped = this.#events.splice(0, count)
    this.#first += dropped.length
    this.#grow(-dropped.reduce((sum, { length }) => sum + length, 0))
  }

  /** Number of the last event. */
  #last(): number {
    return this.#first + this.#events.length - 1
  }

  /** Ends the stream, because it has no readers and can't retain more. */
  #overflow(): void {
    const errorText = 'The reply became too long to store while no client was connected.'
    // The AI SDK rejects unknown fields.
    this.#add({ type: 'error', errorText, ...(!this.withOutputs && { code: 'stream_not_resumable' }) })
    this.end()
    this.#options.abort()
  }

  #add(chunk: object): void {
    const text = formatEvent(this.#first + this.#events.length, chunk)
    this.#events.push(text)
    this.#grow(text.length)
    this.#options.onEvent?.()
  }

  #grow(change: number): void {
    this.#size += change
    this.#options.onSize(change)
  }

  #wakeAll(): void {
    for (const { wake } of this.#listeners) wake?.()
  }
}
