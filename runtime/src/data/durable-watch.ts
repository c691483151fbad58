/** Watches channels of durable objects, each with one WebSocket to the object of the channel. */
import type { UpgradedResponse } from './durable-api.ts'
import { type DurableStub, PING } from './durable-object.ts'
import type { StoreOptions } from './lifetime.ts'
import { createOutage, type Outage } from './store-outage.ts'
import { type Watcher, Watchers } from './watchers.ts'

/** Time that a new watch waits for the connection. */
const WAIT_MS = 2_000
/** Time between two pings. They find a connection that was lost without a message. */
const PING_MS = 15_000
/** Maximum time between two attempts to connect. */
const RETRY_MS = 2_000

export class DurableWatch {
  readonly #getStub: (channel: string) => DurableStub
  readonly #watchers: Watchers
  readonly #outage: Outage
  readonly #connections = new Map<string, ChannelConnection>()

  constructor(getStub: (channel: string) => DurableStub, { log }: StoreOptions) {
    this.#getStub = getStub
    this.#watchers = new Watchers(log)
    this.#outage = createOutage(
      'the channel of the durable objects',
      log,
      'Changes by other processes arrive when it works again.',
    )
  }

  async add(watcher: Watcher): Promise<() => Promise<void>> {
    const { channel } = watcher
    const remove = this.#watchers.add(watcher)
    const connection = this.#connections.get(channel) ?? this.#watchers.inStoreScope(() => this.#open(channel))
    await connection.opened()
    return async () => {
      remove()
      if (this.#watchers.has(channel)) return
      this.#connections.get(channel)?.close()
      this.#connections.delete(channel)
    }
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close()
    this.#connections.clear()
  }

  #open(channel: string): ChannelConnection {
    const connection = new ChannelConnection({
      connect: () => connectTo(this.#getStub(channel), channel),
      outage: this.#outage,
      // `publish` sends JSON.
      onMessage: (json) => this.#watchers.deliver(channel, JSON.parse(json) as string),
      onGap: () => this.#watchers.reportGap((watcher) => watcher.channel === channel),
    })
    this.#connections.set(channel, connection)
    return connection
  }
}

async function connectTo(stub: DurableStub, channel: string): Promise<NonNullable<UpgradedResponse['webSocket']>> {
  const url = `https://fw.invalid/?${encodeURIComponent(channel)}`
  const response: unknown = await stub.fetch(new Request(url, { headers: { upgrade: 'websocket' } }))
  const { status, webSocket } = response as UpgradedResponse // `fetch` of Workers
  if (webSocket === null) throw new Error(`The object responded with ${status}`)
  webSocket.accept()
  return webSocket
}

interface ConnectionOptions {
  connect(): ReturnType<typeof connectTo>
  readonly outage: Outage
  onMessage(json: string): void
  /** Called when messages arrive again after a loss, or after a failed first attempt. */
  onGap(): void
}

/** The connection of a channel, restored after each loss until it is closed. */
class ChannelConnection {
  readonly #options: ConnectionOptions
  #socket: Awaited<ReturnType<typeof connectTo>> | undefined
  #attempt: Promise<void>
  #failures = 0
  #hasResponded = true
  readonly #pings: ReturnType<typeof setInterval>
  #retry: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#attempt = this.#connect(false)
    this.#pings = setInterval(() => this.#ping(), PING_MS)
  }

  /** Resolves when messages arrive, or after a failed or slow attempt. */
  async opened(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS)
    })
    await Promise.race([this.#attempt, late])
    clearTimeout(timer)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#pings)
    clearTimeout(this.#retry)
    this.#socket?.close(1000, 'done')
    this.#socket = undefined
  }

  async #connect(isLate: boolean): Promise<void> {
    const { connect, outage, onMessage, onGap } = this.#options
    try {
      const socket = await connect()
      if (this.#closed) return socket.close(1000, 'done')
      this.#socket = socket
      this.#failures = 0
      this.#hasResponded = true
      socket.addEventListener('message', ({ data }) => {
        this.#hasResponded = true
        // A message is JSON, so it begins with a quote.
        if (typeof data === 'string' && data.startsWith('"') && this.#socket === socket) onMessage(data)
      })
      for (const type of ['close', 'error'] as const) socket.addEventListener(type, () => this.#lose(socket))
      outage.end()
      if (isLate) onGap()
    } catch (error) {
      if (this.#closed) return
      outage.begin(`${error instanceof Error ? error.message : error}.`)
      this.#reconnect()
    }
  }

  #lose(socket: Awaited<ReturnType<typeof connectTo>>): void {
    if (this.#closed || this.#socket !== socket) return
    this.#socket = undefined
    this.#options.outage.begin('The connection was lost.')
    this.#reconnect()
  }

  /** Not all processes connect at once after an outage. */
  #reconnect(): void {
    this.#failures += 1
    const ms = Math.min(RETRY_MS, 50 * 2 ** this.#failures) * (0.5 + Math.random() / 2)
    this.#retry = setTimeout(() => {
      this.#attempt = this.#connect(true)
    }, ms)
  }

  #ping(): void {
    const socket = this.#socket
    if (socket === undefined) return
    if (!this.#hasResponded) {
      this.#lose(socket)
      socket.close(1000, 'silent')
      return
    }
    this.#hasResponded = false
    socket.send(PING)
  }
}
