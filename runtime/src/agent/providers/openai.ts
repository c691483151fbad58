/** OpenAI's Responses API. Nothing is stored: the reasoning of earlier calls is sent back encrypted. */
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type StopReason,
  type TokenUsage,
} from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { hasOwnSearch } from '../tool-search/offer-deferred.ts'
import { SEARCH_TOOLS } from '../tool-search/plan-tools.ts'
import { listSearchIds, readResult, SEARCH_TOOL } from '../tool-search/search-tool.ts'
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
import { describeTooLong } from './status-error.ts'
import { toWireOutput, toWireTools, type WireTool } from './wire-tools.ts'

const PROVIDER = 'openai'
const NAME = 'OpenAI'

export const openaiFormat: ProviderFormat = {
  write,
  readWhole: readResponse,
  openStream,
}

function write(request: ModelRequest, { stream, strict }: WriteOptions): WireRequest {
  const { model, system, messages, tools } = request
  const search = openSearch(request, strict)
  const functions: object[] = toWireTools(tools, 'openai', strict).map(writeFunction)
  if (search !== undefined) functions.push(TOOL_SEARCH)
  return {
    url: `${model.baseUrl}/responses`,
    headers: { authorization: `Bearer ${model.apiKey}` },
    body: {
      ...mergeFields({ ...writeSettings(request), ...writeChoice(request), ...writeFormat(request) }, model.options),
      model: model.model,
      ...(system !== '' && { instructions: system }),
      input: messages.flatMap((message) => writeItems(message, search)),
      ...(functions.length > 0 && { tools: functions }),
      stream,
    },
  }
}

/** A function is strict unless the request denies it. */
function writeFunction({ name, description, schema, strict }: WireTool): object {
  return { type: 'function', name, description, parameters: schema, strict }
}

/**
 * The search of deferred functions, which the turn runs. The API adds the found functions at the end of the conversation, so
 * its start stays the same. If the API ran the search, all functions would be in each request, which has at most 128.
 */
const TOOL_SEARCH = {
  type: 'tool_search',
  execution: 'client',
  description: SEARCH_TOOL.description,
  parameters: SEARCH_TOOL.input,
}

interface ToolSearch {
  /** Ids of the calls that search. */
  readonly ids: ReadonlySet<string>
  /** Returns the definitions of the functions that a result names. */
  define(content: string): object[]
}

/** Returns the search of a request; `undefined` if the request has no deferred functions, or its model no search. */
function openSearch({ model, messages, deferred = [] }: ModelRequest, strict: boolean): ToolSearch | undefined {
  if (deferred.length === 0 || !hasOwnSearch(model)) return undefined
  return {
    ids: listSearchIds(messages),
    define: (content) =>
      toWireTools(readResult(content, deferred), 'openai', strict).map((tool) => ({
        ...writeFunction(tool),
        defer_loading: true,
      })),
  }
}

/** Models that don't reason. They refuse to encrypt what they don't have. */
const PLAIN_MODELS = /^(?:gpt-[34]|chatgpt)|-chat\b/

function writeSettings({ model }: ModelRequest): Fields {
  const { reasoning, temperature, maxOutputTokens } = acceptedSettings(model)
  return {
    store: false,
    ...(!PLAIN_MODELS.test(model.model) && { include: ['reasoning.encrypted_content'] }),
    ...(reasoning !== undefined && { reasoning: { effort: reasoning } }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
  }
}

function writeFormat(request: ModelRequest): Fields {
  const output = toWireOutput(request.output, 'openai')
  return output === undefined ? {} : { text: { format: { type: 'json_schema', name: 'reply', ...output } } }
}

function writeChoice({ tools, toolChoice = 'auto' }: ModelRequest): Fields {
  if (toolChoice === 'auto' || tools.length === 0) return {}
  if (typeof toolChoice === 'string') return { tool_choice: toolChoice }
  return { tool_choice: { type: 'function', name: wireName(toolChoice.toolName) } }
}

function writeItems(message: Message, search: ToolSearch | undefined): readonly object[] {
  const { role, content, toolCalls = [], toolCallId = '', attachments = [] } = message
  if (role === 'tool' && search?.ids.has(toolCallId)) return [writeFound(toolCallId, search.define(content))]
  const text = content === '' ? [] : [{ type: 'input_text', text: content }]
  if (role === 'tool') {
    const output = attachments.length === 0 ? content : [...text, ...attachments.map(writeAttachment)]
    return [{ type: 'function_call_output', call_id: toolCallId, output }]
  }
  if (role === 'user') return [{ role, content: [...attachments.map(writeAttachment), ...text] }]
  return (
    findOwnItems(message, search) ?? [
      ...(content === '' ? [] : [{ role, content }]),
      ...toolCalls.map((call) => (search?.ids.has(call.id) ? writeSearch(call) : writeCall(call))),
    ]
  )
}

/**
 * Returns the items of a reply of this provider, unless their calls aren't those of the message. A client could add items
 * of other kinds, such as messages of the developer, so only the kinds that a model writes are sent.
 */
function findOwnItems(
  { providerMetadata, toolCalls = [] }: Message,
  search: ToolSearch | undefined,
): readonly Fields[] | undefined {
  const items = toRecords(ownMetadata(providerMetadata, PROVIDER)?.items).filter(isModelItem)
  const calls = new Map(items.filter(isCall).map(({ call_id, type }) => [call_id, type]))
  // A request without the search of the API has other items for calls that search.
  const isOwn = ({ id }: ToolCall) => calls.get(id) === (search?.ids.has(id) ? 'tool_search_call' : 'function_call')
  const isComplete = calls.size === toolCalls.length && toolCalls.every(isOwn)
  return items.length > 0 && isComplete ? items : undefined
}

function isModelItem({ type, role, content }: Fields): boolean {
  if (type !== 'message') return type === 'reasoning' || isCall({ type })
  return role === 'assistant' && toRecords(content).every((part) => OWN_PARTS.has(part.type))
}

function isCall({ type }: Fields): boolean {
  return type === 'function_call' || type === 'tool_search_call'
}

function writeSearch({ id, input }: ToolCall): object {
  return { type: 'tool_search_call', execution: 'client', call_id: id, arguments: toObject(input), status: 'completed' }
}

function writeFound(id: string, tools: readonly object[]): object {
  return { type: 'tool_search_output', execution: 'client', call_id: id, status: 'completed', tools }
}

/** Parts of a message that a model writes. A client could add others, such as an image at an address. */
const OWN_PARTS: ReadonlySet<unknown> = new Set(['output_text', 'refusal'])

function writeCall({ id, name, input }: ToolCall): object {
  return { type: 'function_call', call_id: id, name: wireName(name), arguments: JSON.stringify(toObject(input)) }
}

function writeAttachment(attachment: Attachment): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'input_text', text }
  const { mediaType, data, name = 'file' } = attachment
  const url = `data:${mediaType};base64,${data}`
  if (mediaType.startsWith('image/')) return { type: 'input_image', image_url: url, detail: 'auto' }
  return { type: 'input_file', filename: name, file_data: url }
}

function readResponse(response: unknown, request: ModelRequest): ModelReply {
  if (!isRecord(response) || !Array.isArray(response.output)) throw createFormatError(NAME, response)
  if (response.status === 'failed') throw toResponseError(response.error)
  return toReply(request, response, toRecords(response.output))
}

function toReply(request: ModelRequest, response: Fields, items: readonly Fields[]): ModelReply {
  const parts = items.flatMap(({ type, content }) => (type === 'message' ? toRecords(content) : []))
  const text = parts.map((part) => (part.type === 'output_text' ? toText(part.text) : '')).join('')
  const reasoning = items.map(readReasoning).filter(Boolean).join('\n\n')
  const refused = parts.map((part) => toText(part.refusal)).join('')
  const reason = isRecord(response.incomplete_details) ? toText(response.incomplete_details.reason) : ''
  const refusal = refused || (reason === 'content_filter' ? 'The reply was blocked by a content filter.' : '')
  const calls = items.filter(isCall).map((item) =>
    toToolCall(request, {
      id: toText(item.call_id),
      name: getName(item),
      ...readArguments(writeJson(item.arguments), item.status === 'incomplete'),
    }),
  )
  const faulty = new Set(calls.flatMap(({ id, fault }) => (fault === undefined ? [] : [id])))
  const own = writeBack(items, faulty)
  return {
    ...(text !== '' && { text }),
    ...(reasoning !== '' && { reasoning }),
    ...(calls.length > 0 && { toolCalls: calls }),
    stopReason: getStopReason(refusal, reason, calls.length),
    ...(refusal !== '' && { refusal, ...(refused === '' && FILTERED) }),
    usage: readUsage(isRecord(response.usage) ? response.usage : {}),
    model: toText(response.model) || request.model.model,
    ...(own.length > 0 && { providerMetadata: { provider: PROVIDER, items: own } }),
  }
}

/** Returns the summaries of reasoning. Open models send their reasoning itself. */
function readReasoning({ type, summary, content }: Fields): string {
  if (type !== 'reasoning') return ''
  const texts = [...toRecords(summary), ...toRecords(content)].map((part) => toText(part.text))
  return texts.filter(Boolean).join('\n\n')
}

const FILTERED = { refusalReason: 'content_filter', finishReason: 'content_filter' } as const

function getName({ type, name }: Fields): string {
  return type === 'tool_search_call' ? SEARCH_TOOLS : toText(name)
}

/** Returns arguments as JSON. Those of a search are an object. */
function writeJson(json: unknown): string {
  return isRecord(json) ? JSON.stringify(json) : toText(json)
}

function getStopReason(refusal: string, reason: string, calls: number): StopReason {
  if (refusal !== '') return 'refusal'
  if (reason === 'max_output_tokens') return 'max_tokens'
  return calls > 0 ? 'tool_calls' : 'end'
}

/**
 * Returns the items that are sent back with the next request: none without reasoning and phases, which messages can't
 * express. Reasoning that led to no item is refused, and so may be arguments that aren't JSON.
 */
function writeBack(items: readonly Fields[], faulty: ReadonlySet<string>): readonly Fields[] {
  if (!items.some(({ type, phase }) => type === 'reasoning' || typeof phase === 'string')) return []
  const last = items.findLastIndex(({ type }) => type !== 'reasoning')
  return items
    .slice(0, last + 1)
    .filter(isModelItem)
    .map(({ status, ...item }) =>
      faulty.has(toText(item.call_id)) ? { ...item, arguments: item.type === 'tool_search_call' ? {} : '{}' } : item,
    )
}

function readUsage(usage: Fields): TokenUsage {
  const details = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {}
  return {
    inputTokens: toCount(usage.input_tokens),
    outputTokens: toCount(usage.output_tokens),
    cachedInputTokens: toCount(details.cached_tokens),
  }
}

function openStream(request: ModelRequest): StreamReader {
  /** Items by their index in the output. */
  const items = new Map<number, Fields>()
  let end: Fields | undefined
  /** The part of the reasoning that has begun. */
  let part = ''
  const readThought = ({ item_id, summary_index, content_index, delta }: Fields): readonly ModelEvent[] => {
    const [before, text] = [part, toText(delta)]
    if (text === '') return []
    part = `${item_id} ${summary_index ?? content_index}`
    return [{ type: 'reasoning', delta: before === '' || before === part ? text : `\n\n${text}` }]
  }
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isRecord(data)) throw createFormatError(NAME, data)
    const index = toCount(data.output_index)
    switch (data.type) {
      case 'response.output_item.added':
      case 'response.output_item.done':
        return readItem(request, items, index, isRecord(data.item) ? data.item : {})
      case 'response.output_text.delta':
        return data.delta === '' ? [] : [{ type: 'text', delta: toText(data.delta) }]
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return readThought(data)
      case 'response.function_call_arguments.delta': {
        const id = toText(items.get(index)?.call_id)
        return data.delta === '' ? [] : [{ type: 'call-delta', id, delta: toText(data.delta) }]
      }
      case 'response.completed':
      case 'response.incomplete':
        end = isRecord(data.response) ? data.response : {}
        return []
      case 'response.failed':
        throw toResponseError(isRecord(data.response) ? data.response.error : undefined)
      case 'error':
        // The reference documents the members beside the type; the API nests them.
        throw toResponseError(isRecord(data.error) ? data.error : data)
      default:
        if (typeof data.type !== 'string') throw createFormatError(NAME, data)
        return []
    }
  }
  return {
    read,
    isOver: () => end !== undefined,
    end() {
      if (end === undefined) throw createEarlyEndError(NAME)
      const output = toRecords(end.output)
      const streamed = [...items].sort(([a], [b]) => a - b).map(([, item]) => item)
      return toReply(request, end, output.length > 0 ? output : streamed)
    },
  }
}

function readItem(
  request: ModelRequest,
  items: Map<number, Fields>,
  index: number,
  item: Fields,
): readonly ModelEvent[] {
  const isNew = !items.has(index)
  items.set(index, item)
  if (!isCall(item)) return []
  const id = toText(item.call_id)
  if (isNew) return [{ type: 'call-start', id, name: toToolName(request, getName(item)) }]
  // The arguments of a search don't arrive in parts.
  return item.type === 'tool_search_call' ? [{ type: 'call-delta', id, delta: writeJson(item.arguments) }] : []
}

function toResponseError(error: unknown): ProviderError {
  const { code, message } = isRecord(error) ? error : {}
  if (code === 'context_length_exceeded')
    return new ProviderError('rejected', describeTooLong(NAME), { detail: toText(message), isTooLong: true })
  const isQuota = code === 'insufficient_quota'
  const failure = isQuota || code === 'rate_limit_exceeded' ? 'rate_limited' : 'unavailable'
  return new ProviderError(failure, `${NAME} reported an error in its response.`, {
    detail: toText(message),
    isFinal: isQuota,
  })
}
