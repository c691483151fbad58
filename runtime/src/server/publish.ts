/** `publish`: sends a message to WebSocket clients from any code of an app. */
import { currentCall } from '#api/current.ts'
import type { PublishToTopic } from '#contract/http/websocket.ts'

// Works across two copies of this package in one process, like the records of APIs.
const PUBLISHERS: unique symbol = Symbol.for('fw.publishers') as never
const held = globalThis as { [PUBLISHERS]?: Set<PublishToTopic> }

function publishers(): Set<PublishToTopic> {
  held[PUBLISHERS] ??= new Set()
  return held[PUBLISHERS]
}

/** Registers the endpoint of a running server. Returns a function that removes it. */
export function addPublisher(publisher: PublishToTopic): () => void {
  publishers().add(publisher)
  return () => void publishers().delete(publisher)
}

/**
 * Sends a message to every WebSocket client that has subscribed to `topic`, in all processes that share the data store of the
 * app: from an API, a schedule, a hook or a handler of `src/ws.ts`. Messages of one process arrive in order. A client
 * that is disconnected doesn't receive them later.
 *
 * Resolves when the message is on its way to other processes. Rejects with `unavailable` if they can't be reached; the
 * clients of this process have received it. Throws a `RangeError` for a message of more than 1 MiB. Without a WebSocket
 * endpoint nothing happens.
 */
export async function publish(topic: string, message: string | Uint8Array): Promise<void> {
  const own = currentCall()?.host.publish
  if (own !== undefined) await own(topic, message)
  else await Promise.all([...publishers()].map((publisher) => publisher(topic, message)))
}
