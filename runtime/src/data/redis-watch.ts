/**
 * Watches channels of Redis. A connection that subscribes can't send other commands, so this is a connection of its own,
 * opened with the first watch and closed with the last one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { RedisStoreOptions } from './redis-link.ts'
import { createOutage, type Outage } from './store-outage.ts'
import { type Watcher, Watchers } from './watchers.ts'

/** Time that a new watch waits for the connection. Also the maximum time without a response. */
const WAIT_MS = 2_000
/** Time between two pings. They find a connection that was lost without a message. */
const PING_MS = 5_000
/** Maximum time between two attempts to connect or to subscribe. */
const RETRY_MS = 2_000

export class RedisWatch {
  readonly #url: string
  readonly #watchers: Watchers
  readonly #outage: Outage
  /** Watchers that have begun. They have a gap after each outage. */
  readonly #begun = new WeakSet<Watcher>()
  #opening: Promise<Subscriber> | undefined
  #closed = false

  constructor(url: string, { log }: RedisStoreOptions) {
    this.#url = url
    this.#watchers = new Watchers(log)
    this.#outage = createOutage(
      `the channel of Redis at ${new URL(url).host}`,
      log,
      'Changes by other processes arrive when it works again.',
    )
  }

  async add(watcher: Watcher): Promise<() => Promise<void>> {
    const { channel } = watcher
    const remove = this.#watchers.add(watcher)
    if (!this.#closed) {
      this.#opening ??= this.#watchers.inStoreScope(() => this.#open())
      const subscriber = await this.#opening
      await Promise.race([subscriber.subscribe(channel), sleep(WAIT_MS, undefined, { ref: false })])
    }
    this.#begun.add(watcher)
    return async () => {
      remove()
      if (this.#watchers.has(channel)) return
      const subscriber = await this.#opening
      // Another watch of the channel, or of any other, can have begun in the meantime.
      if (this.#watchers.channels.length === 0) this.#disconnect(subscriber)
      else if (!this.#watchers.has(channel)) await subscriber?.unsubscribe(channel)
    }
  }

  close(): void {
    this.#closed = true
    void this.#opening?.then((subscriber) => this.#disconnect(subscriber))
  }

  #disconnect(subscriber: Subscriber | undefined): void {
    this.#opening = undefined
    subscriber?.disconnect()
  }

  /** Resolves when the client exists; it connects by itself. */
  async #open(): Promise<Subscriber> {
    const { Redis } = await import('./ioredis.package.ts')
    const redis = new Redis(this.#url, {
      lazyConnect: true,
      connectTimeout: WAIT_MS,
      socketTimeout: WAIT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // `Subscriber` does it, because watchers have a gap when it is done.
      autoResubscribe: false,
      // Spread, so that not all processes connect at once after an outage.
      retryStrategy: addJitter,
    })
    redis.on('message', (channel, json) => this.#watchers.deliverJson(channel, json))
    return new Subscriber(redis, {
      outage: this.#outage,
      getChannels: () => this.#watchers.channels,
      onGap: () => this.#watchers.reportGap((watcher) => this.#begun.has(watcher)),
    })
  }
}

interface SubscriberOptions {
  readonly outage: Outage
  getChannels(): readonly string[]
  /** Called after the channels of a restored connection have been subscribed again. */
  onGap(): void
}

/** A connection with all its subscriptions, restored after each loss. */
class Subscriber {
  readonly #redis: Redis
  readonly #options: SubscriberOptions
  readonly #pings: NodeJS.Timeout
  #problem = 'It does not respond.'
  #disconnected = false
  /** Resolves when the channels of the current connection are subscribed, or after a failed first attempt. */
  #restored: Promise<void>

  constructor(redis: Redis, options: SubscriberOptions) {
    this.#redis = redis
    this.#options = options
    // Without a listener the client would print each error.
    redis.on('error', (error: Error & { code?: string }) => {
      this.#problem = `${error.message || error.code}.`
    })
    redis.on('close', () => {
      if (!this.#disconnected) options.outage.begin(this.#problem)
      this.#problem = 'The connection was lost.'
    })
    redis.on('ready', () => {
      this.#restored = this.#subscribeAll()
    })
    // Resolves after the listener of `ready` has been called, and rejects if the first attempt fails.
    this.#restored = redis.connect().then(
      () => this.#restored,
      () => undefined,
    )
    this.#pings = setInterval(() => {
      if (redis.status === 'ready') redis.ping().catch(() => undefined)
    }, PING_MS).unref()
  }

  /** Resolves when messages of the channel arrive. If this fails, the next connection subscribes to it. Never rejects. */
  async subscribe(channel: string): Promise<void> {
    await this.#restored
    await this.#redis.subscribe(channel).catch(() => undefined)
  }

  async unsubscribe(channel: string): Promise<void> {
    await this.#redis.unsubscribe(channel).catch(() => undefined)
  }

  disconnect(): void {
    this.#disconnected = true
    clearInterval(this.#pings)
    this.#redis.disconnect()
  }

  /** Tries again while the connection exists. Another one starts anew. */
  async #subscribeAll(): Promise<void> {
    for (let tries = 1; this.#redis.status === 'ready'; tries++) {
      try {
        const channels = this.#options.getChannels()
        if (channels.length > 0) await this.#redis.subscribe(...channels)
        this.#options.outage.end()
        this.#options.onGap()
        return
      } catch (error) {
        // Such as a user without the right to subscribe.
        this.#options.outage.begin(error instanceof Error ? `${error.message}.` : String(error))
      }
      await sleep(addJitter(tries), undefined, { ref: false })
    }
  }
}

/** Returns a time in milliseconds before an attempt. */
function addJitter(tries: number): number {
  return Math.min(RETRY_MS, 25 * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2)
}
