/**
 * What nobody vouches for: texts of pages, files and channels. Once a conversation holds some, what cannot be undone waits
 * for a person (decisions: Dispatch, `effect`), and the model is shown where such a text begins and ends.
 */
import type { Message, ToolCall } from '#contract/message.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'

/** Whether the conversation holds an attachment, what a page showed, or came through a channel. */
export function isTainted(messages: readonly Message[], { channel }: Pick<TurnDeps, 'channel'>): boolean {
  if (channel !== undefined) return true
  const outside = outsideCalls(messages)
  return messages.some(
    ({ role, attachments = [], toolCallId = '' }) =>
      attachments.length > 0 || (role === 'tool' && outside.has(toolCallId)),
  )
}

/**
 * The conversation as the model reads it: what pages answered stands in a fence. Its id is new in each request, so that no
 * text can end the fence that it stands in.
 */
export function fenceOutside(messages: readonly Message[], id: string): readonly Message[] {
  const outside = outsideCalls(messages)
  if (outside.size === 0) return messages
  return messages.map((message) =>
    message.role === 'tool' && outside.has(message.toolCallId ?? '')
      ? { ...message, content: `<data-${id}>\n${message.content}\n</data-${id}>` }
      : message,
  )
}

/** Ids of the calls that a page answered: a page shows what anybody may have written into it. */
function outsideCalls(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls).filter(isOutside)
  return new Set(calls.map(({ id }) => id))
}

/** Tools of a page: `ui_…`, and intents by their full names. */
function isOutside({ name }: ToolCall): boolean {
  return name.startsWith('ui_') || (name.includes('.') && !name.startsWith(TOOL_PREFIX))
}
