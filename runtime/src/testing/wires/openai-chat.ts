/** Writes a scripted reply in the form of Chat Completions. */
import { type Fields, toFields, toRecords } from '#contract/is-object.ts'
import type { ScriptedStepData } from '../script.ts'
import {
  createId,
  formatData,
  getUsage,
  joinText,
  listCalls,
  signReasoning,
  splitHalves,
  splitText,
  type WireWriter,
} from './wire-writer.ts'

export const chatWire: WireWriter = {
  identify: () => ({ 'x-request-id': createId('req') }),
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
          ...(step.reasoning !== undefined && { reasoning_content: step.reasoning }),
          ...((step.calls?.length ?? 0) > 0 && {
            tool_calls: listCalls(step).map(({ id, name, json }, index) => ({
              id,
              type: 'function',
              function: { name, arguments: json },
              ...signCall(model, index, name),
            })),
          }),
        },
        finish_reason: getFinishReason(step),
      },
    ],
    usage: writeUsage(step),
  }),
  events: writeEvents,
  error: (status, message) => ({
    error: { message, type: status === 429 ? 'requests' : 'invalid_request_error', param: null, code: String(status) },
  }),
  streamError: (message) => formatData({ error: { code: 502, message } }),
}

/** Gemini behind this wire signs the first call of a reply. */
function signCall(model: string, index: number, name: string): object {
  if (index > 0 || !model.includes('gemini')) return {}
  return { extra_content: { google: { thought_signature: signReasoning(name) } } }
}

function getFinishReason({ calls = [], cut }: ScriptedStepData): string {
  return cut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'
}

function writeUsage(step: ScriptedStepData): Fields {
  const { input, output, cached } = getUsage(step)
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

function writeEvents(step: ScriptedStepData, model: string): readonly string[] {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model }
  const chunk = (delta: object, finish: string | null = null) =>
    formatData({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...splitText(step.reasoning ?? '').map((part) => chunk({ reasoning_content: part })),
    ...splitText(step.text ?? '').map((part) => chunk({ content: part })),
    ...splitText(step.refusal ?? '').map((part) => chunk({ refusal: part })),
    ...listCalls(step).flatMap(({ id, name, json }, index) => [
      chunk({
        tool_calls: [
          { index, id, type: 'function', function: { name, arguments: '' }, ...signCall(model, index, name) },
        ],
      }),
      ...splitHalves(json).map((half) => chunk({ tool_calls: [{ index, function: { arguments: half } }] })),
    ]),
    chunk({}, getFinishReason(step)),
    formatData({ ...base, choices: [], usage: writeUsage(step) }),
    'data: [DONE]\n\n',
  ]
}
