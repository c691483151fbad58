/**
 * Calls that are pending on the server, shown in the panel of the page. The server stores them, and an approval sends
 * the id only. They may be resolved elsewhere too, so the page checks their state when the user returns to it, and
 * when they expire.
 */

import type { ParkedResult, Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { CallQuestions, FormContent } from '#contract/agent/question.ts'
import type { ToolDescription } from '#contract/approval/shown-call.ts'
import { getOwnStatus } from '#contract/http/error.ts'
import { APPROVE_PATH, REJECT_PATH } from '#contract/http/path.ts'
import { refuseCall, toCallRefusal } from '#contract/page/page-call.ts'
import { track } from '../calls/activity.ts'
import { type AgentRun, runWithOrigin } from '../calls/cause.ts'
import { postJson } from '../calls/post-json.ts'
import { announce } from './announce-proposal.ts'
import { showDecided, showExpired, showWaiting } from './approval-panel.ts'
import { notApproved, openWait, type Wait } from './await-decision.ts'
import { fetchProposal } from './fetch-proposal.ts'
import type { Decision, PageProposal, WaitingCall } from './waiting-call.ts'

/** Shows the call, and resolves after the decision with its result as JSON. Rejects like a stub. */
export function awaitServer(parked: ParkedResult, run: AgentRun | undefined): Promise<unknown> {
  const wait = openWait(run)
  void showServerProposal(parked, wait)
  return wait.promise
}

/** Shortest interval between two checks. */
const MINUTE_MS = 60_000

/** Time in milliseconds for which a call waits for the description of its tool before it is shown. */
const DESCRIPTION_MS = 3_000

const shown = new Set<string>()

/**
 * Shows the call. Resolves once it is shown.
 *
 * @param wait The calling code, which waits for the decision.
 */
export async function showServerProposal(parked: ParkedResult, wait?: Wait): Promise<void> {
  const { id, tool, input, message, expiresAt } = parked
  if (shown.has(id)) return
  shown.add(id)
  const createdAt = Date.now()
  const record: PageProposal = { id, tool, input, message, origin: 'agent', createdAt, expiresAt, state: 'pending' }
  let isOpen = true
  /** Notifies the waiting code and the page about the outcome. */
  const end = (state: 'executed' | 'rejected' | 'expired', result?: ProposalOutcome) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', comeBack)
    // The code waits for the end of the call, which its server has interrupted with a question.
    if (result?.ok && result.next !== undefined) void showServerProposal(result.result as ParkedResult, wait)
    else if (state !== 'executed') wait?.failed(notApproved(state))
    else if (result === undefined)
      wait?.failed(refuseCall('unavailable', 'It was approved, and its result is not known.'))
    else if (result.ok) wait?.approved(result.result)
    else wait?.failed(result)
    announce({ ...record, state, ...(result && { result }) })
  }
  /** Checks the state on the server. `isOver`: a proposal that the server no longer knows has expired. */
  const ask = async (isOver: boolean): Promise<void> => follow(await track(askServer(id)), isOver)
  const follow = (found: StoredCall | undefined, isOver: boolean): void => {
    if (!isOpen || found === undefined || found.state === 'pending') return
    const { state = isOver ? 'expired' : undefined, result } = found
    // The call has just been approved elsewhere and is running.
    if (state === undefined || (state === 'executed' && result === undefined && !isOver)) return
    if (state === 'expired') showExpired(id)
    else
      showDecided(
        id,
        state === 'executed' && result?.response !== 'decline' ? 'approve' : 'reject',
        result ?? { ok: true },
      )
    end(state, result)
  }
  const settle: WaitingCall['settle'] = async (decision, responses) => {
    const outcome = await track(settleOnServer(id, decision, responses))
    if (!outcome.ok && outcome.code === 'unknown_proposal') await ask(true)
    // Invalid responses have not been sent, so the questions are still pending.
    else if (!outcome.ok && outcome.code === 'invalid_input' && responses !== undefined) return outcome
    else if (decision === 'approve') end('executed', outcome)
    else if (outcome.ok && responses === undefined) end('rejected')
    else if (outcome.ok) {
      // Questions have been declined, and the call went on.
      const { result = outcome } = (await track(askServer(id))) ?? {}
      end('executed', result)
      return result
    }
    return outcome
  }
  const comeBack = () => {
    if (document.visibilityState === 'visible') void ask(false)
  }
  document.addEventListener('visibilitychange', comeBack)
  let timer: ReturnType<typeof setTimeout>
  // A wrong clock here must not remove the call, because the server decides when it expires.
  const watch = (): void => {
    timer = setTimeout(
      () => void ask(true).finally(() => isOpen && watch()),
      Math.max(expiresAt - Date.now(), MINUTE_MS),
    )
  }
  watch()
  announce(record, wait?.run)
  const show = (stored: StoredCall = {}) =>
    showWaiting({ ...toWaitingCall(record, stored), settle, drop: () => end('expired') })
  // The result of the call has no description of the tool. The call is shown without one if the server doesn't respond.
  const stored = await track(askServer(id, AbortSignal.timeout(DESCRIPTION_MS)))
  if (stored?.state !== undefined && stored.state !== 'pending') follow(stored, false)
  else if (isOpen) show(stored)
}

function toWaitingCall(record: PageProposal, stored: StoredCall): Omit<WaitingCall, 'drop' | 'settle'> {
  const { agent, client, assistant, about, question } = stored
  const caller = { ...(agent && { agent }), ...(client && { client }), ...(assistant && { assistant }) }
  return {
    // The stored call is the one that runs.
    proposal: { ...record, ...caller, ...('input' in stored && { input: stored.input }) },
    ...(about && { about }),
    ...(question && { question }),
    isOnServer: true,
  }
}

async function settleOnServer(
  id: string,
  decision: Decision,
  responses: Readonly<Record<string, FormContent>> | undefined,
): Promise<ProposalOutcome> {
  try {
    const path = decision === 'approve' ? APPROVE_PATH : REJECT_PATH
    const sent = JSON.stringify(decision === 'approve' ? { id, responses } : { id })
    const { status, answer } = await runWithOrigin('human', () => postJson(path, sent))
    if (decision === 'reject' && answer.ok === false && answer.code === undefined)
      return refuseCall('unknown_proposal', 'This call is no longer pending.')
    const outcome = answer as ProposalOutcome // the envelope
    return outcome.ok ? outcome : { ...outcome, ...getOwnStatus({ code: outcome.code, status }) }
  } catch (error) {
    return toCallRefusal(error)
  }
}

/** A proposal as the server sends it. */
type StoredCall = Partial<Pick<Proposal, 'state' | 'input' | 'agent' | 'client' | 'assistant'>> & {
  readonly question?: CallQuestions
  readonly result?: ProposalOutcome
  readonly about?: ToolDescription
}

/** Returns the stored call; an empty object for an unknown proposal, and `undefined` without a response. */
async function askServer(id: string, signal?: AbortSignal): Promise<StoredCall | undefined> {
  try {
    const response = await fetchProposal(id, signal)
    const { result } = (await response.json()) as { result?: readonly StoredCall[] }
    return result === undefined ? undefined : (result[0] ?? {})
  } catch {
    return undefined
  }
}
