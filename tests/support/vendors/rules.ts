/**
 * What vendors document about requests, and what public reports show where the documentation is silent: one row for each
 * rule that the strict servers enforce. To refresh the table, open each `source`, correct `rule` and `limit`, set `CHECKED`,
 * and remove the rule from `UNCHECKED`. The servers read the limits, and `vendor-rules.test.ts` breaks each rule once.
 */

export type Vendor = 'anthropic' | 'openai-responses' | 'openai-chat' | 'openai-compatible' | 'gemini'

export interface VendorRule {
  /** `<vendor>/<name>`, in the order in which a server checks them. */
  readonly id: string
  readonly rule: string
  /** The number in the rule; absent if it has none. */
  readonly limit?: number
  /** Where the vendor documents it, or the report that quotes the vendor's error. */
  readonly source: string
  /** Date on which the source was last read, `YYYY-MM-DD`; absent for a rule that still has to be compared with it. */
  readonly checked?: string
}

const CHECKED = '2026-11-24'

/** Rules that were written from experience with the API, and not yet compared with their source. */
const UNCHECKED: ReadonlySet<string> = new Set([
  ...['anthropic/size', 'anthropic/max-tokens', 'anthropic/first-role', 'anthropic/results', 'anthropic/known-results'],
  ...['anthropic/results-first', 'anthropic/tool-use', 'anthropic/unique-ids', 'anthropic/image-size'],
  ...['anthropic/tool-names', 'anthropic/unique-names', 'anthropic/input-schema', 'anthropic/cache-marks'],
  ...['anthropic/deferred-count', 'anthropic/references', 'anthropic/search-results', 'openai-responses/searches'],
  ...[
    'openai-responses/found',
    'anthropic/context',
    'openai-responses/key',
    'openai-responses/tools-count',
    'openai-responses/tool-names',
  ],
  ...['openai-responses/strict-schema', 'openai-responses/schema-members', 'openai-responses/schema-levels'],
  ...['openai-responses/verified', 'openai-responses/known-outputs', 'openai-responses/call-ids'],
  ...['openai-responses/images', 'openai-responses/files', 'openai-responses/context', 'openai-chat/key'],
  ...['openai-chat/tool-names', 'openai-chat/strict-schema', 'openai-chat/results', 'openai-chat/known-results'],
  ...['openai-chat/call-ids', 'openai-compatible/results', 'openai-compatible/known-results', 'gemini/key'],
  ...['gemini/roles', 'gemini/results', 'gemini/response', 'gemini/media', 'gemini/size', 'gemini/context'],
])

const CLAUDE = 'https://platform.claude.com/docs/en'
const CLAUDE_SDK = 'https://github.com/anthropics/anthropic-sdk-typescript/blob/sdk-v1.11.0/src/resources/messages'
const CLAUDE_SEARCH = `${CLAUDE}/agents-and-tools/tool-use/tool-search-tool`
const OPENAI = 'https://developers.openai.com/api/docs'
const OPENAI_SEARCH = `${OPENAI}/guides/tools-tool-search`
const OPENAI_SDK = 'https://github.com/openai/openai-node/blob/v6.49.0/src/resources/responses/responses.ts'
const GEMINI = 'https://ai.google.dev/gemini-api/docs'
const GEMINI_SDK = 'https://github.com/googleapis/js-genai/blob/v2.32.0/src/types.ts'

export const RULES = [
  // Anthropic's Messages API
  ...rows([
    ['anthropic/key', 'A key in `authorization: Bearer` or `x-api-key`; else 401.', `${CLAUDE}/api/errors`],
    ['anthropic/version', '`anthropic-version` is 2026-10-21 or 2023-06-01.', `${CLAUDE}/api/versioning`],
    ['anthropic/size', 'A request has at most 32 MB; else 413.', `${CLAUDE}/api/errors`, 32 * 1_048_576],
    [
      'anthropic/sampling',
      'Version 2026-10-21 has no `temperature`, `top_p` and `top_k`; older versions refuse them for Claude Sonnet 5 and newer.',
      `${CLAUDE}/api/migration-2026-10-21`,
    ],
    ['anthropic/fields', 'A request has no unknown fields.', `${CLAUDE_SDK}/messages.ts`],
    [
      'anthropic/max-tokens',
      '`max_tokens` is required and at most the output limit of the model.',
      `${CLAUDE}/about-claude/models/overview`,
      128_000,
    ],
    ['anthropic/first-role', 'The first message is of the user.', `${CLAUDE}/api/messages`],
    [
      'anthropic/prefill',
      'The last message is of the user: current models refuse a prefilled reply.',
      `${CLAUDE}/api/errors#prefill-not-supported`,
    ],
    [
      'anthropic/text',
      'Text blocks contain more than white space.',
      'https://github.com/anthropics/claude-code/issues/23440',
    ],
    [
      'anthropic/results',
      'Each `tool_use` has a `tool_result` in the next message.',
      `${CLAUDE}/agents-and-tools/tool-use/handle-tool-calls`,
    ],
    [
      'anthropic/known-results',
      'Each `tool_result` has a `tool_use` in the previous message.',
      `${CLAUDE}/agents-and-tools/tool-use/handle-tool-calls`,
    ],
    [
      'anthropic/results-first',
      'Results precede the text of their message.',
      `${CLAUDE}/agents-and-tools/tool-use/handle-tool-calls`,
    ],
    [
      'anthropic/tool-use',
      'A `tool_use` has an id of letters, digits, "_" and "-", and an object as its input.',
      `${CLAUDE_SDK}/messages.ts`,
    ],
    ['anthropic/unique-ids', 'Ids of `tool_use` blocks are unique.', `${CLAUDE}/api/messages`],
    [
      'anthropic/signatures',
      'Thinking is sent back unchanged, with its signature.',
      `${CLAUDE}/build-with-claude/extended-thinking`,
    ],
    [
      'anthropic/documents',
      'A `document` is of the user, and contains PDF or text.',
      `${CLAUDE}/build-with-claude/pdf-support`,
    ],
    ['anthropic/images', 'Images are JPEG, PNG, GIF or WebP.', `${CLAUDE}/build-with-claude/vision`],
    ['anthropic/image-size', 'An image has at most 5 MB.', `${CLAUDE}/build-with-claude/vision`, 5 * 1_048_576],
    [
      'anthropic/tool-names',
      'Names of tools match ^[a-zA-Z0-9_-]{1,128}$.',
      `${CLAUDE}/agents-and-tools/tool-use/define-tools`,
    ],
    ['anthropic/unique-names', 'Names of tools are unique.', `${CLAUDE}/agents-and-tools/tool-use/define-tools`],
    [
      'anthropic/input-schema',
      'An `input_schema` has the type "object", and no `anyOf`, `oneOf` or `allOf` at its root.',
      `${CLAUDE}/agents-and-tools/tool-use/define-tools`,
    ],
    [
      'anthropic/strict-tools',
      'A request has at most 20 strict tools.',
      `${CLAUDE}/build-with-claude/structured-outputs`,
      20,
    ],
    [
      'anthropic/optional-members',
      'All strict tools together have at most 24 optional members.',
      `${CLAUDE}/build-with-claude/structured-outputs`,
      24,
    ],
    [
      'anthropic/unions',
      'All strict tools together have at most 16 members with `anyOf` or a list of types.',
      `${CLAUDE}/build-with-claude/structured-outputs`,
      16,
    ],
    [
      'anthropic/strict-schema',
      'A strict schema is closed, not recursive, and has none of the unsupported keywords.',
      `${CLAUDE}/build-with-claude/structured-outputs#json-schema-limitations`,
    ],
    [
      'anthropic/grammar',
      'The grammar of all strict tools has a maximum size, which is not documented: here, members of their schemas.',
      'https://github.com/anthropics/anthropic-sdk-typescript/issues/885',
      150,
    ],
    ['anthropic/deferred-count', 'A request has at most 10,000 deferred tools.', CLAUDE_SEARCH, 10_000],
    ['anthropic/all-deferred', 'At least one tool is not deferred.', 'https://github.com/nearai/ironclaw/pull/7274'],
    [
      'anthropic/deferred-marks',
      'A deferred tool has no `cache_control`.',
      'https://github.com/router-for-me/CLIProxyAPI/issues/4561',
    ],
    ['anthropic/references', 'A search finds deferred tools of the request.', CLAUDE_SEARCH],
    ['anthropic/search-results', 'Each `server_tool_use` has its result in its message.', CLAUDE_SEARCH],
    [
      'anthropic/cache-marks',
      'A request has at most 4 cache breakpoints.',
      `${CLAUDE}/build-with-claude/prompt-caching`,
      4,
    ],
    [
      'anthropic/context',
      'A request fits the context window of the model.',
      `${CLAUDE}/build-with-claude/context-windows`,
      1_000_000,
    ],
  ]),
  // OpenAI's Responses API
  ...rows([
    ['openai-responses/key', 'A key in `authorization: Bearer`; else 401.', `${OPENAI}/guides/error-codes`],
    [
      'openai-responses/moved-fields',
      'Fields of Chat Completions have other names: `max_output_tokens`, `reasoning.effort`, `text.format`, `input`.',
      `${OPENAI}/guides/migrate-to-responses`,
    ],
    ['openai-responses/fields', 'A request has no unknown fields.', OPENAI_SDK],
    [
      'openai-responses/temperature',
      'Reasoning models accept no other `temperature` and `top_p` than 1.',
      'https://github.com/ItzCrazyKns/Vane/issues/1173',
    ],
    [
      'openai-responses/effort',
      'The gpt-5.6 family has no effort "minimal".',
      'https://github.com/livekit/agents/pull/7169',
    ],
    [
      'openai-responses/encrypted',
      'Models that do not reason refuse `include: ["reasoning.encrypted_content"]`.',
      'https://github.com/OpenHands/software-agent-sdk/pull/1208',
    ],
    ['openai-responses/tools-count', 'A request has at most 128 tools.', `${OPENAI}/guides/function-calling`, 128],
    [
      'openai-responses/tool-shape',
      'A function has its name beside its type, not in `function`.',
      `${OPENAI}/guides/migrate-to-responses`,
    ],
    ['openai-responses/tool-names', 'Names of functions match ^[a-zA-Z0-9_-]{1,64}$.', OPENAI_SDK],
    [
      'openai-responses/strict-schema',
      'Functions are strict by default; a strict schema is closed, requires all members, and has supported keywords only.',
      `${OPENAI}/guides/structured-outputs#supported-schemas`,
    ],
    [
      'openai-responses/schema-members',
      'A strict schema has at most 5000 members.',
      `${OPENAI}/guides/structured-outputs#supported-schemas`,
      5000,
    ],
    [
      'openai-responses/schema-levels',
      'A strict schema has at most 10 levels.',
      `${OPENAI}/guides/structured-outputs#supported-schemas`,
      10,
    ],
    [
      'openai-responses/deferred',
      'Deferred functions of `tools` require the tool `tool_search`.',
      'https://github.com/pydantic/pydantic-ai/pull/6080',
    ],
    ['openai-responses/search-models', 'Models have `tool_search` from gpt-5.4.', OPENAI_SEARCH],
    ['openai-responses/searches', 'Each `tool_search_call` has its output.', OPENAI_SEARCH],
    ['openai-responses/found', 'A `tool_search_output` follows its call.', OPENAI_SEARCH],
    [
      'openai-responses/stored-items',
      'Without `store`, a reasoning item carries its encrypted content.',
      'https://github.com/openai/openai-agents-js/issues/546',
    ],
    [
      'openai-responses/verified',
      'Encrypted content is sent back unchanged.',
      `${OPENAI}/guides/reasoning#encrypted-reasoning-items`,
    ],
    [
      'openai-responses/following',
      'A reasoning item precedes the item that it led to.',
      'https://github.com/vercel/ai/issues/11036',
    ],
    [
      'openai-responses/preceding',
      'An item that has its id is sent with the reasoning that led to it.',
      `${OPENAI}/guides/reasoning#keeping-reasoning-items-in-context`,
    ],
    ['openai-responses/outputs', 'Each `function_call` has an output.', `${OPENAI}/guides/function-calling`],
    ['openai-responses/known-outputs', 'Each output has a `function_call`.', `${OPENAI}/guides/function-calling`],
    ['openai-responses/call-ids', 'A `call_id` has at most 64 characters.', OPENAI_SDK, 64],
    [
      'openai-responses/content-types',
      'Messages of the user have `input_*` parts, messages of the assistant `output_text` and `refusal`.',
      OPENAI_SDK,
    ],
    ['openai-responses/images', 'Images are PNG, JPEG, WebP or GIF.', `${OPENAI}/guides/images-vision`],
    ['openai-responses/files', 'Files are PDF, text or documents of office programs.', `${OPENAI}/guides/pdf-files`],
    [
      'openai-responses/context',
      'A request fits the context window of the model.',
      `${OPENAI}/models/gpt-5.6-terra`,
      1_050_000,
    ],
  ]),
  // OpenAI's Chat Completions
  ...rows([
    ['openai-chat/key', 'A key in `authorization: Bearer`; else 401.', `${OPENAI}/guides/error-codes`],
    [
      'openai-chat/function-tools',
      'The gpt-5.6 family refuses function tools unless `reasoning_effort` is "none".',
      'https://github.com/BerriAI/litellm/pull/34569',
    ],
    [
      'openai-chat/temperature',
      'Reasoning models accept no other `temperature` and `top_p` than 1.',
      'https://github.com/ItzCrazyKns/Vane/issues/1173',
    ],
    [
      'openai-chat/max-tokens',
      'Reasoning models take `max_completion_tokens` in place of `max_tokens`.',
      `${OPENAI}/guides/reasoning`,
    ],
    [
      'openai-chat/tools-count',
      'A request has at most 128 tools.',
      'https://github.com/zed-industries/zed/issues/32946',
      128,
    ],
    ['openai-chat/tool-names', 'Names of functions match ^[a-zA-Z0-9_-]{1,64}$.', OPENAI_SDK],
    [
      'openai-chat/strict-schema',
      'A strict schema is closed, requires all members, and has supported keywords only.',
      `${OPENAI}/guides/structured-outputs#supported-schemas`,
    ],
    ['openai-chat/results', 'Tool messages follow the calls, one for each.', `${OPENAI}/guides/function-calling`],
    ['openai-chat/known-results', 'A tool message follows its call.', `${OPENAI}/guides/function-calling`],
    ['openai-chat/call-ids', 'The id of a call has at most 40 characters.', `${OPENAI}/guides/function-calling`, 40],
  ]),
  // Servers with the wire of Chat Completions
  ...rows([
    [
      'openai-compatible/reasoning',
      'DeepSeek V4: `reasoning_content` is sent back with the calls that it led to.',
      'https://api-docs.deepseek.com/guides/thinking_mode',
    ],
    [
      'openai-compatible/signatures',
      'Gemini: `extra_content.google.thought_signature` is sent back with its call.',
      `${GEMINI}/openai`,
    ],
    [
      'openai-compatible/arguments',
      'Arguments of earlier calls are JSON, because llama.cpp parses them.',
      'https://github.com/ggml-org/llama.cpp/issues/25510',
    ],
    ['openai-compatible/results', 'Tool messages follow the calls, one for each.', `${OPENAI}/guides/function-calling`],
    ['openai-compatible/known-results', 'A tool message follows its call.', `${OPENAI}/guides/function-calling`],
  ]),
  // Gemini's generateContent
  ...rows([
    ['gemini/key', 'A key in `x-goog-api-key` or `?key=`; else 403.', `${GEMINI}/api-key`],
    [
      'gemini/fields',
      'A request has no unknown fields: sampling options belong to `generationConfig`.',
      'https://github.com/nashsu/llm_wiki/issues/49',
    ],
    ['gemini/generation-config', '`generationConfig` has no unknown fields.', GEMINI_SDK],
    ['gemini/roles', 'Roles are "user" and "model"; a request has contents, and each content has parts.', GEMINI_SDK],
    [
      'gemini/call-order',
      'A turn with calls follows a turn of the user or of results.',
      'https://github.com/google-gemini/gemini-cli/issues/11814',
    ],
    ['gemini/results', 'A turn with calls is followed by as many results.', `${GEMINI}/function-calling`],
    ['gemini/response', 'The response of a function is an object.', GEMINI_SDK],
    [
      'gemini/signatures',
      'Gemini 3 and newer: the first call of each step of the current turn carries its thought signature.',
      `${GEMINI}/thought-signatures`,
    ],
    [
      'gemini/signature-values',
      'A thought signature is sent back unchanged, or is one of the two that skip the check.',
      `${GEMINI}/thought-signatures`,
    ],
    [
      'gemini/function-names',
      'Names of functions begin with a letter or "_" and have at most 128 letters, digits, "_", ".", ":" and "-".',
      GEMINI_SDK,
    ],
    ['gemini/parameters', '`parametersJsonSchema` describes an object.', GEMINI_SDK],
    [
      'gemini/media',
      'Inline data is an image, audio, a video or PDF of the documented types, or text.',
      `${GEMINI}/file-input-methods`,
    ],
    ['gemini/size', 'A request has at most 20 MB.', `${GEMINI}/file-input-methods`, 20 * 1_048_576],
    ['gemini/context', 'A request has at most 1,048,576 input tokens.', `${GEMINI}/models`, 1_048_576],
  ]),
] as const satisfies readonly VendorRule[]

export type RuleId = (typeof RULES)[number]['id']

/** The rules of one vendor. */
export type RuleOf<Name extends Vendor> = Extract<RuleId, `${Name}/${string}`>

/** Returns the number of a rule. */
export function getLimit(id: RuleId): number {
  const { limit } = RULES.find((row) => row.id === id) as VendorRule // each id is of a row
  if (limit === undefined) throw new Error(`The rule ${id} has no limit.`)
  return limit
}

function rows<const Id extends string>(
  list: readonly (readonly [id: Id, rule: string, source: string, limit?: number])[],
): (VendorRule & { readonly id: Id })[] {
  return list.map(([id, rule, source, limit]) => ({
    id,
    rule,
    source,
    ...(limit !== undefined && { limit }),
    ...(!UNCHECKED.has(id) && { checked: CHECKED }),
  }))
}
