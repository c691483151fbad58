/** The items of the panel in order, from the state of a conversation. */
import { readSummary } from '#contract/agent/compaction.ts'
import type { Message } from '#contract/agent/message.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import type { CopilotCall, CopilotDecision, CopilotState } from './copilot-state.ts'

export type PanelItem =
  | { readonly kind: 'person'; readonly key: string; readonly text: string }
  | { readonly kind: 'words'; readonly key: string; readonly text: string }
  | { readonly kind: 'summary' | 'reasoning'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'call'
      readonly key: string
      readonly name: string
      readonly title?: string
      readonly input: unknown
      readonly state: CopilotCall['state'] | 'stopped'
      readonly result: unknown
    }
  | { readonly kind: 'decision'; readonly key: string; readonly decision: CopilotDecision }

/** Returns the items in the order of arrival. Text in progress has the same key when it becomes a message. */
export function panelItems(state: CopilotState): readonly PanelItem[] {
  const items: PanelItem[] = []
  const { messages, parts, calls, decisions } = state
  const results = new Map(messages.flatMap((message) => (message.toolCallId ? [[message.toolCallId, message]] : [])))
  const key = () => String(items.length)
  const add = (text: string, kind: 'person' | 'words' | 'summary' | 'reasoning') => {
    if (text !== '') items.push({ kind, key: key(), text })
  }
  const addPerson = (message: Message) => {
    const summary = readSummary(message)
    if (summary === undefined) add(personText(message), 'person')
    else add(summary, 'summary')
  }
  const addCall = (id: string, written?: { readonly name: string; readonly input: unknown }) => {
    const live = calls.find((call) => call.id === id)
    const answer = results.get(id)
    const result = live?.result ?? (answer && parseResult(answer))
    const { name, input } = live ?? written ?? { name: '', input: undefined }
    const title = live?.title === undefined ? {} : { title: live.title }
    const callState = getCallState(state, live, result)
    items.push({ kind: 'call', key: `call ${id}`, name, ...title, input, state: callState, result })
  }
  const addDecisions = (place: number | undefined) => {
    for (const decision of decisions)
      if (decision.place === place) items.push({ kind: 'decision', key: `decision ${decision.id}`, decision })
  }
  const places = new Set(decisions.map(({ place }) => place))
  for (const [place, message] of messages.entries()) {
    if (places.has(place)) addDecisions(place)
    else if (message.role === 'user') addPerson(message)
    else if (message.role === 'assistant') {
      add(message.reasoning ?? '', 'reasoning')
      add(message.content, 'words')
      for (const call of message.toolCalls ?? []) addCall(call.id, call)
    }
  }
  for (const part of parts)
    if (part.type === 'text') add(part.text, 'words')
    else if (part.type === 'reasoning') add(part.text, 'reasoning')
    else addCall(part.id)
  addDecisions(undefined)
  return items
}

function getCallState(
  { status, approvals, decisions }: CopilotState,
  live: CopilotCall | undefined,
  result: unknown,
): CopilotCall['state'] | 'stopped' {
  const isOver = status !== 'asking' && status !== 'answering' && status !== 'acting'
  const isDecided = () => decisions.some(({ id }) => id === getProposalId(result))
  // Of a conversation that continues, whose pending calls have no entry in `approvals`.
  if (live === undefined)
    return result === undefined ? 'stopped' : isPending(result) && !isDecided() ? 'waiting' : 'done'
  // A decision has its own item.
  if (live.state === 'waiting') return approvals.some(({ id }) => id === getProposalId(result)) ? 'waiting' : 'done'
  return isOver && (live.state === 'writing' || live.state === 'running') ? 'stopped' : live.state
}

function isPending(result: unknown): boolean {
  const { status } = (result ?? {}) as { status?: unknown } // any result
  return status === 'proposal'
}

function getProposalId(result: unknown): string | undefined {
  const { id, result: inner } = result as { id?: string; result?: { id?: string } } // a pending call has one of the two
  return id ?? inner?.id
}

function personText({ content, attachments = [] }: Message): string {
  return [content, ...attachments.map(({ name, mediaType }) => name ?? mediaType)].filter(Boolean).join('\n')
}

/** Parsed once, because the conversation is rendered again with every chunk. */
const read = new WeakMap<Message, { readonly value: unknown }>()

function parseResult(message: Message): unknown {
  const known = read.get(message)
  if (known !== undefined) return known.value
  const value = tryParseJson(message.content, message.content)
  read.set(message, { value })
  return value
}
