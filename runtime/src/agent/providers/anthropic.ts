/** Anthropic's Messages API, version 2026-10-21. */
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import type { ModelRequest, ModelTool } from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { hasOwnSearch } from '../tool-search/offer-deferred.ts'
import { isBlank, isThinking, openStream, PROVIDER, readMessage, SEARCH_BLOCKS } from './anthropic-reply.ts'
import {
  mergeFields,
  ownMetadata,
  type ProviderFormat,
  readTextAttachment,
  toObject,
  toText,
  type WireRequest,
  type WriteOptions,
} from './format.ts'
import { acceptedSettings, refusesField } from './refused-fields.ts'
import { isPreserving, Prefix, rememberPrefix } from './request-prefix.ts'
import { toWireOutput, toWireTools, type WireTool } from './wire-tools.ts'

/** The API requires a limit; `maxOutputTokens` overrides it. */
const MAX_TOKENS = 16_384

export const anthropicFormat: ProviderFormat = {
  write,
  readWhole: readMessage,
  openStream,
}

function write(request: ModelRequest, { stream, strict }: WriteOptions): WireRequest {
  const { model, system, messages } = request
  const tools = writeTools(request, strict)
  const prefix = new Prefix(system, tools)
  const wireMessages = writeMessages(messages, { model: model.model, deferred: listDeferred(request), prefix })
  rememberPrefix(request, prefix)
  return {
    url: `${model.baseUrl}/v1/messages`,
    headers: { authorization: `Bearer ${model.apiKey}`, 'anthropic-version': '2026-10-21' },
    body: {
      ...mergeFields(mergeFields(writeSettings(request), writeFormat(request)), model.options),
      model: model.model,
      // Everything before a mark is the same in each round, so it can be cached.
      ...(system !== '' && { system: [{ type: 'text', text: system, ...CACHE_MARK }] }),
      // With this option, the API marks the conversation itself, and it allows four marks.
      messages: model.options?.cache_control === undefined ? markMessages(wireMessages) : wireMessages,
      ...(tools.length > 0 && { tools }),
      stream,
    },
  }
}

const CACHE_MARK = { cache_control: { type: 'ephemeral' } }

/** Deferred tools are defined last, because the API leaves them out until the model finds them, and refuses a mark on them. */
function writeTools(request: ModelRequest, strict: boolean): object[] {
  const deferred = listDeferred(request)
  const tools: object[] = toWireTools(request.tools, 'anthropic', strict).map(writeTool)
  if (deferred.length > 0) tools.push({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' })
  const last = tools.pop()
  if (last !== undefined) tools.push({ ...last, ...CACHE_MARK })
  const found = toWireTools(deferred, 'anthropic', false).map((tool) => ({ ...writeTool(tool), defer_loading: true }))
  return [...tools, ...found]
}

function writeTool({ name, description, schema, strict }: WireTool): object {
  return { name, description, input_schema: schema, ...(strict && { strict: true }) }
}

/** Returns the tools that the API's own search finds. */
function listDeferred({ model, deferred = [] }: ModelRequest): readonly ModelTool[] {
  return hasOwnSearch(model) ? deferred : []
}

/** Marks the ends of the last two messages of the user. The API finds a cached start at most 20 blocks before a mark. */
function markMessages(messages: readonly WireMessage[]): WireMessage[] {
  const marked = new Set(messages.filter(({ role }) => role === 'user').slice(-2))
  return messages.map((message) => {
    const { role, content } = message
    if (!marked.has(message)) return message
    return {
      role,
      content: content.map((block, at) => (at === content.length - 1 ? { ...block, ...CACHE_MARK } : block)),
    }
  })
}

function writeSettings({ model }: ModelRequest): Fields {
  const { reasoning, maxOutputTokens } = acceptedSettings(model)
  return {
    max_tokens: maxOutputTokens ?? MAX_TOKENS,
    ...(reasoning === 'none' && writeNoThinking(model.model)),
    ...(reasoning !== undefined &&
      reasoning !== 'none' && { thinking: { type: 'adaptive' }, output_config: { effort: reasoning } }),
  }
}

/** Models that enforce the schema of a reply. */
const STRUCTURED = /^claude-(?:(?:sonnet|opus|haiku)-(?:4-[5-9]|[5-9])|fable|mythos)/

function writeFormat(request: ModelRequest): Fields {
  const output = STRUCTURED.test(request.model.model) ? toWireOutput(request.output, 'anthropic') : undefined
  const format = output?.strict && { output_config: { format: { type: 'json_schema', schema: output.schema } } }
  return { ...writeChoice(request), ...format }
}

/** The newest models refuse to be forced to call a tool. */
function writeChoice({ model, tools, toolChoice = 'auto' }: ModelRequest): Fields {
  if (toolChoice === 'auto' || tools.length === 0) return {}
  if (toolChoice === 'none') return { tool_choice: { type: 'none' } }
  const type = toolChoice === 'required' ? 'any' : 'tool'
  if (refusesField(model, 'tool_choice', { type })) return {}
  return { tool_choice: { type, ...(toolChoice !== 'required' && { name: wireName(toolChoice.toolName) }) } }
}

/** Turns thinking off, or comes as close to it as the model allows: the newest models refuse `disabled`. */
function writeNoThinking(model: string): Fields {
  if (/^claude-sonnet-5-5/.test(model)) return { thinking: { type: 'between_tools' } }
  if (ALWAYS_THINKING.test(model)) return { output_config: { effort: 'low' } }
  return { thinking: { type: 'disabled' } }
}

const ALWAYS_THINKING = /^claude-(?:opus-5-5|fable|mythos)/

interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: object[]
}

interface MessageContext {
  readonly model: string
  readonly deferred: readonly ModelTool[]
  /** What precedes the message. */
  readonly prefix: Prefix
}

/** Writes the messages. Results of one round belong in one message, before the user's next text. */
function writeMessages(messages: readonly Message[], context: MessageContext): WireMessage[] {
  const wireMessages: WireMessage[] = []
  for (const [index, message] of messages.entries()) {
    const content = removeUnfinished(writeContent(message, context), index === messages.length - 1)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = wireMessages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else {
      const wireMessage: WireMessage = { role, content: [...content] }
      wireMessages.push(wireMessage)
      context.prefix.push(wireMessage)
    }
  }
  return wireMessages
}

/** Removes searches without a result, which only the continuation of a paused reply may contain. */
function removeUnfinished(content: readonly Fields[], isLast: boolean): readonly Fields[] {
  if (isLast) return content
  const results = new Set(content.map(({ tool_use_id }) => tool_use_id))
  return content.filter(({ type, id }) => type !== 'server_tool_use' || results.has(id))
}

function writeContent(
  { role, content, toolCalls = [], toolCallId, attachments = [], ...rest }: Message,
  context: MessageContext,
): Fields[] {
  const text = isBlank(content) ? [] : [{ type: 'text', text: content }]
  if (role === 'tool') {
    const result = attachments.length === 0 ? content : [...text, ...attachments.map(writeAttachment)]
    return [{ type: 'tool_result', tool_use_id: toWireId(toolCallId ?? ''), content: result }]
  }
  if (role === 'user') return [...attachments.map(writeAttachment), ...text]
  // Thinking is signed and must precede the calls that followed it.
  const own = findOwnBlocks(rest, context)
  return own.length > 0 ? own : [...text, ...toolCalls.map(writeCall)]
}

/**
 * Returns the blocks of a reply of this model. The newest models refuse the thinking of another one, and their own behind
 * other content.
 */
function findOwnBlocks(
  { providerMetadata }: Pick<Message, 'providerMetadata'>,
  { model, deferred, prefix }: MessageContext,
): Fields[] {
  const own = ownMetadata(providerMetadata, PROVIDER)
  if (own === undefined || (own.model ?? model) !== model) return []
  const blocks = toRecords(own.content).flatMap((block) => writeOwnBlock(block, deferred))
  const isKept = !isPreserving(model) || !blocks.some(isThinking) || own.prefix === prefix.digest()
  return isKept ? blocks : blocks.filter((block) => !isThinking(block))
}

/** Other blocks that are sent back. A client could add more, such as a document at an address. */
const REPLY_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'thinking', 'redacted_thinking'])

/** Returns a block of an earlier reply. Its search may have found tools that the request no longer has. */
function writeOwnBlock(block: Fields, deferred: readonly ModelTool[]): Fields[] {
  if (block.type === 'tool_use') return [{ ...block, id: toWireId(toText(block.id)) }]
  if (!SEARCH_BLOCKS.has(block.type)) return REPLY_BLOCKS.has(block.type) ? [block] : []
  const isSearch = block.type !== 'server_tool_use' || toText(block.name).startsWith('tool_search_')
  if (deferred.length === 0 || !isSearch) return []
  if (!isRecord(block.content) || !Array.isArray(block.content.tool_references)) return [block]
  const names = new Set(deferred.map(({ name }) => wireName(name)))
  const known = toRecords(block.content.tool_references).filter(({ tool_name }) => names.has(toText(tool_name)))
  return [{ ...block, content: { ...block.content, tool_references: known } }]
}

/** Other providers, and servers with this wire, have ids with further characters, such as `functions.search:0`. */
function toWireId(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

function writeCall({ id, name, input }: ToolCall): Fields {
  return { type: 'tool_use', id: toWireId(id), name: wireName(name), input: toObject(input) }
}

function writeAttachment(attachment: Attachment): Fields {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'text', text }
  const { mediaType, data } = attachment
  const type = mediaType.startsWith('image/') ? 'image' : 'document'
  return { type, source: { type: 'base64', media_type: mediaType, data } }
}
