/** `GET /_fw/proposals[?id=|?from=]`: the caller's pending proposals, in pages of limited size. */

import type { Proposal } from '#contract/agent/proposal.ts'
import type { Ctx } from '#contract/api.ts'
import type { ToolDescription } from '#contract/approval/shown-call.ts'
import { FwError } from '#contract/http/error.ts'
import { USER_HEADER } from '#contract/http/path.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { Redirect } from '#contract/page/navigation.ts'
import { readSharedKey } from '#data/shared-key.ts'
import { digestText } from '#digest/digest-text.ts'
import { type CreateToken, createDecisionToken, hasDecisionToken } from '#proposals/decision-token.ts'
import { PAGE_POLICY } from '#proposals/page-style.ts'
import { failurePage, listPage, type PageContext, proposalPage } from '#proposals/proposal-page.ts'
import type { ProposalList } from '#proposals/proposal-registry.ts'
import type { FilledForm } from '#proposals/question-form.ts'
import type { App } from '../app/app.ts'
import { describeTool, getReader } from '../describe-proposal.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'
import { createRedirect, jsonReply } from '../http/reply.ts'
import { findProposal, listProposals } from '../resolve-proposal.ts'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Not `no-referrer`: a browser would then send `Origin: null` with our own forms, and they would be refused.
  'referrer-policy': 'same-origin',
  vary: 'accept',
} as const

/** Responds with HTML for browsers, and with JSON for other clients. */
export const proposalsStage: ServerStage = (request, exchange) =>
  forPeople(request, exchange, () => respond(request, exchange))

async function respond(request: FwRequest, exchange: Exchange): Promise<FwReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const { app } = exchange
  const query = parseQuery(request.query)
  const id = query.get('id')
  const ctx = await exchange.ctx()
  const html = isBrowser(request)
  if (id === null) {
    const list = await listProposals(app, ctx, query.get('from') ?? undefined)
    const known = app.policy.approvals === 'open' || app.policy.subjectOf(ctx) !== undefined
    return html
      ? htmlReply(listPage(list, await getPageFacts(exchange, request, list.proposals), known))
      : listReply(app, ctx, list)
  }
  const proposal = await findProposal(app, ctx, id)
  const proposals = proposal === undefined ? [] : [proposal]
  if (html) return htmlReply(proposalPage(proposal, await getPageFacts(exchange, request, proposals)))
  return listReply(app, ctx, { proposals })
}

/** Whether the response is for a user in a browser. */
function isBrowser(request: FwRequest): boolean {
  return request.header('accept')?.includes('text/html') === true
}

/** Renders errors as a page for browsers. A `redirect()` of `ctxFor` works too, for example to the login. */
export async function forPeople(
  request: FwRequest,
  exchange: Exchange,
  work: () => Promise<FwReply>,
): Promise<FwReply> {
  if (!isBrowser(request)) return work()
  try {
    return await work()
  } catch (error) {
    if (error instanceof Redirect) return createRedirect(error.status, error.location)
    const { app, requestId } = exchange
    const { status, message, headers } = toFwError(error, app, requestId)
    const reply = htmlReply(failurePage(message, await getPageFacts(exchange, request, [])))
    return { ...reply, status, headers: { ...reply.headers, ...headers } }
  }
}

/** Renders a proposal with the form that the user has sent, and what is wrong in it. */
export async function replyWithForm(
  request: FwRequest,
  exchange: Exchange,
  id: string,
  filled: FilledForm,
): Promise<FwReply> {
  const { app } = exchange
  const proposal = await findProposal(app, await exchange.ctx(), id)
  const facts = await getPageFacts(exchange, request, proposal === undefined ? [] : [proposal])
  return { ...htmlReply(proposalPage(proposal, facts, filled)), status: 422 }
}

async function getPageFacts(
  exchange: Exchange,
  request: FwRequest,
  proposals: readonly Proposal[],
): Promise<PageContext> {
  const { app } = exchange
  const { info, now } = app
  // By id, because the page shows copies without the input.
  const tools = new Map<string, ToolDescription | undefined>()
  for (const proposal of proposals) tools.set(proposal.id, await describeTool(app, proposal))
  return {
    app: info.name,
    lang: info.lang,
    now: now(),
    reader: getReader(app, request),
    createToken: await openTokens(exchange, proposals),
    describeTool: ({ id }) => tools.get(id),
  }
}

/** Only pages with a pending call need the key, so the others are also shown while the store is unavailable. */
async function openTokens(exchange: Exchange, proposals: readonly Proposal[]): Promise<CreateToken> {
  if (!proposals.some(({ state }) => state === 'pending')) return () => ''
  const [key, subject] = await readTokenParts(exchange)
  return (id) => createDecisionToken(key, id, subject)
}

/** Whether the approval page has printed this form for this caller. */
export async function isOwnForm(exchange: Exchange, form: URLSearchParams): Promise<boolean> {
  return hasDecisionToken(form, ...(await readTokenParts(exchange)))
}

async function readTokenParts(exchange: Exchange): Promise<[key: Buffer, subject: string | undefined]> {
  const { data, policy } = exchange.app
  const subject = policy.subjectOf(await exchange.ctx())
  return [await readSharedKey(data.store, KEY_NAME, KEY_TTL_MS), subject]
}

const KEY_NAME = 'approvals:key'
const KEY_TTL_MS = 400 * 24 * 60 * 60_000

function htmlReply(body: string): FwReply {
  return { status: 200, headers: HTML_HEADERS, body }
}

async function listReply(
  app: App,
  ctx: Ctx,
  { proposals, next }: Pick<ProposalList, 'proposals' | 'next'>,
): Promise<FwReply> {
  const result = []
  for (const proposal of proposals) result.push(toWire(proposal, await describeTool(app, proposal)))
  const reply = jsonReply(200, { ok: true, result, ...(next !== undefined && { next }) })
  const user = app.policy.subjectOf(ctx)
  return user === undefined ? reply : { ...reply, headers: { ...reply.headers, [USER_HEADER]: digestText(user) } }
}

/** @param about Description of the tool, with which a client shows the input and the result. */
function toWire(proposal: Proposal, about: ToolDescription | undefined) {
  const { id, tool, input, message, createdAt, expiresAt, agent, client, assistant, state, result } = proposal
  const { server, questions } = proposal.question ?? {}
  const question = server === undefined ? undefined : { server, questions }
  return { id, tool, input, message, question, createdAt, expiresAt, agent, client, assistant, state, result, about }
}
