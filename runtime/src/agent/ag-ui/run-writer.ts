/**
 * Writes a turn as the events of an AG-UI run (AG-UI 1.0, events). A pending call
 * is an interrupt. It is approved at its own endpoint and by its own rules: the next run only reports its outcome.
 */
import type { TurnReply } from '#contract/agent/agent.ts'
import type { ModelEvent } from '#contract/agent/model.ts'
import type { ParkedResult, PendingApproval } from '#contract/agent/proposal.ts'
import { createApprovalUrl } from '#contract/http/path.ts'
import { isRecord } from '#contract/is-object.ts'
import type { ChunkSink, TurnWriter } from '../stream-reply.ts'
import type { TurnEvent } from '../turn.ts'
import type { AgUiRun } from './read-run.ts'

const PROTOCOL_VERSION = '1.0'

type RunFacts = Omit<AgUiRun, 'messages' | 'tools'>

export class RunWriter implements TurnWriter {
  readonly #sink: ChunkSink
  readonly #run: RunFacts
  /** Begins the ids of this run's messages. */
  #id = ''
  #rounds = 0
  #texts = 0
  #stepName: string | undefined
  /** Id of the message with the text and the calls of this round. */
  #message = ''
  #hasMessage = false
  #openText: string | undefined
  #openReasoning: string | undefined
  #roundText = ''
  /** Calls of this round whose arguments the model is writing. Value: whether any of them has arrived. */
  readonly #started = new Map<string, boolean>()
  readonly #interrupts: object[] = []
  #hasState: boolean
  #hasProposals: boolean

  constructor(sink: ChunkSink, run: RunFacts) {
    this.#sink = sink
    this.#run = run
    this.#hasState = isRecord(run.state)
    this.#hasProposals = isRecord(run.state) && Array.isArray(run.state.proposals)
  }

  start(id: string): void {
    this.#id = id
    const { threadId, runId, state, marks } = this.#run
    this.#write('RUN_STARTED', { threadId, runId, protocolVersion: PROTOCOL_VERSION })
    // The client may share other data in its next run, and the model's reply stays. A state that is a list or a text has no
    // members.
    const takesMark = isRecord(state) ? state.holdsData !== true : state === undefined || state === null
    if (marks.holdsData === true && takesMark) this.#write('STATE_DELTA', { delta: this.#addMember('holdsData', true) })
  }

  write(event: TurnEvent | ModelEvent): void {
    switch (event.type) {
      case 'step-start':
        this.#rounds += 1
        this.#message = `${this.#id}-${this.#rounds}`
        this.#hasMessage = false
        this.#roundText = ''
        this.#stepName = `round ${this.#rounds}`
        this.#started.clear()
        this.#write('STEP_STARTED', { stepName: this.#stepName })
        return
      case 'text':
        this.#writeText(event.delta)
        return
      case 'reasoning':
        this.#writeReasoning(event.delta)
        return
      case 'call-start':
        this.#startCall(event.id, event.name)
        return
      case 'call-delta':
        this.#started.set(event.id, true)
        this.#write('TOOL_CALL_ARGS', { toolCallId: event.id, delta: event.delta })
        return
      case 'call': {
        const { id, name, input } = event.call
        if (!this.#started.has(id)) this.#startCall(id, name)
        if (this.#started.get(id) !== true)
          this.#write('TOOL_CALL_ARGS', { toolCallId: id, delta: JSON.stringify(input ?? {}) })
        this.#write('TOOL_CALL_END', { toolCallId: id })
        return
      }
      case 'result':
        this.#writeResult(event)
        return
      case 'compaction': {
        const { type, ...content } = event
        this.#texts += 1
        const messageId = `${this.#id}-${type}-${this.#texts}`
        this.#write('ACTIVITY_SNAPSHOT', { messageId, activityType: type, content })
        return
      }
      case 'refusal':
        this.#endText()
        // What the model has written before it refused may be the message.
        if (event.message !== this.#roundText) this.#writeText(event.message)
        return
      case 'step-end':
        this.#endStep(event.providerMetadata)
    }
  }

  end(reply: TurnReply): void {
    this.#endText()
    if (reply.type === 'error' || reply.type === 'setup') {
      const [message, code] = reply.type === 'error' ? [reply.error, reply.code] : [reply.message, 'setup']
      this.#write('RUN_ERROR', { message, code, ...describeUsage(reply) })
      return
    }
    this.#endStep()
    const { threadId, runId } = this.#run
    this.#write('RUN_FINISHED', {
      threadId,
      runId,
      ...describeEnd(reply),
      ...this.#describeOutcome(reply),
      ...describeUsage(reply),
    })
  }

  #describeOutcome(reply: TurnReply): object {
    if (this.#interrupts.length > 0) return { outcome: { type: 'interrupt', interrupts: this.#interrupts } }
    if (!this.#run.isVersioned || reply.type !== 'ui_calls') return {}
    return { outcome: { type: 'success', pendingToolCallIds: reply.calls.map(({ id }) => id) } }
  }

  #startCall(toolCallId: string, toolCallName: string): void {
    this.#endText()
    this.#hasMessage = true
    this.#started.set(toolCallId, false)
    this.#write('TOOL_CALL_START', { toolCallId, toolCallName, parentMessageId: this.#message })
  }

  #writeResult({ id, text, proposal, approval }: Extract<TurnEvent, { type: 'result' }>): void {
    this.#texts += 1
    this.#write('TOOL_CALL_RESULT', {
      messageId: `${this.#id}-result-${this.#texts}`,
      toolCallId: id,
      content: text,
      role: 'tool',
    })
    if (proposal === undefined) return
    this.#interrupts.push(toInterrupt(proposal, id, approval))
    this.#write('STATE_DELTA', { delta: this.#addProposal(proposal) })
  }

  /** Returns the patch of the client's state that adds a pending call to its `proposals`. */
  #addProposal(proposal: ParkedResult): object[] {
    if (this.#hasProposals) return [{ op: 'add', path: '/proposals/-', value: proposal }]
    this.#hasProposals = true
    return this.#addMember('proposals', [proposal])
  }

  /** Returns the patch of the client's state that adds a member. A client may have no state yet. */
  #addMember(name: string, value: unknown): object[] {
    const hasState = this.#hasState
    this.#hasState = true
    return hasState ? [{ op: 'add', path: `/${name}`, value }] : [{ op: 'replace', path: '', value: { [name]: value } }]
  }

  #writeText(delta: string): void {
    if (delta === '') return
    if (this.#openText === undefined) {
      this.#endText()
      this.#texts += 1
      // The first text of a round and its calls are one message.
      this.#openText = this.#hasMessage ? `${this.#message}-${this.#texts}` : this.#message
      this.#hasMessage = true
      this.#write('TEXT_MESSAGE_START', { messageId: this.#openText, role: 'assistant' })
    }
    this.#roundText += delta
    this.#write('TEXT_MESSAGE_CONTENT', { messageId: this.#openText, delta })
  }

  #writeReasoning(delta: string): void {
    if (this.#openReasoning === undefined) {
      this.#endText()
      this.#texts += 1
      this.#openReasoning = `${this.#id}-reasoning-${this.#texts}`
      this.#write('REASONING_START', { messageId: this.#openReasoning })
      this.#write('REASONING_MESSAGE_START', { messageId: this.#openReasoning, role: 'reasoning' })
    }
    this.#write('REASONING_MESSAGE_CONTENT', { messageId: this.#openReasoning, delta })
  }

  #endText(): void {
    if (this.#openReasoning !== undefined) {
      this.#write('REASONING_MESSAGE_END', { messageId: this.#openReasoning })
      this.#write('REASONING_END', { messageId: this.#openReasoning })
      this.#openReasoning = undefined
    }
    if (this.#openText !== undefined) this.#write('TEXT_MESSAGE_END', { messageId: this.#openText })
    this.#openText = undefined
  }

  #endStep(providerMetadata?: unknown): void {
    this.#endText()
    // The client stores it with the message and sends it back.
    if (providerMetadata !== undefined && this.#hasMessage)
      this.#write('REASONING_ENCRYPTED_VALUE', {
        subtype: 'message',
        entityId: this.#message,
        encryptedValue: JSON.stringify(providerMetadata),
      })
    if (this.#stepName !== undefined) this.#write('STEP_FINISHED', { stepName: this.#stepName })
    this.#stepName = undefined
  }

  #write(type: string, fields: object): void {
    this.#sink.write({ type, ...fields })
  }
}

/** @param approval How users read the call, if the app can describe it. */
function toInterrupt(
  { id, tool, input, message, expiresAt }: ParkedResult,
  toolCallId: string,
  approval?: PendingApproval,
): object {
  return {
    id,
    reason: 'tool_call',
    message: approval?.text ?? message,
    toolCallId,
    expiresAt: new Date(expiresAt).toISOString(),
    metadata: { tool, input, approveAt: approval?.approveAt ?? createApprovalUrl(id, undefined) },
  }
}

function describeEnd(reply: TurnReply): { readonly result?: object } {
  if (reply.type === 'refusal') {
    const { type, reason, message, finishReason } = reply
    return { result: { type, reason, message, ...(finishReason !== undefined && { finishReason }) } }
  }
  if (reply.type === 'text' && reply.stopReason !== undefined) return { result: { stopReason: reply.stopReason } }
  return {}
}

function describeUsage(reply: TurnReply): { readonly usage?: readonly object[] } {
  if (reply.type === 'setup' || reply.usage === undefined) return {}
  const { inputTokens, outputTokens, cachedInputTokens } = reply.usage
  const [provider, ...model] = reply.model?.split('/') ?? []
  const named = provider === undefined ? {} : { provider, model: model.join('/') }
  return {
    usage: [{ ...named, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, cachedInputTokens }],
  }
}
