/** One streamed answer that outlives its connection (decisions: Agent, `resumableStreams`). `KeptStreams` holds them. */
import { type ChunkSink, DONE_TEXT, eventText } from './stream-reply.ts'

/** Characters of one answer that are kept. What every listener has read goes first; the last event may be longer. */
const MOST_KEPT = 262_144

export interface KeptOptions {
  /** Client of the AI SDK: it knows an event for an answer that was stopped. */
  readonly full: boolean
  /** Ends the turn. */
  readonly abort: () => void
  /** Called when the last listener has left, and when another one comes. */
  readonly onIdle: (isIdle: boolean) => void
  /** Called with the characters by which what is kept has grown, or shrunk. */
  readonly onSize: (change: number) => void
}

/** Somebody who reads. */
interface Listener {
  /** Number of the event that is read next. */
  next: number
  wake: (() => void) | undefined
}

export class KeptStream implements ChunkSink {
  readonly id: string
  readonly #options: KeptOptions
  readonly #listeners = new Set<Listener>()
  /** As they are sent. */
  #events: string[] = []
  /** Number of the first one that is kept. */
  #first = 1
  #size = 0
  #isOver = false
  #failure: unknown
  /** Whether somebody has had all of it. */
  #wasRead = false
  /** Wakes the turn, which waits for its readers. */
  #goOn: (() => void) | undefined

  constructor(id: string, options: KeptOptions) {
    this.id = id
    this.#options = options
  }

  get size(): number {
    return this.#size
  }

  /** Whether nobody reads it. */
  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  /** Whether somebody who has read up to event `after` can go on; `undefined` where there is nothing more for them. */
  canResume(after: number): boolean | undefined {
    const last = this.#first + this.#events.length - 1
    if (after > last) return false
    if (this.#isOver && (after === last || (after === 0 && this.#wasRead))) return undefined
    return after >= this.#first - 1
  }

  /** The events behind `after`, then those to come. One who reads slowly is waited for, once there is too much to keep. */
  open(after: number): ReadableStream<Uint8Array> {
    const listener: Listener = { next: after + 1, wake: undefined }
    const encoder = new TextEncoder()
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          // Whoever never reads is no listener. A host sends the head with the first bytes: these are a comment.
          if (this.#join(listener) && this.#pending(listener) === 0 && !this.#isOver) {
            controller.enqueue(encoder.encode(':\n\n'))
            return
          }
          while (this.#pending(listener) === 0 && !this.#isOver)
            await new Promise<void>((resolve) => {
              listener.wake = resolve
            })
          if (this.#pending(listener) > 0) {
            controller.enqueue(encoder.encode(this.#take(listener)))
            return
          }
          if (this.#failure === undefined) {
            controller.enqueue(encoder.encode(DONE_TEXT))
            controller.close()
            this.#wasRead = true
          } else controller.error(this.#failure)
          this.#leave(listener)
        },
        cancel: () => this.#leave(listener),
      },
      { highWaterMark: 0 },
    )
  }

  /** Ends it, and the turn with it; those who read are told. */
  stop(why: string): void {
    if (this.#isOver) return
    this.#add(this.#options.full ? { type: 'abort', reason: why } : { type: 'error', errorText: why })
    this.end()
    this.#options.abort()
  }

  write(chunk: object): void {
    if (!this.#isOver) this.#add(chunk)
  }

  /** Those who read get all that came together; where there is too much of it the turn waits for them. */
  flush(): Promise<void> | undefined {
    this.#wakeAll()
    return this.#isOver || this.#hasRoom() ? undefined : this.#makeRoom()
  }

  end(): void {
    this.#isOver = true
    this.#goOn?.()
    this.#wakeAll()
  }

  fail(error: unknown): void {
    this.#failure = error
    this.end()
  }

  async #makeRoom(): Promise<void> {
    while (!this.#isOver && !this.#hasRoom() && !this.isIdle)
      await new Promise<void>((resolve) => {
        this.#goOn = resolve
      })
    if (!this.#isOver && !this.#hasRoom()) this.#overflow()
  }

  /** Whether it was none before. */
  #join(listener: Listener): boolean {
    if (this.#listeners.has(listener)) return false
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#options.onIdle(false)
    return true
  }

  #leave(listener: Listener): void {
    listener.wake?.()
    if (!this.#listeners.delete(listener)) return
    this.#goOn?.()
    if (this.isIdle) this.#options.onIdle(true)
  }

  #pending({ next }: Listener): number {
    return this.#first + this.#events.length - next
  }

  /** All that has come since, as one piece. */
  #take(listener: Listener): string {
    const waiting = this.#events.slice(listener.next - this.#first)
    listener.next += waiting.length
    this.#goOn?.()
    return waiting.length === 1 ? (waiting[0] ?? '') : waiting.join('')
  }

  /** Lets go of what everybody has read, where there is too much. */
  #hasRoom(): boolean {
    if (this.#size < MOST_KEPT) return true
    if (this.isIdle) return false
    const read = Math.min(...[...this.#listeners].map(({ next }) => next)) - this.#first
    if (read <= 0) return false
    const dropped = this.#events.splice(0, read)
    this.#first += read
    this.#grow(-dropped.reduce((sum, { length }) => sum + length, 0))
    return this.#size < MOST_KEPT
  }

  /** Nobody reads, and there is more than can be kept for them. */
  #overflow(): void {
    const errorText = 'The answer became too long to be kept while nobody was reading it.'
    this.#add({ type: 'error', errorText, code: 'stream_not_resumable' })
    this.end()
    this.#options.abort()
  }

  #add(chunk: object): void {
    const text = eventText(this.#first + this.#events.length, chunk)
    this.#events.push(text)
    this.#grow(text.length)
  }

  #grow(change: number): void {
    this.#size += change
    this.#options.onSize(change)
  }

  #wakeAll(): void {
    for (const { wake } of this.#listeners) wake?.()
  }
}
