/** `createCopilot`: a conversation with the app's agent, without looks (spec: Turn replies; decisions: Agent). */

import { allowsTool } from '#agent/tool-filter.ts'
import type { ToolFilter, TurnReply } from '#contract/agent.ts'
import type { Attachment, Message } from '#contract/message.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import { addUsage } from '#contract/token-usage.ts'
import type { WindowFw } from '../page-api.ts'
import type { PageProposal } from '../waiting-call.ts'
import { askAgent, CopilotError } from './ask-agent.ts'
import { afterChunk, type CopilotState, EMPTY, withCall } from './copilot-state.ts'

export interface CopilotOptions {
  /** Of the tools that the app's agent has, those that this copilot may use. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation to go on with. */
  readonly messages?: readonly Message[]
  /** The page that the person has open. Default: that of the address bar. */
  readonly path?: () => string
}

export interface CopilotConversation {
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
export function createCopilot(options: CopilotOptions = {}, page: CopilotPage = {}): CopilotConversation {
  return new PageCopilot(options, page)
}

class PageCopilot implements CopilotConversation {
  state: CopilotState
  readonly #options: CopilotOptions
  readonly #page: CopilotPage
  readonly #listeners = new Set<() => void>()
  readonly #hearing: Promise<() => void> | undefined
  #running: AbortController | undefined
  #isClosed = false
  /** Decisions that the agent has not been told of. */
  #news: string[] = []

  constructor(options: CopilotOptions, page: CopilotPage) {
    this.#options = options
    this.#page = { fw: globalThis.window?.fw, ...page }
    this.state = { ...EMPTY, messages: options.messages ?? [] }
    this.#hearing = this.#page.fw?.on('proposal', (detail) => this.#decided(detail as PageProposal)) // the page's own
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  send(text: string, { attachments }: { readonly attachments?: readonly Attachment[] } = {}): Promise<void> {
    return this.#turn([{ role: 'user', content: text, ...(attachments && { attachments }) }])
  }

  retry(): Promise<void> {
    return this.#turn([])
  }

  stop(): void {
    if (!this.#running) return
    this.#end()
    this.#set({ ...keepAnswer(this.state), status: 'ready' })
  }

  clear(): void {
    this.#end()
    this.#news = []
    this.#set({ ...EMPTY, approvals: this.state.approvals, usage: this.state.usage })
  }

  close(): void {
    this.#isClosed = true
    this.#end()
    this.#listeners.clear()
    void this.#hearing?.then((end) => end())
  }

  #end(): void {
    this.#running?.abort()
    this.#running = undefined
  }

  #set(change: Partial<CopilotState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #turn(added: readonly Message[]): Promise<void> {
    if (this.#running) throw new Error('A turn is under way. Wait for it, or call stop().')
    const control = new AbortController()
    this.#running = control
    const messages = [...this.state.messages, ...added]
    this.#set({ status: 'asking', messages, answer: '', calls: [], notice: undefined })
    try {
      await this.#converse(control.signal)
    } catch (error) {
      if (this.#running === control) this.#set(failure(error, this.state))
    } finally {
      if (this.#running === control) this.#running = undefined
    }
    if (!this.#running && this.state.status === 'ready' && this.#news.length > 0) await this.#tellNews()
  }

  async #converse(signal: AbortSignal): Promise<void> {
    for (let request = 0; request < MOST_REQUESTS; request++) {
      const reply = await this.#ask(signal)
      if (reply.type === 'setup') return this.#set({ status: 'setup', notice: reply.message })
      if (reply.type === 'error') throw new CopilotError(reply.error)
      const { messages, usage, proposals } = reply
      const kept = reply.type === 'refusal' ? [...messages, said(reply.message)] : messages
      this.#set({ messages: kept, answer: '', usage: addUsage(this.state.usage, usage) })
      for (const parked of proposals) this.#wait(parked)
      if (reply.type !== 'ui_calls') return this.#set({ status: 'ready' })
      this.#set({ status: 'acting' })
      for (const call of reply.calls) {
        const message = await this.#act(call)
        signal.throwIfAborted()
        this.#set({ messages: [...this.state.messages, message] })
      }
      this.#set({ status: 'asking' })
    }
    throw new CopilotError('The assistant went on for too long and was stopped.')
  }

  async #ask(signal: AbortSignal): Promise<TurnReply> {
    const { fetch = globalThis.fetch.bind(globalThis) } = this.#page
    const { tools: toolFilter, path = () => location.pathname + location.search } = this.#options
    const answers = askAgent({ messages: this.state.messages, path: path(), toolFilter, signal, fetch })
    for (;;) {
      const next = await answers.next()
      if (signal.aborted) void answers.return(undefined as never) // nobody reads what it returns
      signal.throwIfAborted()
      if (next.done) return next.value
      this.#set(afterChunk(this.state, next.value))
    }
  }

  /** Runs a call in the page, as the agent; its result is for the model. */
  async #act({ id, name, input }: { id: string; name: string; input: unknown }): Promise<Message> {
    const { fw } = this.#page
    const answer =
      fw === undefined || !allowsTool(name, this.#options.tools)
        ? { ok: false, error: `${name} is not available here.` }
        : await fw.call(name, input)
    this.#set(withCall(this.state, id, { state: answer.ok ? 'done' : 'failed' }))
    const { result } = answer as { result?: unknown } // there where it went well
    if (isWaiting(result)) this.#wait(result)
    return { role: 'tool', toolCallId: id, content: JSON.stringify(answer) }
  }

  #wait(parked: ParkedResult): void {
    if (this.state.approvals.some(({ id }) => id === parked.id)) return
    this.#set({ approvals: [...this.state.approvals, parked] })
    const { show = showInPanel } = this.#page
    show(parked)
  }

  /** The panel tells what became of a call. */
  #decided({ id, tool, state: outcome, result }: PageProposal): void {
    const { approvals } = this.state
    if (this.#isClosed || outcome === 'pending' || !approvals.some((one) => one.id === id)) return
    this.#set({ approvals: approvals.filter((one) => one.id !== id) })
    this.#news.push(newsOf(tool, outcome, result))
    if (!this.#running) void this.#tellNews()
  }

  #tellNews(): Promise<void> {
    const content = this.#news.join('\n')
    this.#news = []
    return this.#turn([{ role: 'user', content }])
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

function failure(error: unknown, state: CopilotState): Partial<CopilotState> {
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
