/**
 * What nobody vouches for: texts of pages, files, channels and other servers, and what strangers wrote into the app's own
 * data. Once a conversation holds some, what cannot be undone waits for a person (decisions: Dispatch, `effect`), and the
 * model is shown where such a text begins and ends.
 */
import { ERRORS, type ErrorCode } from '#contract/error.ts'
import { withoutHidden } from '#contract/hidden-text.ts'
import type { Manifest } from '#contract/manifest.ts'
import type { Attachment, Message, ToolCall } from '#contract/message.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'
import { hasContent, holdsUntrusted, marksUntrusted } from '#contract/untrusted.ts'
import { readTextAttachment } from './providers/format.ts'
import { fullName, READ_SKILL } from './turn-tools.ts'

type TaintFacts = Pick<TurnDeps, 'channel' | 'tools' | 'tainted'>

/**
 * Whether the conversation holds an attachment, what a page or another server showed, what a stranger wrote, or came
 * through a channel; or whether its caller says so.
 */
export function hasTaintedMessage(messages: readonly Message[], { channel, tainted, tools }: TaintFacts): boolean {
  if (channel !== undefined || tainted === true) return true
  return messages.some(({ attachments = [] }) => attachments.length > 0) || outsideResults(messages, tools).size > 0
}

/** Whether the page that the person has open tells the model what strangers wrote. */
export function showsUntrusted({ stores }: Pick<Manifest, 'stores'>): boolean {
  return stores.some(({ schema, value }) => schema !== undefined && holdsUntrusted(schema, value))
}

/** Whether that page tells the model anything of what it holds. */
export function showsData({ stores }: Pick<Manifest, 'stores'>): boolean {
  return stores.some(({ value }) => hasContent(value))
}

/**
 * The conversation as the model reads it: what comes from outside stands in a fence. Its id is new in each request, so that
 * no text can end the fence that it stands in. What nobody sees is left out, there and in what the person sends.
 */
export function fenceOutside(
  messages: readonly Message[],
  id: string,
  { tools }: Pick<TurnDeps, 'tools'>,
): readonly Message[] {
  const outside = outsideResults(messages, tools)
  return messages.map((message) => {
    if (message.role === 'user') return shownFromUser(message, id)
    return outside.has(message) ? { ...message, content: fenceText(message.content, id) } : message
  })
}

/** `text` between marks that it does not know. */
export function fenceText(text: string, id: string): string {
  return `<data-${id}>\n${withoutHidden(text)}\n</data-${id}>`
}

function shownFromUser(message: Message, id: string): Message {
  const content = withoutHidden(message.content)
  if (message.attachments === undefined) return content === message.content ? message : { ...message, content }
  return { ...message, content, attachments: message.attachments.map((file) => fenceFile(file, id)) }
}

/** A file of text as one in a fence; others reach the model as they are. */
function fenceFile(file: Attachment, id: string): Attachment {
  const named = file.name === undefined ? file : { ...file, name: withoutHidden(file.name).replace(/[\r\n\t]+/g, ' ') }
  const text = readTextAttachment({ ...file, name: '' })
  if (text === undefined) return named
  const bytes = new TextEncoder().encode(fenceText(text.slice(':\n'.length), id))
  return { ...named, data: Buffer.from(bytes).toString('base64') }
}

/**
 * Whether the conversation holds files, or results of anything but the server of the remote tool `name`: what a stranger
 * could have carried there as an argument.
 */
export function holdsOthers(messages: readonly Message[], name: string): boolean {
  const server = name.slice(0, name.indexOf('.') + 1)
  const others = new Set(
    messages
      .flatMap(({ toolCalls = [] }) => toolCalls)
      .filter((call) => call.name !== READ_SKILL && !call.name.startsWith(server))
      .map(({ id }) => id),
  )
  return messages.some(
    ({ attachments = [], toolCallId = '', content }) =>
      attachments.length > 0 || (others.has(toolCallId) && !isFailure(parseResult(content))),
  )
}

/** The results that were written outside of the app, or hold what strangers wrote into it. */
function outsideResults(messages: readonly Message[], tools: TurnDeps['tools']): ReadonlySet<Message> {
  const calls = new Map<string, ToolCall[]>()
  for (const call of messages.flatMap(({ toolCalls = [] }) => toolCalls))
    calls.set(call.id, [...(calls.get(call.id) ?? []), call])
  const isOutside = (message: Message) =>
    message.role === 'tool' &&
    (calls.get(message.toolCallId ?? '') ?? []).some((call) => isOutsideResult(call, message.content, tools))
  return new Set(messages.filter(isOutside))
}

function isOutsideResult({ name }: ToolCall, content: string, tools: TurnDeps['tools']): boolean {
  if (name === READ_SKILL) return false
  const full = fullName(name)
  const tool = tools.find((one) => one.name === full)
  // A page shows what anybody may have written into it, and so does another server.
  if (!full.startsWith(TOOL_PREFIX) || name.startsWith('ui_')) return true
  const result = parseResult(content)
  if (tool === undefined) return !isFailure(result)
  if (tool.output === undefined || !marksUntrusted(tool.output)) return false
  if (isFailure(result)) return !isOwnText(result)
  return result === undefined || isCut(result) || holdsUntrusted(tool.output, result)
}

/** A text of the framework. Any other may quote the content that the tool marks as untrusted. */
function isOwnText({ error, code }: Failure): boolean {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode].text === error
}

/** What is left of a result that was too long has another shape. */
function isCut(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'truncated' in result
}

interface Failure {
  readonly error: string
  readonly code?: unknown
}

const FAILURE_MEMBERS = new Set(['ok', 'error', 'code', 'issues', 'tool', 'channel', 'message'])

/** As `failureText` and pages write it. Data of an app may have an `error`, too: `null`, as a rule, beside the data. */
function isFailure(result: unknown): result is Failure {
  if (typeof result !== 'object' || result === null || !('error' in result)) return false
  return typeof result.error === 'string' && Object.keys(result).every((name) => FAILURE_MEMBERS.has(name))
}

function parseResult(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
