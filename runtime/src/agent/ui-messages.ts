/**
 * Reads the conversation as clients of the AI SDK send it: `messages[].parts`. Its content is text for the model, like
 * any other history.
 */

import { pickMarks } from '#contract/agent/conversation-marks.ts'
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import { toFields } from '#contract/is-object.ts'
import { createFieldError } from './create-field-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whether the `messages` of a request have that shape. */
export function isUiConversation(messages: unknown): boolean {
  return Array.isArray(messages) && messages.some((message: unknown) => Array.isArray(toFields(message).parts))
}

const MAX_ID_LENGTH = 128

/** Returns the id of the assistant's message that the reply continues, for example after calls of the page. */
export function findContinuedId(messages: unknown): string | undefined {
  const { role, id } = toFields(Array.isArray(messages) ? messages.at(-1) : undefined)
  return role === 'assistant' && typeof id === 'string' && id.length <= MAX_ID_LENGTH ? id : undefined
}

/**
 * Converts messages to the framework's shape, which is checked afterwards like any other request.
 *
 * @throws FwError `invalid_request` with the path of the invalid value.
 */
export function fromUiMessages(messages: readonly unknown[]): Message[] {
  return messages.flatMap((message, index) => {
    const { role, parts, metadata } = toFields(message)
    const path = `messages[${index}]`
    if (!Array.isArray(parts)) throw createFieldError(`${path}.parts`, 'must be a list')
    if (role === 'user') return [userMessage(parts.map(toFields), path)]
    if (role === 'assistant') return assistantMessages(parts.map(toFields), toFields(metadata))
    throw createFieldError(`${path}.role`, 'must be user or assistant')
  })
}

function userMessage(parts: readonly Fields[], path: string): Message {
  const attachments = parts.flatMap((part, index) =>
    part.type === 'file' ? [readAttachment(part, `${path}.parts[${index}]`)] : [],
  )
  return { role: 'user', content: readText(parts), ...(attachments.length > 0 && { attachments }) }
}

/** Reads a file. Files are sent within the message: the server fetches no URL that a message names. */
function readAttachment({ url, mediaType, filename }: Fields, path: string): Attachment {
  const found = /^data:([^;,]+);base64,(.*)$/s.exec(typeof url === 'string' ? url : '')
  if (found === null) throw createFieldError(`${path}.url`, 'must be a data: URL in base64')
  const type = typeof mediaType === 'string' ? mediaType : (found[1] ?? '')
  return { mediaType: type, data: found[2] ?? '', ...(typeof filename === 'string' && { name: filename }) }
}

/**
 * Converts an assistant's message: each of its steps becomes a message, followed by the results of its calls. The metadata
 * is that of the stream, with the marks of the conversation.
 */
function assistantMessages(parts: readonly Fields[], metadata: Fields): Message[] {
  const { providerMetadata } = metadata
  const opaque: readonly unknown[] = Array.isArray(providerMetadata) ? providerMetadata : []
  return splitSteps(parts).flatMap((step, index): Message[] => {
    const tools = step.filter(isTool)
    const content = readText(step)
    if (content === '' && tools.length === 0) return []
    const toolCalls = tools.map(readToolCall)
    return [
      {
        role: 'assistant',
        content,
        ...(toolCalls.length > 0 && { toolCalls }),
        ...(opaque[index] != null && { providerMetadata: opaque[index] }),
        ...pickMarks(metadata),
      },
      ...tools.flatMap(readToolResults),
    ]
  })
}

function splitSteps(parts: readonly Fields[]): Fields[][] {
  const steps: Fields[][] = []
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push([])
    if (part.type !== 'step-start') steps.at(-1)?.push(part)
  }
  return steps
}

function isTool({ type }: Fields): boolean {
  return typeof type === 'string' && (type === 'dynamic-tool' || type.startsWith('tool-'))
}

function readToolCall(part: Fields): ToolCall {
  const { type, toolName, input } = part
  const name = typeof toolName === 'string' ? toolName : String(type).replace(/^tool-/, '')
  return { id: readCallId(part), name, input }
}

function readCallId({ toolCallId }: Fields): string {
  // Text of an object would call its own `toString`, which isn't a function in JSON.
  if (typeof toolCallId !== 'string') throw createFieldError('messages', 'have a call without the string toolCallId')
  return toolCallId
}

/**
 * Returns the result of a call. A call that is pending approval has the status `proposal`, regardless of the output
 * that the client sends: a proposal is resolved at its own endpoint and by its own rules, never by a message.
 */
function readToolResults(part: Fields): Message[] {
  const { state, output, errorText, approval } = part
  const content =
    state === 'output-available'
      ? JSON.stringify(output ?? null)
      : state === 'output-error'
        ? JSON.stringify({ error: errorText })
        : approval !== undefined
          ? JSON.stringify({ status: 'proposal', id: toFields(approval).id })
          : undefined
  return content === undefined ? [] : [{ role: 'tool', toolCallId: readCallId(part), content }]
}

function readText(parts: readonly Fields[]): string {
  return parts
    .filter(({ type, text }) => type === 'text' && typeof text === 'string' && text !== '')
    .map(({ text }) => text)
    .join('\n')
}
