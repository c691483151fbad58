/** `createCopilot`: a conversation with the app's agent, without looks (spec: Turn replies; decisions: Agent). */

import { allowsTool } from '#agent/tool-filter.ts'
import type { ToolFilter, TurnReply } from '#contract/agent.ts'
import type { Attachment, Message } from '#contract/message.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import type { WindowFw } from '../page-api.ts'
import type { PageProposal } from '../waiting-call.ts'
import { askAgent, CopilotError } from './ask-agent.ts'
import { addUsage, afterChunk, type CopilotState, EMPTY, withCall } from './copilot-state.ts'

export interface CopilotOptions {
  /** Of the tools that the app's agent has, those that this copilot may use. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation to go on with. */
  readonly messages?: readonly Message[]
  /** The page that the person has open. Default: that of the address bar. */
  readonly path?: () => string
}

export interface Copilot {
  /** As it is now: a new object after each change. */
  readonly state: CopilotState
  /** Calls the listener after each change, until what it answers is called. */
  subscribe(listener: () => void): () => void
  /** Resolves when the agent has answered, failed or was stopped. Rejects while another turn runs. */
  send(text: string, more?: { readonly attachments?: readonly Attachment[] }): Promise<void>
  /** Asks again with the conversation as it is. */
  retry(): Promise<void>
  /** Ends the turn that runs; what has been said stays. */
  stop(): void
  /** Begins a new conversation. */
  clear(): void
  /** Ends everything, and hears of nothing any more. */
  close(): void
}

/** What a copilot takes from its page; tests hand in their own. */
export interface CopilotPage {
  readonly fetch?: typeof fetch
  readonly fw?: Pick<WindowFw, 'call' | 'on'>
  /** Shows a call that the server has parked. Default: in the approval panel of the page. */
  readonly show?: (parked: ParkedResult) => void
}

/** Requests in one turn, each with calls of the page before it. */
const MOST_REQUESTS = 12

/**
 * Nothing here approves anything: calls that wait are shown in the page's approval panel, which only a person can use. Once
 * they have decided, the agent is told and goes on.
 */
export function createCopilot(options: CopilotOptions = {}, page: CopilotPage = {}): Copilot {
  const { fetch = globalThis.fetch.bind(globalThis), fw = globalThis.window?.fw, show = showInPanel } = page
  const { tools: toolFilter, path = () => location.pathname + location.search } = options
  const listeners = new Set<() => void>()
  let state: CopilotState = { ...EMPTY, messages: options.messages ?? [] }
  let running: AbortController | undefined
  let isClosed = false
  /** Decisions that the agent has not been told of. */
  let news: string[] = []

  const set = (change: Partial<CopilotState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function turn(added: readonly Message[]): Promise<void> {
    if (running) throw new Error('A turn is under way. Wait for it, or call stop().')
    const control = new AbortController()
    running = control
    set({ status: 'asking', messages: [...state.messages, ...added], answer: '', calls: [], notice: undefined })
    try {
      await converse(control.signal)
    } catch (error) {
      if (running === control) set(failure(error, control.signal, state))
    } finally {
      if (running === control) running = undefined
    }
    if (running === undefined && state.status === 'ready' && news.length > 0) await tellNews()
  }

  async function converse(signal: AbortSignal): Promise<void> {
    for (let request = 0; request < MOST_REQUESTS; request++) {
      const reply = await ask(signal)
      signal.throwIfAborted()
      if (reply.type === 'setup') return set({ status: 'setup', notice: reply.message })
      if (reply.type === 'error') throw new CopilotError(reply.error)
      const { messages, usage, proposals } = reply
      const kept = reply.type === 'refusal' ? [...messages, said(reply.message)] : messages
      set({ messages: kept, answer: '', usage: addUsage(state.usage, usage) })
      for (const parked of proposals) await wait(parked)
      if (reply.type !== 'ui_calls') return set({ status: 'ready' })
      set({ status: 'acting' })
      for (const call of reply.calls) {
        const message = await act(call)
        signal.throwIfAborted()
        set({ messages: [...state.messages, message] })
      }
      set({ status: 'asking' })
    }
    throw new CopilotError('The assistant went on for too long and was stopped.')
  }

  async function ask(signal: AbortSignal): Promise<TurnReply> {
    const answers = askAgent({ messages: state.messages, path: path(), toolFilter, signal, fetch })
    for (;;) {
      const next = await answers.next()
      if (signal.aborted) void answers.return(undefined as never) // nobody reads what it returns
      signal.throwIfAborted()
      if (next.done) return next.value
      set(afterChunk(state, next.value))
    }
  }

  /** Runs a call in the page, as the agent; its result is for the model. */
  async function act({ id, name, input }: { id: string; name: string; input: unknown }): Promise<Message> {
    const answer =
      fw === undefined || !allowsTool(name, toolFilter)
        ? { ok: false, error: `${name} is not available here.` }
        : await fw.call(name, input)
    set(withCall(state, id, { state: answer.ok ? 'done' : 'failed' }))
    const { result } = answer as { result?: unknown } // there where it went well
    if (isWaiting(result)) await wait(result)
    return { role: 'tool', toolCallId: id, content: JSON.stringify(answer) }
  }

  async function wait(parked: ParkedResult): Promise<void> {
    if (state.approvals.some(({ id }) => id === parked.id)) return
    set({ approvals: [...state.approvals, parked] })
    show(parked)
  }

  /** The panel tells what became of a call. */
  function decided(proposal: PageProposal): void {
    const { id, tool, state: outcome, result } = proposal
    if (isClosed || outcome === 'pending' || !state.approvals.some((one) => one.id === id)) return
    set({ approvals: state.approvals.filter((one) => one.id !== id) })
    news.push(newsOf(tool, outcome, result))
    if (running === undefined) void tellNews()
  }

  function tellNews(): Promise<void> {
    const content = news.join('\n')
    news = []
    return turn([{ role: 'user', content }])
  }

  const hearing = fw?.on('proposal', (detail) => decided(detail as PageProposal)) // what the page tells of itself
  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (text, { attachments } = {}) => turn([{ role: 'user', content: text, ...(attachments && { attachments }) }]),
    retry: () => turn([]),
    stop() {
      if (!running) return
      running.abort()
      running = undefined
      set({ ...keepAnswer(state), status: 'ready' })
    },
    clear() {
      running?.abort()
      running = undefined
      news = []
      set({ ...EMPTY, approvals: state.approvals, usage: state.usage })
    },
    close() {
      isClosed = true
      running?.abort()
      running = undefined
      listeners.clear()
      void hearing?.then((end) => end())
    },
  }
}

function showInPanel(parked: ParkedResult): void {
  void import('../server-proposals.ts').then(({ showServerProposal }) => showServerProposal(parked))
}

function isWaiting(result: unknown): result is ParkedResult {
  return typeof result === 'object' && result !== null && 'status' in result && result.status === 'proposal'
}

function said(content: string): Message {
  return { role: 'assistant', content }
}

/** What was said before it ended belongs to the conversation. Calls of the page that have no result would confuse it. */
function keepAnswer({ messages, answer }: CopilotState): Partial<CopilotState> {
  return { messages: answer === '' ? messages : [...messages, said(answer)], answer: '' }
}

function failure(error: unknown, signal: AbortSignal, state: CopilotState): Partial<CopilotState> {
  if (signal.aborted) return { status: 'ready' }
  const notice = error instanceof CopilotError ? error.message : 'The server cannot be reached right now.'
  if (!(error instanceof CopilotError)) console.error('[fw] The copilot got no answer.', error)
  return { ...keepAnswer(state), status: 'failed', notice }
}

/** Said in the person's turn: the tool's own answer in the conversation stays "proposal". */
function newsOf(tool: string, outcome: PageProposal['state'], result: unknown): string {
  if (outcome === 'executed')
    return `The person approved ${tool}. ${result === undefined ? 'It ran.' : `It answered: ${JSON.stringify(result)}`}`
  return outcome === 'rejected' ? `The person rejected ${tool}; it did not run.` : `Nobody approved ${tool} in time.`
}
