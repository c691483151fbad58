/** Settling proposals: who may, and running what was stored. HTTP and `server.settle` both come through here. */
import type { Ctx } from '#contract/api.ts'
import type { Proposal } from '#contract/proposal.ts'
import type { FwRequest } from '#contract/request.ts'
import type { MaySettle } from '../proposals/vault.ts'
import type { App } from './app.ts'
import { createCall } from './exchange.ts'

/** Runs the stored call once, with guard, scopes and input checked again under the approver. Answers the wire result. */
export function approve(
  app: App,
  id: string,
  ctx: Ctx,
  request?: Pick<FwRequest, 'signal'>,
  may: MaySettle = maySettle(app, ctx),
): Promise<unknown> {
  return app.vault.approve(id, may, async (proposal) => {
    const { agent } = proposal
    const approval = agent === undefined ? { proposal: id } : { proposal: id, agent }
    const call = createCall(app, proposal.tool, ctx, 'human', { approval, request })
    await call.run(proposal.input)
    return call.wire
  })
}

/** Whether this call discarded the proposal. */
export function reject(app: App, id: string, ctx: Ctx, may: MaySettle = maySettle(app, ctx)): Promise<boolean> {
  return app.vault.reject(id, may)
}

/** Proposals that the caller may settle: its own, and with an id any that it is allowed to. */
export async function listProposals(app: App, ctx: Ctx, id: string | undefined): Promise<readonly Proposal[]> {
  if (id !== undefined) {
    const proposal = await app.vault.find(id, maySettle(app, ctx))
    return proposal === undefined ? [] : [proposal]
  }
  const subject = app.subjectOf(ctx)
  return subject === undefined && app.approvals !== 'open' ? [] : app.vault.list(subject)
}

/** The rule of decisions, Proposals: the subject or whom `canSettle` allows; without a subject, anybody with an identity. */
export function maySettle(app: App, ctx: Ctx): MaySettle {
  return (proposal) => {
    if (proposal.subject === undefined) return app.identityOf(ctx) !== undefined || app.approvals === 'open'
    return proposal.subject === app.subjectOf(ctx) || (app.options.canSettle?.({ ctx, proposal }) ?? false)
  }
}
