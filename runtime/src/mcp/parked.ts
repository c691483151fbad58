/**
 * A call that waits for a person. A client that opens addresses is given the page where it is approved, and a token with
 * which to ask for the outcome; every other client is told the address in its result. Nothing here approves anything.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { FwError } from '#contract/error.ts'
import { PROPOSALS_PATH } from '#contract/path.ts'
import type { ParkedResult, ProposalOutcome } from '#contract/proposal.ts'
import { isRecord } from '#wire/json-rpc.ts'
import type { Talk } from './conversation.ts'
import type { McpApp, McpReply, McpRequest } from './host.ts'
import { opensUrls } from './peer.ts'
import { META_CLIENT_CAPABILITIES } from './protocol.ts'
import { ok, refuseMessage } from './reply.ts'
import { createFailure, type Results } from './tool-result.ts'

/** The name of the one question. */
const APPROVAL = 'approval'

/** The answer to a call that was parked just now. */
export async function replyToPending(
  app: McpApp,
  request: McpRequest,
  talk: Talk,
  parked: ParkedResult,
): Promise<McpReply> {
  const { id, message, expiresAt } = parked
  const approveAt = approvalUrl(app, id)
  if (request.era === 'modern' && app.siteUrl !== undefined && opensUrls(getCapabilities(request)))
    return talk.inputRequired(question(message, approveAt), { proposal: id, expiresAt: expiresAt + COLLECT_MS })
  const text = `Not run yet: ${message} A person approves or rejects this call at ${approveAt} until ${new Date(expiresAt).toISOString()}. It cannot be approved from here.`
  return ok(request, { content: [{ type: 'text', text }], structuredContent: { ...parked, approveAt } }, app.server)
}

function getCapabilities({ params }: McpRequest): unknown {
  return isRecord(params._meta) ? params._meta[META_CLIENT_CAPABILITIES] : undefined
}

/** After a proposal is over its outcome can be asked for this long. */
const COLLECT_MS = 60 * 60_000

function question(message: string, url: string) {
  return { [APPROVAL]: { method: 'elicitation/create', params: { mode: 'url', message, url } } } as const
}

function approvalUrl({ siteUrl }: McpApp, id: string): string {
  const path = `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`
  return siteUrl === undefined ? path : new URL(path, siteUrl).href
}

/** How often and how long one request looks for the decision, in milliseconds: clients give up after a minute. */
const LOOK_EVERY_MS = 250
const LOOK_FOR_MS = 20_000

/** What the parked call came to; while nobody has decided, the question once more. */
export async function collect(
  app: McpApp,
  request: McpRequest,
  talk: Talk,
  id: string,
  results: Results,
): Promise<McpReply> {
  const until = app.now() + LOOK_FOR_MS
  for (;;) {
    const proposal = await app.proposal(id)
    if (proposal === undefined) return refuseMessage(request, 'The outcome of this call is no longer known.')
    if (proposal.state === 'rejected' || proposal.state === 'expired')
      return ok(request, createFailure(new FwError(proposal.state)), app.server)
    // What ran is told even where its outcome was lost: it must not run twice.
    const outcome = proposal.result as ProposalOutcome | undefined // what the vault keeps
    if (proposal.state === 'executed' && outcome !== undefined) return replyToOutcome(app, request, outcome, results)
    if (talk.signal.aborted || app.now() >= until || isDeclined(talk))
      return talk.inputRequired(question(proposal.message ?? `${proposal.tool} runs.`, approvalUrl(app, id)), {
        proposal: id,
        expiresAt: proposal.expiresAt + COLLECT_MS,
      })
    await pause(LOOK_EVERY_MS, undefined, { signal: talk.signal }).catch(() => undefined)
  }
}

/** The person did not open the page: there is nothing to wait for now. */
function isDeclined({ responses }: Talk): boolean {
  const action = responses[APPROVAL]?.action
  return action === 'decline' || action === 'cancel'
}

function replyToOutcome(app: McpApp, request: McpRequest, outcome: ProposalOutcome, results: Results): McpReply {
  if (!outcome.ok) {
    const { error: message, code, issues } = outcome
    return ok(request, createFailure({ message, code, issues }), app.server)
  }
  return results.of(request, { wire: outcome.result, json: JSON.stringify(outcome.result) })
}
