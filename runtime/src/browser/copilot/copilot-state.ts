/** What a copilot shows: a value, never changed in place. */
import type { Message } from '#contract/message.ts'
import type { TokenUsage } from '#contract/model.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import { NO_USAGE } from '#contract/token-usage.ts'

/** A call of a tool in the turn that runs, or ran last. */
export interface CopilotCall {
  readonly id: string
  readonly name: string
  /** There once the model has written all of it. */
  readonly input?: unknown
  readonly state: 'writing' | 'running' | 'done' | 'failed'
}

export interface CopilotState {
  /**
   * `ready` for a message; `asking` until the first words come; `answering`; `acting` in the page; `failed`, which `retry`
   * tries again; `setup`: the server has no model.
   */
  readonly status: 'ready' | 'asking' | 'answering' | 'acting' | 'failed' | 'setup'
  readonly messages: readonly Message[]
  /** The words of the answer that is coming. */
  readonly answer: string
  readonly calls: readonly CopilotCall[]
  /** What waits for a person. */
  readonly approvals: readonly ParkedResult[]
  /** Why it failed, or which variable the server lacks. For people. */
  readonly notice: string | undefined
  /** Of all turns so far. */
  readonly usage: TokenUsage
}

export const EMPTY: CopilotState = {
  status: 'ready',
  messages: [],
  answer: '',
  calls: [],
  approvals: [],
  notice: undefined,
  usage: NO_USAGE,
}

/** What comes over the stream that a copilot looks at (spec: Streamed turn events). */
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

/** The state after a chunk. */
export function afterChunk(state: CopilotState, chunk: TurnChunk): CopilotState {
  switch (chunk.type) {
    case 'text-start':
      return { ...state, status: 'answering', answer: state.answer === '' ? '' : `${state.answer}\n\n` }
    case 'text-delta':
      return { ...state, answer: state.answer + chunk.delta }
    case 'tool-input-start': {
      const call: CopilotCall = { id: chunk.toolCallId, name: chunk.toolName, state: 'writing' }
      return { ...state, calls: [...state.calls, call] }
    }
    case 'tool-input-available':
      return withCall(state, chunk.toolCallId, { input: chunk.input, name: chunk.toolName, state: 'running' })
    case 'finish-step':
      // The server's tools of the step have run: only those of the page are still to come.
      return { ...state, calls: state.calls.map((call) => (isHere(call) ? call : { ...call, state: 'done' })) }
    default:
      return state
  }
}

function isHere({ name, state }: CopilotCall): boolean {
  return state === 'failed' || !name.startsWith('api.')
}

/** The state with one of its calls changed. */
export function withCall(state: CopilotState, id: string, change: Partial<CopilotCall>): CopilotState {
  return { ...state, calls: state.calls.map((call) => (call.id === id ? { ...call, ...change } : call)) }
}
