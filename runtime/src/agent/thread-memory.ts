/** Conversations that the server keeps (`defineAgent({ memory })`): each belongs to who began it. */
import type { AgentConfig, TurnReply } from '#contract/agent.ts'
import { FwError } from '#contract/error.ts'
import type { Message } from '#contract/message.ts'
import { keepTurn, readThread, type Thread } from '#contract/thread.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'

/** A week in milliseconds. */
const KEEP_MS = 604_800_000

export interface OpenThread extends Thread {
  /** Keeps what a turn came to. Failed turns leave the thread as it was, so that they can be tried again. Never rejects: the answer stands. */
  keep(reply: TurnReply): Promise<void>
}

/**
 * The thread that a request names, with its new messages at the end; undefined for a request that names none. Another
 * caller's thread looks like one that nobody has begun. Throws `invalid_request` for a name that cannot be one, and where
 * the app keeps none.
 */
export async function openThread(
  threadId: unknown,
  added: readonly Message[],
  { memory = false }: Pick<AgentConfig, 'memory'>,
  deps: TurnDeps,
): Promise<OpenThread | undefined> {
  if (threadId === undefined) return undefined
  if (typeof threadId !== 'string' || !/^[\w.:-]{1,128}$/.test(threadId))
    throw createRefusal('must be 1 to 128 letters, digits and _ . : -')
  if (memory === false)
    throw createRefusal('needs `defineAgent({ memory: true })`; without it send the whole conversation')
  const { subject, data } = deps
  if (subject === undefined)
    throw createRefusal('needs a caller with a session or an identity; without one send the whole conversation')
  const key = `${JSON.stringify(subject)}:${threadId}`
  const kept = await readThread(data, key)
  const ttlMs = (memory === true ? undefined : memory.ttlMs) ?? KEEP_MS
  return {
    messages: [...kept.messages, ...added],
    tainted: kept.tainted,
    async keep(reply) {
      if (reply.type !== 'text' && reply.type !== 'ui_calls') return
      const { messages, tainted = false } = reply
      try {
        await keepTurn(data, key, { before: kept.messages, messages, tainted: kept.tainted || tainted }, ttlMs)
      } catch (error) {
        deps.warn('A thread could not be kept.', error)
      }
    },
  }
}

function createRefusal(why: string): FwError {
  return new FwError('invalid_request', {
    message: `threadId ${why}.`,
    issues: [{ path: 'threadId', message: why }],
  })
}
