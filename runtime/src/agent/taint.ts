/**
 * Untrusted content: content of pages, files, channels and other servers, and content that other users wrote into the
 * app's own data. Once a conversation contains some, irreversible calls become proposals, data isn't sent to other servers,
 * and the model is shown where such content begins and ends.
 */

import { readSummary } from '#contract/agent/compaction.ts'
import { APP_DATA, type ConversationMarks } from '#contract/agent/conversation-marks.ts'
import { withoutHidden } from '#contract/agent/hidden-text.ts'
import { hadFiles } from '#contract/agent/limit-files.ts'
import type { Manifest } from '#contract/agent/manifest.ts'
import type { Attachment, Message } from '#contract/agent/message.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { hasContent, holdsUntrusted, marksUntrusted } from '#contract/agent/untrusted.ts'
import type { ManifestTool } from '#contract/api.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { fenceText } from './fence.ts'
import { readTextAttachment } from './providers/format.ts'
import { listRefusals } from './refusals.ts'
import { isFailure, isFrameworkFailure } from './tool-failure.ts'
import { listReadings } from './tool-result.ts'
import { SEARCH_TOOLS } from './tool-search/plan-tools.ts'
import { READ_SKILL, toFullName } from './turn-tools.ts'

type TaintSources = Pick<TurnDeps, 'channel' | 'tools'>

/** Returns the marks of a conversation by its messages. */
export function findMarks(messages: readonly Message[], sources: TaintSources): ConversationMarks {
  return { tainted: hasTaintedMessage(messages, sources), dataFrom: findDataSources(messages, sources) }
}

/** Returns the marks of a conversation whose model reads the page of the user. */
export function findPageMarks(page: Pick<Manifest, 'stores'>): ConversationMarks {
  return { tainted: showsUntrusted(page), dataFrom: showsData(page) ? [APP_DATA] : [] }
}

/**
 * Whether the conversation contains untrusted content: a file, a result of a page or of another server, or
 * content of other users. It is also tainted if it comes through a channel, or a message has the mark.
 */
export function hasTaintedMessage(messages: readonly Message[], { channel, tools }: TaintSources): boolean {
  if (channel !== undefined) return true
  const hasMark = (message: Message) =>
    message.tainted === true || (message.attachments ?? []).length > 0 || hadFiles(message)
  return messages.some(hasMark) || outsideResults(messages, { tools }).size > 0
}

/** Whether the user's open page shows the model untrusted content. */
export function showsUntrusted({ stores }: Pick<Manifest, 'stores'>): boolean {
  return stores.some(({ schema, value }) => schema !== undefined && holdsUntrusted(schema, value))
}

/** Whether the user's open page shows the model any data. */
function showsData({ stores }: Pick<Manifest, 'stores'>): boolean {
  return stores.some(({ value }) => hasContent(value))
}

/**
 * Returns the conversation for the model, with untrusted content in fences. The secret is new in each turn, so that no
 * content can close its own fence. Invisible characters are removed from fenced content and from the user's messages.
 */
export function fenceOutside(
  messages: readonly Message[],
  secret: string,
  deps: Pick<TurnDeps, 'tools' | 'channel'>,
): readonly Message[] {
  const outside = outsideResults(messages, deps)
  return messages.map((message) => {
    if (message.role === 'user') return shownFromUser(message, secret)
    return outside.has(message) ? fenceResult(message, secret) : message
  })
}

function fenceResult({ attachments, ...message }: Message, secret: string): Message {
  const content = message.content === '' ? '' : fenceText(message.content, secret)
  const files = attachments?.map((file) => fenceFile(file, secret))
  return { ...message, content, ...(files && { attachments: files }) }
}

function shownFromUser(message: Message, secret: string): Message {
  const content = withoutHidden(message.content)
  if (message.attachments === undefined) return content === message.content ? message : { ...message, content }
  return { ...message, content, attachments: message.attachments.map((file) => fenceFile(file, secret)) }
}

/** Fences a text file; other files are returned as they are. */
function fenceFile(file: Attachment, secret: string): Attachment {
  const named = file.name === undefined ? file : { ...file, name: withoutHidden(file.name).replace(/[\r\n\t]+/g, ' ') }
  const text = readTextAttachment({ ...file, name: '' })
  if (text === undefined) return named
  const bytes = new TextEncoder().encode(fenceText(text.slice(':\n'.length), secret))
  return { ...named, data: Buffer.from(bytes).toString('base64') }
}

/** Tools of the framework, whose results contain no data. */
const OWN_TOOLS: ReadonlySet<string> = new Set([READ_SKILL, SEARCH_TOOLS])

/**
 * Returns the sources of the data in the conversation: `APP_DATA` for files, and for results of the app, of pages and of
 * clients; a prefix for results of another server. Untrusted content could make the model send data of one source to another
 * as an argument.
 */
function findDataSources(
  messages: readonly Message[],
  { channel, tools }: Pick<TurnDeps, 'channel' | 'tools'>,
): readonly string[] {
  const own = new Set(tools.map((tool) => tool.name))
  const calls = new Map<string, CalledTools>()
  for (const { id, name } of messages.flatMap(({ toolCalls = [] }) => toolCalls)) {
    if (OWN_TOOLS.has(name)) continue
    const called = calls.get(id) ?? { names: new Set() }
    calls.set(id, called)
    called.names.add(name)
  }
  const found = new Set<string>()
  for (const message of messages) {
    const { role, attachments = [], toolCallId = '', content, holdsData } = message
    const hasData = holdsData === true || (role === 'user' && attachments.length > 0)
    if (hasData || readSummary(message) !== undefined) found.add(APP_DATA)
    const called = calls.get(toolCallId)
    if (called === undefined || isOwnRefusal(called, content, channel)) continue
    const sources = [...called.names].map(getDataSource).filter((source) => !found.has(source))
    // Most results aren't parsed: their sources are known by an earlier one, or they have no `error`.
    if (sources.length === 0) continue
    const isOfApp = [...called.names].every((name) => own.has(toFullName(name)))
    if (content.includes('"error"') && isFrameworkFailure(tryParseJson(content), isOfApp)) continue
    for (const source of sources) found.add(source)
  }
  return [...found]
}

/** Returns the source of the results of a tool. */
export function getDataSource(tool: string): string {
  return tool.startsWith('mcp_') && tool.includes('.') ? tool.slice(0, tool.indexOf('.')) : APP_DATA
}

/** Returns the results that were written outside the app, or that contain untrusted content of the app's data. */
function outsideResults(
  messages: readonly Message[],
  { tools, channel }: Pick<TurnDeps, 'tools' | 'channel'>,
): ReadonlySet<Message> {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  if (calls.length === 0) return new Set()
  const named = new Map(tools.map((tool) => [tool.name, tool]))
  const sources = new Map<string, ResultSource>()
  for (const { id, name } of calls) {
    const source = sources.get(id) ?? { names: new Set(), isOutside: false, isUnknown: false, outputs: new Set() }
    sources.set(id, source)
    addSource(source, name, named)
  }
  return new Set(
    messages.filter(({ role, toolCallId = '', content }) => {
      const source = sources.get(toolCallId)
      return role === 'tool' && source !== undefined && isOutsideResult(source, content, channel)
    }),
  )
}

/**
 * The tools whose calls have one id. Clients choose the ids, and may choose one for all calls: a result is then read once,
 * not once for each call.
 */
interface CalledTools {
  readonly names: Set<string>
  /** The refusals that calls of these tools may get, listed for the first result that may be one. */
  refusals?: ReadonlySet<string>
}

/** The authors of the results of such tools. */
interface ResultSource extends CalledTools {
  /** Pages and other servers may show content of any author. */
  isOutside: boolean
  /** Some of them isn't a tool of this turn. */
  isUnknown: boolean
  /** Outputs with untrusted parts. */
  readonly outputs: Set<JsonSchema>
}

function addSource(source: ResultSource, name: string, tools: ReadonlyMap<string, ManifestTool>): void {
  if (OWN_TOOLS.has(name)) return
  source.names.add(name)
  const full = toFullName(name)
  const tool = tools.get(full)
  if (!full.startsWith(TOOL_PREFIX) || name.startsWith('ui_')) source.isOutside = true
  else if (tool === undefined) source.isUnknown = true
  else if (tool.output !== undefined && marksUntrusted(tool.output)) source.outputs.add(tool.output)
}

function isOutsideResult(source: ResultSource, content: string, channel: string | undefined): boolean {
  const { isOutside, isUnknown, outputs } = source
  if ((!isOutside && !isUnknown && outputs.size === 0) || isOwnRefusal(source, content, channel)) return false
  if (isOutside) return true
  const result = tryParseJson(content)
  if (isUnknown && !isFrameworkFailure(result, false)) return true
  if (outputs.size === 0) return false
  if (isFailure(result)) return !isFrameworkFailure(result)
  if (result === undefined || isCut(result)) return true
  const readings = listReadings(result)
  return [...outputs].some((output) => readings.some((value) => holdsUntrusted(output, value)))
}

/** Whether the result is a refusal of the framework, in exactly its words. */
function isOwnRefusal(source: CalledTools, content: string, channel: string | undefined): boolean {
  if (!content.startsWith('{"error":"')) return false
  source.refusals ??= new Set([...source.names].flatMap((name) => listRefusals(name, channel)))
  return source.refusals.has(content)
}

/** Whether the result was cut. A cut result no longer has the shape of its schema. */
function isCut(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'truncated' in result
}
