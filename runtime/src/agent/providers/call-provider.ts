/** Runs one round of a model, whole or streamed, in the format of its provider. */
import { createParser } from 'eventsource-parser'
import type { Message } from '#contract/agent/message.ts'
import type {
  ModelListener,
  ModelReply,
  ModelRequest,
  ModelTool,
  ProviderName,
  ResolvedModel,
} from '#contract/agent/model.ts'
import { ProviderError } from '#contract/agent/model.ts'
import { anthropicFormat } from './anthropic.ts'
import { collectText, exchange, type ProviderResponse } from './exchange.ts'
import { createFormatError, type ProviderFormat, type StreamReader } from './format.ts'
import { googleFormat } from './google.ts'
import { removeReservedOptions } from './model-options.ts'
import { openaiFormat } from './openai.ts'

const FORMATS: Readonly<Record<ProviderName, { readonly title: string; readonly format: ProviderFormat }>> = {
  anthropic: { title: 'Anthropic', format: anthropicFormat },
  openai: { title: 'OpenAI', format: openaiFormat },
  google: { title: 'Google', format: googleFormat },
  openrouter: { title: 'OpenRouter', format: openaiFormat },
  'openai-compatible': { title: 'The model server', format: openaiFormat },
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

/** `callProvider` with every option of a request. */
export async function askModel(unchecked: ModelRequest): Promise<ModelReply> {
  const request = removeReservedOptions(unchecked)
  const { title, format } = FORMATS[request.model.provider]
  const response = await exchange(request, format.write(request, false), title)
  return format.readWhole(parseJson(await collectText(response), title), request)
}

/**
 * `askModel` with a stream: `listener` receives events while they arrive. It is called directly instead of through a
 * generator, because a promise for each event in each layer is the largest cost of a stream. A response that isn't a
 * stream is read whole.
 */
export async function streamModel(unchecked: ModelRequest, listener: ModelListener): Promise<ModelReply> {
  const request = removeReservedOptions(unchecked)
  const { title, format } = FORMATS[request.model.provider]
  const response = await exchange(request, format.write(request, true), title)
  if (response.contentType.includes('application/json')) {
    const reply = format.readWhole(parseJson(await collectText(response), title), request)
    replay(reply, listener)
    return reply
  }
  if (!response.contentType.includes('text/event-stream'))
    throw createFormatError(title, (await collectText(response, 4096)).slice(0, 2000))
  const reader = format.openStream(request)
  await readEvents(response, reader, { title, listener })
  return reader.end()
}

async function readEvents(
  response: ProviderResponse,
  reader: StreamReader,
  { title, listener }: { readonly title: string; readonly listener: ModelListener },
): Promise<void> {
  let done = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') done = true
      else for (const event of reader.read(parseJson(data, title))) listener.hear(event)
    },
  })
  await response.read((piece) => {
    parser.feed(piece)
    const wait = listener.pause()
    // Some servers leave the connection open after the last event.
    if (done || reader.isOver?.()) return false
    return wait?.then(() => true) ?? true
  })
}

function replay(reply: ModelReply, listener: ModelListener): void {
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
