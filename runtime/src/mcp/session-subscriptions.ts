/**
 * The subscriptions of a session of 2025, in the data store: a request to subscribe may reach another process than the one
 * with the stream of the session. They are a log of changes, because several requests can write at once.
 */
import type { DataStore } from '#contract/config/data.ts'
import { digestText } from '#digest/digest-text.ts'

type SubscriptionData = Pick<DataStore, 'add' | 'read' | 'write' | 'publish' | 'watch'>

const TTL_MS = 86_400_000
/** Maximum number of changes of a session. */
const MAX_CHANGES = 1_000
const CHANNEL = 'mcp:subscriptions'

export class SessionSubscriptions {
  readonly #data: SubscriptionData

  constructor(data: SubscriptionData) {
    this.#data = data
  }

  /** Returns `false` if the session has made too many changes. */
  async change(session: string, uri: string, isSubscribed: boolean): Promise<boolean> {
    const index = await this.#data.add(`mcp-subscriptions:${session}`, 1, TTL_MS)
    if (index > MAX_CHANGES) return false
    await this.#data.write(toKey(session, index), `${isSubscribed ? '+' : '-'}${uri}`, TTL_MS)
    await this.#data.publish(CHANNEL, session)
    return true
  }

  async list(session: string): Promise<ReadonlySet<string>> {
    const count = Math.min(MAX_CHANGES, await this.#data.add(`mcp-subscriptions:${session}`, 0, TTL_MS))
    const uris = new Set<string>()
    const changes = await Promise.all(
      Array.from({ length: count }, (_, index) => this.#data.read(toKey(session, index + 1))),
    )
    for (const change of changes) {
      if (change?.startsWith('+')) uris.add(change.slice(1))
      else if (change !== undefined) uris.delete(change.slice(1))
    }
    return uris
  }

  /** Calls `onChange` when the subscriptions of the session may have changed. Returns a function that ends the watch. */
  watch(session: string, onChange: () => void): Promise<() => Promise<void>> {
    return this.#data.watch(CHANNEL, (changed) => changed === session && onChange(), onChange)
  }

  /** Returns the versions that the session's stream has seen last, because changes occur while it is disconnected, too. */
  readSeen(session: string, uri: string): Promise<string | undefined> {
    return this.#data.read(toSeenKey(session, uri))
  }

  async writeSeen(session: string, uri: string, versions: string | undefined): Promise<void> {
    await this.#data.write(toSeenKey(session, uri), digestText(versions ?? ''), TTL_MS)
  }
}

/** Returns versions in the form of `readSeen`. */
export function toSeen(versions: string | undefined): string {
  return digestText(versions ?? '')
}

function toKey(session: string, index: number): string {
  return `mcp-subscription:${session}:${index}`
}

function toSeenKey(session: string, uri: string): string {
  return `mcp-seen:${session}:${digestText(uri)}`
}
