/** Messages to the app's agent, from a generated package. */
import type { TurnReply } from '#contract/agent/agent.ts'
import type { Message } from '#contract/agent/message.ts'
import { createCallError } from '#contract/http/call-error.ts'
import { askAgent, CopilotError } from '../browser/copilot/ask-agent.ts'
import type { TurnChunk } from '../browser/copilot/copilot-state.ts'
import type { CallOptions, Client, FetchRequest } from './create-client.ts'

/**
 * Sends a message, or a conversation, to the app's agent. Yields the parts of its reply while they arrive, and returns the
 * reply: `for await (const part of ask(client, 'Where is my order?')) …`. Rejects with `unavailable` if the turn fails.
 */
export async function* ask(
  client: Client,
  messages: string | readonly Message[],
  { signal = new AbortController().signal, headers }: Pick<CallOptions, 'signal' | 'headers'> = {},
): AsyncGenerator<TurnChunk, TurnReply> {
  const send = (path: string, { headers: own, ...request }: FetchRequest = { method: 'GET', headers: {} }) =>
    client.request(path, { ...request, headers: { ...headers, ...own } })
  try {
    return yield* askAgent({
      messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
      path: '/',
      toolFilter: undefined,
      // The messages have their own marks.
      marks: {},
      signal,
      fetch: send as typeof fetch, // the members that it reads
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof CopilotError)) throw cause
    throw createCallError({ message: cause.message, code: 'unavailable', status: 0, cause })
  }
}
