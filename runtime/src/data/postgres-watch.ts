/**
 * Watches channels of Postgres with LISTEN, on a connection of its own, opened with the first watch and closed with the
 * last one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { digestText } from '#digest/digest-text.ts'
import { type StoreOptions, toKeyText } from './lifetime.ts'
import {
  connectPostgres,
  describePostgresError,
  type PostgresConnection,
  type PostgresStatement,
} from './postgres-connection.ts'
import type { PostgresLink } from './postgres-link.ts'
import { selectTime } from './postgres-row.ts'
import { formatAddresses } from './postgres-url.ts'
import { createOutage, type Outage } from './store-outage.ts'
import { type Watcher, Watchers } from './watchers.ts'

/** Time that a new watch waits for the connection. */
const WAIT_MS = 2_000
/** Time between two pings. They find a connection that was lost without a message. */
const PING_MS = 5_000
/** Maximum time between two attempts to connect. */
const RETRY_MS = 2_000
/** Postgres refuses notifications of 8,000 bytes. */
const MAX_PAYLOAD = 7_999
/** Time for which long messages are stored. */
const KEEP_MESSAGES_MS = 60_000

/** $1: channel, $2: payload. */
const NOTIFY: PostgresStatement = { name: 'fw_notify', sql: 'select pg_notify($1, $2)' }

/** $1: channel, $2: start of the payload, $3: text, $4: time. Sends the id of the stored text. */
const NOTIFY_LONG: PostgresStatement = {
  name: 'fw_notify_long',
  sql: `with stored as (
      insert into $schema.messages (text, expires_at) select $3, at + ${KEEP_MESSAGES_MS} from (${selectTime(4)}) as clock
      returning id)
    select pg_notify($1, $2 || id) from stored`,
}

/** $1: id. */
const READ_MESSAGE: PostgresStatement = { name: 'fw_message', sql: 'select text from $schema.messages where id = $1' }

export class PostgresWatch {
  readonly #link: PostgresLink
  readonly #watchers: Watchers
  readonly #outage: Outage
  /** Watchers that have begun. They have a gap after each outage. */
  readonly #begun = new WeakSet<Watcher>()
  readonly #now: (() => number) | undefined
  #connection: PostgresConnection | undefined
  /** Resolves after the current attempt to connect, successful or not. */
  #attempt: Promise<void> | undefined
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #pings: NodeJS.Timeout | undefined
  /** Resolves when the messages that have arrived are delivered. Undefined if none waits. */
  #delivery: Promise<void> | undefined
  #published = 0
  #closed = false

  constructor(link: PostgresLink, { now, log }: StoreOptions) {
    this.#link = link
    this.#now = now
    this.#watchers = new Watchers(log)
    this.#outage = createOutage(
      `the channel of Postgres at ${formatAddresses(link.settings.listen)}`,
      log,
      'Changes by other processes arrive when it works again.',
    )
  }

  async publish(channel: string, text: string): Promise<void> {
    const json = JSON.stringify(text)
    const name = this.#toChannel(channel)
    // Postgres sends equal notifications of a transaction only once.
    this.#published += 1
    const payload = `${this.#published}:${json}`
    if (Buffer.byteLength(payload) <= MAX_PAYLOAD) {
      await this.#link.run('ordered', NOTIFY, [name, payload])
      return
    }
    const at = this.#now === undefined ? null : Math.floor(this.#now())
    await this.#link.run('ordered', NOTIFY_LONG, [name, `${this.#published}#`, json, at])
  }

  async add({ channel, onMessage, onGap }: Watcher): Promise<() => Promise<void>> {
    const name = this.#toChannel(channel)
    const watcher: Watcher = { channel: name, onMessage, onGap }
    const remove = this.#watchers.add(watcher)
    if (!this.#closed) await Promise.race([this.#listen(name), sleep(WAIT_MS, undefined, { ref: false })])
    this.#begun.add(watcher)
    return async () => {
      remove()
      if (this.#watchers.has(name)) return
      await this.#attempt
      // Another watch of the channel, or of any other, can have begun in the meantime.
      if (this.#watchers.channels.length === 0) await this.#disconnect()
      else if (!this.#watchers.has(name)) await this.#connection?.run(`unlisten "${name}"`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#attempt
    await this.#disconnect()
  }

  /** All schemas of a database share its channels. The digest has a length that Postgres accepts. */
  #toChannel(channel: string): string {
    return `fw_${digestText(`${this.#link.settings.schema} ${toKeyText(channel)}`)}`
  }

  /** Resolves when messages of the channel arrive. If this fails, the next connection listens to it. Never rejects. */
  async #listen(name: string): Promise<void> {
    this.#attempt ??= this.#watchers.inStoreScope(() => this.#connect())
    await this.#attempt
    await this.#connection?.run(`listen "${name}"`).catch(() => undefined)
  }

  /** Connects once. If it fails, tries again later. Never rejects. */
  async #connect(): Promise<void> {
    const { settings } = this.#link
    try {
      const connection = await connectPostgres(settings, {
        addresses: settings.listen,
        onLost: (lost) => this.#lose(lost),
      })
      connection.onNotification((name, payload) => this.#receive(name, payload))
      const channels = this.#watchers.channels.map((name) => `listen "${name}"`)
      if (channels.length > 0) await connection.run(channels.join(';'))
      if (connection.lost !== undefined) throw connection.lost
      this.#connection = connection
      this.#pings = setInterval(() => void connection.run('select 1').catch(() => undefined), PING_MS).unref()
    } catch (error) {
      this.#fail(describePostgresError(error))
      return
    }
    this.#failures = 0
    this.#outage.end()
    this.#watchers.reportGap((watcher) => this.#begun.has(watcher))
  }

  #lose(connection: PostgresConnection): void {
    if (connection !== this.#connection) return
    this.#connection = undefined
    clearInterval(this.#pings)
    if (!this.#closed && this.#watchers.channels.length > 0) this.#fail('The connection was lost.')
  }

  #fail(reason: string): void {
    this.#failures += 1
    this.#outage.begin(reason)
    const delay = Math.min(RETRY_MS, 25 * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2)
    this.#retry = setTimeout(() => {
      this.#attempt = this.#connect()
    }, delay).unref()
    if (this.#closed) clearTimeout(this.#retry)
  }

  async #disconnect(): Promise<void> {
    clearTimeout(this.#retry)
    clearInterval(this.#pings)
    const connection = this.#connection
    this.#connection = undefined
    this.#attempt = undefined
    await connection?.end()
  }

  /** Messages are delivered in their order, so those after a long one wait until it is read. */
  #receive(name: string, payload: string): void {
    const at = payload.search(/:|#(?=\d{1,18}$)/)
    if (!this.#watchers.has(name)) return
    const [kind, content] = [payload[at], payload.slice(at + 1)]
    if (kind !== '#' && this.#delivery === undefined) {
      this.#watchers.deliverJson(name, content)
      return
    }
    const deliver = async (): Promise<void> => {
      this.#watchers.deliverJson(name, kind === '#' ? await this.#readMessage(content) : content)
    }
    const delivery: Promise<void> = (this.#delivery ?? Promise.resolve()).then(deliver).then(() => {
      if (this.#delivery === delivery) this.#delivery = undefined
    })
    this.#delivery = delivery
  }

  /** Returns the JSON of a long message; an empty string if it can't be read, or has been removed. */
  async #readMessage(id: string): Promise<string> {
    try {
      const text = (await this.#link.run('read', READ_MESSAGE, [id])).rows[0]?.[0]
      return typeof text === 'string' ? text : ''
    } catch {
      return ''
    }
  }
}
