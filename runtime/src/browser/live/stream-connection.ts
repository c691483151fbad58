/** The connection that reports the changes of live reads. It is opened again whenever it is lost. */
import { LIVE_PATH, type LiveChange, type LiveEndReason } from '#contract/live/wire.ts'

/** Limits of the wait in milliseconds before a lost connection is opened again. */
const WAIT_MS = { first: 250, last: 10_000 }
/** Wait in milliseconds after a refusal: the server has no streams for this caller, or enough of them. */
const REFUSED_MS = 60_000
/** Time in milliseconds without a byte after which a connection is lost. The server sends a comment every 25 s. */
const SILENCE_MS = 60_000
const CHECK_MS = 15_000
/**
 * Time in milliseconds for the first byte, longer with each attempt. After sleep, the browser may use connections that have
 * been lost without a sign.
 */
const OPEN_MS = 5000

interface StreamEvents {
  /** Returns the receipts for a connection that begins. Without any, the stream is closed. */
  readReceipts(): readonly string[]
  /** The receipts have been compared with the current state: `change` is called next for outdated ones. */
  open(receipts: readonly string[]): void
  change(changed: readonly (readonly [receipt: string, versions: string])[]): void
  /** The user of this browser has changed. */
  endSession(): void
}

export class StreamConnection {
  readonly #events: StreamEvents
  #connection: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #watchdog: ReturnType<typeof setInterval> | undefined
  #attempts = 0
  #heardAt = 0

  constructor(events: StreamEvents) {
    this.#events = events
  }

  /** Opens the stream, in place of the current one. */
  open(): void {
    this.close()
    this.#watchdog = setInterval(() => this.wake(), CHECK_MS)
    this.#connect()
  }

  close(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#watchdog)
    this.#timer = undefined
    this.#connection?.abort()
    this.#connection = undefined
  }

  /** Opens the stream again if it has been silent for too long; with `now` also while it waits for its next attempt. */
  wake(now = false): void {
    const isSilent = this.#connection !== undefined && Date.now() - this.#heardAt > SILENCE_MS
    if (!isSilent && !(now && this.#timer !== undefined)) return
    this.#connection?.abort()
    this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const receipts = this.#events.readReceipts()
    if (receipts.length === 0) {
      this.close()
      return
    }
    this.#heardAt = Date.now()
    const connection = new AbortController()
    this.#connection = connection
    const opening = setTimeout(() => connection.abort(), Math.min(SILENCE_MS, OPEN_MS * (this.#attempts + 1)))
    const hear = () => {
      clearTimeout(opening)
      this.#heardAt = Date.now()
    }
    void this.#run(receipts, connection.signal, hear)
      .catch(() => undefined) // the connection is lost
      .then((end) => {
        clearTimeout(opening)
        if (connection !== this.#connection) return
        connection.abort()
        this.#connection = undefined
        this.#timer = setTimeout(() => this.#connect(), this.#chooseWait(end))
      })
  }

  /** Resolves when the server has ended the stream. */
  async #run(
    receipts: readonly string[],
    signal: AbortSignal,
    hear: () => void,
  ): Promise<LiveEndReason | 'refused' | undefined> {
    const response = await fetch(LIVE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ reads: receipts }),
      signal,
    })
    if (!response.ok || response.body === null) return response.status >= 500 ? undefined : 'refused'
    let end: LiveEndReason | undefined
    for await (const [name, data] of readEvents(response.body, hear)) {
      if (signal.aborted) return undefined
      if (name === 'open') {
        this.#attempts = 0
        this.#events.open(receipts)
      } else if (name === 'change') {
        const changes = data as readonly LiveChange[] // sent by this framework
        this.#events.change(changes.map(([index, versions]) => [receipts[index] ?? '', versions]))
      } else if (name === 'end') {
        end = data as LiveEndReason
        if (end === 'session') this.#events.endSession()
      }
    }
    return end
  }

  /** Chooses at random, because many browsers lose their connections together. */
  #chooseWait(end: LiveEndReason | 'refused' | undefined): number {
    if (end === 'refused' || end === 'limit') return REFUSED_MS * (0.5 + Math.random() / 2)
    const longest = Math.min(WAIT_MS.last, WAIT_MS.first * 4 * 2 ** this.#attempts++)
    return WAIT_MS.first + Math.random() * (longest - WAIT_MS.first)
  }
}

/** Yields the events of the app's server: `event` and `data` on a line each, followed by an empty line. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<[name: string, data: unknown], void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    heard()
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const found = /^event: (\w+)(?:\ndata: (.*))?$/m.exec(event)
      if (found?.[1] !== undefined) yield [found[1], found[2] === undefined ? undefined : JSON.parse(found[2])] // sent by this framework
    }
  }
}
