/** Recorded replies of Gemini's `generateContent`. */
import { expect } from 'vitest'
import { AI_SDK, type RecordedReply } from './recorded-reply.ts'

const geminiChunk = (part: object, counts: object, facts: object, finishReason?: string) => ({
  candidates: [{ content: { parts: [part], role: 'model' }, ...(finishReason && { finishReason }), index: 0 }],
  usageMetadata: counts,
  ...facts,
})

const GEMINI_3 = { modelVersion: 'gemini-3-pro-preview', responseId: 'QHiLaa6LBrb8vdIPoNztsAg' }

const CALL_TOKENS = { promptTokenCount: 29, candidatesTokenCount: 15, totalTokenCount: 848, thoughtsTokenCount: 804 }

const FLASH = { modelVersion: 'gemini-3-flash-preview', responseId: 'vQRpaqzAPN2M9MoPxPq2uQ4' }

const TEXT_TOKENS = { promptTokenCount: 15, candidatesTokenCount: 1, totalTokenCount: 68, thoughtsTokenCount: 52 }

const SIGNED_CALL = {
  functionCall: { name: 'weather', args: { location: 'San Francisco' } },
  thoughtSignature: 'EpEgCo4gAb4+9vvWwdN+NkNiCCwrqvFI8uf9IiD2A47Bm4Sga0kUTm4e/QuEnsZnNuSXJaIN',
}

const SIGNED_END = { text: '', thoughtSignature: 'EpcCCpQCARFNMg9GpVP+YGO3zJobwN8a+4XBKHGs8ZZ75yF6E7qlkth0vQN/W+uy' }

export const GEMINI_REPLIES: readonly RecordedReply[] = [
  {
    name: 'a signed call',
    format: 'google',
    source: `${AI_SDK}/google/src/__fixtures__/google-tool-call-gemini3.chunks.txt`,
    wire: [geminiChunk(SIGNED_CALL, CALL_TOKENS, GEMINI_3), geminiChunk({ text: '' }, CALL_TOKENS, GEMINI_3, 'STOP')],
    reply: {
      stopReason: 'tool_calls',
      toolCalls: [{ id: expect.stringMatching(/^fw_call_/), name: 'weather', input: { location: 'San Francisco' } }],
      model: 'gemini-3-pro-preview',
      responseId: 'QHiLaa6LBrb8vdIPoNztsAg',
      usage: { inputTokens: 29, outputTokens: 819, cachedInputTokens: 0 },
      providerMetadata: { provider: 'google', parts: [SIGNED_CALL] },
    },
  },
  {
    name: 'text whose signature comes with empty text',
    format: 'google',
    source: `${AI_SDK}/google/src/__fixtures__/issue-18073-empty-text-thought-signature.chunks.txt`,
    wire: [geminiChunk({ text: '4' }, TEXT_TOKENS, FLASH), geminiChunk(SIGNED_END, TEXT_TOKENS, FLASH, 'STOP')],
    reply: {
      text: '4',
      stopReason: 'end',
      usage: { inputTokens: 15, outputTokens: 53, cachedInputTokens: 0 },
      providerMetadata: { provider: 'google', parts: [{ text: '4' }, SIGNED_END] },
    },
  },
  {
    name: 'a blocked prompt',
    format: 'google',
    source: `${AI_SDK}/google/src/__fixtures__/issue-19758-prompt-block.chunks.txt`,
    wire: [
      {
        promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
        usageMetadata: { promptTokenCount: 9, totalTokenCount: 9, serviceTier: 'standard' },
        modelVersion: 'gemini-3.7-flash',
        responseId: 'EXCPatOAKMrQjMcPteHVmQo',
      },
    ],
    reply: {
      stopReason: 'refusal',
      refusal: 'The message was blocked (prohibited_content).',
      refusalReason: 'prompt_blocked',
      finishReason: 'PROHIBITED_CONTENT',
      model: 'gemini-3.7-flash',
      usage: { inputTokens: 9, outputTokens: 0, cachedInputTokens: 0 },
    },
  },
  {
    name: 'a rate limit whose wait is in the body',
    format: 'google',
    source: `${AI_SDK}/google/src/__fixtures__/google-429-retry-info.json`,
    status: 429,
    wire: {
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }],
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
        ],
      },
    },
    error: {
      failure: 'rate_limited',
      status: 429,
      retryAfterMs: 34_400,
      detail: 'You exceeded your current quota, please check your plan.',
    },
  },
  {
    name: 'text that the length limit cuts off',
    format: 'google',
    source: 'https://github.com/googleapis/js-genai/blob/v2.32.0/src/types.ts',
    wire: [geminiChunk({ text: 'Hello! How can I help you with your' }, TEXT_TOKENS, FLASH, 'MAX_TOKENS')],
    reply: { text: 'Hello! How can I help you with your', stopReason: 'max_tokens' },
  },
  {
    name: 'an error within the stream',
    format: 'google',
    source: 'https://ai.google.dev/gemini-api/docs/troubleshooting',
    wire: [
      geminiChunk({ text: '4' }, TEXT_TOKENS, FLASH),
      {
        error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
      },
    ],
    error: { failure: 'unavailable', status: 503, detail: 'The model is overloaded. Please try again later.' },
  },
]
