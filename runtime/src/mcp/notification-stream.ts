/** A stream of notifications to one client, until it disconnects or the server ends it. */

interface NotificationStreamOptions {
  readonly signal: AbortSignal
  /** Called once, when the stream has ended for any reason. */
  onEnd(): void
}

/** Time between two comments that keep the connection open. */
const HEARTBEAT_MS = 25_000
/** Maximum lifetime, after which the client subscribes again with its current rights. */
const LIFETIME_MS = 1_800_000

const COMMENT = ': \n\n'
const ENCODER = new TextEncoder()

export class NotificationStream {
  readonly body: ReadableStream<Uint8Array>
  readonly #options: NotificationStreamOptions
  readonly #timers: readonly NodeJS.Timeout[]
  /** Messages for a client that reads slowly, by the resource they are about: a newer one replaces an older one. */
  readonly #waiting = new Map<string, object>()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #last: object | undefined
  #isEnded = false

  constructor(options: NotificationStreamOptions) {
    this.#options = options
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
        // Hosts send the headers with the first bytes, and the client waits for them.
        controller.enqueue(ENCODER.encode(COMMENT))
      },
      pull: () => this.#flush(),
      cancel: () => this.#finish(),
    })
    this.#timers = [
      setInterval(() => this.#isReady && this.#write(COMMENT), HEARTBEAT_MS).unref(),
      setTimeout(() => this.end(), LIFETIME_MS).unref(),
    ]
    // The one who opens the stream doesn't have it yet.
    if (options.signal.aborted) queueMicrotask(() => this.end())
    else options.signal.addEventListener('abort', () => this.end(), { once: true })
  }

  /** Sends a message. One that waits for a slow client is replaced by the next one with the same key. */
  send(key: string, message: object): void {
    if (this.#isEnded) return
    this.#waiting.set(key, message)
    if (this.#isReady) this.#flush()
  }

  /** The message with which the server ends the stream. */
  set last(message: object) {
    this.#last = message
  }

  end(): void {
    if (this.#isEnded) return
    this.#flush()
    if (this.#last !== undefined) this.#writeMessage(this.#last)
    this.#finish()
    try {
      this.#controller?.close()
    } catch {
      // The client has disconnected.
    }
  }

  get #isReady(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  #flush(): void {
    for (const [key, message] of this.#waiting) {
      this.#waiting.delete(key)
      this.#writeMessage(message)
    }
  }

  #writeMessage(message: object): void {
    this.#write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
  }

  #write(text: string): void {
    try {
      this.#controller?.enqueue(ENCODER.encode(text))
    } catch {
      this.#finish()
    }
  }

  #finish(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#options.onEnd()
  }
}
