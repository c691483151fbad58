/** The state of a copilot: an immutable value. */
import type { MessageMarks } from '#contract/agent/conversation-marks.ts'
import type { Message } from '#contract/agent/message.ts'
import type { TokenUsage } from '#contract/agent/model.ts'
import type { ParkedResult, ProposalOutcome } from '#contract/agent/proposal.ts'
import { NO_USAGE } from '#contract/agent/token-usage.ts'

/** A call of a tool in this conversation. */
export interface CopilotCall {
  readonly id: string
  readonly name: string
  /** Title of the call for people, if its tool has one. */
  readonly title?: string
  /** Present once the model has written the whole input. */
  readonly input?: unknown
  /** `waiting` means pending approval. */
  readonly state: 'writing' | 'running' | 'waiting' | 'done' | 'failed'
  /** The result as the model reads it, parsed if it is JSON. */
  readonly result?: unknown
}

/** A part of the reply in progress, in the order of arrival. */
export type CopilotPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly id: string }

/** A call that is pending approval. */
export interface CopilotApproval extends ParkedResult {
  /** Title of the call for people, if its tool has one. */
  readonly title?: string
}

/** The outcome of a call that was pending approval. */
export interface CopilotDecision {
  /** Id of the pending call. */
  readonly id: string
  readonly tool: string
  /** Title of the call for people, if its tool has one. */
  readonly title?: string
  readonly outcome: 'executed' | 'rejected' | 'expired'
  /** Result of the approved call. */
  readonly result?: ProposalOutcome
  /** Index in `messages` of the message that informs the agent, once it exists. The user didn't write that message. */
  readonly place?: number
}

/** All data that a user interface shows of a conversation. Read it again after each change. */
export interface CopilotState {
  /**
   * `ready` for a message; `asking` until the reply begins; `answering` while it arrives; `acting` while the page
   * runs calls; `failed`, which `retry` repeats; `setup` if the server has no model.
   */
  readonly status: 'ready' | 'asking' | 'answering' | 'acting' | 'failed' | 'setup'
  readonly messages: readonly Message[]
  /** Text of the reply in progress, or of one that ended early. */
  readonly answer: string
  /** The same reply with its calls in between. */
  readonly parts: readonly CopilotPart[]
  readonly calls: readonly CopilotCall[]
  /** Calls that are pending approval. */
  readonly approvals: readonly CopilotApproval[]
  /** Decisions of the user in this conversation. */
  readonly decisions: readonly CopilotDecision[]
  /** Why the turn failed, or which variable the server lacks, as a message for users. */
  readonly notice: string | undefined
  /** Sum over all turns so far. */
  readonly usage: TokenUsage
}

/** State without a reply in progress. */
export const NO_REPLY = { answer: '', parts: [], notice: undefined } as const satisfies Partial<CopilotState>

export const EMPTY: CopilotState = {
  status: 'ready',
  messages: [],
  ...NO_REPLY,
  calls: [],
  approvals: [],
  decisions: [],
  usage: NO_USAGE,
}

/** Chunks of the stream that a copilot uses. */
export type TurnChunk =
  | { readonly type: 'text-start' | 'reasoning-start' | 'finish-step' }
  /** Its metadata is what the model has read, which may influence the text that follows. */
  | { readonly type: 'start-step'; readonly messageMetadata?: MessageMarks }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'tool-input-start'; readonly toolCallId: string; readonly toolName: string }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: string
      readonly title?: string
      readonly input: unknown
    }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: 'tool-approval-request'; readonly toolCallId: string; readonly proposal: ParkedResult }

/** Returns the state after a chunk. */
export function applyChunk(state: CopilotState, chunk: TurnChunk): CopilotState {
  switch (chunk.type) {
    case 'text-start':
      return { ...withPart(state, { type: 'text', text: '' }), status: 'answering' }
    case 'text-delta':
      return { ...withText(state, 'text', chunk.delta), answer: state.answer + chunk.delta }
    case 'reasoning-start':
      return { ...withPart(state, { type: 'reasoning', text: '' }), status: 'answering' }
    case 'reasoning-delta':
      return withText(state, 'reasoning', chunk.delta)
    case 'tool-input-start': {
      const { toolCallId: id, toolName: name } = chunk
      const calls: readonly CopilotCall[] = [...state.calls, { id, name, state: 'writing' }]
      return { ...withPart(state, { type: 'call', id }), calls }
    }
    case 'tool-input-available': {
      const { toolCallId, toolName: name, title, input } = chunk
      return withCall(state, toolCallId, { input, name, ...(title !== undefined && { title }), state: 'running' })
    }
    case 'tool-output-available':
      return withCall(state, chunk.toolCallId, { result: chunk.output, state: 'done' })
    case 'tool-output-error':
      return withCall(state, chunk.toolCallId, { result: chunk.errorText, state: 'failed' })
    case 'tool-approval-request':
      return withCall(state, chunk.toolCallId, { result: chunk.proposal, state: 'waiting' })
    default:
      return state
  }
}

function withPart(state: CopilotState, part: CopilotPart): CopilotState {
  const gap = part.type === 'text' && state.answer !== '' ? '\n\n' : ''
  return { ...state, parts: [...state.parts, part], answer: state.answer + gap }
}

function withText(state: CopilotState, type: 'text' | 'reasoning', delta: string): CopilotState {
  const last = state.parts.at(-1)
  const open = last?.type === type ? last.text : ''
  const before = last?.type === type ? state.parts.slice(0, -1) : state.parts
  return { ...state, parts: [...before, { type, text: open + delta }] }
}

/** Returns the state with one of its calls changed. */
export function withCall(state: CopilotState, id: string, change: Partial<CopilotCall>): CopilotState {
  return { ...state, calls: state.calls.map((call) => (call.id === id ? { ...call, ...change } : call)) }
}

/**
 * Returns the content of a reply that ended early as messages: its text, and the calls that have begun. They must stay in
 * the conversation, because the model would run them again otherwise; one without a result may have run as well.
 *
 * @param words Whether to include the text after the last of them.
 * @param marks What the model had read.
 */
export function toPartialMessages(
  { parts, calls }: CopilotState,
  { words, marks = {} }: { readonly words: boolean; readonly marks?: MessageMarks },
): Message[] {
  const messages: Message[] = []
  let text = ''
  let begun: CopilotCall[] = []
  const close = () => {
    if (text === '' && begun.length === 0) return
    const toolCalls = begun.map(({ id, name, input }) => ({ id, name, input }))
    const finished = begun.filter(({ result }) => result !== undefined)
    messages.push(
      { role: 'assistant', content: text, ...(begun.length > 0 && { toolCalls }), ...marks },
      ...finished.map((call): Message => ({ role: 'tool', toolCallId: call.id, content: toContent(call) })),
    )
    text = ''
    begun = []
  }
  for (const part of parts) {
    if (part.type === 'text') {
      if (begun.length > 0) close()
      text += (text === '' ? '' : '\n\n') + part.text
    } else if (part.type === 'call') {
      const call = calls.find(({ id }) => id === part.id)
      if (call !== undefined && call.state !== 'writing') begun.push(call)
    }
  }
  if (words || begun.length > 0) close()
  return messages
}

/**
 * Returns the result as JSON, like the results that the server writes. The text of an error is JSON already. Any other
 * text is quoted, because the server could read the unquoted text of another user as an error of its own.
 */
function toContent({ state, result }: CopilotCall): string {
  return state === 'failed' && typeof result === 'string' ? result : JSON.stringify(result)
}
