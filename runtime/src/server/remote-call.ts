/**
 * Calls of the tools of other servers that wait for a user, who approves them or responds to the questions of the server:
 * their proposals, their runs and their audit entries.
 */
import { randomBytes } from 'node:crypto'
import { describeFailure } from '#api/describe-failure.ts'
import { getCaller, type OpenAuditEntry } from '#api/host.ts'
import type { ParkedResult, Proposal } from '#contract/agent/proposal.ts'
import type { QuestionResponses, RemoteQuestions, RemoteResume } from '#contract/agent/question.ts'
import type { RemoteOutcome } from '#contract/agent/remote-source.ts'
import type { RemoteCall } from '#contract/agent/turn-deps.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import type { ProposalSource } from '#proposals/create-proposal.ts'
import type { App } from './app/app.ts'
import { getRemoteDeps } from './describe-proposal.ts'

/** Stores a call of the app's agent for a user. Its owner is that of the ctx. */
export async function parkRemoteCall(
  app: App,
  { tool, input, tainted, asked }: RemoteCall,
  ctx: Ctx,
  requestId: string,
): Promise<ParkedResult> {
  const { park } = app.host
  if (park === undefined) throw new FwError('unavailable')
  const source = { tool, input: input ?? {}, origin: 'agent', tainted } as const
  return auditCall(app, { ...source, requestId }, ctx, async (entry) => {
    const parked =
      asked === undefined
        ? await park({ ...source, ctx })
        : await parkQuestions(app, { ...source, ...describeOwner(app, ctx) }, asked)
    entry.proposal = parked.id
    return parked
  })
}

function describeOwner({ policy }: App, ctx: Ctx): Omit<ProposalSource, 'tool' | 'input' | 'origin'> {
  const subject = policy.subjectOf(ctx)
  const { client, assistant } = getCaller(ctx)
  return {
    ...(subject !== undefined && { subject }),
    ...(ctx.agent?.verified && { agent: ctx.agent.keyId }),
    ...(client !== undefined && { client }),
    ...(assistant !== undefined && { assistant }),
  }
}

/**
 * Whether a user can respond to the questions of a call. Without an owner, any signed-in user could respond, and would read
 * what is asked about another user's conversation.
 */
export function canAsk({ policy }: App, subject: string | undefined): boolean {
  return subject !== undefined || policy.approvals === 'open'
}

/** Additional lifetime of the data of a call, in milliseconds: a response may arrive in the last moment. */
const RESUME_OUTLIVES_MS = 60_000

/**
 * Stores questions for the user. The state of the server is stored apart from the proposal, which hooks and browsers read:
 * only the server may get it back.
 */
async function parkQuestions(
  { data }: App,
  source: ProposalSource,
  { server, questions, resume, ttlMs }: RemoteQuestions,
): Promise<ParkedResult> {
  const resumeKey = randomBytes(18).toString('base64url')
  const lifetime = data.proposalLimits.ttlMs + RESUME_OUTLIVES_MS
  await data.store.write(`mcp-question:${resumeKey}`, JSON.stringify(resume), lifetime)
  const question = { server, questions, resumeKey }
  return data.proposals.park({ ...source, question, ...(ttlMs !== undefined && { ttlMs }) })
}

/** Whether a tool is another server's. The app's own tools never have such a name. */
export function isRemoteTool(app: App, tool: string): boolean {
  return !app.records.has(tool) && tool.startsWith('mcp_') && app.agents.mount?.remoteCalls !== undefined
}

/** Who runs a call, and the responses to the questions of its server. */
export interface RemoteRun {
  readonly ctx: Ctx
  readonly requestId: string
  readonly responses?: QuestionResponses | undefined
  /** The caller is a program: questions are declined. */
  readonly isUnattended?: boolean | undefined
}

/** Runs an approved call, or goes on with one. Resolves to its result, or to a proposal with the next questions. */
export async function runRemoteCall(
  app: App,
  proposal: Proposal,
  { ctx, requestId, responses = {}, isUnattended = false }: RemoteRun,
): Promise<{ readonly value: unknown } | { readonly parked: ParkedResult }> {
  const { id, tool, input, tainted = false, question, subject, agent, client, assistant, origin } = proposal
  const facts = { tool, input, origin: 'human', tainted, requestId, proposal: id } as const
  return auditCall(app, facts, ctx, async () => {
    const calls = app.agents.mount?.remoteCalls
    if (calls === undefined) throw new FwError('unknown_tool')
    const resumed = question && { resume: await readResume(app, question.resumeKey), responses }
    if (resumed?.resume.kind === 'repeat' && Object.values(responses).some(({ action }) => action !== 'accept'))
      throw new FwError('rejected', { message: 'The user declined to open the link. The call did not run.' })
    const options = { canAsk: !isUnattended && canAsk(app, subject), ...(resumed && { resumed }) }
    const outcome: RemoteOutcome = await calls.call(tool, input, getRemoteDeps(app), options)
    if (!('asked' in outcome)) return outcome
    const owner = {
      ...(subject !== undefined && { subject }),
      ...(agent !== undefined && { agent }),
      ...(client !== undefined && { client }),
      ...(assistant !== undefined && { assistant }),
    }
    return { parked: await parkQuestions(app, { tool, input, origin, tainted, ...owner }, outcome.asked) }
  })
}

async function readResume({ data }: App, resumeKey: string): Promise<RemoteResume> {
  const key = `mcp-question:${resumeKey}`
  const text = await data.store.read(key)
  if (text === undefined)
    throw new FwError('unavailable', { message: 'The call can no longer go on: its state is not stored any more.' })
  await data.store.remove(key)
  return JSON.parse(text) as RemoteResume // written above
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
