/** Passes published messages between the processes of an app, through one channel of the data store. */
import { randomBytes } from 'node:crypto'
import type { DataStore } from '#contract/config/data.ts'
import { inStoreScope } from '#signals/store-scope.ts'

/** A published message that other processes receive has at most this length: characters of a string, or bytes. */
export const MAX_PUBLISHED = 1_048_576

export interface TopicRelay {
  /** Begins to receive messages of other processes, if it hasn't. */
  start(): void
  /** Sends to other processes. Rejects with `unavailable`. */
  send(topic: string, message: string | Uint8Array): Promise<void>
  close(): Promise<void>
}

type Deliver = (topic: string, message: string | Uint8Array) => void

const CHANNEL = 'ws:topics'
/** Identifies this process: its own messages have reached its sockets already. Made late: Workers load modules without randomness. */
let processSender: string | undefined

function getProcessSender(): string {
  processSender ??= createSender()
  return processSender
}

/** Returns the name of a sender, for a server whose sockets other servers of the process don't reach. */
export function createSender(): string {
  return randomBytes(9).toString('base64url')
}

export function createTopicRelay(
  data: Pick<DataStore, 'publish' | 'watch'>,
  deliver: Deliver,
  sender = getProcessSender(),
): TopicRelay {
  let watching: Promise<() => Promise<void>> | undefined

  function receive(text: string): void {
    const end = text.indexOf('\n')
    const [from, topic, isBinary] = JSON.parse(text.slice(0, end)) as [string, string, boolean]
    if (from === sender) return
    const body = text.slice(end + 1)
    deliver(topic, isBinary ? Buffer.from(body, 'base64') : body)
  }

  return {
    start() {
      // Messages that an outage loses aren't repeated: a socket loses messages, too, when its connection is lost.
      watching ??= inStoreScope(data, () => data.watch(CHANNEL, receive, () => undefined))
    },
    send(topic, message) {
      const isBinary = typeof message !== 'string'
      // The message is outside of the JSON, which would make control characters six times as long.
      const body = isBinary ? Buffer.from(message).toString('base64') : message
      return data.publish(CHANNEL, `${JSON.stringify([sender, topic, isBinary])}\n${body}`)
    },
    async close() {
      await (await watching)?.()
    },
  }
}
