/** Resolves proposals: checks permission and runs the stored call. Used by HTTP and by `server.settle`. */

import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import { holdsUntrusted, marksUntrusted } from '#contract/agent/untrusted.ts'
import type { Ctx } from '#contract/api.ts'
import { type FwError, toEnvelope } from '#contract/http/error.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { getContract } from '../api/record.ts'
import type { Execution, MaySettle, ProposalList, ProposalRegistry } from '../proposals/proposal-registry.ts'
import type { App } from './app/app.ts'
import { PROCESS_REGISTRY } from './app/process-proposal-registry.ts'
import { createCall } from './create-call.ts'
import { toFwError } from './http/failure.ts'
import { isRemoteTool, runRemoteCall } from './remote-call.ts'

/** The outcome of an approved call. */
type Approved =
  | { readonly ok: true; readonly outcome: Extract<ProposalOutcome, { ok: true }> }
  /** `failure` is the public form of `error`, which has been logged. */
  | (Execution & { readonly ok: false; readonly error: unknown; readonly failure: FwError })

/**
 * Runs the stored call once. Guard, scopes and input are checked again for the approver. Throws `unknown_proposal`; an
 * error of the call is in the result. The approver's signal isn't passed on: a claimed proposal can't run again, so a
 * user who closes the page must not interrupt the call.
 */
export function approve(
  app: App,
  id: string,
  ctx: Ctx,
  requestId: string,
  may: MaySettle = maySettle(app, ctx),
  proposals: ProposalRegistry = app.data.proposals,
): Promise<Approved> {
  const execute = async (proposal: Proposal): Promise<Approved> => {
    if (isRemoteTool(app, proposal.tool)) return runRemote(app, proposal, ctx, requestId)
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
      return { ok: false, error, failure, outcome: { ...toEnvelope(failure), ...(tainted && { tainted }) } }
    }
  }
  return proposals.approve(id, may, execute, app.policy.subjectOf(ctx))
}

/** Runs a call of another server's tool. Whatever that server sends is untrusted content. */
async function runRemote(app: App, proposal: Proposal, ctx: Ctx, requestId: string): Promise<Approved> {
  try {
    const result = await runRemoteCall(app, proposal, ctx, requestId)
    return { ok: true, outcome: { ok: true, tainted: true, result } }
  } catch (error) {
    const failure = toFwError(error, app, requestId)
    return { ok: false, error, failure, outcome: { ...toEnvelope(failure), tainted: true } }
  }
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

/** Rejects a proposal. Returns whether this call rejected it. */
export async function reject(
  app: App,
  id: string,
  ctx: Ctx,
  may: MaySettle = maySettle(app, ctx),
  proposals: ProposalRegistry = app.data.proposals,
): Promise<boolean> {
  const rejected = await proposals.reject(id, may, app.policy.subjectOf(ctx))
  if (rejected) app.observed?.telemetry?.rejected(id)
  return rejected
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
