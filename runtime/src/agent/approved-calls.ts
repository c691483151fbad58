/**
 * Outcomes of calls that were pending approval. A user decides at any time and in any place, so each turn looks up the
 * pending calls of its conversation, and the outcome replaces the pending result.
 */
import type { Message, ToolCall } from '#contract/agent/message.ts'
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import { FwError } from '#contract/http/error.ts'
import { isRecord } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { matchResults } from './history.ts'
import { formatFailure } from './tool-failure.ts'
import { formatToolResult } from './tool-result.ts'
import type { ModelResult } from './turn-record.ts'
import { toFullName } from './turn-tools.ts'

/** A result that has changed since the conversation was sent. */
interface ResolvedCall {
  /** Index of the result in the conversation. */
  readonly index: number
  readonly call: ToolCall
  readonly ok: boolean
  /** The result with its outcome. */
  readonly message: Message
}

/** The newest pending results, at most this many, are looked up for one turn. */
const MAX_LOOKUPS = 100

/** Returns the outcomes of the calls whose result in the conversation is still pending. */
export async function findResolvedCalls(
  messages: readonly Message[],
  deps: TurnDeps,
  maxResultBytes: number | undefined,
): Promise<readonly ResolvedCall[]> {
  if (deps.proposal === undefined) return []
  const pending = listPending(messages).slice(-MAX_LOOKUPS)
  const resolved = pending.map(async ({ index, message, call, parked }): Promise<ResolvedCall[]> => {
    const proposal = await deps.proposal?.(parked.id).catch((error: unknown) => {
      deps.warn('The outcome of a call could not be read.', error)
      return undefined
    })
    // A client writes its conversation itself, so the result may be of another tool.
    if (proposal === undefined || proposal.tool !== toFullName(call.name)) return []
    const outcome = formatOutcome(proposal, parked, maxResultBytes)
    if (outcome === undefined) return []
    const { ok, text, files } = outcome
    return [{ index, call, ok, message: { ...message, content: text, ...(files && { attachments: files }) } }]
  })
  return (await Promise.all(resolved)).flat()
}

interface PendingResult {
  readonly index: number
  readonly message: Message
  readonly call: ToolCall
  readonly parked: { readonly id: string }
}

function listPending(messages: readonly Message[]): PendingResult[] {
  const isCandidate = ({ role, content }: Message) => role === 'tool' && content.includes('"proposal"')
  if (!messages.some(isCandidate)) return []
  const calls = matchResults(messages)
  return messages.flatMap((message, index) => {
    const call = calls.get(message)
    if (call === undefined || !isCandidate(message)) return []
    const parked = tryParseJson(message.content)
    return isRecord(parked) && parked.status === 'proposal' && typeof parked.id === 'string'
      ? [{ index, message, call, parked: { ...parked, id: parked.id } }]
      : []
  })
}

/** Returns the result of a decided call; `undefined` while it is undecided. */
function formatOutcome(
  proposal: Proposal,
  { approveAt: _approveAt, ...parked }: { readonly id: string; readonly approveAt?: unknown },
  maxResultBytes: number | undefined,
): Pick<ModelResult, 'ok' | 'text' | 'files'> | undefined {
  const { id, state, message, expiresAt, isQuestion } = proposal
  // After an approval or a response, the server of the tool has asked another question.
  if (state === 'pending')
    return id === parked.id ? undefined : { ok: true, text: JSON.stringify({ ...parked, id, message, expiresAt }) }
  if (state === 'expired' && isQuestion) return { ok: false, text: formatFailure(new FwError(state, NOT_RESPONDED)) }
  if (state !== 'executed') return { ok: false, text: formatFailure(new FwError(state)) }
  const outcome = proposal.result as ProposalOutcome | undefined // written by the registry
  // It stays pending, so that the outcome can replace it later.
  if (outcome === undefined) return { ok: true, text: JSON.stringify({ ...parked, message: RUNNING }) }
  if (outcome.ok) return { ok: true, ...formatToolResult(outcome.result, maxResultBytes) }
  const { error, code, issues } = outcome
  return { ok: false, text: JSON.stringify({ error, code, ...(issues && { issues, source: 'app' }) }) }
}

const NOT_RESPONDED = {
  message: 'The user did not respond to the question of the server in time, so the call was cancelled.',
}
const RUNNING = 'A person approved this call. It is running; do not repeat it.'
