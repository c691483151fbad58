/** Resolves proposals: checks permission and runs the stored call. Used by HTTP and by `server.settle`. */

import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { CallQuestions, QuestionResponses } from '#contract/agent/question.ts'
import { holdsUntrusted, marksUntrusted } from '#contract/agent/untrusted.ts'
import type { Ctx } from '#contract/api.ts'
import { checkResponses, declineAll } from '#contract/approval/check-responses.ts'
import { FwError, getOwnStatus, toEnvelope } from '#contract/http/error.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { getContract } from '../api/record.ts'
import type { Execution, MaySettle, ProposalList, ProposalRegistry } from '../proposals/proposal-registry.ts'
import type { App } from './app/app.ts'
import { PROCESS_REGISTRY } from './app/process-proposal-registry.ts'
import { createCall } from './create-call.ts'
import { toFwError } from './http/failure.ts'
import { isRemoteTool, type RemoteRun, runRemoteCall } from './remote-call.ts'

/** The outcome of an approved call. */
type Approved =
  | { readonly ok: true; readonly outcome: Extract<ProposalOutcome, { ok: true }> }
  /** `failure` is the public form of `error`, which has been logged. */
  | (Execution & { readonly ok: false; readonly error: unknown; readonly failure: FwError })

/** Who decides about a proposal. */
interface Decision {
  readonly requestId: string
  /** Default: the owner, and callers that `canSettle` accepts. */
  readonly may?: MaySettle
  readonly proposals?: ProposalRegistry
  /** Returns the values for the questions of a server. Not called for other proposals. */
  readonly readResponses?: (question: CallQuestions) => unknown
  /** The caller is a program: further questions of a server are declined. */
  readonly isUnattended?: boolean
}

/**
 * Runs the stored call once, or sends the responses of the user to its server. Guard, scopes and input are checked again
 * for the approver. Throws `unknown_proposal`, and `invalid_input` for invalid responses, with which the proposal stays
 * pending; an error of the call is in the result. The approver's signal isn't passed on: a claimed proposal can't run
 * again, so a user who closes the page must not interrupt the call.
 */
export function approve(app: App, id: string, ctx: Ctx, decision: Decision): Promise<Approved> {
  const { requestId, may = maySettle(app, ctx), proposals = app.data.proposals, isUnattended } = decision
  let responses: QuestionResponses | undefined
  const check = ({ question }: Proposal): void => {
    if (question === undefined) return
    const checked = checkResponses(question.questions, decision.readResponses?.(question))
    if ('issues' in checked) throw new FwError('invalid_input', { message: INVALID_RESPONSES, issues: checked.issues })
    responses = checked.responses
  }
  const execute = async (proposal: Proposal): Promise<Approved> => {
    if (isRemoteTool(app, proposal.tool)) return runRemote(app, proposal, { ctx, requestId, responses, isUnattended })
    const { agent, tainted: isTainted } = proposal
    const approval = agent === undefined ? { proposal: id } : { proposal: id, agent }
    try {
      const call = createCall(app, proposal.tool, ctx, 'human', {
        approval,
        request: { requestId },
        tainted: isTainted,
      })
      const { wire: result } = await call.run(proposal.input)
      const tainted = await containsUntrusted(app, proposal.tool, result)
      return { ok: true, outcome: { ok: true, ...(tainted && { tainted }), result } }
    } catch (error) {
      const failure = toFwError(error, app, requestId)
      const output = await findOutputSchema(app, proposal.tool).catch(() => undefined)
      // The error message may quote content of the result.
      const tainted = output !== undefined && marksUntrusted(output)
      return { ok: false, error, failure, outcome: { ...toOutcome(failure), ...(tainted && { tainted }) } }
    }
  }
  return proposals.approve(id, may, execute, { by: app.policy.subjectOf(ctx), check })
}

const INVALID_RESPONSES = 'The responses do not match the questions of the server.'

/** Runs a call of another server's tool. Whatever that server sends is untrusted content. */
async function runRemote(app: App, proposal: Proposal, run: RemoteRun): Promise<Approved> {
  const isDeclined = Object.values(run.responses ?? {}).some(({ action }) => action !== 'accept')
  const response = proposal.question && { response: isDeclined ? ('decline' as const) : ('accept' as const) }
  try {
    const ran = await runRemoteCall(app, proposal, run)
    const result = 'parked' in ran ? { result: ran.parked, next: ran.parked.id } : { result: ran.value }
    return { ok: true, outcome: { ok: true, tainted: true, ...response, ...result } }
  } catch (error) {
    const failure = toFwError(error, app, run.requestId)
    return { ok: false, error, failure, outcome: { ...toOutcome(failure), tainted: true, ...response } }
  }
}

/** Returns the stored outcome of a call that failed. */
function toOutcome(failure: FwError): Extract<ProposalOutcome, { ok: false }> {
  return { ...toEnvelope(failure), ...getOwnStatus(failure) }
}

/** The approver is a user, so the result hasn't been checked for untrusted content yet. */
async function containsUntrusted(app: App, tool: string, result: unknown): Promise<boolean> {
  const output = await findOutputSchema(app, tool)
  return output !== undefined && holdsUntrusted(output, result)
}

async function findOutputSchema(app: App, tool: string): Promise<JsonSchema | undefined> {
  const record = app.records.get(tool)
  return record && (await getContract(record)).output?.schema
}

/**
 * Rejects a proposal: the call never runs. Questions of a server are declined, and the call goes on. Returns whether this
 * call has done it.
 */
export async function reject(
  app: App,
  id: string,
  ctx: Ctx,
  decision: Omit<Decision, 'readResponses'>,
): Promise<boolean> {
  const { requestId, may = maySettle(app, ctx), proposals = app.data.proposals, isUnattended } = decision
  let isDeclined = false
  const decline = (proposal: Proposal): Promise<Approved> => {
    isDeclined = true
    const responses = declineAll(proposal.question?.questions ?? [])
    return runRemote(app, proposal, { ctx, requestId, responses, isUnattended })
  }
  const rejected = await proposals.reject(id, may, { by: app.policy.subjectOf(ctx), decline })
  if (rejected && !isDeclined) app.observed?.telemetry?.rejected(id)
  return rejected
}

/** Rejects the current proposal of a call for the agent that has made it. The server of a question gets no response. */
export async function withdraw(app: App, id: string, ctx: Ctx): Promise<boolean> {
  const { proposals } = app.data
  const current = await followProposal((one) => proposals.find(one, anyCaller), id)
  const rejected = await proposals.reject(current?.id ?? id, anyCaller, { by: app.policy.subjectOf(ctx) })
  if (rejected) app.observed?.telemetry?.rejected(id)
  return rejected
}

function anyCaller(): boolean {
  return true
}

/**
 * Finds the registry of a proposal for a caller inside this process: its server's, or the one for calls outside any
 * server.
 */
export async function findProposalRegistry(app: App, id: string): Promise<ProposalRegistry> {
  return (await PROCESS_REGISTRY.find(id, () => true)) === undefined ? app.data.proposals : PROCESS_REGISTRY
}

/** Returns a page of the pending proposals of the caller, from the proposal with this id. */
export async function listProposals(app: App, ctx: Ctx, from: string | undefined): Promise<ProposalList> {
  const subject = app.policy.subjectOf(ctx)
  if (subject === undefined && app.policy.approvals !== 'open') return { proposals: [], first: 0, count: 0 }
  return app.data.proposals.list(subject, from)
}

/** Returns a proposal in any state, if the caller may resolve it or could have. */
export function findProposal(app: App, ctx: Ctx, id: string): Promise<Proposal | undefined> {
  return app.data.proposals.find(id, maySettle(app, ctx))
}

/** A server may ask questions one after another. */
const MAX_FOLLOWED = 100

/** Returns the proposal in which the call of a proposal waits now, or has ended. */
export async function followProposal(
  find: (id: string) => Promise<Proposal | undefined>,
  id: string,
): Promise<Proposal | undefined> {
  let proposal = await find(id)
  for (let count = 0; count < MAX_FOLLOWED; count += 1) {
    const { next } = (proposal?.result ?? {}) as Partial<ProposalOutcome> // written by the registry
    const later = next === undefined ? undefined : await find(next)
    if (later === undefined) return proposal
    proposal = later
  }
  return proposal
}

/**
 * Returns the check of who may approve or reject a proposal: its owner, or a caller that `canSettle` accepts. A
 * proposal without an owner may be resolved by any caller with an identity.
 */
function maySettle(app: App, ctx: Ctx): MaySettle {
  return (proposal) => {
    if (proposal.subject === undefined)
      return app.policy.identityOf(ctx) !== undefined || app.policy.approvals === 'open'
    const subject = app.policy.subjectOf(ctx)
    if (proposal.subject === subject) return true
    // `canSettle` may decide by the input, which is deleted by now: the user who resolved the call still reads the result.
    if (proposal.resolvedBy !== undefined && proposal.resolvedBy === subject) return true
    return canSettle(app, ctx, proposal)
  }
}

/**
 * Calls the app's `canSettle`. Only `true` allows the caller: a hook that throws or returns another value denies it.
 */
async function canSettle({ policy, log }: App, ctx: Ctx, proposal: Proposal): Promise<boolean> {
  if (policy.canSettle === undefined) return false
  try {
    // A copy, so that changes by the hook don't affect the call.
    return (await policy.canSettle({ ctx, proposal: structuredClone(proposal) })) === true
  } catch (error) {
    log.error('canSettle failed. The caller may not approve or reject the proposal.', { err: error })
    return false
  }
}
