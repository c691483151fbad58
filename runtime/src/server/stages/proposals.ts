/** `GET /_fw/proposals[?id=|?from=]`: the caller's pending proposals, in pages of limited size. */

import type { Proposal } from '#contract/agent/proposal.ts'
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { Redirect } from '#contract/page/navigation.ts'
import { PAGE_POLICY } from '#proposals/page-style.ts'
import { failurePage, listPage, type PageContext, proposalPage } from '#proposals/proposal-page.ts'
import type { ProposalList } from '#proposals/proposal-registry.ts'
import type { App } from '../app/app.ts'
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
    return html ? htmlReply(listHtml(app, ctx, list)) : listReply(list)
  }
  const proposal = await findProposal(app, ctx, id)
  if (html) return htmlReply(proposalPage(proposal, getPageFacts(app)))
  return listReply({ proposals: proposal === undefined ? [] : [proposal] })
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
    const reply = htmlReply(failurePage(message, getPageFacts(app)))
    return { ...reply, status, headers: { ...reply.headers, ...headers } }
  }
}

function listHtml(app: App, ctx: Ctx, list: ProposalList): string {
  const known = app.policy.approvals === 'open' || app.policy.subjectOf(ctx) !== undefined
  return listPage(list, getPageFacts(app), known)
}

function getPageFacts({ info, now, tools }: App): PageContext {
  return {
    app: info.name,
    lang: info.lang,
    now: now(),
    describeTool: (name) => tools.find((tool) => tool.name === name),
  }
}

function htmlReply(body: string): FwReply {
  return { status: 200, headers: HTML_HEADERS, body }
}

function listReply({ proposals, next }: Pick<ProposalList, 'proposals' | 'next'>): FwReply {
  return jsonReply(200, { ok: true, result: proposals.map(toShown), ...(next !== undefined && { next }) })
}

function toShown({ id, tool, input, message, createdAt, expiresAt, agent, state, result }: Proposal) {
  return { id, tool, input, message, createdAt, expiresAt, agent, state, result }
}
