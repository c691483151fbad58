/** OpenAI's Chat Completions as it documents itself. */
import {
  checkKey,
  checkSampling,
  checkStrict,
  checkToolContent,
  checkToolCount,
  checkToolNames,
  findUnpaired,
  isReasoningModel,
} from './openai-shared.ts'
import { findFirst, type RuleCheck, toFields, toList } from './refusal.ts'
import { getLimit, type RuleOf } from './rules.ts'

export const CHAT_CHECKS: Readonly<Record<RuleOf<'openai-chat'>, RuleCheck>> = {
  'openai-chat/key': checkKey,
  'openai-chat/function-tools': ({ body, model }) =>
    model.startsWith('gpt-5.6') && toList(body.tools).length > 0 && body.reasoning_effort !== 'none'
      ? {
          message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
          param: 'reasoning_effort',
        }
      : undefined,
  'openai-chat/temperature': checkSampling,
  'openai-chat/max-tokens': ({ body, model }) =>
    'max_tokens' in body && isReasoningModel(model)
      ? {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          param: 'max_tokens',
          code: 'unsupported_parameter',
        }
      : undefined,
  'openai-chat/tools-count': ({ body }) => checkToolCount(body, getLimit('openai-chat/tools-count')),
  'openai-chat/tool-names': ({ body }) =>
    checkToolNames(
      toList(body.tools).map((tool, index) => [toFields(tool.function).name, `tools[${index}].function.name`]),
    ),
  'openai-chat/strict-schema': ({ body }) =>
    checkStrict(
      toList(body.tools).flatMap((tool) => {
        const { name, strict, parameters } = toFields(tool.function)
        return strict === true ? [[String(name), toFields(parameters)] as const] : []
      }),
    ),
  'openai-chat/results': ({ body }) => findUnpaired(toList(body.messages)).call,
  'openai-chat/known-results': ({ body }) => findUnpaired(toList(body.messages)).result,
  'openai-chat/call-ids': ({ body }) =>
    findFirst(toList(body.messages), ({ tool_calls }, index) =>
      findFirst(toList(tool_calls), ({ id }, at) => {
        const [{ length }, most] = [String(id), getLimit('openai-chat/call-ids')]
        if (length <= most) return undefined
        const path = `messages[${index}].tool_calls[${at}].id`
        return {
          message: `Invalid '${path}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
          param: path,
          code: 'string_above_max_length',
        }
      }),
    ),
  'openai-chat/tool-content': checkToolContent,
  'openai-chat/images': ({ body }) =>
    findFirst(toList(body.messages), ({ content }) =>
      findFirst(toList(content), ({ image_url }) => {
        const { url } = toFields(image_url)
        if (image_url === undefined || /^data:image\/(?:png|jpeg|gif|webp);/.test(String(url))) return undefined
        return {
          message:
            "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
          code: 'invalid_image_format',
        }
      }),
    ),
}
