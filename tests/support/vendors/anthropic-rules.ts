/** Rules of Anthropic's Messages API. */
import { createRules } from './rule-rows.ts'

const CLAUDE = 'https://platform.claude.com/docs/en'
const CLAUDE_SEARCH = `${CLAUDE}/agents-and-tools/tool-use/tool-search-tool`
const CLAUDE_SDK = 'https://github.com/anthropics/anthropic-sdk-typescript/blob/sdk-v1.11.0/src/resources/messages'

export const ANTHROPIC_RULES = createRules([
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
    `${CLAUDE}/models/sonnet-5-5/overview`,
    128_000,
  ],
  [
    'anthropic/thinking',
    'Claude Sonnet 5.5 and Opus 5.5 refuse `thinking` of the types "disabled" and "enabled".',
    `${CLAUDE}/models/sonnet-5-5/migration-guide`,
  ],
  [
    'anthropic/tool-choice',
    'Claude Sonnet 5.5 and Opus 5.5 refuse a `tool_choice` that forces a call.',
    `${CLAUDE}/models/sonnet-5-5/migration-guide`,
  ],
  [
    'anthropic/prefill',
    'The last message is of the user, or a reply that the API has paused (`pause_turn`): current models refuse a prefilled reply.',
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
    'https://github.com/anthropics/claude-code/issues/3860',
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
    'https://github.com/anomalyco/opencode/issues/1279',
  ],
  [
    'anthropic/unique-ids',
    'Ids of `tool_use` blocks are unique.',
    'https://github.com/anthropics/claude-code/issues/20901',
  ],
  [
    'anthropic/signatures',
    'Thinking is sent back unchanged, with its signature, to the model that wrote it.',
    `${CLAUDE}/models/sonnet-5-5/whats-new-sonnet-5-5`,
  ],
  [
    'anthropic/prefix',
    'Thinking is sent back behind the same instructions, tools and messages.',
    `${CLAUDE}/build-with-claude/preserved-thinking/prefix-checks`,
  ],
  [
    'anthropic/documents',
    'A `document` is of the user, and contains PDF or text.',
    `${CLAUDE}/build-with-claude/pdf-support`,
  ],
  ['anthropic/images', 'Images are JPEG, PNG, GIF or WebP.', `${CLAUDE}/build-with-claude/vision`],
  [
    'anthropic/image-size',
    'An image has at most 10 MB, as base64.',
    `${CLAUDE}/build-with-claude/vision`,
    10 * 1_048_576,
  ],
  [
    'anthropic/image-bytes',
    'The bytes of an image are of its media type.',
    'https://github.com/BerriAI/litellm/issues/24900',
  ],
  [
    'anthropic/result-content',
    'The content of a `tool_result` is a string, or blocks of the types text, image, document, search_result and tool_reference.',
    `${CLAUDE_SDK}/messages.ts`,
  ],
  [
    'anthropic/tool-names',
    'Names of tools match ^[a-zA-Z0-9_-]{1,128}$.',
    `${CLAUDE}/agents-and-tools/tool-use/define-tools`,
  ],
  ['anthropic/unique-names', 'Names of tools are unique.', 'https://github.com/anthropics/claude-code/issues/10687'],
  [
    'anthropic/input-schema',
    'An `input_schema` has the type "object", and no `anyOf`, `oneOf` or `allOf` at its root.',
    'https://github.com/anthropics/claude-code/issues/5973',
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
    `${CLAUDE}/models/sonnet-5-5/overview`,
    1_000_000,
  ],
])
