/**
 * The answer of one request while it is being made: one JSON object, unless something has to be said before it. The first
 * such message turns the answer into a stream of events, which ends with the result.
 */
import type { McpReply } from './host.ts'

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } as const

export class ReplyLine {
  /** Whether the client takes a stream. */
  readonly open: boolean
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #start: ((reply: McpReply) => void) | undefined
  #left: (() => void)[] = []
  #gone = false

  constructor(accept: string | undefined) {
    this.open = accept?.includes('text/event-stream') === true
  }

  /** The reply of `work`, or as soon as something is sent before it, a stream that its body will end. */
  answer(work: () => Promise<McpReply>): Promise<McpReply> {
    return new Promise((resolve, reject) => {
      this.#start = resolve
      work().then(
        (reply) => (this.#controller === undefined ? resolve(reply) : this.#end(reply)),
        (error: unknown) => (this.#controller === undefined ? reject(error) : this.#fail(error)),
      )
    })
  }

  /** Sends a message before the answer. False for a client that cannot get it, or is gone. */
  send(message: object): boolean {
    if (!this.open || this.#gone) return false
    if (this.#controller === undefined) this.#begin()
    this.#write(JSON.stringify({ jsonrpc: '2.0', ...message }))
    return !this.#gone
  }

  /** Calls back when the client has closed the stream: on HTTP that cancels the request. */
  onLeave(left: () => void): void {
    this.#left.push(left)
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
    this.#gone = true
    for (const left of this.#left.splice(0)) left()
  }

  #write(json: string): void {
    this.#controller?.enqueue(ENCODER.encode(`event: message\ndata: ${json}\n\n`))
  }

  #end({ body }: McpReply): void {
    if (this.#gone) return
    this.#gone = true
    if (typeof body === 'string') this.#write(body)
    this.#controller?.close()
  }

  /** The head of the answer is gone: all that is left to do is to end it. */
  #fail(error: unknown): void {
    if (this.#gone) return
    this.#gone = true
    this.#controller?.error(error)
  }
}

const ENCODER = new TextEncoder()
