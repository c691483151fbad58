/** Writes a scripted reply in the form of Anthropic's Messages API. */

import { type Fields, toRecords } from '#contract/is-object.ts'
import type { ScriptedStepData } from '../script.ts'
import {
  createId,
  formatNamed,
  getUsage,
  joinText,
  listCalls,
  signThinking,
  splitHalves,
  splitText,
  type WireWriter,
} from './wire-writer.ts'

export const anthropicWire: WireWriter = {
  identify: () => ({ 'request-id': createId('req') }),
  readRequest: (_path, body) => ({
    model: String(body.model),
    system: joinText(body.system),
    tools: toRecords(body.tools).map(({ name }) => String(name)),
    stream: body.stream === true,
  }),
  whole: (step, model) => ({
    ...writeMessage(model),
    content: listBlocks(step, model).map(({ block, call }) =>
      call === undefined ? block : { ...block, input: call.input },
    ),
    ...writeStop(step),
    usage: writeUsage(step),
  }),
  events: writeEvents,
  error: (status, message) => ({
    type: 'error',
    error: { type: getErrorType(status), message },
    request_id: createId('req'),
  }),
  streamError: (message) =>
    formatNamed({ type: 'error', error: { type: 'overloaded_error', message }, request_id: createId('req') }),
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function getErrorType(status: number): string {
  return ERROR_TYPES[status] ?? 'api_error'
}

interface Block {
  /** The block without its input. */
  readonly block: { readonly type: string } & Fields
  /** Only of calls. */
  readonly call?: { readonly input: unknown; readonly json: string }
}

function listBlocks(step: ScriptedStepData, model: string): readonly Block[] {
  const { reasoning, text = '' } = step
  return [
    ...(reasoning === undefined
      ? []
      : [{ block: { type: 'thinking', thinking: reasoning, signature: signThinking(reasoning, model) } }]),
    ...(text === '' ? [] : [{ block: { type: 'text', text, citations: null } }]),
    ...listCalls(step).flatMap(({ id, name, found, ...call }): Block[] =>
      found === undefined
        ? [{ block: { type: 'tool_use', id, name, caller: { type: 'direct' } }, call }]
        : writeSearch(id, found, call),
    ),
  ]
}

/** The API runs a search within the reply. */
function writeSearch(id: string, found: readonly string[], call: NonNullable<Block['call']>): Block[] {
  const use = {
    type: 'server_tool_use',
    id: `srvtoolu_${id}`,
    name: 'tool_search_tool_bm25',
    caller: { type: 'direct' },
  }
  const content = {
    type: 'tool_search_tool_search_result',
    tool_references: found.map((tool_name) => ({ type: 'tool_reference', tool_name })),
  }
  return [{ block: use, call }, { block: { type: 'tool_search_tool_result', tool_use_id: use.id, content } }]
}

function writeMessage(model: string): object {
  return { id: createId('msg'), type: 'message', role: 'assistant', model, container: null, diagnostics: null }
}

function writeStop({ calls = [], refusal, cut }: ScriptedStepData): Fields {
  const isWaiting = calls.some(({ found }) => found === undefined)
  const reason = refusal !== undefined ? 'refusal' : cut ? 'max_tokens' : isWaiting ? 'tool_use' : 'end_turn'
  const details = refusal === undefined ? null : { type: 'refusal', category: 'general_harms', explanation: refusal }
  return { stop_reason: reason, stop_sequence: null, stop_details: details }
}

function writeUsage(step: ScriptedStepData): Fields {
  const { input, output, cached } = getUsage(step)
  return {
    input_tokens: input - cached,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
  }
}

function writeEvents(step: ScriptedStepData, model: string): readonly string[] {
  const start = { ...writeMessage(model), content: [], stop_reason: null, stop_sequence: null, stop_details: null }
  return [
    formatNamed({ type: 'message_start', message: { ...start, usage: { ...writeUsage(step), output_tokens: 1 } } }),
    formatNamed({ type: 'ping' }),
    ...listBlocks(step, model).flatMap(writeBlock),
    formatNamed({
      type: 'message_delta',
      delta: { ...writeStop(step), container: null },
      usage: { output_tokens: getUsage(step).output },
    }),
    formatNamed({ type: 'message_stop' }),
  ]
}

function writeBlock({ block, call }: Block, index: number): readonly string[] {
  const delta = (value: object) => formatNamed({ type: 'content_block_delta', index, delta: value })
  const [start, deltas] = splitBlock(block, call?.json ?? '')
  return [
    formatNamed({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map(delta),
    formatNamed({ type: 'content_block_stop', index }),
  ]
}

/** Returns the block as it starts, and its deltas. */
function splitBlock(block: Fields, json: string): [object, readonly object[]] {
  switch (block.type) {
    case 'thinking':
      return [
        { ...block, thinking: '', signature: '' },
        [
          ...splitText(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      ]
    case 'text':
      return [{ ...block, text: '' }, splitText(String(block.text)).map((text) => ({ type: 'text_delta', text }))]
    case 'tool_search_tool_result':
      return [block, []]
    default:
      return [
        { ...block, input: {} },
        ['', ...splitHalves(json)].map((half) => ({ type: 'input_json_delta', partial_json: half })),
      ]
  }
}
