/** Settling proposals: who may, and running what was stored. HTTP and `server.settle` both come through here. */
import type { Ctx } from '#contract/api.ts'
import { type FwError, toEnvelope } from '#contract/error.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import type { Proposal, ProposalOutcome } from '#contract/proposal.ts'
import { holdsUntrusted, marksUntrusted } from '#contract/untrusted.ts'
import { getContract } from '../api/record.ts'
import type { Execution, MaySettle, Vault } from '../proposals/vault.ts'
import type { App } from './app.ts'
import { createCall } from './create-call.ts'
import { toFwError } from './failure.ts'
import { PROCESS_VAULT } from './process-vault.ts'

/** How an approved call ended. */
export type Approved =
  | { readonly ok: true; readonly outcome: Extract<ProposalOutcome, { ok: true }> }
  /** `failure` is what may be shown of `error`, and has been logged. */
  | (Execution & { readonly ok: false; readonly error: unknown; readonly failure: FwError })

/**
 * Runs the stored call once, with guard, scopes and input checked again under the approver. Throws `unknown_proposal`;
 * what the call threw is in the answer. The approver's signal is not handed on: a proposal is spent once it was claimed,
 * so a person who closes the page must not cut the call off half-way.
 */
export function approve(
  app: App,
  id: string,
  ctx: Ctx,
  requestId: string,
  may: MaySettle = maySettle(app, ctx),
  vault: Vault = app.vault,
): Promise<Approved> {
  const execute = async (proposal: Proposal): Promise<Approved> => {
    const { agent } = proposal
    const approval = agent === undefined ? { proposal: id } : { proposal: id, agent }
    try {
      const call = createCall(app, proposal.tool, ctx, 'human', { approval, request: { requestId } })
      await call.run(proposal.input)
      const tainted = await holdsOthersWords(app, proposal.tool, call.wire)
      return { ok: true, outcome: { ok: true, ...(tainted && { tainted }), result: call.wire } }
    } catch (error) {
      const failure = toFwError(error, app, requestId)
      const output = await findOutputSchema(app, proposal.tool).catch(() => undefined)
      // Its message may quote what the result would have held.
      const tainted = output !== undefined && marksUntrusted(output)
      return { ok: false, error, failure, outcome: { ...toEnvelope(failure), ...(tainted && { tainted }) } }
    }
  }
  return vault.approve(id, may, execute, app.subjectOf(ctx))
}

/** Nobody has checked it for an agent: the one who approved it is a person. */
async function holdsOthersWords(app: App, tool: string, result: unknown): Promise<boolean> {
  const output = await findOutputSchema(app, tool)
  return output !== undefined && holdsUntrusted(output, result)
}

async function findOutputSchema(app: App, tool: string): Promise<JsonSchema | undefined> {
  const record = app.records.get(tool)
  return record && (await getContract(record)).output?.schema
}

/** Whether this call discarded the proposal. */
export async function reject(
  app: App,
  id: string,
  ctx: Ctx,
  may: MaySettle = maySettle(app, ctx),
  vault: Vault = app.vault,
): Promise<boolean> {
  const rejected = await vault.reject(id, may, app.subjectOf(ctx))
  if (rejected) app.observed?.telemetry?.rejected(id)
  return rejected
}

/** Where a caller inside this process finds a proposal: in its server, or among what was parked outside any server. */
export async function findVault(app: App, id: string): Promise<Vault> {
  return (await PROCESS_VAULT.find(id, () => true)) === undefined ? app.vault : PROCESS_VAULT
}

/** What waits for the caller: its own pending proposals. */
export async function listProposals(app: App, ctx: Ctx): Promise<readonly Proposal[]> {
  const subject = app.subjectOf(ctx)
  return subject === undefined && app.approvals !== 'open' ? [] : app.vault.list(subject)
}

/** One proposal in whatever state, where the caller may settle it or could have. */
export function findProposal(app: App, ctx: Ctx, id: string): Promise<Proposal | undefined> {
  return app.vault.find(id, maySettle(app, ctx))
}

/** The rule of decisions, Proposals: the subject or whom `canSettle` allows; without a subject, anybody with an identity. */
export function maySettle(app: App, ctx: Ctx): MaySettle {
  return (proposal) => {
    if (proposal.subject === undefined) return app.identityOf(ctx) !== undefined || app.approvals === 'open'
    const subject = app.subjectOf(ctx)
    if (proposal.subject === subject) return true
    // `canSettle` may decide by the input, which is deleted by now: the user who resolved the call still reads the result.
    if (proposal.resolvedBy !== undefined && proposal.resolvedBy === subject) return true
    return canSettle(app, ctx, proposal)
  }
}

/** The app's own word, of which only `true` is a yes: a hook that throws or answers something else opens nothing. */
async function canSettle({ options, log }: App, ctx: Ctx, proposal: Proposal): Promise<boolean> {
  if (options.canSettle === undefined) return false
  try {
    // A copy: what the hook does to it must not reach the call that runs.
    return (await options.canSettle({ ctx, proposal: structuredClone(proposal) })) === true
  } catch (error) {
    log.error('canSettle failed; the caller may not settle the proposal.', { err: error })
    return false
  }
}
