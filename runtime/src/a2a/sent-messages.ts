/**
 * Repeated messages: a caller that received no reply sends its message again, and the work must not run twice. The id
 * of a message is unique per caller; messages of anonymous callers are never treated as repeated.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { DataStore } from '#contract/config/data.ts'
import { canonicalJson } from '#contract/schema/canonical-json.ts'
import { digestText } from '#digest/digest-text.ts'
import { createParamsError } from './protocol.ts'
import type { StoredTask } from './task.ts'
import { TASK_TTL_MS } from './task-store.ts'

/** The identity of a message. */
interface SentMessage {
  readonly message: { readonly messageId: string }
  /** Digest of its whole content. */
  readonly digest: string
}

interface SentMessages {
  /**
   * Returns the id of the task that the message created.
   *
   * @throws A2aError `INVALID_PARAMS` if another message had the same id.
   */
  find(request: SentMessage): Promise<string | undefined>
  /**
   * Returns the task that `begin` creates for the first of several senders; the others get its id as soon as it is
   * known.
   */
  once(request: SentMessage, begin: () => Promise<StoredTask>): Promise<StoredTask | string>
}

/** Time in milliseconds for which a claim on a message lasts, if its first sender hasn't stored a task. */
const CLAIM_MS = 10_000
const POLL_MS = 50

/** @param owner The caller; `undefined` for an anonymous one. */
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
    if (digest !== request.digest) throw createParamsError('message.messageId', 'was already used for another message')
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
          await pause(POLL_MS)
          continue
        }
        const task = await begin()
        // Written before the work begins: if the process ends in between, nothing runs twice.
        await data.write(key, JSON.stringify({ digest: request.digest, taskId: task.id }), TASK_TTL_MS)
        return task
      }
    },
  }
}

/** Returns a digest of a message's content. */
export function createDigest(value: unknown): string {
  return digestText(canonicalJson(value))
}
