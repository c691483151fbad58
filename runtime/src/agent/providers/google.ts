/** Gemini's `generateContent`. Its functions are answered by name, and a call may have no id. */
import type { Attachment, Message } from '#contract/message.ts'
import type { ModelEvent, ModelReply, ModelRequest, StopReason, TokenUsage } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { wireName } from '#contract/name.ts'
import {
  attachedText,
  brokenOff,
  countOf,
  type Fields,
  isFields,
  listOf,
  notTheFormat,
  ownMetadata,
  type ProviderFormat,
  type StreamReader,
  textOf,
  toolCallOf,
  toolNameOf,
  type WireRequest,
  wireTools,
} from './format.ts'

const PROVIDER = 'google'
const NAME = 'Google'

export const googleFormat: ProviderFormat = { write, readWhole: readResponse, openStream }

function write(request: ModelRequest, stream: boolean): WireRequest {
  const { model, system, messages, tools } = request
  const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return {
    url: `${model.baseUrl}/models/${encodeURIComponent(model.model)}:${method}`,
    headers: { 'x-goog-api-key': model.apiKey },
    body: {
      ...model.options,
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
      contents: writeContents(messages),
      ...(tools.length > 0 && {
        tools: [
          {
            functionDeclarations: wireTools(tools, 'google').map(({ name, description, schema }) => ({
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

interface Content {
  readonly role: 'user' | 'model'
  readonly parts: object[]
}

function writeContents(messages: readonly Message[]): Content[] {
  const contents: Content[] = []
  const names = new Map<string, string>()
  for (const message of messages) {
    for (const { id, name } of message.toolCalls ?? []) names.set(id, wireName(name))
    const parts = writeParts(message, names)
    if (parts.length === 0) continue
    const role = message.role === 'assistant' ? 'model' : 'user'
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else contents.push({ role, parts })
  }
  return contents
}

function writeParts(message: Message, names: ReadonlyMap<string, string>): object[] {
  const { role, content, toolCalls = [], toolCallId = '', attachments = [] } = message
  if (role === 'tool')
    return [
      {
        functionResponse: {
          ...(!isOurs(toolCallId) && { id: toolCallId }),
          name: names.get(toolCallId) ?? toolCallId,
          response: { result: parsed(content) },
        },
      },
    ]
  const text = content === '' ? [] : [{ text: content }]
  if (role === 'user') return [...attachments.map(writeAttachment), ...text]
  const own = ownMetadata(message.providerMetadata, PROVIDER)
  // Parts that carry a thought signature must come back as they were.
  if (own !== undefined && Array.isArray(own.parts)) return own.parts
  const calls = toolCalls.map(({ id, name, input }) => ({
    functionCall: { ...(!isOurs(id) && { id }), name: wireName(name), args: isFields(input) ? input : {} },
  }))
  return [...text, ...calls]
}

function writeAttachment(attachment: Attachment): object {
  const text = attachedText(attachment)
  if (text !== undefined) return { text }
  const { mediaType, data } = attachment
  return { inlineData: { mimeType: mediaType, data } }
}

/** Results are JSON, and a function answers with an object. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return content
  }
}

const OURS = 'fw_call_'

/** Whether we gave the id, since the call came without one. */
function isOurs(id: string): boolean {
  return id.startsWith(OURS)
}

function readResponse(answer: unknown, request: ModelRequest): ModelReply {
  const reader = openStream(request)
  reader.read(answer)
  return reader.end()
}

const STOPS: Readonly<Record<string, StopReason>> = { STOP: 'end', MAX_TOKENS: 'max_tokens' }

/** The finish reasons that are no refusal and no end: the answer is of no use. */
const FAILED = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'OTHER'])

function openStream(request: ModelRequest): StreamReader {
  const parts: Fields[] = []
  const calls: { id: string; name: string; input: unknown }[] = []
  let text = ''
  let stop = ''
  let words = ''
  let usage: Fields = {}
  let model = ''
  const readCall = (call: Fields): ModelEvent[] => {
    // Unique in the conversation: calls of other rounds are told apart by their id, too.
    const id = textOf(call.id) || `${OURS}${crypto.randomUUID()}`
    const name = textOf(call.name)
    calls.push({ id, name, input: call.args ?? {} })
    return [
      { type: 'call-start', id, name: toolNameOf(request, name) },
      { type: 'call-delta', id, delta: JSON.stringify(call.args ?? {}) },
    ]
  }
  const read = (data: unknown): readonly ModelEvent[] => {
    if (!isFields(data)) throw notTheFormat(NAME, data)
    if (isFields(data.error)) throw answeredError(data.error)
    if (data.candidates === undefined && data.promptFeedback === undefined && data.usageMetadata === undefined)
      throw notTheFormat(NAME, data)
    if (isFields(data.usageMetadata)) usage = data.usageMetadata
    model = textOf(data.modelVersion) || model
    if (isFields(data.promptFeedback) && data.promptFeedback.blockReason !== undefined)
      stop = textOf(data.promptFeedback.blockReason) || 'SAFETY'
    const [candidate] = listOf(data.candidates)
    if (candidate === undefined) return []
    stop = textOf(candidate.finishReason) || stop
    words = textOf(candidate.finishMessage) || words
    const events: ModelEvent[] = []
    for (const part of listOf(isFields(candidate.content) ? candidate.content.parts : [])) {
      parts.push(part)
      if (isFields(part.functionCall)) events.push(...readCall(part.functionCall))
      else if (part.thought !== true && textOf(part.text) !== '') {
        text += textOf(part.text)
        events.push({ type: 'text', delta: textOf(part.text) })
      }
    }
    return events
  }
  const end = (): ModelReply => {
    if (stop === '') throw brokenOff(NAME)
    if (FAILED.has(stop) && calls.length === 0 && text === '')
      throw new ProviderError('invalid_response', `${NAME} could not finish its answer.`, { detail: words || stop })
    const known = STOPS[stop] ?? (FAILED.has(stop) ? 'end' : 'refusal')
    const signed = parts.some(({ thoughtSignature }) => thoughtSignature !== undefined)
    return {
      ...(text !== '' && { text }),
      ...(calls.length > 0 && { toolCalls: calls.map((call) => toolCallOf(request, call)) }),
      stopReason: known === 'end' && calls.length > 0 ? 'tool_calls' : known,
      ...(known === 'refusal' && { refusal: words || `The answer was held back (${stop.toLowerCase()}).` }),
      usage: usageOf(usage),
      model: model === '' ? request.model.model : model,
      ...(signed && { providerMetadata: { provider: PROVIDER, parts } }),
    }
  }
  return { read, end }
}

function usageOf(usage: Fields): TokenUsage {
  return {
    inputTokens: countOf(usage.promptTokenCount) + countOf(usage.toolUsePromptTokenCount),
    outputTokens: countOf(usage.candidatesTokenCount) + countOf(usage.thoughtsTokenCount),
    cachedInputTokens: countOf(usage.cachedContentTokenCount),
  }
}

function answeredError({ code, message, status }: Fields): ProviderError {
  const failure = status === 'RESOURCE_EXHAUSTED' ? 'rate_limited' : 'unavailable'
  return new ProviderError(failure, `${NAME} stopped while answering.`, {
    status: typeof code === 'number' ? code : undefined,
    detail: textOf(message),
  })
}
