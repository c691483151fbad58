/** `POST /_fw/approve` and `/_fw/reject`, as JSON and from the forms of the proposals page. */
import type { CallQuestions } from '#contract/agent/question.ts'
import { FwError } from '#contract/http/error.ts'
import { PROPOSAL_HEADER, PROPOSALS_PATH } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isRecord } from '#contract/is-object.ts'
import { FORM_ORIGIN, FORM_TAINTED } from '#contract/page/form.ts'
import { getSite } from '#identity/cross-site.ts'
import { readDecisionId } from '#proposals/decision-token.ts'
import { readQuestionForm } from '#proposals/question-form.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { isFormBody, readForm, readJson } from '../http/read-body.ts'
import { createRedirect, errorReply, jsonReply } from '../http/reply.ts'
import { approve, reject } from '../resolve-proposal.ts'
import { forPeople, isOwnForm, replyWithForm } from './proposals.ts'

/** What the user has sent: the id, and the values for the questions of a server. */
interface Sent {
  readonly id: string
  readonly readResponses: (question: CallQuestions) => unknown
}

type Settle = (sent: Sent) => Promise<FwReply>

/** Runs the stored call once, as the approver; or goes on with one that waits for responses. */
export const approveStage: ServerStage = (request, exchange) =>
  respond(request, exchange, async ({ id, readResponses }) => {
    const { app, requestId, entry } = exchange
    const approved = await approve(app, id, await exchange.ctx(), {
      requestId,
      readResponses,
      isUnattended: entry.inProcess === true,
    })
    if (!approved.ok) return errorReply(approved.failure)
    const { result = null, next } = approved.outcome
    const reply = jsonReply(200, { ...approved.outcome, result })
    return next === undefined ? reply : { ...reply, headers: { ...reply.headers, [PROPOSAL_HEADER]: next } }
  })

/** Rejects the proposal, or declines its questions. Resolved, unknown and foreign ids have the same response. */
export const rejectStage: ServerStage = (request, exchange) =>
  respond(request, exchange, async ({ id }) => {
    const { app, requestId, entry } = exchange
    return jsonReply(200, {
      ok: await reject(app, id, await exchange.ctx(), { requestId, isUnattended: entry.inProcess === true }),
    })
  })

function respond(request: FwRequest, exchange: Exchange, settle: Settle): Promise<FwReply> {
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
    if (!(await isOwnForm(exchange, form))) throw new FwError('forbidden', { message: FOREIGN_FORM })
    return settleForm(request, exchange, form, settle)
  })
}

const FOREIGN_FORM =
  'Nothing was decided: this form is not from the approval page, or was printed for another user. Open the page, read the call, and decide there.'

async function respondJson(request: FwRequest, exchange: Exchange, settle: Settle): Promise<FwReply> {
  refuseOthers(request, exchange)
  return settle(readDecision(await readJson(request)))
}

function refuseOthers({ method }: FwRequest, { origin }: Exchange): void {
  if (method !== 'POST') throw new FwError('method_not_allowed', { headers: { allow: 'POST' } })
  if (origin === 'agent')
    throw new FwError('forbidden', { message: 'Agents may not approve or reject proposals. A user must do it.' })
}

/** Redirects a user in a browser to the page with the proposal's state. Invalid values are shown again. */
async function settleForm(
  request: FwRequest,
  exchange: Exchange,
  form: URLSearchParams,
  settle: Settle,
): Promise<FwReply> {
  const id = readDecisionId(form)
  let next: string | undefined
  try {
    const reply = await settle({ id, readResponses: (question) => readQuestionForm(question, form) })
    next = reply.headers[PROPOSAL_HEADER] as string | undefined // set above
  } catch (error) {
    if (!(error instanceof FwError)) throw error
    if (error.code === 'invalid_input' && error.issues !== undefined)
      return replyWithForm(request, exchange, id, { form, issues: error.issues })
    if (error.code !== 'unknown_proposal') throw error
  }
  return createRedirect(303, `${PROPOSALS_PATH}?id=${next ?? id}`)
}

/** Reads the id and the responses to questions: the stored call runs, never data of this request. */
function readDecision(body: unknown): Sent {
  const { id, responses } = isRecord(body) ? { ...body } : {}
  if (typeof id !== 'string')
    throw new FwError('invalid_input', { issues: [{ path: 'id', message: 'must be a string' }] })
  return { id, readResponses: () => responses }
}
