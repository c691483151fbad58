/** Servers that share the wire of Chat Completions, with the rules that each model of them has. */
import { signReasoning } from '../../../runtime/src/testing/wires/wire-writer.ts'
import { checkToolContent, findUnpaired } from './openai-shared.ts'
import { findFirst, type RuleCheck, toFields, toList } from './refusal.ts'
import type { RuleOf } from './rules.ts'

export const COMPATIBLE_CHECKS: Readonly<Record<RuleOf<'openai-compatible'>, RuleCheck>> = {
  'openai-compatible/reasoning': ({ body, model }) =>
    /deepseek-v4/.test(model) &&
    toList(body.messages).some(({ tool_calls, reasoning_content }) => tool_calls !== undefined && !reasoning_content)
      ? {
          message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
          code: 'invalid_request_error',
        }
      : undefined,
  'openai-compatible/signatures': ({ body, model }) =>
    model.includes('gemini')
      ? findFirst(toList(body.messages), ({ tool_calls }) => {
          const [call] = toList(tool_calls)
          const { name } = toFields(call?.function)
          const { thought_signature } = toFields(toFields(call?.extra_content).google)
          if (call === undefined || thought_signature === signReasoning(String(name))) return undefined
          return `Function call is missing a thought_signature in functionCall parts. Additional data, function call \`default_api:${name}\`.`
        })
      : undefined,
  'openai-compatible/arguments': ({ body }) =>
    findFirst(toList(body.messages), ({ tool_calls }) =>
      findFirst(toList(tool_calls), (call) => {
        const { arguments: json } = toFields(call.function)
        try {
          return typeof JSON.parse(String(json)) === 'object' ? undefined : 'The arguments of a call must be an object.'
        } catch {
          return { status: 500, message: `Failed to parse tool call arguments as JSON: ${String(json)}` }
        }
      }),
    ),
  'openai-compatible/results': ({ body }) => findUnpaired(toList(body.messages)).call,
  'openai-compatible/known-results': ({ body }) => findUnpaired(toList(body.messages)).result,
  'openai-compatible/tool-content': checkToolContent,
  'openai-compatible/text-models': ({ body, model }) =>
    /deepseek-v4|text-only/.test(model)
      ? findFirst(toList(body.messages), ({ content }, index) => {
          const part = toList(content).find(({ type }) => type !== 'text')
          return part === undefined
            ? undefined
            : `Failed to deserialize the JSON body into the target type: messages[${index}]: unknown variant \`${part.type}\`, expected \`text\` at line 1 column 679289`
        })
      : undefined,
  'openai-compatible/audio': ({ body }) =>
    findFirst(toList(body.messages), ({ content }) =>
      findFirst(toList(content), ({ type, input_audio }) => {
        const { data, format } = toFields(input_audio)
        if (type !== 'input_audio' || (typeof data === 'string' && typeof format === 'string')) return undefined
        return 'input_audio: data and format are required'
      }),
    ),
}
