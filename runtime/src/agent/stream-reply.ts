/** Writes a turn as server-sent events. */
import type { ErrorReply, TurnReply } from '#contract/agent/agent.ts'
import type { ModelEvent, ModelListener } from '#contract/agent/model.ts'
import type { BodySink, PushedBody } from '#contract/http/request.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import type { TurnEvent } from './turn.ts'

export interface StreamOptions {
  /** Also sends tool outputs and approvals. By default a stream contains only text and the calls of tools. */
  readonly withOutputs: boolean
  /** The client is one of the AI SDK, which stores the conversation itself in its own shape. */
  readonly fromUi: boolean
  /** Id of the message that the reply continues. Default: a new message. */
  readonly continues: string | undefined
}

/** Receives the chunks of a turn: JSON objects, one for each event. */
export interface ChunkSink {
  write(chunk: object): void
  /** Called after a group of chunks that belong together. The promise resolves when there is room for more. */
  flush(): Promise<void> | undefined
  /** Ends the stream. */
  end(): void
  /** Breaks the stream off, because its content is incomplete. */
  fail(error: unknown): void
}

type BeginTurn = (listener: ModelListener) => AsyncGenerator<TurnEvent, TurnReply>

/** Writes a turn to a sink in the format of a protocol. */
export interface TurnWriter {
  /** `id` is unique among streams. */
  start(id: string): void
  write(event: TurnEvent | ModelEvent): void
  end(reply: TurnReply): void
}

/** Runs a turn into a sink, to its end. Never rejects. If a reader disconnects, the sink aborts the turn. */
export async function streamTurn(begin: BeginTurn, sink: ChunkSink, id: string, writer: TurnWriter): Promise<void> {
  try {
    const turn = begin({ hear: (event) => writer.write(event), pause: () => sink.flush() })
    writer.start(id)
    for (;;) {
      const next = await turn.next()
      if (next.done) {
        writer.end(next.value)
        break
      }
      writer.write(next.value)
      await sink.flush()
    }
    sink.end()
  } catch (error) {
    sink.fail(error)
  }
}

/**
 * Writes the stream format of the AI SDK. Tracks the open parts, so that each is closed before a part of another kind begins.
 */
export class ChunkWriter implements TurnWriter {
  readonly #sink: ChunkSink
  readonly #withOutputs: boolean
  readonly #fromUi: boolean
  readonly #continues: string | undefined
  /** The open part. */
  #part: { readonly type: 'text' | 'reasoning'; readonly id: string } | undefined
  #parts = 0
  #stepIsOpen = false
  /** Provider metadata of each step, which the client sends back to the provider. */
  readonly #metadata: unknown[] = []
  readonly #started = new Set<string>()

  constructor(sink: ChunkSink, { withOutputs, fromUi, continues }: StreamOptions) {
    this.#sink = sink
    this.#withOutputs = withOutputs
    this.#fromUi = fromUi
    this.#continues = continues
  }

  start(id: string): void {
    this.#sink.write({ type: 'start', messageId: this.#continues ?? `msg_${id}` })
  }

  write(event: TurnEvent | ModelEvent): void {
    switch (event.type) {
      case 'step-start':
        this.#startStep(event)
        return
      case 'reasoning':
      case 'text':
        if (event.type === 'text' || this.#withOutputs) this.#writeText(event.type, event.delta)
        return
      case 'call-start':
        this.#endText()
        this.#started.add(event.id)
        this.#sink.write({ type: 'tool-input-start', toolCallId: event.id, toolName: event.name, dynamic: true })
        return
      case 'call-delta':
        this.#sink.write({ type: 'tool-input-delta', toolCallId: event.id, inputTextDelta: event.delta })
        return
      case 'call': {
        this.#endText()
        const { id: toolCallId, name: toolName, input } = event.call
        const title = event.title !== undefined && { title: event.title }
        if (!this.#started.has(toolCallId))
          this.#sink.write({ type: 'tool-input-start', toolCallId, toolName, dynamic: true })
        this.#sink.write({ type: 'tool-input-available', toolCallId, toolName, input, dynamic: true, ...title })
        return
      }
      case 'result':
        if (this.#withOutputs) this.#sink.write(outputChunk(event, this.#fromUi))
        return
      case 'refusal':
      case 'compaction': {
        this.#endText()
        const { type, ...data } = event
        if (this.#withOutputs) this.#sink.write({ type: `data-${type}`, data })
        return
      }
      case 'step-end':
        this.#metadata.push(event.providerMetadata ?? null)
        this.#endText()
        this.#stepIsOpen = false
        this.#sink.write({ type: 'finish-step' })
        // The client needs it for a retry too, if the stream breaks off.
        if (this.#fromUi && event.providerMetadata !== undefined)
          this.#sink.write({ type: 'message-metadata', messageMetadata: { providerMetadata: this.#metadata } })
    }
  }

  end(reply: TurnReply): void {
    this.#endText()
    if (reply.type === 'error') {
      this.#sink.write({ type: 'error', errorText: reply.error, ...(!this.#fromUi && toErrorFields(reply)) })
      return
    }
    if (this.#stepIsOpen) this.#sink.write({ type: 'finish-step' })
    this.#sink.write({
      type: 'finish',
      ...(this.#withOutputs && { finishReason: toFinishReason(reply) }),
      messageMetadata: this.#fromUi ? toMetadata(reply, this.#metadata) : toEnvelope(reply),
    })
  }

  /** The AI SDK rejects unknown members of a chunk, and has a chunk for its metadata. */
  #startStep({ type: _, ...messageMetadata }: Extract<TurnEvent, { type: 'step-start' }>): void {
    this.#stepIsOpen = true
    const hasMarks = Object.keys(messageMetadata).length > 0
    this.#sink.write({ type: 'start-step', ...(hasMarks && !this.#fromUi && { messageMetadata }) })
    if (hasMarks && this.#fromUi) this.#sink.write({ type: 'message-metadata', messageMetadata })
  }

  #writeText(type: 'text' | 'reasoning', delta: string): void {
    if (this.#part?.type !== type) {
      this.#endText()
      this.#part = { type, id: `${type}-${this.#parts++}` }
      this.#sink.write({ type: `${type}-start`, id: this.#part.id })
    }
    this.#sink.write({ type: `${type}-delta`, id: this.#part.id, delta })
  }

  #endText(): void {
    if (this.#part === undefined) return
    this.#sink.write({ type: `${this.#part.type}-end`, id: this.#part.id })
    this.#part = undefined
  }
}

/** Returns the reply without the text that has already been streamed. */
function toEnvelope(reply: TurnReply): object {
  if (reply.type !== 'text') return reply
  const { text: _, ...rest } = reply
  return rest
}

/** Returns the code and the conversation. Leaves them out for the AI SDK, which rejects unknown fields. */
function toErrorFields({ type: _, error: _error, code, detail, ...messageMetadata }: ErrorReply): object {
  return { code, ...(detail && { detail }), messageMetadata }
}

/** Returns the reply's metadata without the conversation. */
function toMetadata(reply: TurnReply, providerMetadata: readonly unknown[]): object {
  const { messages: _, ...rest } = { messages: undefined, ...toEnvelope(reply) }
  return providerMetadata.some((value) => value !== null) ? { ...rest, providerMetadata } : rest
}

function toFinishReason(reply: TurnReply): string {
  if (reply.type === 'ui_calls') return 'tool-calls'
  if (reply.type === 'refusal') return 'content-filter'
  const { stopReason } = reply.type === 'text' ? reply : {}
  return stopReason !== undefined && stopReason !== 'stop_when' ? 'length' : 'stop'
}

/** Leaves out `proposal` for the AI SDK, which rejects unknown fields. */
function outputChunk(event: Extract<TurnEvent, { type: 'result' }>, fromUi: boolean): object {
  const { id: toolCallId, ok, text, proposal } = event
  if (proposal !== undefined)
    return { type: 'tool-approval-request', approvalId: proposal.id, toolCallId, ...(!fromUi && { proposal }) }
  if (ok) return { type: 'tool-output-available', toolCallId, output: tryParseJson(text, text), dynamic: true }
  return { type: 'tool-output-error', toolCallId, errorText: text, dynamic: true }
}

/** Formats one event: `id:` counts from 1, `data:` is JSON. */
export function formatEvent(count: number, chunk: object): string {
  return `id: ${count}\ndata: ${JSON.stringify(chunk)}\n\n`
}

/** Sent after the last event. */
export const DONE_TEXT = 'data: [DONE]\n\n'

interface StreamFormat {
  /** Formats one event; `count` begins with 1. */
  readonly formatEvent: (count: number, chunk: object) => string
  /** Sent after the last event. */
  readonly done: string
}

const AI_SDK_FORMAT: StreamFormat = { formatEvent, done: DONE_TEXT }

/** Events without ids, because the stream can't be resumed, and without a text at its end. */
export const PLAIN_FORMAT: StreamFormat = {
  formatEvent: (_, chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  done: '',
}

/**
 * Creates the body of a streamed reply, which is also the sink of its turn. `begin` runs when the body is opened, so a body
 * that is never sent does nothing. `leave` is called once when the reader disconnects. The turn waits for a slow reader.
 */
export function createTurnBody(
  begin: (sink: ChunkSink) => void,
  leave: () => void,
  format: StreamFormat = AI_SDK_FORMAT,
): PushedBody {
  return {
    open: (sink) => begin(new BodyChunks(sink, format)),
    cancel: leave,
  }
}

/** Writes chunks as events. The events of a group are one piece of the body. */
class BodyChunks implements ChunkSink {
  readonly #body: BodySink
  readonly #format: StreamFormat
  #text = ''
  #count = 0

  constructor(body: BodySink, format: StreamFormat) {
    this.#body = body
    this.#format = format
  }

  write(chunk: object): void {
    this.#text += this.#format.formatEvent(++this.#count, chunk)
  }

  flush(): Promise<void> | undefined {
    const text = this.#text
    this.#text = ''
    return this.#body.write(text)
  }

  end(): void {
    this.#text += this.#format.done
    void this.flush()
    this.#body.end()
  }

  fail(error: unknown): void {
    this.#body.fail(error)
  }
}
