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
/** Number of changes that are read at the same time. */
const BATCH = 20
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

  /** Whether the session has subscribed to a resource. */
  async exists(session: string): Promise<boolean> {
    return (await this.#data.read(toKey(session, 1))) !== undefined
  }

  /**
   * Returns a function that reads the URIs that the session is subscribed to. Each read continues where the last one ended, and
   * stops once `isEnded` returns `true`.
   */
  openReader(session: string, isEnded: () => boolean = () => false): () => Promise<ReadonlySet<string>> {
    const settled = new Set<string>()
    let next = 1
    return async () => {
      const uris = new Set(settled)
      let isSettled = true
      for (let first = next; first <= MAX_CHANGES && !isEnded(); first += BATCH) {
        const numbers = Array.from({ length: Math.min(BATCH, MAX_CHANGES + 1 - first) }, (_, index) => first + index)
        const changes = await Promise.all(numbers.map((number) => this.#data.read(toKey(session, number))))
        // A change that is being written may be absent, but not a whole batch. Counting them would store a number for each
        // session, which clients can invent.
        if (changes.every((change) => change === undefined)) break
        for (const [index, change] of changes.entries()) {
          if (change === undefined) isSettled = false
          else apply(uris, change)
          if (change === undefined || !isSettled) continue
          apply(settled, change)
          next = first + index + 1
        }
      }
      return uris
    }
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

function apply(uris: Set<string>, change: string): void {
  const uri = change.slice(1)
  if (change.startsWith('+')) uris.add(uri)
  else uris.delete(uri)
}

function toKey(session: string, index: number): string {
  return `mcp-subscription:${session}:${index}`
}

function toSeenKey(session: string, uri: string): string {
  return `mcp-seen:${session}:${digestText(uri)}`
}
