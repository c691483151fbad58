/** Rules of Gemini's `generateContent`. */
import { createRules } from './rule-rows.ts'

const GEMINI = 'https://ai.google.dev/gemini-api/docs'
const GEMINI_SDK = 'https://github.com/googleapis/js-genai/blob/v2.32.0/src/types.ts'

export const GEMINI_RULES = createRules([
  [
    'gemini/key',
    'A key in `x-goog-api-key` or `?key=`; else 403.',
    'https://github.com/PublicAffairs/openai-gemini/issues/92',
  ],
  [
    'gemini/fields',
    'A request has no unknown fields: sampling options belong to `generationConfig`.',
    'https://github.com/nashsu/llm_wiki/issues/49',
  ],
  ['gemini/generation-config', '`generationConfig` has no unknown fields.', GEMINI_SDK],
  [
    'gemini/roles',
    'Roles are "user", which is the default, and "model"; a request has contents, and each content has parts.',
    GEMINI_SDK,
  ],
  [
    'gemini/call-order',
    'A turn with calls follows a turn of the user or of results.',
    'https://github.com/google-gemini/gemini-cli/issues/11814',
  ],
  [
    'gemini/results',
    'A turn with calls is followed by as many results.',
    'https://github.com/google-gemini/gemini-cli/issues/16984',
  ],
  ['gemini/response', 'The response of a function is an object.', 'https://github.com/google/adk-js/pull/347'],
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
    'https://github.com/charmbracelet/crush/issues/995',
  ],
  [
    'gemini/result-parts',
    'Gemini 3 and newer: the result of a function may have parts with inline data; PNG, JPEG, WebP, PDF or plain text.',
    `${GEMINI}/function-calling#multimodal`,
  ],
  [
    'gemini/size',
    'A request has at most 100 MB.',
    'https://blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits',
    100 * 1_048_576,
  ],
  [
    'gemini/context',
    'A request has at most 1,048,576 input tokens.',
    'https://github.com/google-gemini/gemini-cli/issues/6678',
    1_048_576,
  ],
])
