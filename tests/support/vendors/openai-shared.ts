/** Checks that both of OpenAI's wires have. */
import { type Fields, findFirst, type Refusal, readBearer, toList, type VendorRequest } from './refusal.ts'
import { findOpenaiFault } from './strict-schemas.ts'

export function checkKey(request: VendorRequest): Refusal | undefined {
  if (readBearer(request) !== '') return undefined
  return {
    status: 401,
    message:
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
  }
}

export function isReasoningModel(model: string): boolean {
  return /^(?:o\d|gpt-[5-9])/.test(model) && !model.includes('chat')
}

export function checkSampling({ body, model }: VendorRequest): Refusal | undefined {
  const field = ['temperature', 'top_p'].find((name) => name in body && body[name] !== 1 && body[name] !== null)
  if (field === undefined || !isReasoningModel(model)) return undefined
  if (model.startsWith('gpt-5.6'))
    return {
      message: `Unsupported value: '${field}' does not support ${body[field]} with this model. Only the default (1) value is supported.`,
      param: field,
      code: 'unsupported_value',
    }
  return { message: `Unsupported parameter: '${field}' is not supported with this model.`, param: field }
}

export function checkToolCount({ tools }: Fields, most: number): Refusal | undefined {
  const { length } = toList(tools)
  if (length <= most) return undefined
  return {
    message: `Invalid 'tools': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    param: 'tools',
    code: 'array_above_max_length',
  }
}

export function checkToolNames(names: readonly (readonly [name: unknown, path: string])[]): Refusal | undefined {
  return findFirst(names, ([name, path]) => {
    if (!/^[a-zA-Z0-9_-]+$/.test(String(name)))
      return {
        message: `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        param: path,
        code: 'invalid_value',
      }
    const { length } = String(name)
    if (length <= 64) return undefined
    return {
      message: `Invalid '${path}': string too long. Expected a string with maximum length 64, but got a string with length ${length} instead.`,
      param: path,
      code: 'string_above_max_length',
    }
  })
}

export function checkStrict(schemas: readonly (readonly [name: string, schema: Fields])[]): Refusal | undefined {
  return findFirst(schemas, ([name, schema], index) => {
    const fault = findOpenaiFault(schema)
    if (fault === undefined) return undefined
    return {
      message: `Invalid schema for function '${name}': ${fault}`,
      param: `tools[${index}].parameters`,
      code: 'invalid_function_parameters',
    }
  })
}

/** Refuses parts of tool messages other than text. */
export function checkToolContent({ body }: VendorRequest): Refusal | undefined {
  return findFirst(toList(body.messages), ({ role, content }, index) =>
    role === 'tool' && toList(content).some(({ type }) => type !== 'text')
      ? {
          message: `Invalid 'messages[${index}]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.`,
          param: `messages[${index}]`,
          code: 'invalid_value',
        }
      : undefined,
  )
}

/** Returns the refusal of calls without results, and of results without calls. */
export function findUnpaired(messages: readonly Fields[]): { readonly call?: Refusal; readonly result?: Refusal } {
  let open: string[] = []
  for (const [index, message] of [...messages, {} as Fields].entries()) {
    if (message.role === 'tool') {
      const id = String(message.tool_call_id)
      if (!open.includes(id))
        return {
          result: {
            message:
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
            param: `messages.[${index}].role`,
          },
        }
      open = open.filter((one) => one !== id)
      continue
    }
    if (open.length > 0)
      return {
        call: {
          message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
          param: 'messages',
        },
      }
    open = Array.isArray(message.tool_calls) ? message.tool_calls.map((call: Fields) => String(call.id)) : []
  }
  return {}
}
