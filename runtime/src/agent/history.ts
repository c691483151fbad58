/** Reads the conversation that a client sends. It is untrusted text for the model and nothing else. */

import { type MessageMarks, pickMarks } from '#contract/agent/conversation-marks.ts'
import { countParts } from '#contract/agent/count-parts.ts'
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import { type Fields, isRecord } from '#contract/is-object.ts'
import { isBase64 } from '#contract/schema/base64.ts'
import { createUniqueId, withIds } from './call-ids.ts'
import { createFieldError } from './create-field-error.ts'
import { formatRefusal } from './refusals.ts'

/** Messages of one conversation. The server's body limit bounds its bytes. */
const MAX_MESSAGES = 500

/** Calls of all messages together. Each has a result, which is a message of its own. */
const MAX_CALLS = 500
/** Attachments of all messages together. */
const MAX_ATTACHMENTS = 100
/** Values of the whole conversation, each list and object included: each turn writes it as JSON for the model. */
const MAX_VALUES = 50_000

const ROLES = new Set(['user', 'assistant', 'tool'])

/**
 * Checks the `messages` of a request.
 *
 * @throws FwError `invalid_request` with the path of the invalid value.
 */
export function readMessages(value: unknown): Message[] {
  if (!Array.isArray(value))
    throw createFieldError('messages', 'must be a list; send [{ "role": "user", "content": "…" }]')
  if (value.length === 0) throw createFieldError('messages', 'is empty; send at least one message')
  if (value.length > MAX_MESSAGES)
    throw createFieldError('messages', `has more than ${MAX_MESSAGES} messages; begin a new one`)
  const messages = value.map((message: unknown, index) => readMessage(message, `messages[${index}]`))
  limitTotal(
    'calls',
    MAX_CALLS,
    sum(messages, ({ toolCalls = [] }) => toolCalls.length),
  )
  limitTotal(
    'attachments',
    MAX_ATTACHMENTS,
    sum(messages, ({ attachments = [] }) => attachments.length),
  )
  limitTotal('values', MAX_VALUES, countParts(messages, MAX_VALUES))
  return messages
}

function limitTotal(noun: string, most: number, count: number): void {
  if (count > most)
    throw createFieldError('messages', `have more than ${most} ${noun} together; begin a new conversation`)
}

function sum(messages: readonly Message[], count: (message: Message) => number): number {
  return messages.reduce((total, message) => total + count(message), 0)
}

function readMessage(value: unknown, path: string): Message {
  const members = fields(value, path)
  const { role, content, reasoning, toolCalls, toolCallId, attachments, providerMetadata } = members
  if (typeof role !== 'string' || !ROLES.has(role))
    throw createFieldError(`${path}.role`, 'must be user, assistant or tool')
  if (typeof content !== 'string') throw createFieldError(`${path}.content`, 'must be a string')
  if (role === 'tool' && typeof toolCallId !== 'string')
    throw createFieldError(`${path}.toolCallId`, 'must be the id of the call that this is the result of')
  return {
    role: role as Message['role'], // one of `ROLES`
    content,
    ...(role === 'assistant' && typeof reasoning === 'string' && { reasoning }),
    ...(role === 'assistant' && toolCalls !== undefined && { toolCalls: readCalls(toolCalls, `${path}.toolCalls`) }),
    ...(role === 'tool' && { toolCallId: String(toolCallId) }),
    ...(role !== 'assistant' &&
      attachments !== undefined && { attachments: readAttachments(attachments, `${path}.attachments`) }),
    ...(role === 'assistant' && providerMetadata !== undefined && { providerMetadata }),
    ...readMessageMarks(members, path),
  }
}

/** Any client may set a mark, because it can only make the turn stricter. */
function readMessageMarks({ tainted, holdsData }: Fields, path: string): MessageMarks {
  for (const [name, value] of Object.entries({ tainted, holdsData }))
    if (value !== undefined && typeof value !== 'boolean')
      throw createFieldError(`${path}.${name}`, 'must be true or false')
  return pickMarks({ tainted, holdsData })
}

function readCalls(value: unknown, path: string): ToolCall[] {
  return list(value, path).map((call, index) => {
    const { id, name, input, providerMetadata } = fields(call, `${path}[${index}]`)
    if (typeof id !== 'string' || typeof name !== 'string')
      throw createFieldError(`${path}[${index}]`, 'must have an id and a name')
    return { id, name, input, ...(providerMetadata !== undefined && { providerMetadata }) }
  })
}

function readAttachments(value: unknown, path: string): Attachment[] {
  return list(value, path).map((attachment, index) => {
    const { mediaType, data, name } = fields(attachment, `${path}[${index}]`)
    if (typeof mediaType !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType))
      throw createFieldError(`${path}[${index}].mediaType`, 'must be a media type, such as image/png')
    if (typeof data !== 'string' || !isBase64(data)) throw createFieldError(`${path}[${index}].data`, 'must be base64')
    return { mediaType, data, ...(typeof name === 'string' && { name }) }
  })
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw createFieldError(path, 'must be a list')
  return value
}

function fields(value: unknown, path: string): Fields {
  if (!isRecord(value)) throw createFieldError(path, 'must be an object')
  return value
}

const CONTINUE = 'Continue. The results of your calls may have changed since your reply.'

/**
 * Ends the conversation with a message of the user, because most models refuse to continue their own reply. Clients ask for
 * this after a user has decided about a call.
 */
export function endWithQuestion(messages: readonly Message[]): readonly Message[] {
  const { role, toolCalls = [] } = messages.at(-1) ?? {}
  return role === 'assistant' && toolCalls.length === 0 ? [...messages, { role: 'user', content: CONTINUE }] : messages
}

/**
 * Returns the call of each result: the newest earlier call with its id that has no result yet. A result without a call and
 * a second result of one call have none. Each result occurs once: with one result for all calls of the same id, a client
 * could multiply the size of the conversation.
 */
export function matchResults(messages: readonly Message[]): ReadonlyMap<Message, ToolCall> {
  const matched = new Map<Message, ToolCall>()
  /** Calls without a result by their ids. The calls of the newest reply are last, in their order. */
  const open = new Map<string, ToolCall[][]>()
  for (const message of messages) {
    const replies = new Map<string, ToolCall[]>()
    for (const call of message.toolCalls ?? []) replies.set(call.id, [...(replies.get(call.id) ?? []), call])
    for (const [id, calls] of replies) open.set(id, [...(open.get(id) ?? []), calls])
    if (message.role !== 'tool') continue
    const waiting = open.get(message.toolCallId ?? '')
    const call = waiting?.at(-1)?.shift()
    if (call === undefined) continue
    matched.set(message, call)
    if (waiting?.at(-1)?.length === 0) waiting.pop()
  }
  return matched
}

/**
 * Orders the conversation for providers: each call of the model is followed by its result, and each result follows
 * its call. A call without a result, for example because the user closed the page or sent another message, gets a
 * result that reports this. A result without a call is removed.
 */
export function pairResults(messages: readonly Message[]): Message[] {
  const results = new Map([...matchResults(messages)].map(([result, call]) => [call, result]))
  return messages.flatMap((message) => {
    if (message.role === 'tool') return []
    return [message, ...(message.toolCalls ?? []).map((call) => results.get(call) ?? createMissingResult(call))]
  })
}

/**
 * Gives each call of a paired conversation an id of its own, because providers refuse a conversation in which two calls
 * have the same id, as some servers and clients send it.
 */
export function separateCalls(messages: readonly Message[]): Message[] {
  const taken = new Set<string>()
  /** Ids of the calls whose results follow. */
  let open: string[] = []
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, toolCallId: open.shift() ?? '' }
    const { toolCalls = [] } = message
    open = toolCalls.map(({ id }) => createUniqueId(id, taken))
    return withIds(message, toolCalls, open)
  })
}

function createMissingResult({ id, name }: ToolCall): Message {
  return { role: 'tool', toolCallId: id, content: formatRefusal('unknown_result', name) }
}
