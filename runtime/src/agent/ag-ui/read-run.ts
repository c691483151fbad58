/**
 * Reads the run of an AG-UI client (`RunAgentInput`, AG-UI 1.0, basic/run-input; 0.x has the same shape). The client stores
 * the conversation and runs its own tools. Its content is text for the model, like any other history.
 */
import type { MessageMarks } from '#contract/agent/conversation-marks.ts'
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import { isRecord, toFields } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { createFieldError } from '../create-field-error.ts'
import { SEARCH_TOOLS } from '../tool-search/plan-tools.ts'
import { READ_SKILL } from '../turn-tools.ts'

type Fields = Readonly<Record<string, unknown>>

/** A run, converted to a turn. Its messages are checked afterwards like those of any other request. */
export interface AgUiRun {
  readonly threadId: string
  readonly runId: string
  /** Whether the client states its version, as those of 1.0 do: older ones refuse outcomes that they don't know. */
  readonly isVersioned: boolean
  readonly state: unknown
  readonly messages: readonly Message[]
  /** The client shares data, or has shared some in an earlier run. */
  readonly marks: MessageMarks
  /** Tools that the client runs itself, unchecked: `name`, `description`, `input`. */
  readonly tools: readonly object[]
}

/** Whether the body of a request has that shape. */
export function isAgUiRun({ threadId, runId }: Fields): boolean {
  return typeof threadId === 'string' && typeof runId === 'string'
}

/**
 * Converts a body for which `isAgUiRun` is true.
 *
 * @throws FwError `invalid_request` with the path of the invalid value.
 */
export function readAgUiRun(body: Fields): AgUiRun {
  const { threadId, runId, protocolVersion, state, messages, tools, context, resume } = body
  const conversation = [
    ...list(messages, 'messages').flatMap(readMessage),
    ...describeResume(list(resume ?? [], 'resume').map(toFields)),
  ]
  const shared = describeShared(list(context ?? [], 'context').map(toFields), state)
  const last = conversation.findLastIndex(({ role }) => role === 'user')
  return {
    threadId: String(threadId),
    runId: String(runId),
    isVersioned: typeof protocolVersion === 'string',
    state,
    marks: shared !== undefined || toFields(state).holdsData === true ? { holdsData: true } : {},
    // Before the last message of the person, because it changes with each run.
    messages: shared === undefined ? conversation : conversation.toSpliced(Math.max(last, 0), 0, shared),
    tools: list(tools ?? [], 'tools').map((tool, index) => {
      const { name, description, parameters } = toFields(tool)
      // Results of these tools are content of the app, and those of a client are untrusted.
      if (name === READ_SKILL || name === SEARCH_TOOLS)
        throw createFieldError(`tools[${index}].name`, `must not be ${name}, which is a tool of the framework`)
      return { name, description: description ?? '', input: parameters ?? { type: 'object', properties: {} } }
    }),
  }
}

function readMessage(value: unknown, index: number): Message[] {
  const message = toFields(value)
  const path = `messages[${index}]`
  switch (message.role) {
    case 'user':
      return [readUserMessage(message, path)]
    case 'assistant':
      return readAssistantMessage(message, path)
    case 'tool':
      return [readResult(message, path)]
    // Instructions come from the app only, so a client's have the authority of its user.
    case 'system':
    case 'developer':
      return [{ role: 'user', content: readText(message.content) }]
    // Shown to the person, and not sent to the model.
    case 'activity':
    case 'reasoning':
      return []
    default:
      throw createFieldError(`${path}.role`, 'must be user, assistant, tool, system, developer, activity or reasoning')
  }
}

function readUserMessage({ content }: Fields, path: string): Message {
  if (typeof content === 'string') return { role: 'user', content }
  const attachments = list(content, `${path}.content`)
    .map(toFields)
    .flatMap((part, index) => (part.type === 'text' ? [] : [readAttachment(part, `${path}.content[${index}]`)]))
  return { role: 'user', content: readText(content), ...(attachments.length > 0 && { attachments }) }
}

/** Files are sent within the message: the server fetches no URL that a message names. `binary` is the form of 0.x. */
function readAttachment(part: Fields, path: string): Attachment {
  const { mimeType, value } = part.type === 'binary' ? { ...part, value: part.data } : toFields(part.source)
  if (typeof mimeType !== 'string' || typeof value !== 'string')
    throw createFieldError(path, 'must be text, or have its bytes as base64 with a mimeType')
  const name = part.filename ?? toFields(part.metadata).filename
  return { mediaType: mimeType, data: value, ...(typeof name === 'string' && { name }) }
}

function readAssistantMessage({ content, toolCalls, encryptedValue }: Fields, path: string): Message[] {
  const text = readText(content)
  const calls = list(toolCalls ?? [], `${path}.toolCalls`).map((call, index) =>
    readCall(toFields(call), `${path}.toolCalls[${index}]`),
  )
  if (text === '' && calls.length === 0) return []
  const opaque = typeof encryptedValue === 'string' ? tryParseJson(encryptedValue, undefined) : undefined
  return [
    {
      role: 'assistant',
      content: text,
      ...(calls.length > 0 && { toolCalls: calls }),
      ...(opaque !== undefined && { providerMetadata: opaque }),
    },
  ]
}

function readCall({ id, function: called }: Fields, path: string): ToolCall {
  const { name, arguments: text } = toFields(called)
  if (typeof id !== 'string' || typeof name !== 'string') throw createFieldError(path, 'must have an id and a name')
  return { id, name, input: typeof text === 'string' ? tryParseJson(text, {}) : {} }
}

function readResult({ toolCallId, content, error }: Fields, path: string): Message {
  if (typeof toolCallId !== 'string')
    throw createFieldError(`${path}.toolCallId`, 'must be the id of the call that this is the result of')
  const text = readText(content)
  return { role: 'tool', toolCallId, content: typeof error === 'string' ? JSON.stringify({ error, text }) : text }
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map(toFields)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')
}

/** Returns a message with the context and the state of the client, without what the server has added to the state. */
function describeShared(context: readonly Fields[], state: unknown): Message | undefined {
  const lines = context.map(({ description, value }) => `- ${String(description)}: ${String(value)}`)
  const { proposals: _, holdsData: _mark, ...own } = isRecord(state) ? state : {}
  if (Object.keys(own).length > 0) lines.push(`- State: ${JSON.stringify(own)}`)
  if (lines.length === 0) return undefined
  return { role: 'user', content: ['Shared by the application:', ...lines].join('\n') }
}

/**
 * Returns a message that continues the conversation after pending calls. What became of them is in their results: the server
 * stores it, and a client can't decide it here.
 */
function describeResume(entries: readonly Fields[]): Message[] {
  if (entries.length === 0) return []
  const ids = entries.map(({ interruptId }) => String(interruptId)).join(', ')
  return [{ role: 'user', content: `Continue. The results of the pending calls show what was decided: ${ids}.` }]
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw createFieldError(path, 'must be a list')
  return value
}
