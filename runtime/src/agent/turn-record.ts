/**
 * The record of a turn: the conversation with everything that has happened. Each reply is made from it, and the thread is
 * saved from it, whether the turn ends, fails or loses its client.
 */
import type { AgentConfig, ErrorReply } from '#contract/agent/agent.ts'
import type { Compaction } from '#contract/agent/compaction.ts'
import {
  type ConversationMarks,
  joinMarks,
  type MessageMarks,
  NO_MARKS,
  readMarks,
  writeMarks,
} from '#contract/agent/conversation-marks.ts'
import { limitFiles } from '#contract/agent/limit-files.ts'
import type { Attachment, Message, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelCall,
  type ModelReply,
  ProviderError,
  type ResolvedModel,
  type TokenUsage,
} from '#contract/agent/model.ts'
import type { ParkedResult, PendingApproval } from '#contract/agent/proposal.ts'
import type { AgentStep } from '#contract/agent/step-hooks.ts'
import type { OpenThread } from '#contract/agent/thread.ts'
import { addUsage, NO_USAGE } from '#contract/agent/token-usage.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { setupCard } from './resolve-model.ts'
import { findMarks } from './taint.ts'
import { describeIssues } from './turn-output.ts'

/** Characters of base64 of the files of results in a reply: a quarter of the default size of a request. */
const MAX_RESULT_FILES = 262_144

interface RecordOptions {
  readonly messages: readonly Message[]
  readonly model: ResolvedModel
  readonly deps: TurnDeps
  /** Where the turn is stored; absent if the client stores it. */
  readonly thread?: OpenThread | undefined
  /** Whether the turn reports what the model has read. A single round doesn't: its caller runs the calls. */
  readonly reportsMarks: boolean
  /** Marks that the request declares apart from its messages and headers. */
  readonly marks?: MessageMarks | undefined
}

/** The result of a call as the model reads it. */
export interface ModelResult {
  readonly ok: boolean
  readonly text: string
  readonly files?: readonly Attachment[]
  readonly proposal?: ParkedResult
  /** How users read the pending call. */
  readonly approval?: PendingApproval
}

export class TurnRecord {
  /** Text of the last reply of the model. */
  text = ''
  readonly #options: RecordOptions
  #messages: Message[]
  #usage: TokenUsage = NO_USAGE
  readonly #proposals: ParkedResult[] = []
  readonly #compactions: Compaction[] = []
  readonly #steps: AgentStep[] = []
  #hasCalled = false
  #isRefused = false
  /** The provider has paused the last reply, which the next one continues. */
  #isPaused = false
  /** Marks that the messages don't show: of the caller, of earlier messages, and of the page. */
  #contextMarks: ConversationMarks

  constructor(options: RecordOptions) {
    this.#options = options
    this.#messages = [...options.messages]
    const { thread = NO_MARKS, deps, marks = {} } = options
    this.#contextMarks = joinMarks(thread, readMarks(deps), readMarks(marks))
  }

  get messages(): readonly Message[] {
    return this.#messages
  }

  /** Whether the turn has made calls, which a retry must not repeat. */
  get hasCalled(): boolean {
    return this.#hasCalled
  }

  /** What the model has read. A tool may return untrusted content and data at any step. */
  get marks(): ConversationMarks {
    const { reportsMarks, deps } = this.#options
    return reportsMarks ? joinMarks(this.#contextMarks, findMarks(this.#messages, deps)) : NO_MARKS
  }

  /** Adds marks for the rest of the conversation. */
  addMarks(marks: ConversationMarks): void {
    this.#contextMarks = joinMarks(this.#contextMarks, marks)
  }

  /** Replaces the conversation before the turn, whose approved calls have an outcome now. */
  replaceHistory(messages: readonly Message[]): void {
    this.#messages = [...messages]
  }

  /** Number of times that an older part was summarised. */
  get compactionCount(): number {
    return this.#compactions.length
  }

  /** Replaces an older part of the conversation by its summary. The conversation keeps its marks. */
  async compact(messages: readonly Message[], compaction: Compaction): Promise<void> {
    this.addMarks(this.marks)
    await this.save()
    this.#messages = [...messages]
    this.#compactions.push(compaction)
    this.#options.thread?.replace()
  }

  /** The rounds so far. */
  get steps(): readonly AgentStep[] {
    return this.#steps
  }

  addUsage(usage: TokenUsage): void {
    this.#usage = addUsage(this.#usage, usage)
  }

  addReply({ text = '', reasoning = '', toolCalls = [], providerMetadata, usage, stopReason }: ModelReply): void {
    const paused = this.#isPaused ? this.#messages.pop() : undefined
    this.text = (paused?.content ?? '') + text
    const thought = (paused?.reasoning ?? '') + reasoning
    this.addUsage(usage)
    this.#steps.push({ text, toolCalls: toolCalls.map(toPlainCall), usage })
    this.#isRefused = stopReason === 'refusal'
    this.#isPaused = stopReason === 'pause'
    if (this.#isRefused) return
    this.#hasCalled ||= toolCalls.length > 0
    this.#messages.push({
      role: 'assistant',
      content: this.text,
      ...(thought !== '' && { reasoning: thought }),
      ...(toolCalls.length > 0 && { toolCalls: toolCalls.map(toPlainCall) }),
      ...(providerMetadata !== undefined && { providerMetadata }),
      ...writeMarks(this.marks),
    })
  }

  /** Removes the last reply, which is invalid and will be replaced, and returns its message. */
  removeReply(): Message | undefined {
    return this.#messages.pop()
  }

  addResult(toolCallId: string, { text, files, proposal }: ModelResult): void {
    if (proposal !== undefined) this.#proposals.push(proposal)
    this.#messages.push({ role: 'tool', toolCallId, content: text, ...(files && { attachments: files }) })
  }

  /**
   * Saves what has happened so far. Never rejects. A message that the provider or the model refuses isn't stored, because it
   * would be refused again with every later message.
   */
  async save(): Promise<void> {
    if (this.#isRefused && !this.#hasCalled) return
    await this.#options.thread?.save(this.#messages.map(withoutReasoning), this.marks)
  }

  /** Returns the members that every reply has. */
  toReplyFields() {
    const { provider, model } = this.#options.model
    return {
      // A client sends them back with each message, within the size of its requests.
      messages: limitFiles(this.messages, ['tool'], MAX_RESULT_FILES),
      model: `${provider}/${model}`,
      usage: this.#usage,
      proposals: this.#proposals,
      ...(this.#compactions.length > 0 && { compactions: this.#compactions }),
      ...writeMarks(this.marks),
    }
  }

  /** Returns the reply for a value that doesn't match the agent's `output`. */
  toOutputError(issues: Parameters<typeof describeIssues>[0]): ErrorReply {
    const detail = describeIssues(issues)
    const error = "The model's reply does not match the output of this agent."
    const { showDetail, warn } = this.#options.deps
    warn(`${error}\n${detail}`)
    return { type: 'error', error, code: 'provider_error', ...(showDetail && { detail }), ...this.toReplyFields() }
  }

  /** Returns the reply for a model that a step names and that isn't set up. */
  toSetupError(model: AgentConfig['model']): ErrorReply {
    const { message } = setupCard(typeof model === 'string' ? model : undefined)
    return { type: 'error', error: message, code: 'unavailable', ...this.toReplyFields() }
  }

  /** Returns the reply for a provider's failure. Throws any other error, which is a bug of the framework or the app. */
  toErrorReply(error: unknown): ErrorReply {
    if (!(error instanceof ProviderError)) throw error
    const { showDetail } = this.#options.deps
    const { failure, message, detail, retryAfterMs } = error
    this.#isRefused = failure === 'rejected'
    return {
      type: 'error',
      error: message,
      code: failure === 'rate_limited' ? 'rate_limited' : 'provider_error',
      ...(showDetail && detail !== undefined && detail !== '' && { detail }),
      ...(retryAfterMs !== undefined && retryAfterMs > 0 && { retryAfterMs }),
      ...this.toReplyFields(),
    }
  }
}

/** Threads are read by models only, and their providers' own content has the reasoning that is sent back. */
function withoutReasoning({ reasoning: _, ...message }: Message): Message {
  return message
}

export function toPlainCall({ fault: _, ...call }: ModelCall): ToolCall {
  return call
}
