/** Failures of vendors in their own forms: where each puts the time to wait, and the errors within a stream. */
import type { ScriptedFailure, ScriptedFormat } from '../../../runtime/src/testing.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** A 429 that asks the client to wait. Anthropic and OpenAI use a header; Gemini has `RetryInfo` in its body. */
export function rateLimit(format: ScriptedFormat, seconds: number): ScriptedFailure {
  if (format !== 'google')
    return { status: 429, headers: { 'retry-after': String(seconds) }, message: 'Rate limit reached.' }
  return {
    status: 429,
    headers: JSON_TYPE,
    body: JSON.stringify({
      error: {
        code: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
          },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
        ],
      },
    }),
  }
}

/** A 429 that no wait ends, because the account has no credit. */
export const QUOTA: Readonly<Record<ScriptedFormat, ScriptedFailure>> = {
  anthropic: {
    status: 429,
    headers: { ...JSON_TYPE, 'x-should-retry': 'false' },
    body: JSON.stringify({
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'The organization has reached the spend limit of its contract.',
        details: { error_code: 'contract_spend_limit_reached' },
      },
      request_id: 'req_1',
    }),
  },
  openai: openaiQuota(),
  'openai-compatible': openaiQuota(),
  google: {
    status: 429,
    headers: JSON_TYPE,
    body: JSON.stringify({
      error: {
        code: 429,
        message: 'Your prepayment credits are depleted.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '86400s' }],
      },
    }),
  },
}

function openaiQuota(): ScriptedFailure {
  const message = 'You exceeded your current quota, please check your plan and billing details.'
  return {
    status: 429,
    headers: JSON_TYPE,
    body: JSON.stringify({ error: { message, type: 'insufficient_quota', param: null, code: 'insufficient_quota' } }),
  }
}

/** Streams that fail after their start, as each vendor ends them. */
export const BROKEN_STREAMS: Readonly<Record<string, readonly object[]>> = {
  anthropic: [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' }],
  'openai failed': [
    {
      type: 'response.failed',
      sequence_number: 2,
      response: { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'Overloaded' }, output: [] },
    },
  ],
  'openai error': [{ type: 'error', sequence_number: 2, code: 'server_error', message: 'Overloaded', param: null }],
  'openai nested error': [
    { type: 'error', sequence_number: 2, error: { type: 'server_error', code: 'server_error', message: 'Overloaded' } },
  ],
  google: [{ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }],
  'openai-compatible': [{ error: { code: 502, message: 'Overloaded' } }],
}
