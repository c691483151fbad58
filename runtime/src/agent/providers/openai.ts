/** OpenAI's Chat Completions, which OpenRouter and most local servers speak too. */
import type { Attachment, Message, ToolCall } from '#contract/message.ts'
import type { ModelEvent, ModelReply, ModelRequest, StopReason, TokenUsage } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { wireName } from '#contract/name.ts'
import {
  brokenOff,
  type Fields,
  isFields,
  notTheFormat,
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
  type WireRequest,
  wireTools,
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
        tools: wireTools(tools, 'openai').map(({ name, description, schema, strict }) => ({
          type: 'function',
          // Servers that only speak the format seldom know the strict mode.
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

function readCompletion(answer: unknown, request: ModelRequest): ModelReply {
  const fields = isFields(answer) ? answer : {}
  if (isFields(fields.error)) throw toResponseError(fields.error, request)
  const [choice] = toRecords(fields.choices)
  if (choice === undefined || !isFields(choice.message)) throw notTheFormat(getTitle(request), answer)
  const { message } = choice
  const idOf = callIds(request)
  return toReply(request, {
    text: contentText(message.content),
    refusal: toText(message.refusal),
    calls: toRecords(message.tool_calls).map(({ id, function: called }) => {
      const { name, arguments: text } = isFields(called) ? called : {}
      return { id: idOf(toText(id)), name: toText(name), text: toText(text) }
    }),
    reasoning: Array.isArray(message.reasoning_details) ? message.reasoning_details : [],
    stop: toText(choice.finish_reason),
    usage: isFields(fields.usage) ? fields.usage : {},
    model: toText(fields.model),
  })
}

/** A text, or its parts: some servers send them so, thoughts among them. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return toText(content)
  return toRecords(content)
    .map(({ type, text }) => (type === 'text' ? toText(text) : ''))
    .join('')
}

/**
 * Ids of calls as a conversation needs them, each once: some servers give none, others the same in each round, and a result
 * would be taken for that of another call.
 */
function callIds({ messages }: ModelRequest): (given: string) => string {
  const taken = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)))
  return (given) => {
    // OpenAI takes at most 40 characters.
    const id = given === '' || taken.has(given) ? `call_${crypto.randomUUID().replaceAll('-', '')}` : given
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
interface ComingCall extends OpenCall {
  readonly index: number
  /** The server's own id. */
  readonly given: string
}

interface Answer {
  text: string
  refusal: string
  calls: readonly OpenCall[]
  reasoning: readonly unknown[]
  stop: string
  usage: Fields
  model: string
}

function toReply(request: ModelRequest, answer: Answer): ModelReply {
  const { text, calls, reasoning } = answer
  const filtered = answer.stop === 'content_filter'
  const refusal = answer.refusal !== '' ? answer.refusal : filtered ? 'The answer was held back by a filter.' : ''
  const stopReason = refusal !== '' ? 'refusal' : (STOPS[answer.stop] ?? 'end')
  return {
    ...(text !== '' && { text }),
    ...(calls.length > 0 && {
      toolCalls: calls.map(({ id, name, text }) => toToolCall(request, { id, name, input: parseArguments(text) })),
    }),
    // Some servers say "stop" where they call.
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(refusal !== '' && { refusal }),
    usage: readUsage(answer.usage),
    model: answer.model === '' ? request.model.model : answer.model,
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
  const details = isFields(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  return {
    inputTokens: toCount(usage.prompt_tokens),
    outputTokens: toCount(usage.completion_tokens),
    cachedInputTokens: toCount(details.cached_tokens),
    // OpenRouter says what the round has cost.
    ...(typeof usage.cost === 'number' && { costUsd: usage.cost }),
  }
}

function openStream(request: ModelRequest): StreamReader {
  const calls: ComingCall[] = []
  const idOf = callIds(request)
  const answer: Answer = { text: '', refusal: '', calls: [], reasoning: [], stop: '', usage: {}, model: '' }
  const reasoning: unknown[] = []
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isFields(data)) throw notTheFormat(getTitle(request), data)
    if (isFields(data.error)) throw toResponseError(data.error, request)
    if (answer.model === '') answer.model = toText(data.model)
    if (isFields(data.usage)) answer.usage = data.usage
    const [choice] = toRecords(data.choices)
    if (choice === undefined) return []
    answer.stop = toText(choice.finish_reason) || answer.stop
    const delta = isFields(choice.delta) ? choice.delta : {}
    if (Array.isArray(delta.reasoning_details)) reasoning.push(...delta.reasoning_details)
    answer.refusal += toText(delta.refusal)
    const text = contentText(delta.content)
    answer.text += text
    const events: ModelEvent[] = text === '' ? [] : [{ type: 'text', delta: text }]
    for (const part of toRecords(delta.tool_calls)) readCallPart(request, calls, part, { idOf, events })
    return events
  }
  const end = (): ModelReply => {
    if (answer.stop === '') throw brokenOff(getTitle(request))
    return toReply(request, { ...answer, calls: calls.sort((a, b) => a.index - b.index), reasoning })
  }
  return { read, end }
}

/**
 * The first part of a call brings its id and its name. Some servers leave the index out, and some say the same one of all:
 * another id begins another call then, and what has neither id nor name goes on with the last.
 */
function readCallPart(
  request: ModelRequest,
  calls: ComingCall[],
  part: Fields,
  { idOf, events }: { readonly idOf: (given: string) => string; readonly events: ModelEvent[] },
): void {
  const given = toText(part.id)
  const { name, arguments: text } = isFields(part.function) ? part.function : {}
  const begins = given !== '' || toText(name) !== ''
  const index = typeof part.index === 'number' ? part.index : begins ? calls.length : (calls.at(-1)?.index ?? 0)
  let call = calls.findLast((one) => one.index === index)
  if (call === undefined || (given !== '' && toText(name) !== '' && given !== call.given)) {
    call = { index, given, id: idOf(given), name: toText(name), text: '' }
    calls.push(call)
    events.push({ type: 'call-start', id: call.id, name: toToolName(request, call.name) })
  }
  if (toText(text) === '') return
  call.text += toText(text)
  events.push({ type: 'call-delta', id: call.id, delta: toText(text) })
}

/** Aggregators answer 200 and say inside that the provider behind them failed. */
function toResponseError({ code, message }: Fields, request: ModelRequest): ProviderError {
  const status = typeof code === 'number' ? code : undefined
  const failure = status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'auth' : 'unavailable'
  return new ProviderError(failure, `${getTitle(request)} stopped while answering.`, {
    status,
    detail: toText(message),
  })
}
