/** Recorded replies of OpenAI's Chat Completions and servers with its wire. */
import { AI_SDK, type RecordedReply } from './recorded-reply.ts'

const chatChunk = (id: string, model: string, delta: object, more: object = {}) => ({
  id,
  object: 'chat.completion.chunk',
  created: 1762317021,
  model,
  choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...more }],
  usage: null,
})

const router = (delta: object, more?: object) =>
  chatChunk('chatcmpl-CYPS1lijGoK8gd9lYzY3r9Sx50nbt', 'gpt-5-nano-2025-08-07', delta, {
    content_filter_results: {},
    ...more,
  })

const deepseek = (delta: object, more?: object) =>
  chatChunk('6e77be01-935b-42f6-8b05-d6c763528589', 'deepseek-v4-flash', delta, more)

const deepseekCall = (json: string) => deepseek({ tool_calls: [{ index: 0, function: { arguments: json } }] })

export const CHAT_REPLIES: readonly RecordedReply[] = [
  {
    name: 'text behind a first chunk without choices, id and model',
    format: 'openai-compatible',
    source: `${AI_SDK}/openai/src/chat/__fixtures__/azure-model-router.1.chunks.txt`,
    wire: [
      { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: [{ prompt_index: 0 }] },
      router({ content: '', refusal: null, role: 'assistant' }),
      router({ content: 'Capital' }),
      router({ content: ' of' }),
      router({ content: ' Denmark' }),
      router({ content: '.' }),
      router({}, { finish_reason: 'stop' }),
      {
        ...router({}),
        choices: [],
        usage: {
          completion_tokens: 78,
          completion_tokens_details: { reasoning_tokens: 64 },
          prompt_tokens: 15,
          prompt_tokens_details: { cached_tokens: 0 },
          total_tokens: 93,
        },
      },
    ],
    reply: {
      text: 'Capital of Denmark.',
      stopReason: 'end',
      model: 'gpt-5-nano-2025-08-07',
      responseId: 'chatcmpl-CYPS1lijGoK8gd9lYzY3r9Sx50nbt',
      usage: { inputTokens: 15, outputTokens: 78, cachedInputTokens: 0 },
    },
  },
  {
    name: 'reasoning, then a call',
    format: 'openai-compatible',
    source: `${AI_SDK}/deepseek/src/chat/__fixtures__/deepseek-tool-call.chunks.txt`,
    wire: [
      deepseek({ role: 'assistant', content: null, reasoning_content: '' }),
      deepseek({ content: null, reasoning_content: 'The' }),
      deepseek({ content: null, reasoning_content: ' user asks.' }),
      deepseek({
        tool_calls: [
          {
            index: 0,
            id: 'call_00_IhCAliIHtM9gKpgfqbBV9873',
            type: 'function',
            function: { name: 'weather', arguments: '' },
          },
        ],
      }),
      ...['{', '"', 'location', '"', ': ', '"', 'San', ' Francisco', '"', '}'].map(deepseekCall),
      {
        ...deepseek({ content: '', reasoning_content: null }, { finish_reason: 'tool_calls' }),
        usage: {
          prompt_tokens: 374,
          completion_tokens: 61,
          total_tokens: 435,
          prompt_tokens_details: { cached_tokens: 256 },
          prompt_cache_hit_tokens: 256,
        },
      },
    ],
    reply: {
      stopReason: 'tool_calls',
      toolCalls: [{ id: 'call_00_IhCAliIHtM9gKpgfqbBV9873', name: 'weather', input: { location: 'San Francisco' } }],
      usage: { inputTokens: 374, outputTokens: 61, cachedInputTokens: 256 },
      providerMetadata: { provider: 'openai-compatible', reasoning_content: 'The user asks.' },
    },
  },
  {
    name: 'an error within the stream',
    format: 'openai-compatible',
    source: 'https://openrouter.ai/docs/api/reference/streaming#errors-after-tokens-have-been-sent-mid-stream',
    wire: [
      {
        id: 'cmpl-abc123',
        object: 'chat.completion.chunk',
        created: 1234567890,
        model: 'openai/gpt-4o',
        provider: 'openai',
        error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
    ],
    error: { failure: 'unavailable', detail: 'Provider disconnected unexpectedly' },
  },
  {
    name: 'a refusal',
    format: 'openai-compatible',
    source:
      'https://developers.openai.com/api/docs/guides/structured-outputs?api-mode=chat#refusals-with-structured-outputs',
    wire: {
      id: 'chatcmpl-9nYAG9LPNonX8DAyrkwYfemr3C8HC',
      object: 'chat.completion',
      created: 1721596428,
      model: 'gpt-4o-2024-08-06',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', refusal: "I'm sorry, I cannot assist with that request." },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 81, completion_tokens: 11, total_tokens: 92 },
      system_fingerprint: 'fp_3407719c7f',
    },
    reply: {
      stopReason: 'refusal',
      refusal: "I'm sorry, I cannot assist with that request.",
      responseId: 'chatcmpl-9nYAG9LPNonX8DAyrkwYfemr3C8HC',
      usage: { inputTokens: 81, outputTokens: 11, cachedInputTokens: 0 },
    },
  },
  {
    name: 'text that the length limit cuts off',
    format: 'openai-compatible',
    source: 'https://github.com/openai/openai-node/blob/v6.49.0/src/resources/chat/completions/completions.ts',
    wire: [
      router({ content: 'We need to respond to', role: 'assistant' }),
      {
        ...router({}, { finish_reason: 'length' }),
        usage: { prompt_tokens: 56, completion_tokens: 5, total_tokens: 61 },
      },
    ],
    reply: {
      text: 'We need to respond to',
      stopReason: 'max_tokens',
      usage: { inputTokens: 56, outputTokens: 5, cachedInputTokens: 0 },
    },
  },
]
