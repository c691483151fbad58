/** Chat Completions, which OpenRouter and servers for local models implement, each in its own way. */
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
import { pick, REASONING_FIELDS, writeChatMessages } from './chat-messages.ts'
import {
  createEarlyEndError,
  createFormatError,
  mergeFields,
  type ProviderFormat,
  readArguments,
  type StreamReader,
  toCount,
  toText,
  toToolCall,
  toToolName,
  type WireRequest,
  type WriteOptions,
} from './format.ts'
import { acceptedSettings } from './refused-fields.ts'
import { describeTooLong, isTooLong } from './status-error.ts'
import { ThoughtFilter } from './thought-filter.ts'
import { toWireOutput, toWireTools } from './wire-tools.ts'

export const chatFormat: ProviderFormat = {
  write,
  readWhole: readCompletion,
  openStream,
}

function getTitle({ model }: ModelRequest): string {
  return model.provider === 'openrouter' ? 'OpenRouter' : 'The model server'
}

function write(request: ModelRequest, { stream }: WriteOptions): WireRequest {
  const { model, system, messages, tools } = request
  return {
    url: `${model.baseUrl}/chat/completions`,
    headers: model.apiKey === '' ? {} : { authorization: `Bearer ${model.apiKey}` },
    body: {
      ...mergeFields({ ...writeSettings(request), ...writeFormat(request) }, model.options),
      model: model.model,
      messages: [
        ...(system === '' ? [] : [{ role: 'system', content: system }]),
        ...writeChatMessages(messages, model.provider),
      ],
      ...(tools.length > 0 && {
        // Few of these servers support strict mode, so the schema is lowered, and nothing asks for it to be enforced.
        tools: toWireTools(tools, 'openai', true).map(({ name, description, schema }) => ({
          type: 'function',
          function: { name, description, parameters: schema },
        })),
      }),
      stream,
      ...(stream && { stream_options: { include_usage: true } }),
    },
  }
}

function writeSettings({ model }: ModelRequest): Fields {
  const { reasoning, temperature, maxOutputTokens } = acceptedSettings(model)
  const effort =
    model.provider === 'openrouter' ? { reasoning: { effort: reasoning } } : { reasoning_effort: reasoning }
  return {
    ...(reasoning !== undefined && effort),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { max_tokens: maxOutputTokens }),
  }
}

function writeFormat(request: ModelRequest): Fields {
  const output = toWireOutput(request.output, 'openai')
  const format = output && { response_format: { type: 'json_schema', json_schema: { name: 'reply', ...output } } }
  return { ...writeChoice(request), ...format }
}

function writeChoice({ tools, toolChoice = 'auto' }: ModelRequest): Fields {
  if (toolChoice === 'auto' || tools.length === 0) return {}
  if (typeof toolChoice === 'string') return { tool_choice: toolChoice }
  return { tool_choice: { type: 'function', function: { name: wireName(toolChoice.toolName) } } }
}

function readCompletion(response: unknown, request: ModelRequest): ModelReply {
  const fields = isRecord(response) ? response : {}
  if (isRecord(fields.error)) throw toResponseError(fields.error, request)
  const [choice] = toRecords(fields.choices)
  if (choice === undefined || !isRecord(choice.message)) throw createFormatError(getTitle(request), response)
  const { message } = choice
  const createId = createIdGenerator(request)
  const thoughts = new ThoughtFilter()
  const text = thoughts.read(contentText(message.content)) + thoughts.end()
  return toReply(request, {
    text,
    thought: readThought(message) + thoughts.takeThought(),
    refusal: toText(message.refusal),
    calls: toRecords(message.tool_calls).map((call) => {
      const { name, arguments: json } = isRecord(call.function) ? call.function : {}
      return { id: createId(toText(call.id)), name: toText(name), text: argumentText(json), ...pickExtra(call) }
    }),
    reasoning: pick(message, REASONING_FIELDS),
    stop: toText(choice.finish_reason),
    usage: isRecord(fields.usage) ? fields.usage : {},
    model: toText(fields.model),
  })
}

/** Returns the reasoning of a message or a part of it. Some servers have it twice. */
function readThought({ reasoning_content, reasoning }: Fields): string {
  return toText(reasoning_content) || toText(reasoning)
}

/** Returns the text of a message. Some servers send it in parts, with their thoughts among them. */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return toText(content)
  return toRecords(content)
    .map(({ type, text }) => (type === 'text' ? toText(text) : ''))
    .join('')
}

/** Returns arguments as JSON. Some servers send the object itself. */
function argumentText(json: unknown): string {
  return isRecord(json) ? JSON.stringify(json) : toText(json)
}

function pickExtra({ extra_content }: Fields): Pick<OpenCall, 'extra'> {
  return extra_content === undefined ? {} : { extra: extra_content }
}

/**
 * Creates unique ids for the calls of a conversation. Some servers send no ids, others the same ids in each round, so
 * a result could be assigned to the wrong call.
 */
function createIdGenerator({ messages }: ModelRequest): (serverId: string) => string {
  const taken = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)))
  return (serverId) => {
    // OpenAI allows at most 40 characters, and servers copy this.
    const id = serverId === '' || taken.has(serverId) ? `call_${crypto.randomUUID().replaceAll('-', '')}` : serverId
    taken.add(id)
    return id
  }
}

interface OpenCall {
  readonly id: string
  name: string
  /** Its arguments as JSON. */
  text: string
  /** `extra_content`, which is sent back with the call. */
  extra?: unknown
}

/** A call while its parts arrive. */
interface StreamedCall extends OpenCall {
  readonly index: number
  /** The id that the server sent. */
  readonly serverId: string
  isAnnounced: boolean
}

interface ParsedResponse {
  text: string
  /** Reasoning for the user. */
  thought: string
  refusal: string
  calls: readonly OpenCall[]
  /** Members with reasoning, which are sent back. */
  reasoning: Fields
  stop: string
  usage: Fields
  model: string
}

function toReply(request: ModelRequest, response: ParsedResponse): ModelReply {
  const { text, calls, reasoning } = response
  const thought = response.thought.trim()
  const { provider } = request.model
  const filtered = response.stop === 'content_filter'
  const refusal =
    response.refusal !== '' ? response.refusal : filtered ? 'The reply was blocked by a content filter.' : ''
  const stopReason = refusal !== '' ? 'refusal' : (STOPS[response.stop] ?? 'end')
  const toolCalls = calls.map(({ id, name, text: json, extra }, index) =>
    toToolCall(request, {
      id,
      name,
      ...readArguments(json, stopReason === 'max_tokens' && index === calls.length - 1),
      ...(extra !== undefined && { providerMetadata: { provider, extra_content: extra } }),
    }),
  )
  // Servers ignore the reasoning of messages without calls, which would only cost tokens.
  const kept = toolCalls.length > 0 ? reasoning : pick(reasoning, ['reasoning_details'])
  return {
    ...(text !== '' && { text }),
    ...(thought !== '' && { reasoning: thought }),
    ...(toolCalls.length > 0 && { toolCalls }),
    // Some servers send "stop" although the message has calls.
    stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
    ...(refusal !== '' && { refusal, ...(response.refusal === '' && FILTERED) }),
    usage: readUsage(response.usage),
    model: response.model === '' ? request.model.model : response.model,
    ...(Object.keys(kept).length > 0 && { providerMetadata: { provider, ...kept } }),
  }
}

const FILTERED = { refusalReason: 'content_filter', finishReason: 'content_filter' } as const

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
  const thoughts = new ThoughtFilter()
  const reasoning: Record<string, unknown> = {}
  const response: ParsedResponse = {
    text: '',
    thought: '',
    refusal: '',
    calls,
    reasoning,
    stop: '',
    usage: {},
    model: '',
  }
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isRecord(data)) throw createFormatError(getTitle(request), data)
    if (isRecord(data.error)) throw toResponseError(data.error, request)
    if (response.model === '') response.model = toText(data.model)
    if (isRecord(data.usage)) response.usage = data.usage
    const [choice] = toRecords(data.choices)
    if (choice === undefined) return []
    response.stop = toText(choice.finish_reason) || response.stop
    const delta = isRecord(choice.delta) ? choice.delta : {}
    addReasoning(reasoning, delta)
    response.refusal += toText(delta.refusal)
    const text = thoughts.read(contentText(delta.content))
    const thought = readThought(delta) + thoughts.takeThought()
    response.text += text
    response.thought += thought
    const events: ModelEvent[] = thought === '' ? [] : [{ type: 'reasoning', delta: thought }]
    if (text !== '') events.push({ type: 'text', delta: text })
    for (const part of toRecords(delta.tool_calls)) readCallPart(request, calls, part, { createId, events })
    return events
  }
  return {
    read,
    // Some servers send no [DONE], and leave the connection open.
    mayEnd: () => response.stop !== '',
    end(isDone) {
      // Some servers send no finish reason. Then [DONE] or the usage shows that the reply is complete.
      if (response.stop === '' && !isDone && Object.keys(response.usage).length === 0)
        throw createEarlyEndError(getTitle(request))
      return toReply(request, {
        ...response,
        text: response.text + thoughts.end(),
        calls: calls.sort((a, b) => a.index - b.index),
      })
    },
  }
}

function addReasoning(reasoning: Record<string, unknown>, delta: Fields): void {
  for (const name of REASONING_FIELDS) {
    const { [name]: part } = delta
    if (Array.isArray(part))
      reasoning[name] = [...((reasoning[name] as unknown[]) ?? []), ...part] // a list from here
    else if (typeof part === 'string' && part !== '') reasoning[name] = toText(reasoning[name]) + part
  }
}

/**
 * Reads a part of a call; its first part has the id and the name. Some servers omit the index, and some send the same
 * index for all calls: then a new id starts a new call, and a part with neither id nor name continues the last call. A name
 * may arrive in parts, or again with each part of the arguments.
 */
function readCallPart(
  request: ModelRequest,
  calls: StreamedCall[],
  part: Fields,
  { createId, events }: { readonly createId: (given: string) => string; readonly events: ModelEvent[] },
): void {
  const serverId = toText(part.id)
  const called = isRecord(part.function) ? part.function : {}
  const [name, json] = [toText(called.name), argumentText(called.arguments)]
  const begins = serverId !== '' || name !== ''
  const index = typeof part.index === 'number' ? part.index : begins ? calls.length : (calls.at(-1)?.index ?? 0)
  let call = calls.findLast((one) => one.index === index)
  if (call === undefined || (serverId !== '' && name !== '' && serverId !== call.serverId)) {
    call = { index, serverId, id: createId(serverId), name, text: '', isAnnounced: false }
    calls.push(call)
  } else if (call.text === '' && name !== call.name) call.name += name
  Object.assign(call, pickExtra(part))
  if (!call.isAnnounced && (json !== '' || isWholeName(request, call.name))) {
    call.isAnnounced = true
    events.push({ type: 'call-start', id: call.id, name: toToolName(request, call.name) })
  }
  if (json === '') return
  call.text += json
  events.push({ type: 'call-delta', id: call.id, delta: json })
}

/** Whether the name is of a tool, and can't be the start of a longer one. */
function isWholeName({ tools, deferred = [] }: ModelRequest, name: string): boolean {
  const longer = [...tools, ...deferred].map((tool) => wireName(tool.name)).filter((wire) => wire.startsWith(name))
  return longer.length === 1 && longer[0] === name
}

/**
 * Creates the error of a response. Aggregators send status 200 with an error inside if the provider behind them
 * fails.
 */
function toResponseError(error: Fields, request: ModelRequest): ProviderError {
  const { code, message } = error
  if (isTooLong(error))
    return new ProviderError('rejected', describeTooLong(getTitle(request)), {
      detail: toText(message),
      isTooLong: true,
    })
  const status = typeof code === 'number' ? code : undefined
  const failure = status === 429 ? 'rate_limited' : status === 401 || status === 403 ? 'auth' : 'unavailable'
  return new ProviderError(failure, `${getTitle(request)} reported an error in its response.`, {
    status,
    detail: toText(message),
  })
}
