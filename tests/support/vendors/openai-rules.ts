/** Rules of OpenAI's two wires, and of other servers with the wire of Chat Completions. */
import { createRules } from './rule-rows.ts'

const OPENAI = 'https://developers.openai.com/api/docs'
const OPENAI_SEARCH = `${OPENAI}/guides/tools-tool-search`
const OPENAI_SDK = 'https://github.com/openai/openai-node/blob/v6.49.0/src/resources/responses/responses.ts'
const CHAT_SDK = 'https://github.com/openai/openai-node/blob/v6.49.0/src/resources/shared.ts'
const GEMINI = 'https://ai.google.dev/gemini-api/docs'

/** OpenAI's Responses API. */
export const RESPONSES_RULES = createRules([
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
    'openai-responses/schema-values',
    'A strict schema has at most 1000 enum values.',
    `${OPENAI}/guides/structured-outputs#supported-schemas`,
    1000,
  ],
  [
    'openai-responses/schema-characters',
    'The names and enum values of a strict schema have at most 120,000 characters.',
    `${OPENAI}/guides/structured-outputs#supported-schemas`,
    120_000,
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
    'https://github.com/openai/codex/issues/8145',
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
  [
    'openai-responses/known-outputs',
    'Each output has a `function_call`.',
    'https://github.com/continuedev/continue/issues/10092',
  ],
  [
    'openai-responses/call-ids',
    'A `call_id` has at most 64 characters.',
    'https://github.com/AnswerDotAI/fastllm/issues/45',
    64,
  ],
  [
    'openai-responses/content-types',
    'Messages of the user have `input_*` parts, messages of the assistant `output_text` and `refusal`.',
    OPENAI_SDK,
  ],
  ['openai-responses/images', 'Images are PNG, JPEG, WebP or GIF.', `${OPENAI}/guides/images-vision`],
  ['openai-responses/files', 'Files are PDF, text or documents of office programs.', `${OPENAI}/guides/file-inputs`],
  [
    'openai-responses/output-parts',
    'The output of a function is a string, or a list of `input_text`, `input_image` and `input_file` parts.',
    OPENAI_SDK,
  ],
  [
    'openai-responses/context',
    'A request fits the context window of the model.',
    'https://vercel.com/ai-gateway/models/gpt-5.6-terra.md',
    1_050_000,
  ],
])

/** OpenAI's Chat Completions. */
export const CHAT_RULES = createRules([
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
  ['openai-chat/tool-names', 'Names of functions match ^[a-zA-Z0-9_-]{1,64}$.', CHAT_SDK],
  [
    'openai-chat/strict-schema',
    'A strict schema is closed, requires all members, and has supported keywords only.',
    `${OPENAI}/guides/structured-outputs#supported-schemas`,
  ],
  [
    'openai-chat/results',
    'Tool messages follow the calls, one for each.',
    'https://github.com/microsoft/promptflow/pull/3130',
  ],
  ['openai-chat/known-results', 'A tool message follows its call.', 'https://github.com/miurla/morphic/issues/136'],
  [
    'openai-chat/call-ids',
    'The id of a call has at most 40 characters.',
    'https://github.com/vercel/ai/issues/5171',
    40,
  ],
  [
    'openai-chat/tool-content',
    'A tool message is a string or text parts: images are of the user.',
    'https://github.com/OpenHands/OpenHands/issues/7700',
  ],
  ['openai-chat/images', 'Images are PNG, JPEG, WebP or GIF.', `${OPENAI}/guides/images-vision`],
])

/** Servers with the wire of Chat Completions. */
export const COMPATIBLE_RULES = createRules([
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
  [
    'openai-compatible/results',
    'Tool messages follow the calls, one for each.',
    'https://github.com/microsoft/promptflow/pull/3130',
  ],
  [
    'openai-compatible/known-results',
    'A tool message follows its call.',
    'https://github.com/FoundationAgents/OpenManus/issues/744',
  ],
  [
    'openai-compatible/tool-content',
    'A tool message is a string or text parts.',
    'https://github.com/dreadnode/rigging/issues/41',
  ],
  [
    'openai-compatible/text-models',
    'DeepSeek V4: messages have text parts only.',
    'https://github.com/rikkahub/rikkahub/issues/1433',
  ],
  [
    'openai-compatible/audio',
    'Audio is `input_audio` with a format.',
    'https://openrouter.ai/docs/guides/overview/multimodal/audio',
  ],
])
