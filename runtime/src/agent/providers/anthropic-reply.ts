/** Reads replies of Anthropic's Messages API, whole or streamed. */
import {
  type ModelCall,
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type StopReason,
  type TokenUsage,
} from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import {
  createEarlyEndError,
  createFormatError,
  ownMetadata,
  readArguments,
  type StreamReader,
  toCount,
  toObject,
  toText,
  toToolCall,
  toToolName,
} from './format.ts'
import { digestRequest, isPreserving } from './request-prefix.ts'

export const PROVIDER = 'anthropic'
const NAME = 'Anthropic'

/** Blocks of the API's search of tools. */
export const SEARCH_BLOCKS: ReadonlySet<unknown> = new Set(['server_tool_use', 'tool_search_tool_result'])

/** The API refuses text without a visible character. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export function readMessage(response: unknown, request: ModelRequest): ModelReply {
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
  const thinking = blocks.map(({ block }) => toText(block.thinking)).join('')
  const calls = blocks
    .filter(({ block }) => block.type === 'tool_use')
    .map(({ block, call }) => toToolCall(request, { id: toText(block.id), name: toText(block.name), ...call }))
  const stopReason = STOPS[stop] ?? 'end'
  const results = new Set(blocks.map(({ block }) => block.tool_use_id))
  // The reply may have been cut off within a search. A paused one continues there.
  const isComplete = ({ block: { type, id } }: ReadBlock) =>
    stopReason === 'pause' || type !== 'server_tool_use' || results.has(id)
  const paused = findPausedReply(request)
  const own = [...toRecords(paused?.content), ...blocks.filter(isComplete).flatMap(writeBack)]
  const isOwn = stopReason === 'pause' || own.some((block) => isThinking(block) || SEARCH_BLOCKS.has(block.type))
  const prefix = paused?.prefix ?? (isPreserving(request.model.model) ? digestRequest(request) : undefined)
  return {
    ...(text !== '' && { text }),
    ...(thinking !== '' && { reasoning: thinking }),
    ...(calls.length > 0 && { toolCalls: calls }),
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(stopReason === 'refusal' && {
      refusal: explanation || text || 'The model declined to reply.',
      finishReason: stop,
    }),
    usage: readUsage(usage),
    model: model === '' ? request.model.model : model,
    ...(isOwn && {
      providerMetadata: {
        provider: PROVIDER,
        model: request.model.model,
        ...(own.some(isThinking) && prefix !== undefined && { prefix }),
        content: own,
        ...(stopReason === 'pause' && { paused: true }),
      },
    }),
  }
}

/** Returns the paused reply that the request continues; `undefined` if its last message is the user's. */
function findPausedReply({ messages }: ModelRequest): Fields | undefined {
  const { role, providerMetadata } = messages.at(-1) ?? {}
  const own = ownMetadata(providerMetadata, PROVIDER)
  return role === 'assistant' && own?.paused === true ? own : undefined
}

/** Whether a block is thinking, which is signed. */
export function isThinking({ type }: Fields): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

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
  pause_turn: 'pause',
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

export function openStream(request: ModelRequest): StreamReader {
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
        if (toText(start.thinking) !== '') return [{ type: 'reasoning', delta: toText(start.thinking) }]
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
      return toText(delta.thinking) === '' ? [] : [{ type: 'reasoning', delta: toText(delta.thinking) }]
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
