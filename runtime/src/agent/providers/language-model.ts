/** Language model objects of the AI SDK, with which an app reaches the providers that have no format here. */
import type { LanguageModel } from '#contract/agent/language-model.ts'
import type { Attachment, Message } from '#contract/agent/message.ts'
import {
  type ModelCall,
  type ModelEvent,
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  type ModelTool,
  ProviderError,
  type StopReason,
} from '#contract/agent/model.ts'
import { type Fields, isRecord, toRecords } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { describeOwnFormats } from '#wire/own-formats.ts'
import { rootObject } from '#wire/tool-schema.ts'
import { createConnectionError, retry, type Watch, watchSilence } from './exchange.ts'
import {
  createEarlyEndError,
  isText,
  mergeFields,
  ownMetadata,
  readArguments,
  readTextAttachment,
  toCount,
  toObject,
  toText,
  toToolCall,
  toToolName,
} from './format.ts'
import { acceptedSettings } from './refused-fields.ts'
import { digestRequest, isPreserving, Prefix, rememberPrefix } from './request-prefix.ts'
import { toResponseFacts } from './response-facts.ts'
import { createStatusError } from './status-error.ts'

const PROVIDER = 'ai-sdk'

/**
 * Runs one round of a model object. `listener` receives events while they arrive.
 *
 * @throws ProviderError
 */
export async function streamLanguageModel(request: ModelRequest, listener?: ModelListener): Promise<ModelReply> {
  const model = request.model.languageModel as LanguageModel // of every model of this provider
  const title = model.provider
  const watch = watchSilence(request, title)
  try {
    const options = { ...writeOptions(request, model), abortSignal: watch.signal }
    const { stream } = await retry(request, title, () => open(model, options, { watch, request }))
    return await readParts(stream.getReader(), watch, { request, title, listener })
  } catch (error) {
    throw error instanceof ProviderError ? error : (watch.reason() ?? toProviderError(error, title))
  } finally {
    watch.end()
  }
}

interface OpenOptions {
  readonly watch: Watch
  readonly request: ModelRequest
}

async function open(model: LanguageModel, options: object, { watch, request }: OpenOptions) {
  watch.restartTimeout()
  try {
    // Its options differ between the versions of the AI SDK; `writeOptions` has written those of this one.
    const opened = await watch.race(Promise.resolve(model.doStream(options as never)))
    const { response } = opened as Fields
    request.onResponse?.(toResponseFacts(undefined, toHeaders(isRecord(response) ? response.headers : undefined)))
    return opened
  } catch (error) {
    const { statusCode, responseHeaders } = Object(error) as Fields
    if (typeof statusCode === 'number') request.onResponse?.(toResponseFacts(statusCode, toHeaders(responseHeaders)))
    throw watch.reason() ?? toProviderError(error, model.provider)
  }
}

/** Converts an error of a provider package: that of a response has its status, and others are about the request. */
function toProviderError(error: unknown, title: string): ProviderError {
  if (error instanceof ProviderError) return error
  const { statusCode, responseHeaders, responseBody, isRetryable, name, message } = Object(error) as Fields
  if (typeof statusCode === 'number') {
    const headers = toHeaders(responseHeaders)
    if (isRetryable === false) headers.set('x-should-retry', 'false')
    const body = toText(responseBody) || toText(message)
    return createStatusError({ status: statusCode, headers, body }, { apiKey: '' }, title)
  }
  if (toText(name).startsWith('AI_') && isRetryable !== true)
    return new ProviderError('rejected', `${title} rejects the request.`, { detail: toText(message), cause: error })
  return createConnectionError(title, error)
}

function toHeaders(headers: unknown): Headers {
  return new Headers(isRecord(headers) ? (headers as Record<string, string>) : {})
}

function writeOptions(request: ModelRequest, { specificationVersion }: LanguageModel): object {
  const { model, system, messages, toolChoice = 'auto' } = request
  const { reasoning, ...settings } = acceptedSettings(model)
  // Model objects of the AI SDK 6 have no such option.
  const own = { ...settings, ...(reasoning !== undefined && specificationVersion === 'v4' && { reasoning }) }
  const tools = request.tools.map(writeTool)
  const prefix = new Prefix(system, tools)
  const prompt = writePrompt(messages, { model: model.model, version: specificationVersion, prefix })
  rememberPrefix(request, prefix)
  return {
    ...mergeFields(own, model.options),
    prompt: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...prompt],
    ...(request.output && { responseFormat: { type: 'json', schema: request.output, name: 'reply' } }),
    ...(tools.length > 0 && toolChoice !== 'auto' && { toolChoice: writeChoice(toolChoice) }),
    ...(tools.length > 0 && { tools }),
  }
}

function writeTool({ name, description, input }: ModelTool): object {
  return {
    type: 'function',
    name: wireName(name),
    description,
    inputSchema: rootObject(describeOwnFormats(input)).schema,
  }
}

function writeChoice(choice: NonNullable<ModelRequest['toolChoice']>): object {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: wireName(choice.toolName) }
}

type Version = LanguageModel['specificationVersion']

interface PromptContext {
  readonly model: string
  readonly version: Version
  /** What precedes the message. */
  readonly prefix: Prefix
}

/** Writes the messages. Results of one round belong to one message. */
function writePrompt(messages: readonly Message[], context: PromptContext): object[] {
  const prompt: { role: string; content: object[] }[] = []
  const names = new Map<string, string>()
  for (const message of messages) {
    for (const { id, name } of message.toolCalls ?? []) names.set(id, wireName(name))
    const content = writeContent(message, names, context)
    const last = prompt.at(-1)
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...content)
    else if (content.length > 0) {
      const written = { role: message.role, content: [...content] }
      prompt.push(written)
      context.prefix.push(written)
    }
  }
  return prompt
}

function writeContent(
  { role, content, toolCalls = [], toolCallId = '', attachments = [], ...rest }: Message,
  names: ReadonlyMap<string, string>,
  context: PromptContext,
): readonly object[] {
  const { version } = context
  if (role === 'tool') {
    const output = writeOutput(content, attachments, version)
    return [{ type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? toolCallId, output }]
  }
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  if (role === 'user') return [...attachments.map((attachment) => writeAttachment(attachment, version)), ...text]
  const parts = findOwnParts(rest, context)
  if (parts.length > 0) return parts
  const calls = toolCalls.map(({ id, name, input }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: wireName(name),
    input: toObject(input),
  }))
  return [...text, ...calls]
}

/** Returns the parts of a reply of this model, without reasoning that the model would refuse here. */
function findOwnParts(
  { providerMetadata }: Pick<Message, 'providerMetadata'>,
  { model, prefix }: PromptContext,
): readonly Fields[] {
  const own = ownMetadata(providerMetadata, PROVIDER)
  if (own?.model !== model) return []
  const parts = toRecords(own.content).filter(({ type }) => PARTS.has(type))
  const isKept = own.prefix === undefined || own.prefix === prefix.digest()
  return isKept ? parts : parts.filter(({ type }) => type !== 'reasoning')
}

function writeOutput(content: string, files: readonly Attachment[], version: Version): object {
  if (files.length === 0) return { type: 'text', value: content }
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  return { type: 'content', value: [...text, ...files.map((file) => writeResultFile(file, version))] }
}

/** Files of results had types of their own in the AI SDK 6. */
function writeResultFile(file: Attachment, version: Version): object {
  const written = writeAttachment(file, version)
  if (version === 'v4' || isText(file.mediaType)) return written
  const { mediaType, data, name } = file
  if (mediaType.startsWith('image/')) return { type: 'image-data', data, mediaType }
  return { type: 'file-data', data, mediaType, ...(name !== undefined && { filename: name }) }
}

/** Parts of a reply that are sent back. */
const PARTS: ReadonlySet<unknown> = new Set(['text', 'reasoning', 'tool-call'])

function writeAttachment(attachment: Attachment, version: Version): object {
  const text = readTextAttachment(attachment)
  if (text !== undefined) return { type: 'text', text }
  const { mediaType, data, name } = attachment
  return {
    type: 'file',
    mediaType,
    data: version === 'v4' ? { type: 'data', data } : data,
    ...(name !== undefined && { filename: name }),
  }
}

interface PartContext {
  readonly request: ModelRequest
  readonly title: string
  readonly listener: ModelListener | undefined
}

async function readParts(
  reader: ReadableStreamDefaultReader<unknown>,
  watch: Watch,
  { request, title, listener }: PartContext,
): Promise<ModelReply> {
  const reply = new StreamedReply(request)
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read())
      if (done) break
      watch.restartTimeout()
      const part = isRecord(value) ? value : {}
      if (part.type === 'error') throw toProviderError(part.error, title)
      const event = reply.add(part)
      if (event === undefined) continue
      listener?.hear(event)
      const wait = listener?.pause()
      if (wait !== undefined) await watch.race(wait)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
  return reply.end(title)
}

const STOPS: Readonly<Record<string, StopReason>> = { length: 'max_tokens', 'content-filter': 'refusal' }

/** A part of a reply while it arrives, in the form in which it is sent back. */
interface OpenPart {
  readonly type: string
  text: string
  providerOptions?: unknown
}

/** The reply that the parts of a stream add up to. */
class StreamedReply {
  readonly #request: ModelRequest
  readonly #parts: (OpenPart | Fields)[] = []
  readonly #open = new Map<string, OpenPart>()
  readonly #calls: Fields[] = []
  #model = ''
  #id = ''
  #finish: Fields | undefined

  constructor(request: ModelRequest) {
    this.#request = request
  }

  add(part: Fields): ModelEvent | undefined {
    const id = toText(part.id)
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end':
        return this.#addText(part)
      case 'tool-input-start':
        return { type: 'call-start', id, name: toToolName(this.#request, toText(part.toolName)) }
      case 'tool-input-delta':
        return { type: 'call-delta', id, delta: toText(part.delta) }
      case 'tool-call':
        if (part.providerExecuted !== true) this.#addCall(part)
        return undefined
      case 'response-metadata':
        this.#model = toText(part.modelId) || this.#model
        this.#id = id || this.#id
        return undefined
      case 'finish':
        this.#finish = part
        return undefined
      default:
        return undefined
    }
  }

  #addText(part: Fields): ModelEvent | undefined {
    const type = toText(part.type).startsWith('text') ? 'text' : 'reasoning'
    const key = `${type} ${toText(part.id)}`
    let open = this.#open.get(key)
    if (open === undefined) {
      open = { type, text: '' }
      this.#open.set(key, open)
      this.#parts.push(open)
    }
    // The signature of reasoning may come with any of its parts.
    if (part.providerMetadata !== undefined) open.providerOptions = part.providerMetadata
    const delta = toText(part.delta)
    open.text += delta
    return delta === '' ? undefined : { type, delta }
  }

  #addCall({ toolCallId, toolName, input, providerMetadata }: Fields): void {
    this.#calls.push({ toolCallId, toolName, input })
    this.#parts.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      input: toObject(readArguments(toText(input), false).input),
      ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
    })
  }

  end(title: string): ModelReply {
    if (this.#finish === undefined) throw createEarlyEndError(title)
    const { finishReason, usage } = this.#finish
    const unified = toText(isRecord(finishReason) ? finishReason.unified : finishReason)
    if (unified === 'error') throw new ProviderError('unavailable', `${title} reported an error in its response.`)
    const stopReason = STOPS[unified] ?? 'end'
    const text = this.#parts.map((part) => (part.type === 'text' ? toText(part.text) : '')).join('')
    const reasoning = this.#parts.map((part) => (part.type === 'reasoning' ? toText(part.text) : '')).join('')
    const calls = this.#readCalls(stopReason)
    const content = this.#parts.filter((part) => part.text !== '' || part.providerOptions !== undefined)
    const { model } = this.#request.model
    const prefix = isPreserving(model) ? digestRequest(this.#request) : undefined
    return {
      ...(text !== '' && { text }),
      ...(reasoning !== '' && { reasoning }),
      ...(calls.length > 0 && { toolCalls: calls }),
      stopReason: stopReason === 'end' && calls.length > 0 ? 'tool_calls' : stopReason,
      ...(stopReason === 'refusal' && {
        refusal: text || 'The reply was blocked by a content filter.',
        refusalReason: 'content_filter',
        finishReason: toText(isRecord(finishReason) ? finishReason.raw : undefined) || unified,
      }),
      usage: readUsage(isRecord(usage) ? usage : {}),
      model: this.#model || model,
      ...(this.#id !== '' && { responseId: this.#id }),
      ...(content.some(({ providerOptions }) => providerOptions !== undefined) && {
        providerMetadata: { provider: PROVIDER, model, content, ...(prefix !== undefined && { prefix }) },
      }),
    }
  }

  #readCalls(stopReason: StopReason): ModelCall[] {
    return this.#calls.map(({ toolCallId, toolName, input }, index) => {
      const isCut = stopReason === 'max_tokens' && index === this.#calls.length - 1
      const call = { id: toText(toolCallId), name: toText(toolName), ...readArguments(toText(input), isCut) }
      // Some provider packages complete the JSON of a call that was cut off.
      return toToolCall(this.#request, isCut ? { ...call, fault: 'cut_off' } : call)
    })
  }
}

function readUsage({ inputTokens, outputTokens }: Fields) {
  const { total, cacheRead } = isRecord(inputTokens) ? inputTokens : { total: 0, cacheRead: 0 }
  return {
    inputTokens: toCount(total),
    outputTokens: toCount(isRecord(outputTokens) ? outputTokens.total : 0),
    cachedInputTokens: toCount(cacheRead),
  }
}
