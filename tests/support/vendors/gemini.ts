/** Gemini's `generateContent` as it documents itself. */
import {
  countBytes,
  countTokens,
  type Fields,
  findFirst,
  type RuleCheck,
  toFields,
  toList,
  type VendorRequest,
} from './refusal.ts'
import { getLimit, type RuleOf } from './rules.ts'

export const GEMINI_CHECKS: Readonly<Record<RuleOf<'gemini'>, RuleCheck>> = {
  'gemini/key': ({ headers, path }) =>
    headers['x-goog-api-key'] === undefined && !/[?&]key=/.test(path)
      ? {
          status: 403,
          message:
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        }
      : undefined,
  'gemini/fields': ({ body }) => findUnknown(body, FIELDS, ''),
  'gemini/generation-config': ({ body }) =>
    findUnknown(toFields(body.generationConfig), CONFIG_FIELDS, " at 'generation_config'"),
  'gemini/roles': ({ body }) => {
    const contents = toList(body.contents)
    if (contents.length === 0) return '* GenerateContentRequest.contents: contents is not specified'
    return findFirst(contents, ({ role = 'user', parts }, index) => {
      if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.'
      return toList(parts).length > 0
        ? undefined
        : `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`
    })
  },
  'gemini/call-order': ({ body }) => {
    const contents = toList(body.contents)
    return findFirst(contents, ({ role, parts }, index) =>
      role === 'model' && hasCall(parts) && contents[index - 1]?.role !== 'user'
        ? 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
        : undefined,
    )
  },
  'gemini/results': ({ body }) => {
    const contents = toList(body.contents)
    return findFirst(contents, ({ parts }, index) => {
      const calls = toList(parts).filter(({ functionCall }) => functionCall !== undefined).length
      const results = toList(contents[index + 1]?.parts).filter(
        ({ functionResponse }) => functionResponse !== undefined,
      )
      return calls === results.length || (calls > 0 && index === contents.length - 1)
        ? undefined
        : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    })
  },
  'gemini/response': (request) =>
    findPart(request, ({ functionResponse }, path) => {
      if (functionResponse === undefined) return undefined
      const { response } = toFields(functionResponse)
      if (Array.isArray(response))
        return `Invalid JSON payload received. Unknown name "response" at '${path}.function_response': Proto field is not repeating, cannot start list.`
      return typeof response === 'object' && response !== null
        ? undefined
        : `Invalid value at '${path}.function_response.response' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(response)}`
    }),
  'gemini/signatures': ({ body, model }) => {
    if (!isThinkingModel(model)) return undefined
    const contents = toList(body.contents)
    const current = contents.findLastIndex(({ role, parts }) => role === 'user' && !hasResult(parts))
    return findFirst(contents.slice(current + 1), ({ parts }, index) => {
      const call = toList(parts).find(({ functionCall }) => functionCall !== undefined)
      if (call === undefined || typeof call.thoughtSignature === 'string') return undefined
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${toFields(call.functionCall).name}\`, position ${current + 2 + index}.`
    })
  },
  'gemini/signature-values': (request) =>
    findPart(request, ({ thoughtSignature }) => {
      if (thoughtSignature === undefined || SKIPPING.has(thoughtSignature)) return undefined
      return /^[A-Za-z0-9+/]{43}=$/.test(String(thoughtSignature)) ? undefined : 'Corrupted thought signature.'
    }),
  'gemini/function-names': ({ body }) =>
    findFirst(listFunctions(body), ({ name }, index) =>
      /^[a-zA-Z_][\w.:-]{0,127}$/.test(String(name))
        ? undefined
        : `* GenerateContentRequest.tools[0].function_declarations[${index}].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
    ),
  'gemini/parameters': ({ body }) =>
    findFirst(listFunctions(body), ({ parametersJsonSchema, parameters }, index) => {
      if (parametersJsonSchema === undefined) return undefined
      const place = `* GenerateContentRequest.tools[0].function_declarations[${index}]`
      if (parameters !== undefined) return `${place}: only one of parameters and parameters_json_schema may be set.`
      return toFields(parametersJsonSchema).type === 'object'
        ? undefined
        : `${place}.parameters_json_schema: schema must be of type object.`
    }),
  'gemini/media': (request) =>
    findPart(request, ({ inlineData }) => {
      const { mimeType } = toFields(inlineData)
      return inlineData === undefined || MEDIA.test(String(mimeType)) ? undefined : `Unsupported MIME type: ${mimeType}`
    }),
  'gemini/result-parts': (request) =>
    findPart(request, ({ functionResponse }) =>
      findFirst(toList(toFields(functionResponse).parts), ({ inlineData }) => {
        const { mimeType } = toFields(inlineData)
        if (!isThinkingModel(request.model)) return 'Function response parts are not supported for this model.'
        return RESULT_TYPES.has(mimeType) ? undefined : `Unsupported MIME type in function response: ${mimeType}`
      }),
    ),
  'gemini/size': (request) =>
    countBytes(request) > getLimit('gemini/size')
      ? `Request payload size exceeds the limit: ${getLimit('gemini/size')} bytes.`
      : undefined,
  'gemini/context': (request) => {
    const [tokens, most] = [countTokens(request), getLimit('gemini/context')]
    return tokens > most
      ? `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`
      : undefined
  },
}

const FIELDS = new Set([
  ...['contents', 'systemInstruction', 'tools', 'toolConfig', 'safetySettings', 'generationConfig', 'cachedContent'],
  ...['labels', 'model', 'serviceTier', 'store'],
])

const CONFIG_FIELDS = new Set([
  ...['audioTimestamp', 'audioTranscriptionConfig', 'candidateCount', 'enableAffectiveDialog', 'frequencyPenalty'],
  ...['imageConfig', 'logprobs', 'maxOutputTokens', 'mediaResolution', 'modelSelectionConfig', 'presencePenalty'],
  ...['responseFormat', 'responseJsonSchema', 'responseLogprobs', 'responseMimeType', 'responseModalities'],
  ...['responseSchema', 'routingConfig', 'seed', 'speechConfig', 'stopSequences', 'temperature', 'thinkingConfig'],
  ...['topK', 'topP', 'enableEnhancedCivicAnswers', 'translationConfig'],
])

const MEDIA =
  /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)|video\/(?:mp4|mpeg|mov|quicktime|avi|x-flv|mpg|webm|wmv|3gpp)|application\/pdf|text\/.*)$/

const RESULT_TYPES: ReadonlySet<unknown> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
])

/** Values that the documentation offers for calls of another model. */
const SKIPPING: ReadonlySet<unknown> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

function isThinkingModel(model: string): boolean {
  return /gemini-(?:[3-9]|\d\d)/.test(model)
}

function findUnknown(fields: Fields, known: ReadonlySet<string>, place: string): string | undefined {
  const name = Object.keys(fields).find((field) => !known.has(field))
  return name && `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`
}

function hasCall(parts: unknown): boolean {
  return toList(parts).some(({ functionCall }) => functionCall !== undefined)
}

function hasResult(parts: unknown): boolean {
  return toList(parts).some(({ functionResponse }) => functionResponse !== undefined)
}

function listFunctions(body: Fields): readonly Fields[] {
  return toList(body.tools).flatMap(({ functionDeclarations }) => toList(functionDeclarations))
}

function findPart(
  { body }: VendorRequest,
  check: (part: Fields, path: string) => string | undefined,
): string | undefined {
  return findFirst(toList(body.contents), ({ parts }, index) =>
    findFirst(toList(parts), (part, at) => check(part, `contents[${index}].parts[${at}]`)),
  )
}
