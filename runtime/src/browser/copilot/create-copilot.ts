/** `createCopilot`: a conversation with the app's agent, without looks (spec: Turn replies; decisions: Agent). */

import { allowsTool } from '#agent/tool-filter.ts'
import type { ToolFilter, TurnReply } from '#contract/agent.ts'
import type { Attachment, Message } from '#contract/message.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import { isPending, type ParkedResult, type ProposalOutcome } from '#contract/proposal.ts'
import { addUsage } from '#contract/token-usage.ts'
import type { WindowFw } from '../page-api.ts'
import { noteTaint } from '../post-json.ts'
import type { PageProposal } from '../waiting-call.ts'
import { askAgent, CopilotError } from './ask-agent.ts'
import {
  afterChunk,
  type CopilotDecision,
  type CopilotState,
  EMPTY,
  keptMessages,
  NOTHING_COMES,
  withCall,
} from './copilot-state.ts'

/** What a conversation begins with, and what it may use. */
export interface CopilotOptions {
  /** Of the tools that the app's agent has, those that this copilot may use. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation to go on with. */
  readonly messages?: readonly Message[]
  /** The page that the person has open. Default: that of the address bar. */
  readonly path?: () => string
}

/** A conversation with the app's agent without a panel: for a user interface of your own. `createCopilot` makes one. */
export interface CopilotConversation {
  /** As it is now: a new object after each change. */
  readonly state: CopilotState
  /** Calls the listener after each change, until what it answers is called. */
  subscribe(listener: () => void): () => void
  /** Resolves when the agent has answered, failed or was stopped. Rejects while another turn runs. */
  send(text: string, more?: { readonly attachments?: readonly Attachment[] }): Promise<void>
  /** Asks again. What the agent has done is kept, the words that broke off are not. */
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
  /** The agent has read what nobody vouches for, whatever is left of it in the conversation. */
  #tainted = false
  #isClosed = false
  /** Ids of the calls that were shown to the person. */
  readonly #shown = new Set<string>()

  constructor(options: CopilotOptions, page: CopilotPage) {
    this.#options = options
    this.#page = { fw: globalThis.window?.fw, ...page }
    this.state = { ...EMPTY, messages: options.messages ?? [] }
    this.#hearing = this.#page.fw?.on('proposal', (detail) => this.#heard(detail as PageProposal)) // the page's own
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  send(text: string, { attachments }: { readonly attachments?: readonly Attachment[] } = {}): Promise<void> {
    return this.#turn([
      ...keptMessages(this.state, { words: true }),
      { role: 'user', content: text, ...(attachments && { attachments }) },
    ])
  }

  retry(): Promise<void> {
    return this.#turn(keptMessages(this.state, { words: false }))
  }

  stop(): void {
    if (!this.#running) return
    this.#end()
    const messages = [...this.state.messages, ...keptMessages(this.state, { words: true })]
    this.#set({ ...NOTHING_COMES, messages, status: 'ready' })
  }

  clear(): void {
    this.#end()
    this.#tainted = false
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
    this.#set({ ...NOTHING_COMES, status: 'asking', messages })
    try {
      await this.#converse(control.signal)
    } catch (error) {
      if (this.#running === control) this.#set({ status: 'failed', notice: toNotice(error) })
    } finally {
      if (this.#running === control) this.#running = undefined
    }
    if (!this.#running && this.state.status === 'ready') await this.#tellDecisions()
  }

  async #converse(signal: AbortSignal): Promise<void> {
    for (let request = 0; request < MOST_REQUESTS; request++) {
      const reply = await this.#ask(signal)
      if (reply.type === 'setup') return this.#set({ status: 'setup', notice: reply.message })
      if (reply.type === 'error') throw new CopilotError(reply.error)
      const { messages, usage, proposals } = reply
      if (reply.tainted) {
        this.#tainted = true
        noteTaint()
      }
      const kept = reply.type === 'refusal' ? [...messages, said(reply.message)] : messages
      this.#set({ ...NOTHING_COMES, messages: kept, usage: addUsage(this.state.usage, usage) })
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
    const answers = askAgent({
      messages: this.state.messages,
      path: path(),
      toolFilter,
      tainted: this.#tainted,
      signal,
      fetch,
    })
    // Whoever stops does not wait for the connection to notice.
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    for (;;) {
      const next = await Promise.race([answers.next(), stopped])
      if (next.done) return next.value
      this.#set(afterChunk(this.state, next.value))
      if (next.value.type === 'tool-approval-request') this.#wait(next.value.proposal)
    }
  }

  /** Runs a call in the page, as the agent; its result is for the model. */
  async #act({ id, name, input }: { id: string; name: string; input: unknown }): Promise<Message> {
    const { fw } = this.#page
    const answer =
      fw === undefined || !allowsTool(name, this.#options.tools)
        ? { ok: false, error: `${name} is not available here.` }
        : await fw.call(name, input)
    const { result } = answer as { result?: unknown } // there where it went well
    const waits = isPending(result)
    this.#set(withCall(this.state, id, { result: answer, state: waits ? 'waiting' : answer.ok ? 'done' : 'failed' }))
    if (waits) this.#await(result)
    return { role: 'tool', toolCallId: id, content: JSON.stringify(answer) }
  }

  /** What the server has parked: the page does not know of it. */
  #wait(parked: ParkedResult): void {
    const { show = showInPanel } = this.#page
    if (this.#await(parked)) show(parked)
  }

  /** Whether it is new. */
  #await(parked: ParkedResult): boolean {
    if (this.#shown.has(parked.id)) return false
    this.#shown.add(parked.id)
    this.#set({ approvals: [...this.state.approvals, parked] })
    return true
  }

  /** The page tells of calls that wait, and of what became of them. */
  #heard({ id, tool, input, message, expiresAt, state: outcome, result }: PageProposal): void {
    const { approvals, decisions, status } = this.state
    if (this.#isClosed) return
    if (outcome === 'pending') {
      // A click of ours may have led to it.
      if (status === 'acting') this.#await({ status: 'proposal', id, tool, input, message, expiresAt })
      return
    }
    if (!approvals.some((one) => one.id === id)) return
    // Of a call of the page it tells twice: that it runs, and what came of it.
    if (outcome === 'executed' && result === undefined && !tool.startsWith(TOOL_PREFIX)) return
    const decision: CopilotDecision = {
      id,
      tool,
      outcome,
      ...(result !== undefined && { result: result as ProposalOutcome }),
    } // the page's own
    this.#set({ approvals: approvals.filter((one) => one.id !== id), decisions: [...decisions, decision] })
    if (!this.#running) void this.#tellDecisions()
  }

  /** In a message of the person's turn, which `place` tells apart from what they have typed. */
  async #tellDecisions(): Promise<void> {
    const untold = this.state.decisions.filter(({ place }) => place === undefined)
    if (untold.length === 0) return
    const kept = keptMessages(this.state, { words: true })
    const place = this.state.messages.length + kept.length
    this.#set({ decisions: this.state.decisions.map((one) => (one.place === undefined ? { ...one, place } : one)) })
    const attachments = untold.filter(({ tool, result }) => holdsOthersWords(tool, result)).map(asFile)
    const content = untold.map(describeDecision).join('\n')
    await this.#turn([...kept, { role: 'user', content, ...(attachments.length > 0 && { attachments }) }])
  }
}

function showInPanel(parked: ParkedResult): void {
  void import('../server-proposals.ts').then(({ showServerProposal }) => showServerProposal(parked))
}

function said(content: string): Message {
  return { role: 'assistant', content }
}

function toNotice(error: unknown): string {
  if (error instanceof CopilotError) return error.message
  console.error('[fw] The copilot got no answer.', error)
  return 'The server cannot be reached right now.'
}

/** Said in the person's turn: the tool's own answer in the conversation stays "proposal". */
function describeDecision({ tool, outcome, result }: CopilotDecision): string {
  if (outcome === 'executed') return `The person approved ${tool}. ${describeOutcome(tool, result)}`
  return outcome === 'rejected' ? `The person rejected ${tool}; it did not run.` : `Nobody approved ${tool} in time.`
}

function describeOutcome(tool: string, result: ProposalOutcome | undefined): string {
  if (result === undefined) return 'It ran.'
  return holdsOthersWords(tool, result) ? 'Its answer is attached.' : `It answered: ${JSON.stringify(result)}`
}

/** What the page answers, and what the server says of its own answers: nobody vouches for it. */
function holdsOthersWords(tool: string, result: ProposalOutcome | undefined): result is ProposalOutcome {
  return result !== undefined && (!tool.startsWith(TOOL_PREFIX) || result.tainted === true)
}

/** A file: the server shows a model where it begins and ends, and what follows in the conversation is tainted. */
function asFile({ tool, result }: CopilotDecision): Attachment {
  const bytes = new TextEncoder().encode(JSON.stringify(result))
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { name: `${tool}.json`, mediaType: 'application/json', data }
}
