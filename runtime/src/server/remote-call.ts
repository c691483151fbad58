/** Calls of the tools of other servers that need approval: their proposals, their runs and their audit entries. */
import { describeFailure } from '#api/describe-failure.ts'
import type { OpenAuditEntry } from '#api/host.ts'
import type { ParkedResult, Proposal } from '#contract/agent/proposal.ts'
import type { RemoteCall } from '#contract/agent/turn-deps.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import type { App } from './app/app.ts'
import { getRemoteDeps } from './describe-proposal.ts'

/** Stores a call of the app's agent for a user. Its owner is that of the ctx. */
export async function parkRemoteCall(
  app: App,
  { tool, input, tainted }: RemoteCall,
  ctx: Ctx,
  requestId: string,
): Promise<ParkedResult> {
  const { park } = app.host
  if (park === undefined) throw new FwError('unavailable')
  return auditCall(app, { tool, input, origin: 'agent', tainted, requestId }, ctx, async (entry) => {
    const parked = await park({ tool, input: input ?? {}, ctx, origin: 'agent', tainted })
    entry.proposal = parked.id
    return parked
  })
}

/** Whether a tool is another server's. The app's own tools never have such a name. */
export function isRemoteTool(app: App, tool: string): boolean {
  return !app.records.has(tool) && tool.startsWith('mcp_') && app.agents.mount?.remoteCalls !== undefined
}

/** Runs an approved call. */
export function runRemoteCall(app: App, proposal: Proposal, ctx: Ctx, requestId: string): Promise<unknown> {
  const { id, tool, input, tainted = false } = proposal
  const facts = { tool, input, origin: 'human', tainted, requestId, proposal: id } as const
  return auditCall(app, facts, ctx, async () => {
    const calls = app.agents.mount?.remoteCalls
    if (calls === undefined) throw new FwError('unknown_tool')
    return calls.call(tool, input, getRemoteDeps(app))
  })
}

type CallFacts = Pick<OpenAuditEntry, 'tool' | 'input' | 'origin' | 'tainted' | 'requestId' | 'proposal'>

async function auditCall<Result>(
  { host }: App,
  { tainted, ...facts }: CallFacts,
  ctx: Ctx,
  work: (entry: OpenAuditEntry) => Promise<Result>,
): Promise<Result> {
  const started = performance.now()
  const entry: OpenAuditEntry = { ...facts, guard: 'confirm', ok: true, at: Date.now(), durationMs: 0 }
  if (tainted) entry.tainted = true
  if (ctx.agent?.verified) entry.agent = ctx.agent.keyId
  try {
    return await work(entry)
  } catch (error) {
    Object.assign(entry, { ok: false, ...describeFailure(error) })
    throw error
  } finally {
    entry.durationMs = performance.now() - started
    host.audit?.(entry, ctx)
  }
}
