/** OpenAI's Responses API as it documents itself. */
import { signReasoning } from '../../../runtime/src/testing/wires/wire-writer.ts'
import {
  checkKey,
  checkSampling,
  checkStrict,
  checkToolCount,
  checkToolNames,
  isReasoningModel,
} from './openai-shared.ts'
import { countTokens, type Fields, findFirst, type RuleCheck, toFields, toList, type VendorRequest } from './refusal.ts'
import { getLimit, type RuleOf } from './rules.ts'
import { countMembers, listSchemas } from './strict-schemas.ts'

export const RESPONSES_CHECKS: Readonly<Record<RuleOf<'openai-responses'>, RuleCheck>> = {
  'openai-responses/key': checkKey,
  'openai-responses/moved-fields': ({ body }) =>
    findFirst(Object.entries(MOVED), ([field, target]) =>
      field in body
        ? {
            message: `Unsupported parameter: '${field}'. In the Responses API, this parameter has moved to '${target}'. Try again with the new parameter.`,
            param: field,
            code: 'unsupported_parameter',
          }
        : undefined,
    ),
  'openai-responses/fields': ({ body }) => {
    const field = Object.keys(body).find((name) => !FIELDS.has(name))
    return field === undefined
      ? undefined
      : { message: `Unknown parameter: '${field}'.`, param: field, code: 'unknown_parameter' }
  },
  'openai-responses/temperature': checkSampling,
  'openai-responses/effort': ({ body, model }) =>
    model.startsWith('gpt-5.6') && toFields(body.reasoning).effort === 'minimal'
      ? {
          message:
            "Unsupported value: 'minimal' is not supported with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
          param: 'reasoning.effort',
          code: 'unsupported_value',
        }
      : undefined,
  'openai-responses/encrypted': ({ body, model }) =>
    Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content') && !isReasoningModel(model)
      ? { message: 'Encrypted content is not supported with this model.', param: 'include' }
      : undefined,
  'openai-responses/tools-count': ({ body }) => checkToolCount(body, getLimit('openai-responses/tools-count')),
  'openai-responses/tool-shape': ({ body }) =>
    findFirst(toList(body.tools), ({ type, name }, index) =>
      type === 'function' && name === undefined
        ? {
            message: `Missing required parameter: 'tools[${index}].name'.`,
            param: `tools[${index}].name`,
            code: 'missing_required_parameter',
          }
        : undefined,
    ),
  'openai-responses/tool-names': ({ body }) =>
    checkToolNames(toList(body.tools).map(({ name }, index) => [name, `tools[${index}].name`])),
  'openai-responses/strict-schema': (request) => checkStrict(listStrict(request)),
  'openai-responses/schema-members': (request) =>
    findFirst(listStrict(request), ([name, schema]) => {
      const [count, most] = [countMembers(schema), getLimit('openai-responses/schema-members')]
      return count > most
        ? `Invalid schema for function '${name}': ${count} properties exceeds limit of ${most}.`
        : undefined
    }),
  'openai-responses/schema-levels': (request) =>
    findFirst(listStrict(request), ([name, schema]) => {
      const depth = Math.max(...listSchemas(schema).map((node) => node.depth))
      const most = getLimit('openai-responses/schema-levels')
      return depth > most
        ? `Invalid schema for function '${name}': ${depth} levels of nesting exceeds limit of ${most}.`
        : undefined
    }),
  'openai-responses/schema-values': (request) =>
    findFirst(listStrict(request), ([name, schema]) => {
      const count = listSchemas(schema).reduce((sum, node) => sum + listValues(node.schema).length, 0)
      const most = getLimit('openai-responses/schema-values')
      return count > most
        ? `Invalid schema for function '${name}': ${count} enum values exceeds limit of ${most}.`
        : undefined
    }),
  'openai-responses/schema-characters': (request) =>
    findFirst(listStrict(request), ([name, schema]) => {
      const words = listSchemas(schema).flatMap((node) => [
        ...Object.keys(toFields(node.schema.properties)),
        ...Object.keys(toFields(node.schema.$defs)),
        ...listValues(node.schema),
      ])
      const [length, most] = [words.join('').length, getLimit('openai-responses/schema-characters')]
      return length > most
        ? `Invalid schema for function '${name}': total length of names and enum values ${length} exceeds limit of ${most}.`
        : undefined
    }),
  'openai-responses/deferred': ({ body }) => {
    const tools = toList(body.tools)
    return tools.some(({ defer_loading }) => defer_loading === true) &&
      !tools.some(({ type }) => type === 'tool_search')
      ? 'Invalid Value: tools.defer_loading. Deferred tools require tools.tool_search.'
      : undefined
  },
  'openai-responses/search-models': ({ body, model }) =>
    toList(body.tools).some(({ type }) => type === 'tool_search') && !/^gpt-(?:5\.[4-9]|[6-9])/.test(model)
      ? { message: `Tool 'tool_search' is not supported with ${model}.`, param: 'tools' }
      : undefined,
  'openai-responses/searches': (request) =>
    findItem(request, ({ type, call_id }, index, items) =>
      type === 'tool_search_call' &&
      !items.slice(index).some((item) => item.type === 'tool_search_output' && item.call_id === call_id)
        ? { message: `No tool output found for tool search call ${call_id}.`, param: 'input' }
        : undefined,
    ),
  'openai-responses/found': (request) =>
    findItem(request, ({ type, call_id, tools }, index, items) => {
      if (type !== 'tool_search_output') return undefined
      if (!items.slice(0, index).some((item) => item.type === 'tool_search_call' && item.call_id === call_id))
        return { message: `No tool search call found for tool search output with call_id ${call_id}.`, param: 'input' }
      return Array.isArray(tools) && toList(tools).every((tool) => tool.type === 'function' && tool.name !== undefined)
        ? undefined
        : { message: `Invalid type for 'input[${index}].tools'.`, param: `input[${index}].tools` }
    }),
  'openai-responses/stored-items': (request) =>
    findItem(request, ({ type, id, encrypted_content }) =>
      type === 'reasoning' && request.body.store === false && typeof encrypted_content !== 'string'
        ? {
            status: 404,
            message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
            param: 'input',
          }
        : undefined,
    ),
  'openai-responses/verified': (request) =>
    findItem(request, ({ type, summary, encrypted_content }) => {
      if (type !== 'reasoning' || typeof encrypted_content !== 'string') return undefined
      const text = toList(summary)
        .map((part) => String(part.text))
        .join('')
      if (encrypted_content === signReasoning(text)) return undefined
      return {
        message: `The encrypted content ${encrypted_content.slice(0, 4)}...${encrypted_content.slice(-4)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        code: 'invalid_encrypted_content',
      }
    }),
  'openai-responses/following': (request) =>
    findItem(request, ({ type, id }, index, items) =>
      type === 'reasoning' &&
      !['message', 'function_call', 'tool_search_call', 'reasoning'].includes(String(items[index + 1]?.type))
        ? {
            message: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
            param: 'input',
          }
        : undefined,
    ),
  'openai-responses/preceding': (request) =>
    findItem(request, ({ type, id }, _index, items) => {
      const led = /^(?:msg|fc|tsc)_(rs_\d+)_/.exec(String(id))?.[1]
      if (led === undefined || items.some((item) => item.id === led)) return undefined
      return {
        message: `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${led}'.`,
        param: 'input',
      }
    }),
  'openai-responses/outputs': (request) =>
    findItem(request, ({ type, call_id }, index, items) =>
      type === 'function_call' &&
      !items.slice(index).some((item) => item.type === 'function_call_output' && item.call_id === call_id)
        ? { message: `No tool output found for function call ${call_id}.`, param: 'input' }
        : undefined,
    ),
  'openai-responses/known-outputs': (request) =>
    findItem(request, ({ type, call_id }, index, items) =>
      type === 'function_call_output' &&
      !items.slice(0, index).some((item) => item.type === 'function_call' && item.call_id === call_id)
        ? { message: `No tool call found for function call output with call_id ${call_id}.`, param: 'input' }
        : undefined,
    ),
  'openai-responses/call-ids': (request) =>
    findItem(request, ({ call_id }, index) => {
      const [length, most] = [String(call_id ?? '').length, getLimit('openai-responses/call-ids')]
      if (length <= most) return undefined
      return {
        message: `Invalid 'input[${index}].call_id': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
        param: `input[${index}].call_id`,
        code: 'string_above_max_length',
      }
    }),
  'openai-responses/content-types': (request) =>
    findItem(request, ({ role, content }, index) => {
      const known = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file']
      const at = toList(content).findIndex(({ type }) => !known.includes(String(type)))
      if (role === undefined || typeof content === 'string' || at === -1) return undefined
      return {
        message: `Invalid value: '${toList(content)[at]?.type}'. Supported values are: ${known.map((type) => `'${type}'`).join(' and ')}.`,
        param: `input[${index}].content[${at}]`,
        code: 'invalid_value',
      }
    }),
  'openai-responses/images': (request) =>
    findPart(request, 'input_image', ({ image_url }) => {
      const mediaType = /^data:([^;]*)/.exec(String(image_url))?.[1]
      if (mediaType === undefined || IMAGES.has(mediaType)) return undefined
      return {
        message: `You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].`,
        code: 'invalid_image_format',
      }
    }),
  'openai-responses/files': (request) =>
    findPart(request, 'input_file', ({ file_data, filename }, at) => {
      const mediaType = /^data:([^;]*)/.exec(String(file_data))?.[1] ?? ''
      if (filename === undefined) return { message: `Missing required parameter: '${at}.filename'.`, param: at }
      if (/^application\/(?:pdf|msword|vnd\.)|^text\//.test(mediaType)) return undefined
      return {
        message: `Invalid input: Expected context stuffing file type to be a supported format but got .${String(filename).split('.').at(-1)}.`,
        param: at,
        code: 'unsupported_file',
      }
    }),
  'openai-responses/output-parts': (request) =>
    findItem(request, ({ type, output }, index) => {
      const at = toList(output).findIndex((part) => !INPUT_PARTS.has(part.type))
      if (type !== 'function_call_output' || (typeof output === 'string' ? true : Array.isArray(output) && at === -1))
        return undefined
      return {
        message: `Invalid value: '${toList(output)[at]?.type}'. Supported values are: 'input_text', 'input_image' and 'input_file'.`,
        param: `input[${index}].output`,
        code: 'invalid_value',
      }
    }),
  'openai-responses/context': (request) =>
    countTokens(request) > getLimit('openai-responses/context')
      ? {
          message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
          param: 'input',
          code: 'context_length_exceeded',
        }
      : undefined,
}

function listValues({ enum: values, const: value }: Fields): readonly string[] {
  return [...(Array.isArray(values) ? values : []), ...(value === undefined ? [] : [value])].map(String)
}

const MOVED: Readonly<Record<string, string>> = {
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  reasoning_effort: 'reasoning.effort',
  response_format: 'text.format',
  messages: 'input',
}

const FIELDS = new Set([
  ...['background', 'context_management', 'conversation', 'include', 'input', 'instructions', 'max_output_tokens'],
  ...['max_tool_calls', 'metadata', 'model', 'moderation', 'parallel_tool_calls', 'previous_response_id', 'prompt'],
  ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'reasoning', 'safety_identifier'],
  ...['service_tier', 'store', 'stream', 'stream_options', 'temperature', 'text', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'truncation', 'user'],
])

const INPUT_PARTS: ReadonlySet<unknown> = new Set(['input_text', 'input_image', 'input_file'])

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** A function without `strict` is strict. */
function listStrict({ body }: VendorRequest): readonly (readonly [name: string, schema: Fields])[] {
  const found = toList(body.input).flatMap(({ type, tools }) => (type === 'tool_search_output' ? toList(tools) : []))
  const { name: title, strict: isStrict, schema } = toFields(toFields(body.text).format)
  const output = isStrict === true ? [{ type: 'function', name: title, strict: true, parameters: schema }] : []
  return [...toList(body.tools), ...found, ...output].flatMap(({ type, name, strict, parameters }) =>
    type === 'function' && strict !== false ? [[String(name), toFields(parameters)] as const] : [],
  )
}

/** A message in the short form has no type. */
function listItems(input: unknown): readonly Fields[] {
  return toList(input).map((item) => ('role' in item ? { type: 'message', ...item } : item))
}

function findItem<Result>(
  { body }: VendorRequest,
  check: (item: Fields, index: number, items: readonly Fields[]) => Result | undefined,
): Result | undefined {
  const items = listItems(body.input)
  return findFirst(items, (item, index) => check(item, index, items))
}

function findPart<Result>(
  request: VendorRequest,
  type: string,
  check: (part: Fields, path: string) => Result | undefined,
): Result | undefined {
  return findItem(request, ({ content, output }, index) => {
    const name = output === undefined ? 'content' : 'output'
    return findFirst([...toList(content), ...toList(output)], (part, at) =>
      part.type === type ? check(part, `input[${index}].${name}[${at}]`) : undefined,
    )
  })
}
