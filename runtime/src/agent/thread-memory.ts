/**
 * Conversations that the server stores (`defineAgent({ memory })`). A conversation belongs to the caller who began
 * it.
 */
import type { AgentConfig } from '#contract/agent/agent.ts'
import type { Message } from '#contract/agent/message.ts'
import { type OpenThread, openThread } from '#contract/agent/thread.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'

/** A week in milliseconds. */
const DEFAULT_TTL_MS = 604_800_000

/**
 * Returns the thread that a request names, with the new messages at its end; `undefined` if the request names none. A
 * thread of another caller looks like a new one.
 *
 * @throws FwError `invalid_request` for an invalid name, and if the app stores no threads.
 */
export async function openMemory(
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
  const { subject, data, warn } = deps
  if (subject === undefined)
    throw createRefusal('needs a caller with a session or an identity; without one send the whole conversation')
  const ttlMs = (memory === true ? undefined : memory.ttlMs) ?? DEFAULT_TTL_MS
  return openThread(`${JSON.stringify(subject)}:${threadId}`, added, { data, ttlMs, storesFiles: true, warn })
}

function createRefusal(reason: string): FwError {
  return new FwError('invalid_request', {
    message: `threadId ${reason}.`,
    issues: [{ path: 'threadId', message: reason }],
  })
}
