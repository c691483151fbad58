/** OpenAI's Chat Completions, which OpenRouter and most local servers implement too. */
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type StopReason,
  type TokenUsage,
} from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import {
  createEarlyEndError,
  createFormatError,
  type Fields,
  ownMetadata,
  type ProviderFormat,
  parseArguments,
  readTextAttachment,
  type StreamReader,
  toCount,
  toRecords,
  toText,
  toToolCall,
  toToolName,
  toWireTools,
  type WireRequest,
} from './format.ts'

export const openaiFormat: ProviderFormat = { write, readWhole: readCompletion, openStream }

const TITLES: Readonly<Record<string, string>> = { openai: 'OpenAI', openrouter: 'OpenRouter' }

function getTitle({ model }: ModelRequest): string {
  return TITLES[model.provider] ?? 'The model server'
}

function write(request: ModelRequest, stream: boolean): WireRequest {
  const { model, system, messages, tools } = request
  return {
    url: `${model.baseUrl}/chat/completions`,
    headers: model.apiKey === '' ? {} : { authorization: `Bearer ${model.apiKey}` },
    body: {
      ...model.options,
      model: model.model,
      messages: [
        ...(system === '' ? [] : [{ role: 'system', content: system }]),
        ...messages.map((message) => writeMessage(message, model.provider)),
      ],
      ...(tools.length > 0 && {
        tools: toWireTools(tools, 'openai').map(({ name, description, schema, strict }) => ({
          type: 'function',
          // Servers that only imitate the format rarely support strict mode.
          function: { name, description, parameters: schema, ...(model.provider === 'openai' && { strict }) },
        })),
      }),
      stream,
      ...(stream && { stream_options: { include_usage: true } }),
    },
  }
}

function writeMessage(message: Message, provider: string): object {
  const { role, content, toolCalls = [], toolCallId, attachments = [] } = message
  if (role === 'tool') return { role, tool_call_id: toolCallId ?? '', content }
  if (role === 'user')
    return attachments.length === 0
      ? { role, content }
      : {
          role,
          content: [...(content === '' ? [] : [{ type: 'text', text: content }]), ...attachments.map(writeAttachment)],
        }
  const own = ownMetadata(message.providerMetadata, provider)
  return {
    role,
    content: content === '' ? null : content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(writeCall) }),
    ...(own?.reasoning_details !== undefined && { reasoning_details: own.reasoning_details }),
  }
}

function writeCall({ id, name, input }: ToolCall): object {
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
  return { id, type: 'function', function: { name: wireName(name), arguments: text } }
}

function writeAttachment(attachment: Attachment): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'text', text }
  const { mediaType, data, name = 'file' } = attachment
  const url = `data:${mediaType};base64,${data}`
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: { filename: name, file_data: url } }
}

function readCompletion(response: unknown, request: ModelRequest): ModelReply {
  const fields = isRecord(response) ? response : {}
  if (isRecord(fields.error)) throw toResponseError(fields.error, request)
  const [choice] = toRecords(fields.choices)
  if (choice === undefined || !isRecord(choice.message)) throw createFormatError(getTitle(request), response)
  const { message } = choice
  const createId = createIdGenerator(request)
  return toReply(request, {
    text: contentText(message.content),
    refusal: toText(message.refusal),
    calls: toRecords(message.tool_calls).map(({ id, function: called }) => {
      const { name, arguments: text } = isRecord(called) ? called : {}
      return { id: createId(toText(id)), name: toText(name), text: toText(text) }
    }),
    reasoning: Array.isArray(message.reasoning_details) ? message.reasoning_details : [],
    stop: toText(choice.finish_reason),
    usage: isRecord(fields.usage) ? fields.usage : {},
    model: toText(fields.model),
  })
}

/** Returns the text of a message. Some servers send it in parts, with their thoughts among them. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return toText(content)
  return toRecords(content)
    .map(({ type, text }) => (type === 'text' ? toText(text) : ''))
    .join('')
}

/**
 * Creates unique ids for the calls of a conversation. Some servers send no ids, others the same ids in each round, so
 * a result could be assigned to the wrong call.
 */
function createIdGenerator({ messages }: ModelRequest): (serverId: string) => string {
  const taken = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)))
  return (serverId) => {
    // OpenAI allows at most 40 characters.
    const id = serverId === '' || taken.has(serverId) ? `call_${crypto.randomUUID().replaceAll('-', '')}` : serverId
    taken.add(id)
    return id
  }
}

interface OpenCall {
  id: string
  name: string
  text: string
}

/** A call while its parts arrive. */
interface StreamedCall extends OpenCall {
  readonly index: number
  /** The id that the server sent. */
  readonly serverId: string
}

interface ParsedResponse {
  text: string
  refusal: string
  calls: readonly OpenCall[]
  reasoning: readonly unknown[]
  stop: string
  usage: Fields
  model: string
}

function toReply(request: ModelRequest, response: ParsedResponse): ModelReply {
  const { text, calls, reasoning } = response
  const filtered = response.stop === 'content_filter'
  const refusal =
    response.refusal !== '' ? response.refusal : filtered ? 'The reply was blocked by a content filter.' : ''
  const stopReason = refusal !== '' ? 'refusal' : (STOPS[response.stop] ?? 'end')
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ id, name, text }) => toToolCall(request, { id, name, input: parseArguments(text) })),
    }),
    // Some servers send "stop" although the message has calls.
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(refusal !== '' && { refusal }),
    usage: readUsage(response.usage),
    model: response.model === '' ? request.model.model : response.model,
    ...(reasoning.length > 0 && {
      providerMetadata: { provider: request.model.provider, reasoning_details: reasoning },
    }),
  }
}

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: 'end',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  length: 'max_tokens',
}

function readUsage(usage: Fields): TokenUsage {
  const details = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  return {
    inputTokens: toCount(usage.prompt_tokens),
    outputTokens: toCount(usage.completion_tokens),
    cachedInputTokens: toCount(details.cached_tokens),
    // OpenRouter reports the cost of a round.
    ...(typeof usage.cost === 'number' && { costUsd: usage.cost }),
  }
}

function openStream(request: ModelRequest): StreamReader {
  const calls: StreamedCall[] = []
  const createId = createIdGenerator(request)
  const response: ParsedResponse = { text: '', refusal: '', calls: [], reasoning: [], stop: '', usage: {}, model: '' }
  const reasoning: unknown[] = []
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isRecord(data)) throw createFormatError(getTitle(request), data)
    if (isRecord(data.error)) throw toResponseError(data.error, request)
    if (response.model === '') response.model = toText(data.model)
    if (isRecord(data.usage)) response.usage = data.usage
    const [choice] = toRecords(data.choices)
    if (choice === undefined) return []
    response.stop = toText(choice.finish_reason) || response.stop
    const delta = isRecord(choice.delta) ? choice.delta : {}
    if (Array.isArray(delta.reasoning_details)) reasoning.push(...delta.reasoning_details)
    response.refusal += toText(delta.refusal)
    const text = contentText(delta.content)
    response.text += text
    const events: ModelEvent[] = text === '' ? [] : [{ type: 'text', delta: text }]
    for (const part of toRecords(delta.tool_calls)) readCallPart(request, calls, part, { idOf: createId, events })
    return events
  }
  const end = (): ModelReply => {
    if (response.stop === '') throw createEarlyEndError(getTitle(request))
    return toReply(request, { ...response, calls: calls.sort((a, b) => a.index - b.index), reasoning })
  }
  return { read, end }
}

/**
 * Reads a part of a call; its first part has the id and the name. Some servers omit the index, and some send the same
 * index for all calls: then a new id starts a new call, and a part with neither id nor name continues the last call.
 */
function readCallPart(
  request: ModelRequest,
  calls: StreamedCall[],
  part: Fields,
  { idOf: createId, events }: { readonly idOf: (given: string) => string; readonly events: ModelEvent[] },
): void {
  const serverId = toText(part.id)
  const { name, arguments: text } = isRecord(part.function) ? part.function : {}
  const begins = serverId !== '' || toText(name) !== ''
  const index = typeof part.index === 'number' ? part.index : begins ? calls.length : (calls.at(-1)?.index ?? 0)
  let call = calls.findLast((one) => one.index === index)
  if (call === undefined || (serverId !== '' && toText(name) !== '' && serverId !== call.serverId)) {
    call = { index, serverId, id: createId(serverId), name: toText(name), text: '' }
    calls.push(call)
    events.push({ type: 'call-start', id: call.id, name: toToolName(request, call.name) })
  }
  if (toText(text) === '') return
  call.text += toText(text)
  events.push({ type: 'call-delta', id: call.id, delta: toText(text) })
}

/**
 * Creates the error of a response. Aggregators send status 200 with an error inside if the provider behind them
 * fails.
 */
function toResponseError({ code, message }: Fields, request: ModelRequest): ProviderError {
  const status = typeof code === 'number' ? code : undefined
  const failure = status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'auth' : 'unavailable'
  return new ProviderError(failure, `${getTitle(request)} reported an error in its response.`, {
    status,
    detail: toText(message),
  })
}
