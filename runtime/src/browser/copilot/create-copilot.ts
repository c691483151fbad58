/** `createCopilot`: a conversation with the app's agent, without a user interface. */

import { allowsTool } from '#agent/tool-filter.ts'
import type { ToolFilter, TurnReply } from '#contract/agent/agent.ts'
import { type MessageMarks, pickMarks } from '#contract/agent/conversation-marks.ts'
import { limitFiles } from '#contract/agent/limit-files.ts'
import type { Attachment, Message } from '#contract/agent/message.ts'
import { isPending, type ParkedResult, type ProposalOutcome } from '#contract/agent/proposal.ts'
import { addUsage } from '#contract/agent/token-usage.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import type { WindowFw } from '../agent/page-api.ts'
import type { PageProposal } from '../approvals/waiting-call.ts'
import { noteTaint } from '../calls/post-json.ts'
import { askAgent, CopilotError } from './ask-agent.ts'
import {
  applyChunk,
  type CopilotApproval,
  type CopilotDecision,
  type CopilotState,
  EMPTY,
  NO_REPLY,
  toPartialMessages,
  withCall,
} from './copilot-state.ts'

/** The initial messages of a conversation, and its limits. */
export interface CopilotOptions {
  /** Tools of the app's agent that this copilot may use. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation to continue. */
  readonly messages?: readonly Message[]
  /** Returns the path of the page that the user has open. Default: that of the address bar. */
  readonly path?: () => string
}

/** A conversation with the app's agent without a panel, for your own user interface. Created by `createCopilot`. */
export interface CopilotConversation {
  /** The current state: a new object after each change. */
  readonly state: CopilotState
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
  /**
   * Sends a message. Resolves when the agent has replied, failed or was stopped. Rejects while another turn runs, and for a photo
   * that the browser can't read. Large photos are scaled down; each file may be a `File` of an input.
   */
  send(text: string, more?: { readonly attachments?: readonly (Attachment | Blob)[] }): Promise<void>
  /** Sends the conversation again. The agent's finished calls are included, the text of an incomplete reply isn't. */
  retry(): Promise<void>
  /** Ends the current turn; its content stays in the conversation. */
  stop(): void
  /** Starts a new conversation. */
  clear(): void
  /** Ends the conversation and all its listeners. */
  close(): void
}

/** Dependencies of a copilot on its page. Tests pass their own. */
export interface CopilotPage {
  readonly fetch?: typeof fetch
  readonly fw?: Pick<WindowFw, 'call' | 'on'>
  /** Shows a call that is pending on the server. Default: in the page's approval panel. */
  readonly show?: (parked: ParkedResult) => void
}

/** Characters of base64 of all files in a request. Older ones are replaced by their names, within the server's limit. */
const MAX_FILES = 700_000

/** Requests in one turn, each with the page's calls before it. */
const MAX_REQUESTS = 12

/**
 * Creates a conversation. It can't approve calls: pending calls are shown in the page's approval panel, which only a
 * user can use. After a decision the agent is informed and continues.
 */
export function createCopilot(options: CopilotOptions = {}, page: CopilotPage = {}): CopilotConversation {
  return new PageCopilot(options, page)
}

class PageCopilot implements CopilotConversation {
  state: CopilotState
  readonly #options: CopilotOptions
  readonly #page: CopilotPage
  readonly #listeners = new Set<() => void>()
  readonly #subscription: Promise<() => void> | undefined
  #running: AbortController | undefined
  /** What the agent has read, even if it is no longer in the conversation. */
  #marks: MessageMarks = {}
  #isClosed = false
  /** Ids of the calls that were shown to the user. */
  readonly #shown = new Set<string>()
  /** The first proposal of a call whose server asks questions, by the ids of the later ones. */
  readonly #first = new Map<string, string>()

  constructor(options: CopilotOptions, page: CopilotPage) {
    this.#options = options
    this.#page = { fw: globalThis.window?.fw, ...page }
    const { messages = [] } = options
    this.state = { ...EMPTY, messages }
    this.#marks = pickMarks(...messages)
    this.#subscription = this.#page.fw?.on('proposal', (detail) => this.#onProposal(detail as PageProposal)) // dispatched by this page's runtime
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async send(
    text: string,
    { attachments: files = [] }: { readonly attachments?: readonly (Attachment | Blob)[] } = {},
  ): Promise<void> {
    const attachments = files.length > 0 && { attachments: await (await import('./read-files.ts')).readFiles(files) }
    await this.#turn([...this.#toPartialMessages({ words: true }), { role: 'user', content: text, ...attachments }])
  }

  retry(): Promise<void> {
    return this.#turn(this.#toPartialMessages({ words: false }))
  }

  stop(): void {
    if (!this.#running) return
    this.#end()
    const messages = [...this.state.messages, ...this.#toPartialMessages({ words: true })]
    this.#set({ ...NO_REPLY, messages, status: 'ready' })
  }

  clear(): void {
    this.#end()
    this.#marks = {}
    this.#set({ ...EMPTY, approvals: this.state.approvals, usage: this.state.usage })
  }

  close(): void {
    this.#isClosed = true
    this.#end()
    this.#listeners.clear()
    void this.#subscription?.then((end) => end())
  }

  /** The marks hold for the rest of the conversation. The agent's calls in the page declare that it is tainted, too. */
  #addMarks(...sources: readonly MessageMarks[]): void {
    this.#marks = pickMarks(this.#marks, ...sources)
    if (this.#marks.tainted) noteTaint()
  }

  #toPartialMessages({ words }: { readonly words: boolean }): Message[] {
    return toPartialMessages(this.state, { words, marks: this.#marks })
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
    if (this.#running) throw new Error('A turn is already running. Wait for it, or call stop().')
    const control = new AbortController()
    this.#running = control
    this.#addMarks(...added)
    const messages = [...this.state.messages, ...added]
    this.#set({ ...NO_REPLY, status: 'asking', messages })
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
    for (let request = 0; request < MAX_REQUESTS; request++) {
      const reply = await this.#ask(signal)
      if (reply.type === 'setup') return this.#set({ status: 'setup', notice: reply.message })
      if (reply.type === 'error') throw new CopilotError(reply.error)
      const { messages, usage, proposals } = reply
      this.#addMarks(reply)
      const refused: Message[] =
        reply.type === 'refusal' ? [{ role: 'assistant', content: reply.message, ...this.#marks }] : []
      const nextMessages = [...messages, ...refused]
      this.#set({ ...NO_REPLY, messages: nextMessages, usage: addUsage(this.state.usage, usage) })
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
    throw new CopilotError('The assistant ran for too long and was stopped.')
  }

  async #ask(signal: AbortSignal): Promise<TurnReply> {
    const { fetch = globalThis.fetch.bind(globalThis) } = this.#page
    const { tools: toolFilter, path = () => location.pathname + location.search } = this.#options
    const chunks = askAgent({
      messages: limitFiles(this.state.messages, ['user'], MAX_FILES),
      path: path(),
      toolFilter,
      marks: this.#marks,
      signal,
      fetch,
    })
    // Stopping doesn't wait until the connection has ended.
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    for (;;) {
      const next = await Promise.race([chunks.next(), stopped])
      if (next.done) return next.value
      if (next.value.type === 'start-step') this.#addMarks(next.value.messageMetadata ?? {})
      this.#set(applyChunk(this.state, next.value))
      if (next.value.type === 'tool-approval-request') this.#wait(next.value.proposal, next.value.toolCallId)
    }
  }

  /** Runs a call in the page with agent origin, and returns its result for the model. */
  async #act({ id, name, input }: { id: string; name: string; input: unknown }): Promise<Message> {
    const { fw } = this.#page
    const answer =
      fw === undefined || !allowsTool(name, this.#options.tools)
        ? { ok: false, error: `${name} is not available here.` }
        : await fw.call(name, input)
    const { result } = answer as { result?: unknown } // present in a successful result
    const waits = isPending(result)
    if (waits) this.#await(result)
    const title = waits ? this.state.approvals.find((one) => one.id === result.id)?.title : undefined
    const state = waits ? 'waiting' : answer.ok ? 'done' : 'failed'
    this.#set(withCall(this.state, id, { result: answer, state, ...(title !== undefined && { title }) }))
    return { role: 'tool', toolCallId: id, content: JSON.stringify(answer) }
  }

  /** Shows a call that is pending on the server, which the page doesn't know. */
  #wait(parked: ParkedResult, callId?: string): void {
    const { show = showInPanel } = this.#page
    const title = this.state.calls.find(({ id }) => id === callId)?.title
    if (this.#await({ ...parked, ...(title !== undefined && { title }) })) show(parked)
  }

  /** Adds a pending call. Returns whether it is new. */
  #await(parked: CopilotApproval): boolean {
    if (this.#shown.has(parked.id)) return false
    this.#shown.add(parked.id)
    this.#set({ approvals: [...this.state.approvals, parked] })
    return true
  }

  /** Handles the page's events about pending calls and their outcomes. */
  #onProposal({ id, tool, title, input, message, expiresAt, state: outcome, result }: PageProposal): void {
    const { approvals, decisions, status } = this.state
    if (this.#isClosed) return
    if (outcome === 'pending') {
      // The copilot's own click may have caused it.
      const parked: CopilotApproval = { status: 'proposal', id, tool, input, message, expiresAt }
      if (status === 'acting') this.#await({ ...parked, ...(title !== undefined && { title }) })
      return
    }
    const shown = approvals.find((one) => one.id === id)
    if (shown === undefined) return
    const named = shown.title !== undefined && { title: shown.title }
    // The page reports the execution of its own calls twice: when they start, and with their result.
    if (outcome === 'executed' && result === undefined && !tool.startsWith(TOOL_PREFIX)) return
    const ended = result as ProposalOutcome | undefined // the page's own
    if (ended?.ok && ended.next !== undefined) {
      // The call goes on with a question of its server.
      this.#set({ approvals: approvals.filter((one) => one.id !== id) })
      this.#first.set(ended.next, this.#first.get(id) ?? id)
      this.#await({ ...(ended.result as ParkedResult), ...named })
      return
    }
    const decision: CopilotDecision = {
      id,
      tool,
      ...named,
      outcome,
      ...(ended !== undefined && { result: ended }),
    }
    this.#set({ approvals: approvals.filter((one) => one.id !== id), decisions: [...decisions, decision] })
    if (!this.#running) void this.#tellDecisions()
  }

  /**
   * Informs the agent in a message of the user's turn; `place` distinguishes it from messages that the user has
   * written.
   */
  async #tellDecisions(): Promise<void> {
    const unreported = this.state.decisions.filter(({ place }) => place === undefined)
    if (unreported.length === 0) return
    const partialMessages = this.#toPartialMessages({ words: true })
    const place = this.state.messages.length + partialMessages.length
    this.#set({ decisions: this.state.decisions.map((one) => (one.place === undefined ? { ...one, place } : one)) })
    const messages = [...this.state.messages, ...partialMessages]
    const isInPlace = ({ id }: CopilotDecision) => isPendingResult(messages, this.#first.get(id) ?? id)
    const attachments = unreported
      .filter((decision) => isUntrusted(decision.tool, decision.result) && !isInPlace(decision))
      .map(toAttachment)
    const content = unreported.map((decision) => describeDecision(decision, isInPlace(decision))).join('\n')
    // Results in the text of a message are data, too.
    const holdsData = unreported.some((decision) => decision.result !== undefined && !isInPlace(decision))
    await this.#turn([
      ...partialMessages,
      {
        role: 'user',
        content,
        ...(attachments.length > 0 && { attachments }),
        ...(holdsData && { holdsData }),
      },
    ])
  }
}

function showInPanel(parked: ParkedResult): void {
  void import('../approvals/server-proposals.ts').then(({ showServerProposal }) => showServerProposal(parked))
}

function toNotice(error: unknown): string {
  if (error instanceof CopilotError) return error.message
  console.error('[fw] The copilot got no reply.', error)
  return 'The server cannot be reached at the moment.'
}

/** Whether a result of the conversation is pending. The server replaces it by the outcome when it reads the conversation. */
function isPendingResult(messages: readonly Message[], id: string): boolean {
  return messages.some(({ role, content }) => role === 'tool' && content.includes(`"id":${JSON.stringify(id)}`))
}

/** Describes a decision. The outcome is included if no result of the conversation contains it. */
function describeDecision({ tool, outcome, result }: CopilotDecision, isInPlace: boolean): string {
  if (outcome === 'rejected') return `The person rejected ${tool}; it did not run.`
  if (outcome === 'expired') return `${tool} was not approved in time.`
  const decision =
    result?.response === undefined
      ? `The person approved ${tool}.`
      : `The person ${result.response === 'accept' ? 'responded to' : 'declined'} the question of ${tool}.`
  return `${decision} ${isInPlace ? 'The outcome has replaced its pending result.' : describeOutcome(tool, result)}`
}

function describeOutcome(tool: string, result: ProposalOutcome | undefined): string {
  if (result === undefined) return 'It ran.'
  return isUntrusted(tool, result) ? 'Its result is attached.' : `Its result: ${JSON.stringify(result)}`
}

/** Whether the result is untrusted content: every result of the page, and results that the server marks as tainted. */
function isUntrusted(tool: string, result: ProposalOutcome | undefined): result is ProposalOutcome {
  return result !== undefined && (!tool.startsWith(TOOL_PREFIX) || result.tainted === true)
}

/**
 * Returns the result as a file. The server marks for the model where it begins and ends, and the rest of the
 * conversation is tainted.
 */
function toAttachment({ tool, result }: CopilotDecision): Attachment {
  const bytes = new TextEncoder().encode(JSON.stringify(result))
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { name: `${tool}.json`, mediaType: 'application/json', data }
}
