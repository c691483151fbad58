/** Writes a scripted reply in each wire format: as a whole, and as the events of a stream. */
import { toFields } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import type { ScriptedFormat, ScriptedRequest, ScriptedStepData } from './script.ts'

interface FormatWriter {
  readRequest(path: string, body: Fields): Pick<ScriptedRequest, 'model' | 'system' | 'tools' | 'stream'>
  whole(step: ScriptedStepData, model: string): object
  /** Returns server-sent events. */
  events(step: ScriptedStepData, model: string): readonly string[]
  error(status: number, message: string): object
  /** Returns an error within a stream. */
  streamError(message: string): string
}

type Fields = Readonly<Record<string, unknown>>

interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

let made = 0

function listCalls({ calls = [] }: ScriptedStepData): Call[] {
  return calls.map(({ id, name, input }) => {
    made += 1
    return { id: id ?? `call_${made}`, name: wireName(name), input }
  })
}

/** Splits text into several parts, so that tests find clients that take one delta for the whole text. */
function splitText(text: string): readonly string[] {
  return text === '' ? [] : (text.match(/\s*\S+|\s+$/g) ?? [text])
}

function splitHalves(json: string): readonly string[] {
  const middle = Math.ceil(json.length / 2)
  return [json.slice(0, middle), json.slice(middle)].filter((half) => half !== '')
}

function getUsage({ usage = {} }: ScriptedStepData) {
  return { input: usage.input ?? 10, output: usage.output ?? 5, cached: usage.cached ?? 0 }
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const anthropic: FormatWriter = {
  readRequest: (_path, body) => ({
    model: String(body.model),
    system: joinText(body.system),
    tools: toRecords(body.tools).map(({ name }) => String(name)),
    stream: body.stream === true,
  }),
  whole: (step, model) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(getSpokenText(step) === '' ? [] : [{ type: 'text', text: getSpokenText(step), citations: null }]),
      ...listCalls(step).map((call) => ({ type: 'tool_use', ...call })),
    ],
    stop_reason: anthropicStop(step),
    stop_sequence: null,
    usage: anthropicUsage(step),
  }),
  events: (step, model) => anthropicEvents(step, model),
  error: (status, message) => ({ type: 'error', error: { type: anthropicErrorType(status), message } }),
  streamError: (message) => `event: error\n${data({ type: 'error', error: { type: 'overloaded_error', message } })}`,
}

function anthropicErrorType(status: number): string {
  return status === 429 ? 'rate_limit_error' : status === 401 ? 'authentication_error' : 'api_error'
}

function anthropicStop({ calls = [], refusal, cut }: ScriptedStepData): string {
  if (refusal !== undefined) return 'refusal'
  if (cut) return 'max_tokens'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}

function anthropicUsage(step: ScriptedStepData): Fields {
  const { input, output, cached } = getUsage(step)
  return {
    input_tokens: input - cached,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
  }
}

function anthropicEvents(step: ScriptedStepData, model: string): readonly string[] {
  const event = (value: { type: string } & Fields) => `event: ${value.type}\n${data(value)}`
  const text = getSpokenText(step)
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null }
  const blocks = listCalls(step).map((call, at) => ({ call, index: at + (text === '' ? 0 : 1) }))
  return [
    event({ type: 'message_start', message: { ...message, usage: { ...anthropicUsage(step), output_tokens: 1 } } }),
    ...(text === ''
      ? []
      : [
          event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: null } }),
          event({ type: 'ping' }),
          ...splitText(text).map((part) =>
            event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } }),
          ),
          event({ type: 'content_block_stop', index: 0 }),
        ]),
    ...blocks.flatMap(({ call: { id, name, input }, index }) => [
      event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } }),
      ...splitHalves(JSON.stringify(input)).map((half) =>
        event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: half } }),
      ),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: anthropicStop(step), stop_sequence: null },
      usage: { output_tokens: getUsage(step).output },
    }),
    event({ type: 'message_stop' }),
  ]
}

const openai: FormatWriter = {
  readRequest: (_path, body) => ({
    model: String(body.model),
    system: joinText(toRecords(body.messages).find(({ role }) => role === 'system')?.content),
    tools: toRecords(body.tools).map((tool) => String(toFields(tool.function).name)),
    stream: body.stream === true,
  }),
  whole: (step, model) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: step.text ?? null,
          refusal: step.refusal ?? null,
          ...((step.calls?.length ?? 0) > 0 && {
            tool_calls: listCalls(step).map(({ id, name, input }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
        },
        finish_reason: openaiStop(step),
      },
    ],
    usage: openaiUsage(step),
  }),
  events: (step, model) => openaiEvents(step, model),
  error: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
  streamError: (message) => data({ error: { code: 502, message } }),
}

function openaiStop({ calls = [], cut }: ScriptedStepData): string {
  return cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
}

function openaiUsage(step: ScriptedStepData): Fields {
  const { input, output, cached } = getUsage(step)
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

function openaiEvents(step: ScriptedStepData, model: string): readonly string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...splitText(step.text ?? '').map((part) => chunk({ content: part })),
    ...splitText(step.refusal ?? '').map((part) => chunk({ refusal: part })),
    ...listCalls(step).flatMap(({ id, name, input }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...splitHalves(JSON.stringify(input)).map((half) =>
        chunk({ tool_calls: [{ index, function: { arguments: half } }] }),
      ),
    ]),
    chunk({}, openaiStop(step)),
    data({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [],
      usage: openaiUsage(step),
    }),
    'data: [DONE]\n\n',
  ]
}

const google: FormatWriter = {
  readRequest: (path, body) => ({
    model: decodeURIComponent(/\/models\/([^/:]+):/.exec(path)?.[1] ?? ''),
    system: joinText(toFields(body.systemInstruction).parts),
    tools: toRecords(body.tools).flatMap((tool) =>
      toRecords(tool.functionDeclarations).map(({ name }) => String(name)),
    ),
    stream: path.includes(':streamGenerateContent'),
  }),
  whole: (step, model) => googleChunk(step, model, googleParts(step), googleStop(step)),
  events: (step, model) => {
    const parts = googleParts(step)
    return [
      ...parts.map((part) => data(googleChunk(step, model, [part]))),
      data(googleChunk(step, model, [], googleStop(step))),
    ]
  },
  error: (status, message) => ({ error: { code: status, message, status: 'UNKNOWN' } }),
  streamError: (message) => data({ error: { code: 503, message, status: 'UNAVAILABLE' } }),
}

function googleParts(step: ScriptedStepData): object[] {
  const texts = splitText(step.text ?? '').map((text) => ({ text }))
  return [...texts, ...listCalls(step).map(({ name, input }) => ({ functionCall: { name, args: input } }))]
}

function googleStop({ refusal, cut }: ScriptedStepData): string {
  return refusal !== undefined ? 'SAFETY' : cut ? 'MAX_TOKENS' : 'STOP'
}

function googleChunk(step: ScriptedStepData, model: string, parts: readonly object[], finishReason?: string): object {
  const { input, output, cached } = getUsage(step)
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        index: 0,
        ...(finishReason && { finishReason }),
        ...(step.refusal !== undefined && { finishMessage: step.refusal }),
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      cachedContentTokenCount: cached,
      totalTokenCount: input + output,
    },
    modelVersion: model,
  }
}

export const WRITERS: Readonly<Record<ScriptedFormat, FormatWriter>> = { anthropic, openai, google }

/** Returns the text of a reply. The Anthropic format has no separate member for a refusal. */
function getSpokenText({ text, refusal }: ScriptedStepData): string {
  return text ?? refusal ?? ''
}

function toRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : []
}

/** Returns the system prompt, which is a string or a list of parts with a text each. */
function joinText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : toRecords(value)
        .map(({ text }) => String(text))
        .join('\n')
}
