/**
 * A call that is pending approval. A client that can open URLs gets the URL of the approval page, and a token to
 * request the outcome; every other client gets the URL in its result, and the outcome as a resource. Nothing in this file approves a call.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ParkedResult, Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import { FwError } from '#contract/http/error.ts'
import { createApprovalUrl } from '#contract/http/path.ts'
import { isRecord } from '#contract/is-object.ts'
import type { Conversation } from './conversation.ts'
import type { McpApp, McpReply, McpRequest } from './host.ts'
import { opensUrls } from './mcp-client.ts'
import { META_CLIENT_CAPABILITIES } from './protocol.ts'
import { ok, refuseParams } from './reply.ts'
import { proposalUri } from './resource-list.ts'
import { createFailure, type ResultWriter } from './tool-result.ts'

/** Describes the call to a person; by its question if it was decided in the meantime. */
export async function describePendingCall(
  app: McpApp,
  call: Pick<Proposal, 'id' | 'tool' | 'message'>,
): Promise<string> {
  return (await app.approval(call.id))?.text ?? call.message ?? call.tool
}

/** Name of the only question. */
const APPROVAL = 'approval'

/** Returns the reply to a call that has just become a proposal. */
export async function replyToPending(
  app: McpApp,
  request: McpRequest,
  talk: Conversation,
  pending: ParkedResult,
): Promise<McpReply> {
  const { id, expiresAt } = pending
  const approveAt = createApprovalUrl(id, app.siteUrl)
  const message = await describePendingCall(app, pending)
  if (request.era === 'modern' && app.siteUrl !== undefined && opensUrls(getCapabilities(request)))
    return talk.inputRequired(createApprovalQuestion(message, approveAt), {
      proposal: id,
      expiresAt: expiresAt + COLLECT_MS,
    })
  const outcomeAt = proposalUri(id)
  const text = `Not run yet. Only a person can approve this call, and not from here.\n${message}\nIts outcome is the resource ${outcomeAt}.`
  const structuredContent = { ...pending, approveAt, outcomeAt }
  return ok(request, { content: [{ type: 'text', text }], structuredContent }, app.server)
}

function getCapabilities({ params }: McpRequest): unknown {
  return isRecord(params._meta) ? params._meta[META_CLIENT_CAPABILITIES] : undefined
}

/** Time in milliseconds for which the outcome of a proposal can be requested after it has expired. */
const COLLECT_MS = 60 * 60_000

/** Returns the question to open the approval page. */
export function createApprovalQuestion(message: string, url: string) {
  return { [APPROVAL]: { method: 'elicitation/create', params: { mode: 'url', message, url } } } as const
}

/** How often and how long one request checks for a decision, in milliseconds. Clients give up after a minute. */
const POLL_MS = 250
const POLL_FOR_MS = 20_000

/** Returns the outcome of a pending call; while it is undecided, the question again. */
export async function replyToDecision(
  app: McpApp,
  request: McpRequest,
  talk: Conversation,
  id: string,
  results: ResultWriter,
): Promise<McpReply> {
  const until = app.now() + POLL_FOR_MS
  for (;;) {
    const proposal = await app.proposal(id)
    const decided = decideReply(app, request, proposal, results)
    if (proposal === undefined || decided !== undefined) return decided ?? refuseUnknown(request)
    if (talk.signal.aborted || app.now() >= until || isDeclined(talk))
      return talk.inputRequired(
        createApprovalQuestion(await describePendingCall(app, proposal), createApprovalUrl(id, app.siteUrl)),
        { proposal: id, expiresAt: proposal.expiresAt + COLLECT_MS },
      )
    await pause(POLL_MS, undefined, { signal: talk.signal }).catch(() => undefined)
  }
}

/** Returns the reply to a call that a user has decided about; `undefined` while it is undecided or runs. */
export async function findDecidedReply(
  app: McpApp,
  request: McpRequest,
  id: string,
  results: ResultWriter,
): Promise<McpReply | undefined> {
  const proposal = await app.proposal(id)
  return proposal === undefined ? refuseUnknown(request) : decideReply(app, request, proposal, results)
}

function refuseUnknown(request: McpRequest): McpReply {
  return refuseParams(request, 'The outcome of this call is no longer known.')
}

function decideReply(
  app: McpApp,
  request: McpRequest,
  proposal: Proposal | undefined,
  results: ResultWriter,
): McpReply | undefined {
  if (proposal?.state === 'rejected' || proposal?.state === 'expired')
    return ok(request, createFailure(new FwError(proposal.state)), app.server)
  // An executed call is reported even if its outcome was lost, so that the client doesn't run it again.
  const outcome = proposal?.result as ProposalOutcome | undefined // written by the registry
  return proposal?.state === 'executed' && outcome !== undefined
    ? replyToOutcome(app, request, outcome, results)
    : undefined
}

/** Whether the user didn't open the page, so that waiting makes no sense. */
function isDeclined({ responses }: Conversation): boolean {
  const action = responses[APPROVAL]?.action
  return action === 'decline' || action === 'cancel'
}

function replyToOutcome(app: McpApp, request: McpRequest, outcome: ProposalOutcome, results: ResultWriter): McpReply {
  if (!outcome.ok) {
    const { error: message, code, issues } = outcome
    return ok(request, createFailure({ message, code, issues }), app.server)
  }
  return results.write(request, { wire: outcome.result, json: JSON.stringify(outcome.result) })
}
