/** Anthropic's Messages API, version 2026-10-21. */
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

const PROVIDER = 'anthropic'
const NAME = 'Anthropic'

/** The API requires a limit; `modelOptions.max_tokens` overrides it. */
const MAX_TOKENS = 16_384

export const anthropicFormat: ProviderFormat = { write, readWhole: readMessage, openStream }

function write(request: ModelRequest, stream: boolean): WireRequest {
  const { model, system, messages, tools } = request
  return {
    url: `${model.baseUrl}/v1/messages`,
    headers: { authorization: `Bearer ${model.apiKey}`, 'anthropic-version': '2026-10-21' },
    body: {
      max_tokens: MAX_TOKENS,
      ...model.options,
      model: model.model,
      // Everything before the mark, tools included, is the same in each round, so it can be cached.
      ...(system !== '' && { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] }),
      messages: writeMessages(messages),
      ...(tools.length > 0 && {
        tools: toWireTools(tools, 'anthropic').map(({ name, description, schema, strict }) => ({
          name,
          description,
          input_schema: schema,
          ...(strict && { strict }),
        })),
      }),
      stream,
    },
  }
}

interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: object[]
}

/** Writes the messages. Results of one round belong in one message, before the user's next text. */
function writeMessages(messages: readonly Message[]): WireMessage[] {
  const wireMessages: WireMessage[] = []
  for (const message of messages) {
    const content = writeContent(message)
    if (content.length === 0) continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = wireMessages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else wireMessages.push({ role, content: [...content] })
  }
  return wireMessages
}

function writeContent({ role, content, toolCalls = [], toolCallId, attachments = [], ...rest }: Message): object[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: toolCallId ?? '', content }]
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  if (role === 'user') return [...attachments.map(writeAttachment), ...text]
  const own = ownMetadata(rest.providerMetadata, PROVIDER)
  // Thinking is signed and must precede the calls that followed it.
  if (own !== undefined && Array.isArray(own.content)) return own.content
  return [...text, ...toolCalls.map(writeCall)]
}

function writeCall({ id, name, input }: ToolCall): object {
  return { type: 'tool_use', id, name: wireName(name), input: isRecord(input) ? input : {} }
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
  return toReply(request, {
    content: toRecords(response.content),
    model: toText(response.model),
    stop: toText(response.stop_reason),
    explanation: readExplanation(response),
    usage: isRecord(response.usage) ? response.usage : {},
  })
}

interface ParsedResponse {
  readonly content: readonly Fields[]
  readonly model: string
  readonly stop: string
  /** The explanation of a refusal, or an empty string. */
  readonly explanation: string
  readonly usage: Fields
}

function readExplanation({ stop_details: details }: Fields): string {
  return isRecord(details) ? toText(details.explanation) : ''
}

function toReply(request: ModelRequest, { content, model, stop, explanation, usage }: ParsedResponse): ModelReply {
  const text = content.map((block) => (block.type === 'text' ? toText(block.text) : '')).join('')
  const calls = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => toToolCall(request, { id: toText(id), name: toText(name), input }))
  const stopReason = STOPS[stop] ?? 'end'
  const signed = content.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && { toolCalls: calls }),
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(stopReason === 'refusal' && { refusal: explanation || text || 'The model declined to reply.' }),
    usage: readUsage(usage),
    model: model === '' ? request.model.model : model,
    ...(signed && { providerMetadata: { provider: PROVIDER, content } }),
  }
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
  let stop: string | undefined
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
    const ordered = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finishBlock(block))
    return toReply(request, { content: ordered, model, stop: stop ?? '', explanation, usage })
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

function finishBlock({ start, json }: OpenBlock): Fields {
  return json === '' ? start : { ...start, input: parseArguments(json) }
}

function toStreamError({ error }: Fields): ProviderError {
  const { type, message } = isRecord(error) ? error : {}
  const failure =
    type === 'rate_limit_error' ? 'rate_limited' : type === 'authentication_error' ? 'auth' : 'unavailable'
  return new ProviderError(failure, `${NAME} reported an error in its response.`, { detail: toText(message) })
}
