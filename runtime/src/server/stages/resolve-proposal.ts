/** `POST /_fw/approve` and `/_fw/reject`, as JSON and from the forms of the proposals page. */
import { FwError } from '#contract/http/error.ts'
import { PROPOSALS_PATH } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { FORM_ORIGIN, FORM_TAINTED } from '#contract/page/form.ts'
import { getSite } from '#identity/cross-site.ts'
import { isProposalId } from '#proposals/proposal-registry.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { isFormBody, readForm, readJson } from '../http/read-body.ts'
import { createRedirect, errorReply, jsonReply } from '../http/reply.ts'
import { approve, reject } from '../resolve-proposal.ts'
import { forPeople } from './proposals.ts'

/** Runs the stored call once, as the approver. */
export const approveStage: ServerStage = (request, exchange) =>
  respond(request, exchange, async (id) => {
    const approved = await approve(exchange.app, id, await exchange.ctx(), exchange.requestId)
    if (!approved.ok) return errorReply(approved.failure)
    const { result = null } = approved.outcome
    return jsonReply(200, { ...approved.outcome, result })
  })

/** Rejects the proposal. Resolved, unknown and foreign ids have the same response. */
export const rejectStage: ServerStage = (request, exchange) =>
  respond(request, exchange, async (id) => jsonReply(200, { ok: await reject(exchange.app, id, await exchange.ctx()) }))

function respond(request: FwRequest, exchange: Exchange, settle: (id: string) => Promise<FwReply>): Promise<FwReply> {
  if (!isFormBody(request)) return respondJson(request, exchange, settle)
  return forPeople(request, exchange, async () => {
    refuseOthers(request, exchange)
    // A form post needs no preflight request, so the browser's headers must prove that the request comes from our own page.
    if (getSite(request) !== 'same') throw new FwError('cross_site_denied')
    const form = await readForm(request)
    // An agent in a page marks the forms that it submits.
    const isAgent = form.getAll(FORM_ORIGIN).includes('agent')
    exchange.mark({ isAgent, isTainted: form.getAll(FORM_TAINTED).includes('1') })
    refuseOthers(request, exchange)
    return settleForm(form.get('id') ?? '', settle)
  })
}

async function respondJson(
  request: FwRequest,
  exchange: Exchange,
  settle: (id: string) => Promise<FwReply>,
): Promise<FwReply> {
  refuseOthers(request, exchange)
  return settle(readId(await readJson(request)))
}

function refuseOthers({ method }: FwRequest, { origin }: Exchange): void {
  if (method !== 'POST') throw new FwError('method_not_allowed', { headers: { allow: 'POST' } })
  if (origin === 'agent')
    throw new FwError('forbidden', { message: 'Agents may not approve or reject proposals. A user must do it.' })
}

/** Redirects a user in a browser to the page with the proposal's state. */
async function settleForm(id: string, settle: (id: string) => Promise<FwReply>): Promise<FwReply> {
  try {
    await settle(id)
  } catch (error) {
    if (!(error instanceof FwError && error.code === 'unknown_proposal')) throw error
  }
  return createRedirect(303, isProposalId(id) ? `${PROPOSALS_PATH}?id=${id}` : PROPOSALS_PATH)
}

/** Reads only the id: the stored call runs, never data of this request. */
function readId(body: unknown): string {
  const id =
    typeof body === 'object' && body !== null && Object.hasOwn(body, 'id') ? (body as { id: unknown }).id : undefined
  if (typeof id !== 'string')
    throw new FwError('invalid_input', { issues: [{ path: 'id', message: 'must be a string' }] })
  return id
}
