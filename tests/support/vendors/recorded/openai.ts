/** Recorded replies of OpenAI's Responses API. */
import { expect } from 'vitest'
import { AI_SDK, type RecordedReply } from './recorded-reply.ts'

const OPENAI = 'https://developers.openai.com/api'

const openaiResponse = (id: string, model: string, more: object) => ({
  id,
  object: 'response',
  created_at: 1763474589,
  background: false,
  error: null,
  incomplete_details: null,
  model,
  output: [],
  usage: null,
  ...more,
})

const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.'

const weatherCall = {
  id: 'fc_0775572d10a16b66006a8d8528e8a887d2a32ef76463d40c98',
  type: 'function_call',
  call_id: 'call_2FQdm3Br7Qb35YUBSkDR7kue',
  name: 'get_weather',
}

const weatherDelta = (delta: string, sequence_number: number) => ({
  type: 'response.function_call_arguments.delta',
  delta,
  item_id: weatherCall.id,
  obfuscation: 'H2d0mf8T42i5Ya',
  output_index: 0,
  sequence_number,
})

export const OPENAI_REPLIES: readonly RecordedReply[] = [
  {
    name: 'a call in parts',
    format: 'openai',
    source: `${AI_SDK}/openai/src/responses/__fixtures__/issue-19493-gpt-5.1-tool-call.chunks.txt`,
    wire: [
      {
        type: 'response.created',
        response: openaiResponse('resp_0775572d10a16b66', 'gpt-5.1-2025-11-13', { status: 'in_progress' }),
        sequence_number: 0,
      },
      {
        type: 'response.output_item.added',
        item: { ...weatherCall, status: 'in_progress', arguments: '' },
        output_index: 0,
        sequence_number: 2,
      },
      ...['{"', 'city', '":"', 'Be', 'ijing', '"}'].map((delta, at) => weatherDelta(delta, at + 3)),
      {
        type: 'response.function_call_arguments.done',
        arguments: '{"city":"Beijing"}',
        item_id: weatherCall.id,
        output_index: 0,
        sequence_number: 9,
      },
      {
        type: 'response.output_item.done',
        item: { ...weatherCall, status: 'completed', arguments: '{"city":"Beijing"}' },
        output_index: 0,
        sequence_number: 10,
      },
      {
        type: 'response.completed',
        response: openaiResponse('resp_0775572d10a16b66', 'gpt-5.1-2025-11-13', {
          status: 'completed',
          output: [{ ...weatherCall, status: 'completed', arguments: '{"city":"Beijing"}' }],
          usage: {
            input_tokens: 45,
            input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
            output_tokens: 25,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: 70,
          },
        }),
        sequence_number: 11,
      },
    ],
    reply: {
      stopReason: 'tool_calls',
      toolCalls: [{ id: 'call_2FQdm3Br7Qb35YUBSkDR7kue', name: 'get_weather', input: { city: 'Beijing' } }],
      model: 'gpt-5.1-2025-11-13',
      responseId: 'resp_0775572d10a16b66',
      usage: { inputTokens: 45, outputTokens: 25, cachedInputTokens: 0 },
    },
  },
  {
    name: 'an error within the stream, then the failed response',
    format: 'openai',
    source: `${AI_SDK}/openai/src/responses/__fixtures__/openai-error.1.chunks.txt`,
    wire: [
      {
        type: 'response.created',
        sequence_number: 0,
        response: openaiResponse('resp_05500b38c2cd9bfc', 'gpt-5-nano-2025-08-07', { status: 'in_progress' }),
      },
      {
        type: 'error',
        sequence_number: 2,
        error: { type: 'insufficient_quota', code: 'insufficient_quota', message: QUOTA, param: null },
      },
      {
        type: 'response.failed',
        sequence_number: 3,
        response: openaiResponse('resp_05500b38c2cd9bfc', 'gpt-5-nano-2025-08-07', {
          status: 'failed',
          error: { code: 'insufficient_quota', message: QUOTA },
        }),
      },
    ],
    error: { failure: 'rate_limited', isFinal: true, detail: QUOTA },
  },
  {
    name: 'a failed response without an error event',
    format: 'openai',
    source: `${AI_SDK}/openai/src/responses/__fixtures__/openai-response-failed-only.1.chunks.txt`,
    wire: [
      {
        type: 'response.failed',
        sequence_number: 1,
        response: openaiResponse('resp_test_failed_001', 'gpt-4o-mini', {
          status: 'failed',
          error: {
            code: 'rate_limit_exceeded',
            message:
              'Request too large for gpt-4o-mini in organization on tokens per min (TPM): Limit 30000, Requested 35364.',
          },
        }),
      },
    ],
    error: {
      failure: 'rate_limited',
      isFinal: false,
      detail: expect.stringContaining('Request too large for gpt-4o-mini'),
    },
  },
  {
    name: 'a refusal',
    format: 'openai',
    source: `${OPENAI}/docs/guides/structured-outputs#refusals-with-structured-outputs`,
    wire: openaiResponse('resp_1234567890', 'gpt-4o-2024-08-06', {
      status: 'completed',
      output: [
        {
          id: 'msg_1234567890',
          type: 'message',
          role: 'assistant',
          content: [{ type: 'refusal', refusal: "I'm sorry, I cannot assist with that request." }],
        },
      ],
      usage: { input_tokens: 81, output_tokens: 11, total_tokens: 92, output_tokens_details: { reasoning_tokens: 0 } },
    }),
    reply: {
      stopReason: 'refusal',
      refusal: "I'm sorry, I cannot assist with that request.",
      usage: { inputTokens: 81, outputTokens: 11, cachedInputTokens: 0 },
    },
  },
  {
    name: 'an incomplete response without output',
    format: 'openai',
    source: 'https://github.com/openai/openai-node/blob/v6.49.0/src/resources/responses/responses.ts',
    wire: [
      {
        type: 'response.incomplete',
        response: openaiResponse('resp_123', 'gpt-4o-mini-2024-07-18', {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
        }),
        sequence_number: 1,
      },
    ],
    reply: { stopReason: 'max_tokens', model: 'gpt-4o-mini-2024-07-18', responseId: 'resp_123' },
  },
]
