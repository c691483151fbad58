/**
 * Calls that the server has parked, shown in the panel of the page. The server keeps them, and approving one sends its id
 * alone. They may be settled elsewhere too: the page asks when somebody comes back to it, and when the time is over.
 */
import { refuseCall, toCallRefusal } from '#contract/page-call.ts'
import { APPROVE_PATH, PROPOSALS_PATH, REJECT_PATH } from '#contract/path.ts'
import type { ParkedResult, ProposalOutcome, ProposalState } from '#contract/proposal.ts'
import { track } from './activity.ts'
import { announce } from './announce-proposal.ts'
import { showDecided, showExpired, showWaiting } from './approval-panel.ts'
import { notApproved, openWait, type Wait } from './await-decision.ts'
import { type AgentRun, asNow } from './cause.ts'
import { postJson } from './post-json.ts'
import type { Decision, PageProposal } from './waiting-call.ts'

/** Shows it, and goes on once it is settled: with the result of the call, as JSON carries it. Rejects as a stub does. */
export function awaitServer(parked: ParkedResult, run: AgentRun | undefined): Promise<unknown> {
  const wait = openWait(run)
  showServerProposal(parked, wait)
  return wait.promise
}

/** Nothing is asked more often. */
const MINUTE_MS = 60_000

const shown = new Set<string>()

/** `wait`: of the code that called. */
export function showServerProposal({ id, tool, input, message, expiresAt }: ParkedResult, wait?: Wait): void {
  if (shown.has(id)) return
  shown.add(id)
  const createdAt = Date.now()
  const record: PageProposal = { id, tool, input, message, origin: 'agent', createdAt, expiresAt, state: 'pending' }
  let isOpen = true
  /** It is settled: tells the code that waits, and the page. */
  const end = (state: 'executed' | 'rejected' | 'expired', result?: ProposalOutcome) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', comeBack)
    if (state !== 'executed') wait?.failed(notApproved(state))
    else if (result === undefined)
      wait?.failed(refuseCall('unavailable', 'It was approved, and its result is not known.'))
    else if (result.ok) wait?.approved(result.result)
    else wait?.failed(result)
    announce({ ...record, state, ...(result && { result }) })
  }
  /** Asks the server what has become of it. `isOver`: what the server does not know any more has expired. */
  const ask = async (isOver: boolean): Promise<void> => {
    const found = await track(askServer(id))
    if (!isOpen || found === undefined || found.state === 'pending') return
    const { state = isOver ? 'expired' : undefined, result } = found
    // Somebody has just approved it, and it runs.
    if (state === undefined || (state === 'executed' && result === undefined && !isOver)) return
    if (state === 'expired') showExpired(id)
    else showDecided(id, state === 'executed' ? 'approve' : 'reject', result ?? { ok: true })
    end(state, result)
  }
  const comeBack = () => {
    if (document.visibilityState === 'visible') void ask(false)
  }
  document.addEventListener('visibilitychange', comeBack)
  let timer: ReturnType<typeof setTimeout>
  // A clock that goes wrong here must not take it away: the server knows when its time is over.
  const watch = (): void => {
    timer = setTimeout(
      () => void ask(true).finally(() => isOpen && watch()),
      Math.max(expiresAt - Date.now(), MINUTE_MS),
    )
  }
  watch()
  announce(record, wait?.run)
  showWaiting({
    proposal: record,
    isOnServer: true,
    async settle(decision) {
      const outcome = await track(settleOnServer(id, decision))
      if (!outcome.ok && outcome.code === 'unknown_proposal') await ask(true)
      else if (decision === 'approve') end('executed', outcome)
      else if (outcome.ok) end('rejected')
      return outcome
    },
  })
}

async function settleOnServer(id: string, decision: Decision): Promise<ProposalOutcome> {
  try {
    const path = decision === 'approve' ? APPROVE_PATH : REJECT_PATH
    const { answer } = await asNow('human', () => postJson(path, JSON.stringify({ id })))
    if (decision === 'reject' && answer.ok === false && answer.code === undefined)
      return refuseCall('unknown_proposal', 'This call does not wait any more.')
    return answer as ProposalOutcome // the envelope
  } catch (error) {
    return toCallRefusal(error)
  }
}

/** Its state and outcome; neither for one that is not known any more. Undefined where there was no answer. */
async function askServer(id: string): Promise<{ state?: ProposalState; result?: ProposalOutcome } | undefined> {
  try {
    const url = `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`
    const response = await fetch(url, { headers: { accept: 'application/json' } })
    const { result } = (await response.json()) as {
      result?: readonly { state?: ProposalState; result?: ProposalOutcome }[]
    }
    return result === undefined ? undefined : (result[0] ?? {})
  } catch {
    return undefined
  }
}
