/** Writes a scripted reply in the form of OpenAI's Responses API. */

import { type Fields, toRecords } from '#contract/is-object.ts'
import type { ScriptedStepData } from '../script.ts'
import {
  createId,
  formatNamed,
  getUsage,
  isSearch,
  listCalls,
  signReasoning,
  splitHalves,
  splitText,
  type WireWriter,
} from './wire-writer.ts'

export const responsesWire: WireWriter = {
  identify: () => ({ 'x-request-id': createId('req') }),
  readRequest: (_path, body) => ({
    model: String(body.model),
    system: typeof body.instructions === 'string' ? body.instructions : '',
    tools: toRecords(body.tools).map(({ name, type }) => String(name ?? type)),
    stream: body.stream === true,
  }),
  whole: (step, model) => writeResponse(step, model, listItems(step)),
  events: writeEvents,
  error: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'requests' : status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
  streamError: (message) =>
    formatNamed({
      type: 'error',
      sequence_number: 0,
      error: { type: 'server_error', code: 'server_error', message, param: null },
    }),
}

type Item = { readonly id: string; readonly type: string } & Fields

/** Items that follow reasoning name it in their ids, so that a server can check that both are sent back together. */
function listItems(step: ScriptedStepData): readonly Item[] {
  const { reasoning, text, refusal, cut } = step
  const id = createId('rs')
  const follow = (prefix: string) => createId(reasoning === undefined ? prefix : `${prefix}_${id}`)
  const status = cut ? 'incomplete' : 'completed'
  const content = [
    ...(text === undefined ? [] : [{ type: 'output_text', text, annotations: [], logprobs: [] }]),
    ...(refusal === undefined ? [] : [{ type: 'refusal', refusal }]),
  ]
  const calls = listCalls(step)
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            id,
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: reasoning }],
            encrypted_content: signReasoning(reasoning),
          },
        ]),
    ...(content.length === 0 ? [] : [{ id: follow('msg'), type: 'message', role: 'assistant', status, content }]),
    ...calls.map((call, index) => ({
      ...(isSearch(call)
        ? { id: follow('tsc'), type: 'tool_search_call', execution: 'client', arguments: call.input }
        : { id: follow('fc'), type: 'function_call', name: call.name, arguments: call.json }),
      call_id: call.id,
      status: index === calls.length - 1 ? status : 'completed',
    })),
  ]
}

function writeResponse(step: ScriptedStepData, model: string, output: readonly Item[]): object {
  const { input, output: generated, cached } = getUsage(step)
  return {
    ...writeShell(model),
    status: step.cut ? 'incomplete' : 'completed',
    incomplete_details: step.cut ? { reason: 'max_output_tokens' } : null,
    output,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
      output_tokens: generated,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + generated,
    },
  }
}

/** Returns a response before its output. */
function writeShell(model: string): object {
  return {
    id: createId('resp'),
    object: 'response',
    created_at: 0,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output: [],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: null,
  }
}

function writeEvents(step: ScriptedStepData, model: string): readonly string[] {
  const items = listItems(step)
  const end = writeResponse(step, model, items)
  const events: ({ readonly type: string } & Fields)[] = [
    { type: 'response.created', response: writeShell(model) },
    { type: 'response.in_progress', response: writeShell(model) },
    ...items.flatMap(writeItem),
    { type: step.cut ? 'response.incomplete' : 'response.completed', response: end },
  ]
  return events.map((event, sequence_number) => formatNamed({ ...event, sequence_number }))
}

function writeItem(item: Item, output_index: number): ({ readonly type: string } & Fields)[] {
  const at = { item_id: item.id, output_index }
  const parts =
    item.type === 'tool_search_call'
      ? []
      : item.type === 'function_call'
        ? [
            ...splitHalves(String(item.arguments)).map((delta) => ({
              type: 'response.function_call_arguments.delta',
              ...at,
              delta,
            })),
            { type: 'response.function_call_arguments.done', ...at, name: item.name, arguments: item.arguments },
          ]
        : item.type === 'message'
          ? toRecords(item.content).flatMap((part, content_index) => writePart(part, { ...at, content_index }))
          : toRecords(item.summary).flatMap((part, summary_index) => writeSummary(part, { ...at, summary_index }))
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, ...emptied(item) } },
    ...parts,
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** Returns the members of an item that fill while it streams. */
function emptied({ type }: Item): object {
  if (type === 'reasoning') return { summary: [] }
  if (type === 'tool_search_call') return { status: 'in_progress', arguments: {} }
  return { status: 'in_progress', ...(type === 'message' ? { content: [] } : { arguments: '' }) }
}

function writePart(part: Fields, at: object): ({ readonly type: string } & Fields)[] {
  const [kind, member] = part.type === 'refusal' ? ['refusal', 'refusal'] : ['output_text', 'text']
  const whole = String(part[member as string])
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, [member as string]: '' } },
    ...splitText(whole).map((delta) => ({ type: `response.${kind}.delta`, ...at, delta, logprobs: [] })),
    { type: `response.${kind}.done`, ...at, [member as string]: whole, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
  ]
}

function writeSummary(part: Fields, at: object): ({ readonly type: string } & Fields)[] {
  return [
    { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } },
    ...splitText(String(part.text)).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
    { type: 'response.reasoning_summary_text.done', ...at, text: part.text },
    { type: 'response.reasoning_summary_part.done', ...at, part },
  ]
}
