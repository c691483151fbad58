/** Runs one round of a model, whole or streamed, in the format of its provider. */
import { createParser } from 'eventsource-parser'
import type { Attachment, Message } from '#contract/agent/message.ts'
import type {
  ModelListener,
  ModelReply,
  ModelRequest,
  ModelTool,
  ProviderName,
  ResolvedModel,
} from '#contract/agent/model.ts'
import { ProviderError } from '#contract/agent/model.ts'
import { offerDeferred } from '../tool-search/offer-deferred.ts'
import { anthropicFormat } from './anthropic.ts'
import { chatFormat } from './chat-completions.ts'
import { collectText, exchange, type ProviderResponse } from './exchange.ts'
import { createEarlyEndError, createFormatError, type ProviderFormat, type StreamReader } from './format.ts'
import { googleFormat } from './google.ts'
import { streamLanguageModel } from './language-model.ts'
import { isAboutFiles, isTextOnly, listMediaTypes, readsFile, rememberTextModel } from './media-types.ts'
import { removeReservedOptions } from './model-options.ts'
import { openaiFormat } from './openai.ts'
import { hasFiles, prepareFiles, withActualType } from './prepare-files.ts'
import { findResponseId } from './response-facts.ts'

interface Provider {
  /** Name for display. */
  readonly title: string
  readonly format: ProviderFormat
}

const PROVIDERS: Readonly<Record<Exclude<ProviderName, 'ai-sdk'>, Provider>> = {
  anthropic: { title: 'Anthropic', format: anthropicFormat },
  openai: { title: 'OpenAI', format: openaiFormat },
  google: { title: 'Google', format: googleFormat },
  openrouter: { title: 'OpenRouter', format: chatFormat },
  'openai-compatible': { title: 'The model server', format: chatFormat },
}

/**
 * Sends one request and returns the model's reply to `messages` under `system`, with `tools` by their full names.
 *
 * @throws ProviderError
 */
export function callProvider(
  model: ResolvedModel,
  system: string,
  messages: readonly Message[],
  tools: readonly ModelTool[],
  fetch?: typeof globalThis.fetch,
): Promise<ModelReply> {
  return askModel({ model, system, messages, tools, ...(fetch && { fetch }) })
}

/** A file of the user that a model can't read. */
interface Unreadable {
  /** Path in the messages, such as `[0].attachments[1]`. */
  readonly path: string
  /** What is wrong with the file, as the end of a sentence about it, and what the model reads instead. */
  readonly reason: string
}

/** Returns the first file of the user's new messages that the model can't read. */
export function findUnreadable(model: ResolvedModel, messages: readonly Message[]): Unreadable | undefined {
  const start = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  for (const [index, { role, attachments = [] }] of messages.entries())
    for (const [at, file] of attachments.entries()) {
      const reason = index >= start && role === 'user' ? describeUnreadable(model, file) : undefined
      if (reason !== undefined) return { path: `[${index}].attachments[${at}]`, reason }
    }
  return undefined
}

/** Returns what is wrong with a file, and which types the model reads; `undefined` for a readable file. */
function describeUnreadable(model: ResolvedModel, file: Attachment): string | undefined {
  const { provider } = model
  if (provider === 'ai-sdk' || readsFile(model, withActualType(file))) return undefined
  const { name, mediaType } = file
  const shown = name === undefined ? mediaType : `${name} (${mediaType})`
  const types = [...(listMediaTypes(model) ?? []), 'text'].join(', ')
  return `can't be read by ${model.model}: ${shown}. It reads ${types}`
}

/** `callProvider` with every option of a request. */
export async function askModel(unchecked: ModelRequest): Promise<ModelReply> {
  const request = offerDeferred(removeReservedOptions(unchecked))
  const { provider } = request.model
  if (provider === 'ai-sdk') return streamLanguageModel(prepareFiles(request))
  const response = await send(request, PROVIDERS[provider], false)
  return readWhole(await collectText(response), PROVIDERS[provider], request)
}

function readWhole(text: string, { title, format }: Provider, request: ModelRequest): ModelReply {
  const data = parseJson(text, title)
  return { ...format.readWhole(data, request), ...findResponseId(data) }
}

/**
 * `askModel` with a stream: `listener` receives events while they arrive. It is called directly instead of through a
 * generator, because a promise for each event in each layer is the largest cost of a stream. A response that isn't a
 * stream is read whole.
 */
export async function streamModel(unchecked: ModelRequest, listener: ModelListener): Promise<ModelReply> {
  const request = offerDeferred(removeReservedOptions(unchecked))
  const { provider } = request.model
  if (provider === 'ai-sdk') return streamLanguageModel(prepareFiles(request), listener)
  const { title, format } = PROVIDERS[provider]
  const response = await send(request, PROVIDERS[provider], true)
  if (response.contentType.includes('application/json')) {
    const reply = readWhole(await collectText(response), PROVIDERS[provider], request)
    replay(reply, listener)
    return reply
  }
  // Some servers label their events as plain text.
  if (!/text\/event-stream|text\/plain/.test(response.contentType))
    throw createFormatError(title, (await collectText(response, 4096)).slice(0, 2000))
  return readEvents(response, format.openStream(request), { title, listener })
}

/** Requests whose strict tools the provider could not compile, by their model and the names of their tools. */
const tooComplex = new Set<string>()

const MAX_REMEMBERED = 1_000

/**
 * Sends a request. How complex all strict tools together may be is not documented, so a request that a provider refuses for
 * this reason is sent again without strict tools, and so are later ones with the same tools.
 */
async function send(request: ModelRequest, provider: Provider, stream: boolean): Promise<ProviderResponse> {
  const prepared = prepareFiles(request)
  try {
    return await sendPrepared(prepared, provider, stream)
  } catch (error) {
    if (!(error instanceof ProviderError) || !isAboutFiles(error)) throw error
    const { model, messages } = request
    if (isTextOnly(model, error)) rememberTextModel(model)
    // The user reads which file is refused. The model reads the same about files of results and of earlier messages.
    const refused = hasFiles(prepared, 'user') ? findUnreadable(model, messages) : undefined
    if (refused !== undefined) {
      const { status, detail } = error
      throw new ProviderError('rejected', `The file ${refused.reason}.`, { status, detail, cause: error })
    }
    const described = prepareFiles(request, { keepResults: false })
    if (JSON.stringify(described.messages) === JSON.stringify(prepared.messages)) throw error
    return sendPrepared(described, provider, stream)
  }
}

/** Sends a request without files that its model can't read. */
async function sendPrepared(
  request: ModelRequest,
  { title, format }: Provider,
  stream: boolean,
): Promise<ProviderResponse> {
  const { model, tools } = request
  const key = JSON.stringify([model.provider, model.model, tools.map(({ name }) => name)])
  const strict = !tooComplex.has(key)
  try {
    return await exchange(request, format.write(request, { stream, strict }), title)
  } catch (error) {
    if (!strict || !isTooComplex(error)) throw error
    if (tooComplex.size >= MAX_REMEMBERED) tooComplex.clear()
    tooComplex.add(key)
    return exchange(request, format.write(request, { stream, strict: false }), title)
  }
}

function isTooComplex(error: unknown): boolean {
  return error instanceof ProviderError && error.status === 400 && /grammar|too complex/i.test(error.detail ?? '')
}

interface ReadOptions {
  readonly title: string
  readonly listener: ModelListener
}

async function readEvents(
  response: ProviderResponse,
  reader: StreamReader,
  { title, listener }: ReadOptions,
): Promise<ModelReply> {
  let isDone = false
  let isFlushed = false
  let events = 0
  let heard = ''
  let start = ''
  let id: ReturnType<typeof findResponseId> = {}
  const parser = createParser({
    onEvent({ data }) {
      events += 1
      if (data === '[DONE]') {
        isDone = true
        return
      }
      const parsed = parseEvent(data, title, isFlushed)
      if (id.responseId === undefined) id = findResponseId(parsed)
      for (const event of reader.read(parsed)) {
        if (event.type === 'text') heard += event.delta
        listener.hear(event)
      }
    },
  })
  await response.read(
    (piece) => {
      if (events === 0) start = (start + piece).slice(0, 2000)
      parser.feed(piece)
      const wait = listener.pause()
      // Some servers leave the connection open after the last event.
      if (isDone || reader.isOver?.()) return false
      return wait?.then(() => true) ?? true
    },
    () => reader.mayEnd?.() ?? false,
  )
  // Some servers don't end their last event with a blank line.
  isFlushed = true
  parser.feed('\n\n')
  if (events === 0 && start.trim() !== '') throw createFormatError(title, start)
  const reply = reader.end(isDone)
  const { text = '' } = reply
  // The end of a text may show that its start was no tag.
  if (text.length > heard.length && text.startsWith(heard))
    listener.hear({ type: 'text', delta: text.slice(heard.length) })
  return { ...reply, ...id }
}

/** Parses the data of an event. What can't be read at the end of a stream is half an event. */
function parseEvent(data: string, title: string, isEnd: boolean): unknown {
  try {
    return parseJson(data, title)
  } catch (error) {
    throw isEnd ? createEarlyEndError(title) : error
  }
}

function replay(reply: ModelReply, listener: ModelListener): void {
  if (reply.reasoning !== undefined) listener.hear({ type: 'reasoning', delta: reply.reasoning })
  if (reply.text !== undefined) listener.hear({ type: 'text', delta: reply.text })
  for (const { id, name, input } of reply.toolCalls ?? []) {
    listener.hear({ type: 'call-start', id, name })
    listener.hear({ type: 'call-delta', id, delta: JSON.stringify(input) })
  }
}

function parseJson(text: string, title: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProviderError('invalid_response', `${title} sent a response that cannot be read.`, {
      detail: text.slice(0, 2000),
      cause,
    })
  }
}
