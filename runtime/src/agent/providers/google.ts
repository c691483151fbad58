/** Gemini's `generateContent`. Results refer to functions by name, and a call may have no id. */
import type { Attachment, Message } from '#contract/agent/message.ts'
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
import { wireName } from '#contract/name.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import {
  createEarlyEndError,
  createFormatError,
  mergeFields,
  ownMetadata,
  type ProviderFormat,
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
import { toWireOutput, toWireTools } from './wire-tools.ts'

const PROVIDER = 'google'
const NAME = 'Google'

export const googleFormat: ProviderFormat = {
  write,
  readWhole: readResponse,
  openStream,
}

function write(request: ModelRequest, { stream }: WriteOptions): WireRequest {
  const { model, system, messages, tools } = request
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return {
    url: `${model.baseUrl}/models/${encodeURIComponent(model.model)}:${method}`,
    headers: { 'x-goog-api-key': model.apiKey },
    body: {
      ...mergeFields(mergeFields(writeSettings(request), writeFormat(request)), model.options),
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
      contents: writeContents(messages, SIGNING.test(model.model)),
      ...(tools.length > 0 && {
        tools: [
          {
            functionDeclarations: toWireTools(tools, 'google', false).map(({ name, description, schema }) => ({
              name,
              description,
              parametersJsonSchema: schema,
            })),
          },
        ],
      }),
    },
  }
}

/** The levels of `thinkingLevel`. No model of the third generation can turn its reasoning off. */
const LEVELS = { none: 'minimal', low: 'low', medium: 'medium', high: 'high', xhigh: 'high' } as const

function writeSettings({ model }: ModelRequest): Fields {
  const { reasoning, ...settings } = acceptedSettings(model)
  const config = { ...settings, ...(reasoning && { thinkingConfig: { thinkingLevel: LEVELS[reasoning] } }) }
  return Object.keys(config).length === 0 ? {} : { generationConfig: config }
}

/** Models that accept a schema beside functions, from the third generation. */
function writeFormat(request: ModelRequest): Fields {
  const { tools, model } = request
  const output = tools.length === 0 || SIGNING.test(model.model) ? toWireOutput(request.output, 'google') : undefined
  const format = output && {
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: output.schema },
  }
  return { ...writeChoice(request), ...format }
}

function writeChoice({ tools, toolChoice = 'auto' }: ModelRequest): Fields {
  if (toolChoice === 'auto' || tools.length === 0) return {}
  const names = typeof toolChoice === 'string' ? {} : { allowedFunctionNames: [wireName(toolChoice.toolName)] }
  return { toolConfig: { functionCallingConfig: { mode: toolChoice === 'none' ? 'NONE' : 'ANY', ...names } } }
}

/** Types of files within the result of a function. Other files follow it, and so do all files for models before Gemini 3. */
const RESULT_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'])

/** Models that refuse a call without its thought signature. */
const SIGNING = /^gemini-(?:[3-9]|\d\d)/

/** The documented signature for calls that another model has made. */
const FOREIGN_SIGNATURE = 'skip_thought_signature_validator'

interface Content {
  readonly role: 'user' | 'model'
  readonly parts: object[]
}

function writeContents(messages: readonly Message[], isSigning: boolean): Content[] {
  const contents: Content[] = []
  const names = new Map<string, string>()
  for (const message of messages) {
    for (const { id, name } of message.toolCalls ?? []) names.set(id, wireName(name))
    const parts = writeParts(message, names, isSigning)
    if (parts.length === 0) continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else contents.push({ role, parts: [...parts] })
  }
  return contents
}

function writeParts(message: Message, names: ReadonlyMap<string, string>, isSigning: boolean): object[] {
  const { role, content, toolCalls = [], toolCallId = '', attachments = [] } = message
  if (role === 'tool') {
    const name = names.get(toolCallId) ?? toolCallId
    const parts = isSigning ? attachments.filter(({ mediaType }) => RESULT_TYPES.has(mediaType)) : []
    const others = attachments.filter((file) => !parts.includes(file))
    return [
      {
        functionResponse: {
          ...(!isGeneratedId(toolCallId) && { id: toolCallId }),
          name,
          // Results are JSON, and Gemini expects an object as the result of a function.
          response: { result: tryParseJson(content, content) },
          ...(parts.length > 0 && { parts: parts.map(writeAttachment) }),
        },
      },
      ...(others.length > 0 ? [{ text: `Files in the result of ${name}:` }, ...others.map(writeAttachment)] : []),
    ]
  }
  const text = content === '' ? [] : [{ text: content }]
  if (role === 'user') return [...attachments.map(writeAttachment), ...text]
  // Parts with a thought signature must be sent back unchanged.
  const own = toRecords(ownMetadata(message.providerMetadata, PROVIDER)?.parts).filter(isModelPart)
  if (own.length > 0) return own
  const calls = toolCalls.map(({ id, name, input }, index) => ({
    functionCall: { ...(!isGeneratedId(id) && { id }), name: wireName(name), args: toObject(input) },
    // Only the first call of a step is signed.
    ...(isSigning && index === 0 && { thoughtSignature: FOREIGN_SIGNATURE }),
  }))
  return [...text, ...calls]
}

/** Members of parts that a model writes. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature', 'functionCall', 'inlineData'])

/** Whether the part is sent back. A client could add others, such as a file at an address. */
function isModelPart(part: Fields): boolean {
  return Object.keys(part).every((name) => OWN_MEMBERS.has(name))
}

function writeAttachment(attachment: Attachment): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { text }
  const { mediaType, data } = attachment
  return { inlineData: { mimeType: mediaType, data } }
}

const GENERATED_ID = 'fw_call_'

/** Whether the framework generated the id because the call had none. */
function isGeneratedId(id: string): boolean {
  return id.startsWith(GENERATED_ID)
}

function readResponse(answer: unknown, request: ModelRequest): ModelReply {
  const reader = openStream(request)
  reader.read(answer)
  return reader.end(true)
}

const STOPS: Readonly<Record<string, StopReason>> = { STOP: 'end', MAX_TOKENS: 'max_tokens' }

/** Finish reasons that are neither a refusal nor a normal end: the response is unusable. */
const FAILED = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'OTHER'])

function openStream(request: ModelRequest): StreamReader {
  const parts: Fields[] = []
  const calls: ModelCall[] = []
  let text = ''
  let thought = ''
  let stop = ''
  let finishMessage = ''
  let isPromptBlocked = false
  let usage: Fields = {}
  let model = ''
  const readCall = (call: Fields): ModelEvent[] => {
    // Parts of arguments come only if an option asks for them. Without the rest, the call must not run.
    if (call.partialArgs !== undefined || call.willContinue === true || toText(call.name) === '')
      throw createFormatError(NAME, call)
    // Ids are unique in the conversation, because they also distinguish calls of different rounds.
    const id = toText(call.id) || `${GENERATED_ID}${crypto.randomUUID()}`
    const name = toText(call.name)
    calls.push({ id, name, input: call.args ?? {} })
    return [
      { type: 'call-start', id, name: toToolName(request, name) },
      { type: 'call-delta', id, delta: JSON.stringify(call.args ?? {}) },
    ]
  }
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isRecord(data)) throw createFormatError(NAME, data)
    if (isRecord(data.error)) throw toResponseError(data.error)
    if (data.candidates === undefined && data.promptFeedback === undefined && data.usageMetadata === undefined)
      throw createFormatError(NAME, data)
    if (isRecord(data.usageMetadata)) usage = data.usageMetadata
    model = toText(data.modelVersion) || model
    if (isRecord(data.promptFeedback) && data.promptFeedback.blockReason !== undefined) {
      isPromptBlocked = true
      stop = toText(data.promptFeedback.blockReason) || 'SAFETY'
      finishMessage = toText(data.promptFeedback.blockReasonMessage)
    }
    const [candidate] = toRecords(data.candidates)
    if (candidate === undefined) return []
    stop = toText(candidate.finishReason) || stop
    finishMessage = toText(candidate.finishMessage) || finishMessage
    const events: ModelEvent[] = []
    for (const part of toRecords(isRecord(candidate.content) ? candidate.content.parts : [])) {
      if (part.text !== '' || part.thoughtSignature !== undefined) parts.push(part)
      if (isRecord(part.functionCall)) events.push(...readCall(part.functionCall))
      else if (toText(part.text) !== '') {
        if (part.thought === true) thought += toText(part.text)
        else text += toText(part.text)
        events.push({ type: part.thought === true ? 'reasoning' : 'text', delta: toText(part.text) })
      }
    }
    return events
  }
  const end = (): ModelReply => {
    if (stop === '') throw createEarlyEndError(NAME)
    if (FAILED.has(stop) && calls.length === 0 && text === '')
      throw new ProviderError('invalid_response', `${NAME} could not finish its response.`, {
        detail: finishMessage || stop,
      })
    const known = STOPS[stop] ?? (FAILED.has(stop) ? 'end' : 'refusal')
    const last = calls.at(-1)
    // A call at the length limit may lack members that the model had yet to write.
    if (known === 'max_tokens' && last !== undefined && parts.at(-1)?.functionCall !== undefined)
      calls.splice(-1, 1, { ...last, fault: 'cut_off' })
    const signed = parts.some(({ thoughtSignature }) => thoughtSignature !== undefined)
    return {
      ...(text !== '' && { text }),
      ...(thought !== '' && { reasoning: thought }),
      ...(calls.length > 0 && { toolCalls: calls.map((call) => toToolCall(request, call)) }),
      stopReason: known === 'end' && calls.length > 0 ? 'tool_calls' : known,
      ...(known === 'refusal' && describeBlock(stop, finishMessage, isPromptBlocked ? 'message' : 'reply')),
      usage: readUsage(usage),
      model: model === '' ? request.model.model : model,
      ...(signed && { providerMetadata: { provider: PROVIDER, parts: parts.map(writeBack) } }),
    }
  }
  // The connection may stay open after the finish reason, and the usage may follow it.
  return { read, mayEnd: () => stop !== '', end }
}

function describeBlock(stop: string, message: string, blocked: 'message' | 'reply') {
  return {
    refusal: message || `The ${blocked} was blocked (${stop.toLowerCase()}).`,
    refusalReason: blocked === 'message' ? 'prompt_blocked' : 'content_filter',
    finishReason: stop,
  } as const
}

/** Returns a part as the API accepts it back, and a client can send it. */
function writeBack(part: Fields): Fields {
  const { functionCall: call } = part
  return isRecord(call) && call.args !== undefined
    ? { ...part, functionCall: { ...call, args: toObject(call.args) } }
    : part
}

function readUsage(usage: Fields): TokenUsage {
  return {
    inputTokens: toCount(usage.promptTokenCount) + toCount(usage.toolUsePromptTokenCount),
    outputTokens: toCount(usage.candidatesTokenCount) + toCount(usage.thoughtsTokenCount),
    cachedInputTokens: toCount(usage.cachedContentTokenCount),
  }
}

function toResponseError({ code, message, status }: Fields): ProviderError {
  const failure = status === 'RESOURCE_EXHAUSTED' ? 'rate_limited' : 'unavailable'
  return new ProviderError(failure, `${NAME} reported an error in its response.`, {
    status: typeof code === 'number' ? code : undefined,
    detail: toText(message),
  })
}
