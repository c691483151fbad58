/** `GET /_fw/proposals[?id=]`: what waits for the caller's yes or no. */
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { Proposal } from '#contract/proposal.ts'
import type { FwReply } from '#contract/request.ts'
import { listPage, type PageFacts, proposalPage } from '#proposals/page.ts'
import { PAGE_POLICY } from '#proposals/page-style.ts'
import type { App } from '../app.ts'
import type { ServerStage } from '../exchange.ts'
import { jsonReply } from '../reply.ts'
import { findProposal, listProposals } from '../settle.ts'

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

/** HTML for browsers, JSON for everybody else. */
export const proposalsStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const { app } = exchange
  const id = new URLSearchParams(request.query).get('id')
  const ctx = await exchange.ctx()
  const html = request.header('accept')?.includes('text/html') === true
  if (id === null) return html ? htmlReply(await listHtml(app, ctx)) : listReply(await listProposals(app, ctx))
  const proposal = await findProposal(app, ctx, id)
  if (html) return htmlReply(proposalPage(proposal, factsOf(app)))
  return listReply(proposal === undefined ? [] : [proposal])
}

async function listHtml(app: App, ctx: Ctx): Promise<string> {
  const known = app.approvals === 'open' || app.subjectOf(ctx) !== undefined
  return listPage(await listProposals(app, ctx), factsOf(app), known)
}

function factsOf({ options, tools }: App): PageFacts {
  return {
    app: options.title ?? 'fw app',
    lang: options.lang ?? 'en',
    now: (options.now ?? Date.now)(),
    toolOf: (name) => tools.find((tool) => tool.name === name),
  }
}

function htmlReply(body: string): FwReply {
  return { status: 200, headers: HTML_HEADERS, body }
}

function listReply(proposals: readonly Proposal[]): FwReply {
  return jsonReply(200, { ok: true, result: proposals.map(toShown) })
}

function toShown({ id, tool, input, message, createdAt, expiresAt, agent, state, result }: Proposal) {
  return { id, tool, input, message, createdAt, expiresAt, agent, state, result }
}
