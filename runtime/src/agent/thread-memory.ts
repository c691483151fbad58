/**
 * Conversations that the server stores (`defineAgent({ memory })`). A conversation belongs to the caller who began
 * it.
 */
import type { AgentConfig, TurnReply } from '#contract/agent/agent.ts'
import type { Message } from '#contract/agent/message.ts'
import { keepTurn, readThread, type Thread } from '#contract/agent/thread.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'

/** A week in milliseconds. */
const DEFAULT_TTL_MS = 604_800_000

export interface OpenThread extends Thread {
  /**
   * Saves the result of a turn. A failed turn leaves the thread unchanged, so that the client can retry. Never
   * rejects, because the reply is valid without it.
   */
  save(reply: TurnReply): Promise<void>
}

/**
 * Returns the thread that a request names, with the new messages at its end; `undefined` if the request names none. A
 * thread of another caller looks like a new one.
 *
 * @throws FwError `invalid_request` for an invalid name, and if the app stores no threads.
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
  const stored = await readThread(data, key)
  const ttlMs = (memory === true ? undefined : memory.ttlMs) ?? DEFAULT_TTL_MS
  return {
    messages: [...stored.messages, ...added],
    tainted: stored.tainted,
    async save(reply) {
      if (reply.type !== 'text' && reply.type !== 'ui_calls') return
      const { messages, tainted = false } = reply
      try {
        await keepTurn(data, key, { before: stored.messages, messages, tainted: stored.tainted || tainted }, ttlMs)
      } catch (error) {
        deps.warn('A thread could not be saved.', error)
      }
    },
  }
}

function createRefusal(reason: string): FwError {
  return new FwError('invalid_request', {
    message: `threadId ${reason}.`,
    issues: [{ path: 'threadId', message: reason }],
  })
}
