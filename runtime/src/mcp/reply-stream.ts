/**
 * The reply to one request while it is produced: one JSON object, unless a message has to be sent before it. The
 * first such message turns the reply into a stream of events, which ends with the result.
 */
import { acceptsEvents } from '#wire/accepts-events.ts'
import type { McpReply } from './host.ts'

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } as const

export class ReplyStream {
  /** Whether the client accepts a stream. */
  readonly open: boolean
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #start: ((reply: McpReply) => void) | undefined
  #leaveListeners: (() => void)[] = []
  #isClosed = false

  constructor(accept: string | undefined) {
    this.open = acceptsEvents(accept)
  }

  /** Returns the reply of `work`; or, once a message is sent before it, a stream that ends with it. */
  respondWith(work: () => Promise<McpReply>): Promise<McpReply> {
    return new Promise((resolve, reject) => {
      this.#start = resolve
      work().then(
        (reply) => (this.#controller === undefined ? resolve(reply) : this.#end(reply)),
        (error: unknown) => (this.#controller === undefined ? reject(error) : this.#fail(error)),
      )
    })
  }

  /** Sends a message before the reply. Returns `false` if the client can't receive it or has disconnected. */
  send(message: object): boolean {
    if (!this.open || this.#isClosed) return false
    if (this.#controller === undefined) this.#begin()
    this.#write(JSON.stringify({ jsonrpc: '2.0', ...message }))
    return !this.#isClosed
  }

  /** Registers a callback for when the client closes the stream: on HTTP that cancels the request. */
  onLeave(listener: () => void): void {
    this.#leaveListeners.push(listener)
  }

  #begin(): void {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => this.#leave(),
    })
    this.#start?.({ status: 200, headers: STREAM_HEADERS, body })
  }

  #leave(): void {
    this.#isClosed = true
    for (const listener of this.#leaveListeners.splice(0)) listener()
  }

  #write(json: string): void {
    this.#controller?.enqueue(ENCODER.encode(`event: message\ndata: ${json}\n\n`))
  }

  #end({ body }: McpReply): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (typeof body === 'string') this.#write(body)
    this.#controller?.close()
  }

  /** Breaks the stream off, because the head of the reply has already been sent. */
  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#controller?.error(error)
  }
}

const ENCODER = new TextEncoder()
