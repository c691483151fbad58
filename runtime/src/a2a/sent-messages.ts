/**
 * Messages that have come before: a caller that heard no answer sends again, and its work must not be done twice. The id of
 * a message counts for its caller alone; of callers whom nobody knows no two messages are the same.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { canonicalJson } from '#contract/canonical-json.ts'
import type { DataStore } from '#contract/data.ts'
import { invalidParams } from './protocol.ts'
import type { KeptTask } from './task.ts'
import { TASK_TTL_MS } from './task-store.ts'

/** What tells one message from another. */
export interface SentMessage {
  readonly message: { readonly messageId: string }
  /** Of all that it says. */
  readonly digest: string
}

export interface SentMessages {
  /** Id of the task that the message has come to. Throws `INVALID_PARAMS` where its id was that of another message. */
  find(request: SentMessage): Promise<string | undefined>
  /** The task that `begin` makes, for the first of several senders; the others hear its id, as soon as it is known. */
  once(request: SentMessage, begin: () => Promise<KeptTask>): Promise<KeptTask | string>
}

/** So long nobody else begins the work of a message whose first sender has not said what it came to. */
const CLAIM_MS = 10_000
const LOOK_EVERY_MS = 50

/** `owner` is who calls; undefined for somebody whom nobody knows. */
export function openSentMessages(
  data: Pick<DataStore, 'claim' | 'read' | 'write'>,
  owner: string | undefined,
): SentMessages {
  if (owner === undefined) return { find: async () => undefined, once: (_request, begin) => begin() }
  const createKey = ({ message }: SentMessage) =>
    `a2a-message:${JSON.stringify(owner)}:${createDigest(message.messageId)}`

  async function find(request: SentMessage): Promise<string | undefined> {
    const text = await data.read(createKey(request))
    if (text === undefined) return undefined
    const { digest, taskId } = JSON.parse(text) as { digest: string; taskId: string } // written below
    if (digest !== request.digest) throw invalidParams('message.messageId', 'was the one of another message')
    return taskId
  }

  return {
    find,
    async once(request, begin) {
      const key = createKey(request)
      for (;;) {
        const isFirst = await data.claim(key, CLAIM_MS)
        const known = await find(request)
        if (known !== undefined) return known
        if (!isFirst) {
          await pause(LOOK_EVERY_MS)
          continue
        }
        const task = await begin()
        // Before its work begins: a process that ends in between has done nothing twice.
        await data.write(key, JSON.stringify({ digest: request.digest, taskId: task.id }), TASK_TTL_MS)
        return task
      }
    },
  }
}

/** Of what a message says. */
export function createDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url')
}
