/** Anthropic's Messages API, version 2026-10-21. */
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelCall,
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  type ModelTool,
  ProviderError,
  type StopReason,
  type TokenUsage,
} from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { hasOwnSearch } from '../tool-search/offer-deferred.ts'
import {
  createEarlyEndError,
  createFormatError,
  mergeFields,
  ownMetadata,
  type ProviderFormat,
  readArguments,
  readTextAttachment,
  type StreamReader,
  toCount,
  toObject,
  toText,
  toToolCall,
  toToolName,
  type WireRequest,
  type WriteOptions,
} from './format.ts'
import { acceptedSettings } from './refused-fields.ts'
import { toWireTools, type WireTool } from './wire-tools.ts'

const PROVIDER = 'anthropic'
const NAME = 'Anthropic'

/** The API requires a limit; `maxOutputTokens` overrides it. */
const MAX_TOKENS = 16_384

export const anthropicFormat: ProviderFormat = {
  media: /^(?:image\/(?:jpeg|png|gif|webp)|application\/pdf)$/,
  write,
  readWhole: readMessage,
  openStream,
}

function write(request: ModelRequest, { stream, strict }: WriteOptions): WireRequest {
  const { model, system, messages } = request
  const tools = writeTools(request, strict)
  const wireMessages = writeMessages(messages, model.model, listDeferred(request))
  return {
    url: `${model.baseUrl}/v1/messages`,
    headers: { authorization: `Bearer ${model.apiKey}`, 'anthropic-version': '2026-10-21' },
    body: {
      ...mergeFields(writeSettings(request), model.options),
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

/** Writes the messages. Results of one round belong in one message, before the user's next text. */
function writeMessages(messages: readonly Message[], model: string, deferred: readonly ModelTool[]): WireMessage[] {
  const wireMessages: WireMessage[] = []
  for (const message of messages) {
    const content = writeContent(message, model, deferred)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = wireMessages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else wireMessages.push({ role, content: [...content] })
  }
  return wireMessages
}

function writeContent(
  { role, content, toolCalls = [], toolCallId, attachments = [], ...rest }: Message,
  model: string,
  deferred: readonly ModelTool[],
): object[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: toWireId(toolCallId ?? ''), content }]
  const text = isBlank(content) ? [] : [{ type: 'text', text: content }]
  if (role === 'user') return [...attachments.map(writeAttachment), ...text]
  // Thinking is signed and must precede the calls that followed it.
  const own = findOwnBlocks(rest, model, deferred)
  return own.length > 0 ? own : [...text, ...toolCalls.map(writeCall)]
}

/** Returns the blocks of a reply of this model: the newest models refuse the thinking of another one. */
function findOwnBlocks(
  { providerMetadata }: Pick<Message, 'providerMetadata'>,
  model: string,
  deferred: readonly ModelTool[],
): Fields[] {
  const own = ownMetadata(providerMetadata, PROVIDER)
  if ((own?.model ?? model) !== model) return []
  return toRecords(own?.content).flatMap((block) => writeOwnBlock(block, deferred))
}

/** Blocks of the API's search of tools. */
const SEARCH_BLOCKS: ReadonlySet<unknown> = new Set(['server_tool_use', 'tool_search_tool_result'])

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

/** The API refuses text without a visible character. */
function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Other providers, and servers with this wire, have ids with further characters, such as `functions.search:0`. */
function toWireId(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

function writeCall({ id, name, input }: ToolCall): object {
  return { type: 'tool_use', id: toWireId(id), name: wireName(name), input: toObject(input) }
}

function writeAttachment(attachment: Attachment): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'text', text }
  const { mediaType, data } = attachment
  const type = mediaType.startsWith('image/') ? 'image' : 'document'
  return { type, source: { type: 'base64', media_type: mediaType, data } }
}

function readMessage(response: unknown, request: ModelRequest): ModelReply {
  if (!isRecord(response) || !Array.isArray(response.content)) throw createFormatError(NAME, response)
  const stop = toText(response.stop_reason)
  const content = toRecords(response.content)
  return toReply(request, {
    // A call that was cut off has the members that were complete, so nothing shows that others are missing.
    blocks: content.map((block, index) =>
      block.type === 'tool_use' && isCut(stop) && index === content.length - 1
        ? { block, call: { input: block.input, fault: 'cut_off' } }
        : { block, call: { input: block.input } },
    ),
    model: toText(response.model),
    stop,
    explanation: readExplanation(response),
    usage: isRecord(response.usage) ? response.usage : {},
  })
}

/** A block of a response, and what its call adds to it. */
interface ReadBlock {
  readonly block: Fields
  readonly call: Pick<ModelCall, 'input' | 'fault'>
}

interface ParsedResponse {
  readonly blocks: readonly ReadBlock[]
  readonly model: string
  readonly stop: string
  /** The explanation of a refusal, or an empty string. */
  readonly explanation: string
  readonly usage: Fields
}

function readExplanation({ stop_details: details }: Fields): string {
  return isRecord(details) ? toText(details.explanation) : ''
}

function toReply(request: ModelRequest, { blocks, model, stop, explanation, usage }: ParsedResponse): ModelReply {
  const text = blocks.map(({ block }) => (block.type === 'text' ? toText(block.text) : '')).join('')
  const calls = blocks
    .filter(({ block }) => block.type === 'tool_use')
    .map(({ block, call }) => toToolCall(request, { id: toText(block.id), name: toText(block.name), ...call }))
  const stopReason = STOPS[stop] ?? 'end'
  const results = new Set(blocks.map(({ block }) => block.tool_use_id))
  // The reply may have been cut off within a search.
  const isComplete = ({ block: { type, id } }: ReadBlock) => type !== 'server_tool_use' || results.has(id)
  const isOwn = blocks.some(({ block: { type } }) => OWN_BLOCKS.has(type) || SEARCH_BLOCKS.has(type))
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && { toolCalls: calls }),
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(stopReason === 'refusal' && { refusal: explanation || text || 'The model declined to reply.' }),
    usage: readUsage(usage),
    model: model === '' ? request.model.model : model,
    ...(isOwn && {
      providerMetadata: {
        provider: PROVIDER,
        model: request.model.model,
        content: blocks.filter(isComplete).flatMap(writeBack),
      },
    }),
  }
}

/** Blocks that messages can't express. Thinking is signed. */
const OWN_BLOCKS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])

/** Returns a block as the API accepts it back: text isn't blank, and the input of a call is an object. */
function writeBack({ block, call }: ReadBlock): Fields[] {
  if (block.type === 'text' && isBlank(toText(block.text))) return []
  const isCall = block.type === 'tool_use' || block.type === 'server_tool_use'
  return [isCall ? { ...block, input: toObject(call.input) } : block]
}

function isCut(stop: string): boolean {
  return STOPS[stop] === 'max_tokens'
}

const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool_calls',
  max_tokens: 'max_tokens',
  model_context_window_exceeded: 'max_tokens',
  refusal: 'refusal',
}

function readUsage(usage: Fields): TokenUsage {
  const cached = toCount(usage.cache_read_input_tokens)
  return {
    inputTokens: toCount(usage.input_tokens) + cached + toCount(usage.cache_creation_input_tokens),
    outputTokens: toCount(usage.output_tokens),
    cachedInputTokens: cached,
  }
}

/** One block while it arrives: its start, extended by the deltas. */
interface OpenBlock {
  readonly start: Record<string, unknown>
  json: string
}

function openStream(request: ModelRequest): StreamReader {
  const blocks = new Map<number, OpenBlock>()
  let model = ''
  let usage: Record<string, unknown> = {}
  let stop = ''
  let explanation = ''
  let ended = false
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isRecord(data)) throw createFormatError(NAME, data)
    const index = toCount(data.index)
    switch (data.type) {
      case 'message_start': {
        const message = isRecord(data.message) ? data.message : {}
        model = toText(message.model)
        usage = { ...(isRecord(message.usage) ? message.usage : {}) }
        return []
      }
      case 'content_block_start': {
        const start = isRecord(data.content_block) ? { ...data.content_block } : {}
        blocks.set(index, { start, json: '' })
        if (start.type === 'text' && toText(start.text) !== '') return [{ type: 'text', delta: toText(start.text) }]
        if (start.type !== 'tool_use') return []
        return [{ type: 'call-start', id: toText(start.id), name: toToolName(request, toText(start.name)) }]
      }
      case 'content_block_delta':
        return readDelta(blocks.get(index), isRecord(data.delta) ? data.delta : {})
      case 'message_delta': {
        const delta = isRecord(data.delta) ? data.delta : {}
        stop = toText(delta.stop_reason) || stop
        explanation = readExplanation(delta)
        // Counts are cumulative; null means that the event has no new count.
        for (const [name, count] of Object.entries(isRecord(data.usage) ? data.usage : {}))
          if (count !== null) usage[name] = count
        return []
      }
      case 'message_stop':
        ended = true
        return []
      case 'error':
        throw toStreamError(data)
      default:
        return []
    }
  }
  const end = (): ModelReply => {
    if (!ended) throw createEarlyEndError(NAME)
    const ordered = [...blocks].sort(([a], [b]) => a - b)
    return toReply(request, {
      blocks: ordered.map(([, { start, json }], index) => ({
        block: start,
        call: readArguments(json, isCut(stop) && index === ordered.length - 1),
      })),
      model,
      stop,
      explanation,
      usage,
    })
  }
  return { read, isOver: () => ended, end }
}

function readDelta(block: OpenBlock | undefined, delta: Fields): readonly ModelEvent[] {
  if (block === undefined) return []
  const { start } = block
  switch (delta.type) {
    case 'text_delta':
      start.text = toText(start.text) + toText(delta.text)
      return toText(delta.text) === '' ? [] : [{ type: 'text', delta: toText(delta.text) }]
    case 'input_json_delta': {
      const json = toText(delta.partial_json)
      block.json += json
      return json === '' || start.type !== 'tool_use' ? [] : [{ type: 'call-delta', id: toText(start.id), delta: json }]
    }
    case 'thinking_delta':
      start.thinking = toText(start.thinking) + toText(delta.thinking)
      return []
    case 'signature_delta':
      start.signature = toText(start.signature) + toText(delta.signature)
      return []
    default:
      return []
  }
}

function toStreamError({ error }: Fields): ProviderError {
  const { type, message } = isRecord(error) ? error : {}
  const failure =
    type === 'rate_limit_error' ? 'rate_limited' : type === 'authentication_error' ? 'auth' : 'unavailable'
  return new ProviderError(failure, `${NAME} reported an error in its response.`, { detail: toText(message) })
}
