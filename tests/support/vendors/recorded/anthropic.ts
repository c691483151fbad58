/** Recorded replies of Anthropic's Messages API. */
import { AI_SDK, type RecordedReply } from './recorded-reply.ts'

const thinking = {
  type: 'thinking',
  thinking: "I'm working through the Euclidean algorithm to find the GCD of 1071 and 462.",
  signature: 'EsECCokBCBAYAipA9i3HF1aHpQITkdN8OvLd33gdPZEyLKJA9EvxTXumYzG5xgpLkCYbGOTU=',
}

export const ANTHROPIC_REPLIES: readonly RecordedReply[] = [
  {
    name: 'thinking, then text',
    format: 'anthropic',
    source: `${AI_SDK}/anthropic/src/__fixtures__/anthropic-claude-sonnet-5-reasoning-summarized.chunks.txt`,
    wire: [
      {
        type: 'message_start',
        message: {
          model: 'claude-sonnet-5',
          id: 'msg_011CdZqGg4K3tq97K7RDtTw7',
          type: 'message',
          role: 'assistant',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          stop_details: null,
          usage: { input_tokens: 47, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 2 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'I' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking: thinking.thinking.slice(1) },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: thinking.signature } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '$$1071 = 2' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: ' \\times 462 + 147$$' } },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null, stop_details: null },
        usage: {
          input_tokens: 47,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 373,
          output_tokens_details: { thinking_tokens: 62 },
        },
      },
      { type: 'message_stop' },
    ],
    reply: {
      text: '$$1071 = 2 \\times 462 + 147$$',
      stopReason: 'end',
      model: 'claude-sonnet-5',
      responseId: 'msg_011CdZqGg4K3tq97K7RDtTw7',
      usage: { inputTokens: 47, outputTokens: 373, cachedInputTokens: 0 },
      providerMetadata: {
        provider: 'anthropic',
        content: [thinking, { type: 'text', text: '$$1071 = 2 \\times 462 + 147$$' }],
      },
    },
  },
  {
    name: 'text and a call without arguments',
    format: 'anthropic',
    source: `${AI_SDK}/anthropic/src/__fixtures__/anthropic-tool-no-args.chunks.txt`,
    wire: [
      {
        type: 'message_start',
        message: {
          model: 'claude-sonnet-4-5-20250929',
          id: 'msg_01GE2RKp1VYsPzdFs3sS9z5S',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 565, output_tokens: 7, service_tier: 'standard' },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: "I'll update the issue list for" } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' you.' } },
      { type: 'ping' },
      { type: 'content_block_stop', index: 0 },
      { type: 'ping' },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', name: 'updateIssueList', input: {} },
      },
      { type: 'ping' },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 48 } },
      { type: 'message_stop' },
    ],
    reply: {
      text: "I'll update the issue list for you.",
      stopReason: 'tool_calls',
      toolCalls: [{ id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP', name: 'updateIssueList', input: {} }],
      usage: { inputTokens: 565, outputTokens: 48, cachedInputTokens: 0 },
    },
  },
  {
    name: 'a refusal without content',
    format: 'anthropic',
    source: `${AI_SDK}/anthropic/src/__fixtures__/anthropic-refusal.chunks.txt`,
    wire: [
      {
        type: 'message_start',
        message: {
          model: 'claude-fable-5',
          id: 'msg_01RefusalStreamAbcdefghijk',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 18, output_tokens: 1 },
        },
      },
      { type: 'ping' },
      {
        type: 'message_delta',
        delta: {
          stop_reason: 'refusal',
          stop_sequence: null,
          stop_details: {
            type: 'refusal',
            category: 'cyber',
            explanation:
              "This request triggered restrictions on violative cyber content and was blocked under Anthropic's Usage Policy.",
            recommended_model: 'claude-fable-5',
          },
        },
        usage: { input_tokens: 18, output_tokens: 5 },
      },
      { type: 'message_stop' },
    ],
    reply: {
      stopReason: 'refusal',
      refusal:
        "This request triggered restrictions on violative cyber content and was blocked under Anthropic's Usage Policy.",
      usage: { inputTokens: 18, outputTokens: 5, cachedInputTokens: 0 },
    },
  },
  {
    name: 'an error within the stream',
    format: 'anthropic',
    source: 'https://platform.claude.com/docs/en/build-with-claude/streaming#error-events',
    wire: [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
    error: { failure: 'unavailable', detail: 'Overloaded' },
  },
  {
    name: 'a call that the length limit cuts off',
    format: 'anthropic',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming',
    wire: [
      {
        type: 'message_start',
        message: {
          model: 'claude-sonnet-5-5',
          id: 'msg_cut',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 8, output_tokens: 1 },
        },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_cut', name: 'updateIssueList', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"path": "/reports/summ' },
      },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'max_tokens', stop_sequence: null },
        usage: { output_tokens: 50 },
      },
      { type: 'message_stop' },
    ],
    reply: {
      stopReason: 'max_tokens',
      toolCalls: [{ id: 'toolu_cut', name: 'updateIssueList', input: '{"path": "/reports/summ', fault: 'cut_off' }],
    },
  },
]
