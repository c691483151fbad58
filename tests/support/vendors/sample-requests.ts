/** One valid request for each vendor, and for each rule a change that breaks it. */
import { signReasoning, signThinking } from '../../../runtime/src/testing/wires/wire-writer.ts'
import type { VendorRequest } from './refusal.ts'
import type { Vendor } from './rule-rows.ts'
import type { RuleId } from './rules.ts'

type Body = Record<string, unknown>

const THOUGHT = 'The question needs a thought.'
const SIGNATURE = signReasoning(THOUGHT)
const STRICT = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const PNG = 'iVBORw0KGgo='

const IMAGE_URL = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }
const FUNCTION = { type: 'function', function: { name: 'find', description: 'Finds.', parameters: STRICT } }
const FOUND = { type: 'function', name: 'brew', description: 'Brews.', parameters: STRICT, defer_loading: true }
const TOOL_SEARCH = { type: 'tool_search', execution: 'client', description: 'Searches.', parameters: STRICT }
const CHAT: Body = {
  model: 'gpt-5.6-terra',
  reasoning_effort: 'none',
  messages: [
    { role: 'user', content: 'Tea?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '[]' },
  ],
  tools: [FUNCTION],
}

const BODIES: Readonly<Record<Vendor, () => Body>> = {
  anthropic: () => ({
    model: 'claude-sonnet-5-5',
    max_tokens: 1000,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PNG } },
          { type: 'text', text: 'Tea?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: THOUGHT, signature: signThinking(THOUGHT, 'claude-sonnet-5-5') },
          { type: 'tool_use', id: 'c1', name: 'find', input: {} },
          { type: 'server_tool_use', id: 's1', name: 'tool_search_tool_bm25', input: { query: 'tea' } },
          {
            type: 'tool_search_tool_result',
            tool_use_id: 's1',
            content: {
              type: 'tool_search_tool_search_result',
              tool_references: [{ type: 'tool_reference', tool_name: 'brew' }],
            },
          },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '[]' }] },
    ],
    tools: [
      { name: 'find', description: 'Finds.', input_schema: STRICT, strict: true },
      { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
      { name: 'brew', description: 'Brews.', input_schema: STRICT, defer_loading: true },
    ],
  }),
  'openai-responses': () => ({
    model: 'gpt-5.6-terra',
    instructions: 'Be brief.',
    store: false,
    include: ['reasoning.encrypted_content'],
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
          { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${PNG}` },
          { type: 'input_text', text: 'Tea?' },
        ],
      },
      {
        id: 'rs_1',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: THOUGHT }],
        encrypted_content: SIGNATURE,
      },
      { id: 'fc_rs_1_2', type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: '[]' },
      { type: 'tool_search_call', execution: 'client', call_id: 's1', arguments: { query: 'tea' } },
      { type: 'tool_search_output', execution: 'client', call_id: 's1', tools: [FOUND] },
    ],
    tools: [{ type: 'function', name: 'find', description: 'Finds.', parameters: STRICT, strict: true }, TOOL_SEARCH],
  }),
  'openai-chat': () => CHAT,
  'openai-compatible': () => ({ ...CHAT, model: 'llama' }),
  gemini: () => ({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: { temperature: 0.5 },
    contents: [
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }, { text: 'Tea?' }] },
      { role: 'model', parts: [{ functionCall: { name: 'find', args: {} }, thoughtSignature: SIGNATURE }] },
      { role: 'user', parts: [{ functionResponse: { name: 'find', response: { result: [] } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'find', description: 'Finds.', parametersJsonSchema: STRICT }] }],
  }),
}

const MODELS: Readonly<Record<Vendor, string>> = {
  anthropic: 'claude-sonnet-5-5',
  'openai-responses': 'gpt-5.6-terra',
  'openai-chat': 'gpt-5.6-terra',
  'openai-compatible': 'llama',
  gemini: 'gemini-3.8-flash',
}

export type SampleRequest = VendorRequest & {
  body: Body
  headers: Record<string, string>
  model: string
  path: string
  accepted?: ReadonlySet<string>
}

/** Returns a request that keeps all rules of a vendor. */
export function createSample(vendor: Vendor): SampleRequest {
  const key: Record<string, string> =
    vendor === 'gemini'
      ? { 'x-goog-api-key': 'key' }
      : { authorization: 'Bearer key', 'anthropic-version': '2026-10-21' }
  return { model: MODELS[vendor], path: '/', headers: key, body: structuredClone(BODIES[vendor]()) }
}

/** Sets a value at a path, such as `tools.0.name`. */
function set(path: string, value: unknown): (request: SampleRequest) => void {
  return ({ body }) => {
    const steps = path.split('.')
    const last = steps.pop() as string // a path has a step
    const parent = steps.reduce((at, step) => at[step] as Body, body)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
}

const withHeaders = (change: (headers: Record<string, string>) => void) => (request: SampleRequest) =>
  change(request.headers)

const dropKey = withHeaders((headers) => {
  delete headers.authorization
  delete headers['x-goog-api-key']
})

const members = (count: number, schema: object, required: boolean) => {
  const names = Array.from({ length: count }, (_, at) => `m${at}`)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, schema])),
    ...(required && { required: names }),
    additionalProperties: false,
  }
}

const nest = (depth: number): object =>
  depth === 0
    ? { type: 'string' }
    : { type: 'object', properties: { a: nest(depth - 1) }, required: ['a'], additionalProperties: false }

const long = (length: number) => 'x'.repeat(length)
const strictTool = (name: string, input_schema: object = STRICT) => ({ name, input_schema, strict: true })
const text = (value: string) => [{ type: 'text', text: value }]
const call = (id: string, input: unknown = {}) => [{ type: 'tool_use', id, name: 'find', input }]
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: '[]' }]

/** A change for each rule that breaks this rule, and none before it. */
export const BREAKS: Readonly<Record<RuleId, (request: SampleRequest) => void>> = {
  'anthropic/key': dropKey,
  'anthropic/version': withHeaders((headers) => {
    headers['anthropic-version'] = '2020-01-01'
  }),
  'anthropic/size': set('system', long(33 * 1_048_576)),
  'anthropic/sampling': set('temperature', 0.2),
  'anthropic/fields': set('max_output_tokens', 5),
  'anthropic/max-tokens': set('max_tokens', 1_000_000),
  'anthropic/thinking': set('thinking', { type: 'disabled' }),
  'anthropic/tool-choice': set('tool_choice', { type: 'any' }),
  'anthropic/prefill': ({ body }) => (body.messages as object[]).push({ role: 'assistant', content: 'So' }),
  'anthropic/text': set('messages.0.content', text(' \n')),
  'anthropic/results': set('messages.2.content', text('And?')),
  'anthropic/known-results': set('messages', [{ role: 'user', content: result('c9') }]),
  'anthropic/results-first': set('messages.2.content', [...text('And?'), ...result('c1')]),
  'anthropic/tool-use': set('messages.1.content.1.input', '{"a": '),
  'anthropic/unique-ids': ({ body }) =>
    (body.messages as object[]).push(
      { role: 'assistant', content: call('c1') },
      { role: 'user', content: result('c1') },
    ),
  'anthropic/signatures': set('messages.1.content.0.thinking', 'Another thought.'),
  'anthropic/prefix': (request) => {
    request.accepted = new Set()
  },
  'anthropic/documents': set('messages.0.content.1.source.media_type', 'application/zip'),
  'anthropic/images': set('messages.0.content.0.source.media_type', 'image/bmp'),
  'anthropic/image-size': set('messages.0.content.0.source.data', long(11 * 1_048_576)),
  'anthropic/image-bytes': set('messages.0.content.0.source.media_type', 'image/jpeg'),
  'anthropic/result-content': set('messages.2.content.0.content', [{ type: 'audio' }]),
  'anthropic/tool-names': set('tools.0.name', 'shop.find'),
  'anthropic/unique-names': set('tools', [strictTool('find'), strictTool('find')]),
  'anthropic/input-schema': set('tools.0.input_schema', { type: 'object', anyOf: [STRICT] }),
  'anthropic/strict-tools': set(
    'tools',
    Array.from({ length: 21 }, (_, at) => strictTool(`t${at}`)),
  ),
  'anthropic/optional-members': set('tools', [
    strictTool('a', members(13, { type: 'string' }, false)),
    strictTool('b', members(12, { type: 'string' }, false)),
  ]),
  'anthropic/unions': set('tools', [
    strictTool('a', members(9, { type: ['string', 'null'] }, true)),
    strictTool('b', members(8, { anyOf: [{ type: 'string' }, { type: 'number' }] }, true)),
  ]),
  'anthropic/strict-schema': set('tools.0.input_schema.properties.a.minLength', 2),
  'anthropic/grammar': set('tools.0.input_schema', members(151, { type: 'string' }, true)),
  'anthropic/deferred-count': ({ body }) => {
    const tools = body.tools as Body[]
    tools.push(...Array.from({ length: 10_000 }, (_, at) => ({ ...tools[2], name: `t${at}` })))
  },
  'anthropic/all-deferred': ({ body }) => (body.tools as object[]).splice(0, 2),
  'anthropic/deferred-marks': set('tools.2.cache_control', { type: 'ephemeral' }),
  'anthropic/references': set('tools.2.name', 'boil'),
  'anthropic/search-results': ({ body }) => {
    const [, reply] = body.messages as { content: object[] }[]
    reply?.content.pop()
  },
  'anthropic/cache-marks': set(
    'system',
    Array.from({ length: 5 }, () => ({ type: 'text', text: 'Hm.', cache_control: { type: 'ephemeral' } })),
  ),
  'anthropic/context': set('system', long(4_000_001)),
  'openai-responses/key': dropKey,
  'openai-responses/moved-fields': set('max_tokens', 5),
  'openai-responses/fields': set('thinking', {}),
  'openai-responses/temperature': set('temperature', 0.2),
  'openai-responses/effort': set('reasoning', { effort: 'minimal' }),
  'openai-responses/encrypted': (request) => {
    request.model = 'gpt-4.1'
  },
  'openai-responses/tools-count': ({ body }) => {
    body.tools = Array.from({ length: 129 }, () => (body.tools as object[])[0])
  },
  'openai-responses/tool-shape': set('tools', [FUNCTION]),
  'openai-responses/tool-names': set('tools.0.name', 'shop.find'),
  'openai-responses/strict-schema': ({ body }) => {
    body.tools = [{ type: 'function', name: 'find', parameters: members(1, { type: 'string' }, false) }]
  },
  'openai-responses/schema-members': set('tools.0.parameters', members(5001, { type: 'string' }, true)),
  'openai-responses/schema-levels': set('tools.0.parameters', nest(11)),
  'openai-responses/schema-values': set(
    'tools.0.parameters.properties.a.enum',
    Array.from({ length: 1001 }, (_, at) => `v${at}`),
  ),
  'openai-responses/schema-characters': set('tools.0.parameters.properties.a.enum', [long(120_001)]),
  'openai-responses/deferred': set('tools', [FOUND]),
  'openai-responses/search-models': (request) => {
    request.model = 'gpt-5.3'
  },
  'openai-responses/searches': ({ body }) => (body.input as object[]).splice(5, 1),
  'openai-responses/found': ({ body }) => (body.input as object[]).splice(4, 1),
  'openai-responses/stored-items': set('input.1.encrypted_content', undefined),
  'openai-responses/verified': set('input.1.encrypted_content', 'gAAAAchanged'),
  'openai-responses/following': ({ body }) => (body.input as object[]).splice(2),
  'openai-responses/preceding': ({ body }) => (body.input as object[]).splice(1, 1),
  'openai-responses/outputs': ({ body }) => (body.input as object[]).splice(3, 1),
  'openai-responses/known-outputs': ({ body }) => (body.input as object[]).splice(1, 2),
  'openai-responses/call-ids': ({ body }) => {
    for (const item of body.input as Body[]) if ('call_id' in item) item.call_id = long(65)
  },
  'openai-responses/content-types': set('input.0.content', text('Tea?')),
  'openai-responses/images': set('input.0.content.0.image_url', `data:image/bmp;base64,${PNG}`),
  'openai-responses/files': set('input.0.content.1.file_data', `data:application/zip;base64,${PNG}`),
  'openai-responses/output-parts': set('input.3.output', text('[]')),
  'openai-responses/context': set('instructions', long(4_200_001)),
  'openai-chat/key': dropKey,
  'openai-chat/function-tools': set('reasoning_effort', undefined),
  'openai-chat/temperature': set('temperature', 0.2),
  'openai-chat/max-tokens': set('max_tokens', 5),
  'openai-chat/tools-count': set(
    'tools',
    Array.from({ length: 129 }, () => FUNCTION),
  ),
  'openai-chat/tool-names': set('tools.0.function.name', long(65)),
  'openai-chat/strict-schema': set('tools.0.function', { name: 'find', strict: true, parameters: { type: 'object' } }),
  'openai-chat/results': ({ body }) => (body.messages as object[]).splice(2, 1),
  'openai-chat/known-results': ({ body }) => (body.messages as object[]).splice(1, 1),
  'openai-chat/call-ids': ({ body }) => {
    set('messages.1.tool_calls.0.id', long(41))({ body } as SampleRequest)
    set('messages.2.tool_call_id', long(41))({ body } as SampleRequest)
  },
  'openai-chat/tool-content': set('messages.2.content', [IMAGE_URL]),
  'openai-chat/images': set('messages.0.content', [
    { type: 'image_url', image_url: { url: `data:image/bmp;base64,${PNG}` } },
  ]),
  'openai-compatible/tool-content': set('messages.2.content', [IMAGE_URL]),
  'openai-compatible/text-models': (request) => {
    set('messages.0.content', [IMAGE_URL])(request)
    request.model = 'text-only'
  },
  'openai-compatible/audio': set('messages.0.content', [{ type: 'input_audio', input_audio: { data: PNG } }]),
  'openai-compatible/reasoning': (request) => {
    request.model = 'deepseek-v4-pro'
  },
  'openai-compatible/signatures': (request) => {
    request.model = 'gemini-3.8-flash'
  },
  'openai-compatible/arguments': set('messages.1.tool_calls.0.function.arguments', '{"a": '),
  'openai-compatible/results': ({ body }) => (body.messages as object[]).splice(2, 1),
  'openai-compatible/known-results': ({ body }) => (body.messages as object[]).splice(1, 1),
  'gemini/key': dropKey,
  'gemini/fields': set('temperature', 0.2),
  'gemini/generation-config': set('generationConfig.max_tokens', 5),
  'gemini/roles': set('contents.0.role', 'system'),
  'gemini/call-order': ({ body }) => (body.contents as object[]).splice(0, 1),
  'gemini/results': ({ body }) => (body.contents as object[]).splice(2, 1, { role: 'user', parts: [{ text: 'And?' }] }),
  'gemini/response': set('contents.2.parts.0.functionResponse.response', []),
  'gemini/signatures': set('contents.1.parts.0.thoughtSignature', undefined),
  'gemini/signature-values': set('contents.1.parts.0.thoughtSignature', 'c2ln'),
  'gemini/function-names': set('tools.0.functionDeclarations.0.name', '5find'),
  'gemini/parameters': set('tools.0.functionDeclarations.0.parametersJsonSchema', { type: 'string' }),
  'gemini/media': set('contents.0.parts.0.inlineData.mimeType', 'application/zip'),
  'gemini/result-parts': set('contents.2.parts.0.functionResponse.parts', [
    { inlineData: { mimeType: 'audio/mp3', data: PNG } },
  ]),
  'gemini/size': set('contents.0.parts.0.inlineData.data', long(101 * 1_048_576)),
  'gemini/context': set('contents.0.parts.1.text', long(4_200_000)),
}
