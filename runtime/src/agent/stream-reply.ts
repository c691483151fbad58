/** A turn as server-sent events (spec: Streamed turn events; security rule 17). */
import type { TurnReply } from '#contract/agent.ts'
import type { TurnEvent } from './turn.ts'

export interface StreamOptions {
  /** Tool outputs and approvals too, for clients of the AI SDK. Default: the spec's events only. */
  readonly full: boolean
}

/** The chunks of a turn: JSON objects, one for each event. The turn's generator is read to its end, or returned early. */
export async function* turnChunks(
  turn: AsyncGenerator<TurnEvent, TurnReply>,
  messageId: string,
  { full }: StreamOptions,
): AsyncGenerator<object, void> {
  yield { type: 'start', messageId }
  const writer = new ChunkWriter(full)
  try {
    for (;;) {
      const next = await turn.next()
      if (next.done) return yield* writer.end(next.value)
      yield* writer.write(next.value)
    }
  } finally {
    // The client may leave between two chunks.
    await turn.return(undefined as never) // nobody reads what it returns
  }
}

/** Keeps which parts are open, so that each is closed before the next kind begins. */
class ChunkWriter {
  readonly #full: boolean
  /** Id of the text part that is open. */
  #text: string | undefined
  #texts = 0
  #stepIsOpen = false
  /** What goes back to the provider, for each step. */
  readonly #metadata: unknown[] = []
  readonly #started = new Set<string>()

  constructor(full: boolean) {
    this.#full = full
  }

  *write(event: TurnEvent): Generator<object, void> {
    switch (event.type) {
      case 'step-start':
        this.#stepIsOpen = true
        yield { type: 'start-step' }
        return
      case 'text':
        if (this.#text === undefined) {
          this.#text = `text-${this.#texts++}`
          yield { type: 'text-start', id: this.#text }
        }
        yield { type: 'text-delta', id: this.#text, delta: event.delta }
        return
      case 'call-start':
        yield* this.#endText()
        this.#started.add(event.id)
        yield { type: 'tool-input-start', toolCallId: event.id, toolName: event.name, dynamic: true }
        return
      case 'call-delta':
        yield { type: 'tool-input-delta', toolCallId: event.id, inputTextDelta: event.delta }
        return
      case 'call': {
        yield* this.#endText()
        const { id: toolCallId, name: toolName, input } = event.call
        if (!this.#started.has(toolCallId)) yield { type: 'tool-input-start', toolCallId, toolName, dynamic: true }
        yield { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }
        return
      }
      case 'result':
        if (this.#full) yield* outputChunks(event)
        return
      case 'step-end':
        this.#metadata.push(event.providerMetadata ?? null)
        yield* this.#endText()
        this.#stepIsOpen = false
        yield { type: 'finish-step' }
    }
  }

  *end(reply: TurnReply): Generator<object, void> {
    yield* this.#endText()
    if (reply.type === 'error') {
      yield { type: 'error', errorText: reply.error, code: reply.code, ...(reply.detail && { detail: reply.detail }) }
      return
    }
    if (this.#stepIsOpen) yield { type: 'finish-step' }
    yield this.#full
      ? { type: 'finish', finishReason: finishReasonOf(reply), messageMetadata: metadataOf(reply, this.#metadata) }
      : { type: 'finish', messageMetadata: envelopeOf(reply) }
  }

  *#endText(): Generator<object, void> {
    if (this.#text === undefined) return
    yield { type: 'text-end', id: this.#text }
    this.#text = undefined
  }
}

/** The reply without the text that has been streamed. */
function envelopeOf(reply: TurnReply): object {
  if (reply.type !== 'text') return reply
  const { text: _, ...rest } = reply
  return rest
}

/** A client of the AI SDK keeps the conversation itself, in its own shape. */
function metadataOf(reply: TurnReply, providerMetadata: readonly unknown[]): object {
  const { messages: _, ...rest } = { messages: undefined, ...envelopeOf(reply) }
  return providerMetadata.some((value) => value !== null) ? { ...rest, providerMetadata } : rest
}

function finishReasonOf(reply: TurnReply): string {
  if (reply.type === 'ui_calls') return 'tool-calls'
  if (reply.type === 'refusal') return 'content-filter'
  return reply.type === 'text' && reply.stopReason !== undefined ? 'length' : 'stop'
}

function* outputChunks(event: Extract<TurnEvent, { type: 'result' }>): Generator<object, void> {
  const { id: toolCallId, ok, text, proposal } = event
  if (proposal !== undefined) yield { type: 'tool-approval-request', approvalId: proposal.id, toolCallId }
  else if (ok) yield { type: 'tool-output-available', toolCallId, output: parsed(text), dynamic: true }
  else yield { type: 'tool-output-error', toolCallId, errorText: text, dynamic: true }
}

/** What the model read of a result is JSON, but for skills. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const encoder = new TextEncoder()

/**
 * The bytes of a stream: `id:` counted from 1, `data:` with JSON, at the end `[DONE]`. A reader that leaves ends the
 * generator; one that is slow is waited for.
 */
export function eventStream(chunks: AsyncGenerator<object, void>): ReadableStream<Uint8Array> {
  let count = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) {
          controller.enqueue(encoder.encode('data: [DONE]\n\n'))
          controller.close()
          return
        }
        count += 1
        controller.enqueue(encoder.encode(`id: ${count}\ndata: ${JSON.stringify(next.value)}\n\n`))
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}
