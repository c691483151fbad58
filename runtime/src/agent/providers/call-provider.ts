/** One round with a model, whole or streamed, in whichever format its provider speaks (spec: Model resolution order). */
import { createParser } from 'eventsource-parser'
import type { Message } from '#contract/message.ts'
import type { ModelEvent, ModelReply, ModelRequest, ModelTool, ProviderName, ResolvedModel } from '#contract/model.ts'
import { ProviderError } from '#contract/model.ts'
import { anthropicFormat } from './anthropic.ts'
import { collectText, exchange } from './exchange.ts'
import { notTheFormat, type ProviderFormat, type StreamReader } from './format.ts'
import { googleFormat } from './google.ts'
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
export async function askModel(request: ModelRequest): Promise<ModelReply> {
  const { title, format } = FORMATS[request.model.provider]
  const answer = await exchange(request, format.write(request, false), title)
  return format.readWhole(parseAnswer(await collectText(answer.text()), title), request)
}

/** The same while it arrives. The last event is the reply. A server that does not stream is read whole. */
export async function* streamModel(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
  const { title, format } = FORMATS[request.model.provider]
  const answer = await exchange(request, format.write(request, true), title)
  if (answer.contentType.includes('application/json')) {
    const reply = format.readWhole(parseAnswer(await collectText(answer.text()), title), request)
    yield* eventsOf(reply)
    return
  }
  if (!answer.contentType.includes('text/event-stream'))
    throw notTheFormat(title, (await collectText(answer.text(), 4096)).slice(0, 2000))
  const reader = format.openStream(request)
  yield* readEvents(answer.text(), reader, title)
  yield { type: 'reply', reply: reader.end() }
}

async function* readEvents(
  text: AsyncGenerator<string>,
  reader: StreamReader,
  title: string,
): AsyncGenerator<ModelEvent, void> {
  let arrived: ModelEvent[] = []
  let done = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') done = true
      else arrived.push(...reader.read(parseAnswer(data, title)))
    },
  })
  for await (const piece of text) {
    parser.feed(piece)
    yield* arrived
    arrived = []
    if (done) return
  }
}

function* eventsOf(reply: ModelReply): Generator<ModelEvent, void> {
  if (reply.text !== undefined) yield { type: 'text', delta: reply.text }
  for (const { id, name, input } of reply.toolCalls ?? []) {
    yield { type: 'call-start', id, name }
    yield { type: 'call-delta', id, delta: JSON.stringify(input) }
  }
  yield { type: 'reply', reply }
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
