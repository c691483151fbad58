/** One round with a model, whole or streamed, in whichever format its provider speaks (spec: Model resolution order). */
import { createParser } from 'eventsource-parser'
import type { Message } from '#contract/message.ts'
import type {
  ModelListener,
  ModelReply,
  ModelRequest,
  ModelTool,
  ProviderName,
  ResolvedModel,
} from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { anthropicFormat } from './anthropic.ts'
import { collectText, exchange, type ProviderResponse } from './exchange.ts'
import { notTheFormat, type ProviderFormat, type StreamReader } from './format.ts'
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
 * One round-trip: what the model answers to `messages` under `system`, with `tools` by their full names. Throws a
 * `ProviderError`.
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

/** `callProvider` with everything that a request can say. */
export async function askModel(asked: ModelRequest): Promise<ModelReply> {
  const request = removeReservedOptions(asked)
  const { title, format } = FORMATS[request.model.provider]
  const answer = await exchange(request, format.write(request, false), title)
  return format.readWhole(parseAnswer(await collectText(answer), title), request)
}

/**
 * The same; `listener` hears of it while it arrives, by a call and not through a generator: a promise for each word and each
 * floor above is what streams cost most. A server that does not stream is read whole.
 */
export async function streamModel(asked: ModelRequest, listener: ModelListener): Promise<ModelReply> {
  const request = removeReservedOptions(asked)
  const { title, format } = FORMATS[request.model.provider]
  const answer = await exchange(request, format.write(request, true), title)
  if (answer.contentType.includes('application/json')) {
    const reply = format.readWhole(parseAnswer(await collectText(answer), title), request)
    tell(reply, listener)
    return reply
  }
  if (!answer.contentType.includes('text/event-stream'))
    throw notTheFormat(title, (await collectText(answer, 4096)).slice(0, 2000))
  const reader = format.openStream(request)
  await readEvents(answer, reader, { title, listener })
  return reader.end()
}

async function readEvents(
  answer: ProviderResponse,
  reader: StreamReader,
  { title, listener }: { readonly title: string; readonly listener: ModelListener },
): Promise<void> {
  let done = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') done = true
      else for (const event of reader.read(parseAnswer(data, title))) listener.hear(event)
    },
  })
  await answer.read((piece) => {
    parser.feed(piece)
    const wait = listener.pause()
    // Not every server closes the connection then.
    if (done || reader.isOver?.()) return false
    return wait?.then(() => true) ?? true
  })
}

function tell(reply: ModelReply, listener: ModelListener): void {
  if (reply.text !== undefined) listener.hear({ type: 'text', delta: reply.text })
  for (const { id, name, input } of reply.toolCalls ?? []) {
    listener.hear({ type: 'call-start', id, name })
    listener.hear({ type: 'call-delta', id, delta: JSON.stringify(input) })
  }
}

function parseAnswer(text: string, title: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProviderError('invalid_response', `${title} answered something that cannot be read.`, {
      detail: text.slice(0, 2000),
      cause,
    })
  }
}
