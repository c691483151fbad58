/** What a copilot shows: a value, never changed in place. */
import type { Message } from '#contract/message.ts'
import type { TokenUsage } from '#contract/model.ts'
import type { ParkedResult, ProposalOutcome } from '#contract/proposal.ts'
import { NO_USAGE } from '#contract/token-usage.ts'

/** A call of a tool in this conversation. */
export interface CopilotCall {
  readonly id: string
  readonly name: string
  /** There once the model has written all of it. */
  readonly input?: unknown
  /** `waiting`: for a person. */
  readonly state: 'writing' | 'running' | 'waiting' | 'done' | 'failed'
  /** What the model reads of its result, as data where it is JSON. */
  readonly result?: unknown
}

/** A piece of the answer that is coming, in the order in which they came. */
export type CopilotPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string }

/** What became of a call that waited for a person. */
export interface CopilotDecision {
  /** Of the waiting call. */
  readonly id: string
  readonly tool: string
  readonly outcome: 'executed' | 'rejected' | 'expired'
  /** What the approved call came to. */
  readonly result?: ProposalOutcome
  /** Index in `messages` of what the agent was told of it, once it was: nobody has typed that message. */
  readonly place?: number
}

/** All that a user interface shows of a conversation. Read it anew after each change. */
export interface CopilotState {
  /**
   * `ready` for a message; `asking` until the first words come; `answering`; `acting` in the page; `failed`, which `retry`
   * tries again; `setup`: the server has no model.
   */
  readonly status: 'ready' | 'asking' | 'answering' | 'acting' | 'failed' | 'setup'
  readonly messages: readonly Message[]
  /** The words of the answer that is coming, or that broke off. */
  readonly answer: string
  /** The same with its calls in between. */
  readonly parts: readonly CopilotPart[]
  readonly calls: readonly CopilotCall[]
  /** What waits for a person. */
  readonly approvals: readonly ParkedResult[]
  /** What they have decided in this conversation. */
  readonly decisions: readonly CopilotDecision[]
  /** Why it failed, or which variable the server lacks. For people. */
  readonly notice: string | undefined
  /** Of all turns so far. */
  readonly usage: TokenUsage
}

/** Nothing is under way. */
export const NOTHING_COMES = { answer: '', parts: [], notice: undefined } as const satisfies Partial<CopilotState>

export const EMPTY: CopilotState = {
  status: 'ready',
  messages: [],
  ...NOTHING_COMES,
  calls: [],
  approvals: [],
  decisions: [],
  usage: NO_USAGE,
}

/** What comes over the stream that a copilot looks at (decisions: Agent, stream, `events: 'full'`). */
export type TurnChunk =
  | { readonly type: 'text-start' | 'finish-step' | 'start-step' }
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'tool-input-start'; readonly toolCallId: string; readonly toolName: string }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: string
      readonly input: unknown
    }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string }
  | { readonly type: 'tool-approval-request'; readonly toolCallId: string; readonly proposal: ParkedResult }

/** The state after a chunk. */
export function afterChunk(state: CopilotState, chunk: TurnChunk): CopilotState {
  switch (chunk.type) {
    case 'text-start':
      return { ...withPart(state, { type: 'text', text: '' }), status: 'answering' }
    case 'text-delta':
      return withText(state, chunk.delta)
    case 'tool-input-start': {
      const { toolCallId: id, toolName: name } = chunk
      const calls: readonly CopilotCall[] = [...state.calls, { id, name, state: 'writing' }]
      return { ...withPart(state, { type: 'call', id }), calls }
    }
    case 'tool-input-available':
      return withCall(state, chunk.toolCallId, { input: chunk.input, name: chunk.toolName, state: 'running' })
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

function withText(state: CopilotState, delta: string): CopilotState {
  const last = state.parts.at(-1)
  const open = last?.type === 'text' ? last.text : ''
  const before = last?.type === 'text' ? state.parts.slice(0, -1) : state.parts
  return { ...state, parts: [...before, { type: 'text', text: open + delta }], answer: state.answer + delta }
}

/** The state with one of its calls changed. */
export function withCall(state: CopilotState, id: string, change: Partial<CopilotCall>): CopilotState {
  return { ...state, calls: state.calls.map((call) => (call.id === id ? { ...call, ...change } : call)) }
}

/**
 * What has come of an answer that broke off, as messages: its words, and the calls that have a result. What ran must not be
 * forgotten, or it would run again. `words: false` leaves out the words behind the last of them.
 */
export function keptMessages({ parts, calls }: CopilotState, { words }: { readonly words: boolean }): Message[] {
  const messages: Message[] = []
  let text = ''
  let made: CopilotCall[] = []
  const close = () => {
    if (text === '' && made.length === 0) return
    const toolCalls = made.map(({ id, name, input }) => ({ id, name, input }))
    messages.push(
      { role: 'assistant', content: text, ...(made.length > 0 && { toolCalls }) },
      ...made.map(({ id, result }): Message => ({ role: 'tool', toolCallId: id, content: toContent(result) })),
    )
    text = ''
    made = []
  }
  for (const part of parts) {
    if (part.type === 'text') {
      if (made.length > 0) close()
      text += (text === '' ? '' : '\n\n') + part.text
    } else {
      const call = calls.find(({ id }) => id === part.id)
      if (call?.result !== undefined) made.push(call)
    }
  }
  if (words || made.length > 0) close()
  return messages
}

function toContent(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result)
}
