/** `GET /_fw/proposals[?id=]`: what waits for the caller's yes or no. */
import { FwError } from '#contract/error.ts'
import type { Proposal } from '#contract/proposal.ts'
import { proposalsPage } from '#proposals/page.ts'
import type { ServerStage } from '../exchange.ts'
import { jsonReply } from '../reply.ts'
import { listProposals } from '../settle.ts'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // No script, no frame: another site can neither read nor disguise the button.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
} as const

/** HTML for browsers, JSON for everybody else. */
export const proposalsStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const id = new URLSearchParams(request.query).get('id') ?? undefined
  const proposals = await listProposals(exchange.app, await exchange.ctx(), id)
  if (!request.header('accept')?.includes('text/html'))
    return jsonReply(200, { ok: true, result: proposals.map(toShown) })
  return { status: 200, headers: HTML_HEADERS, body: proposalsPage(proposals, exchange.app.options.lang ?? 'en') }
}

function toShown({ id, tool, input, message, createdAt, expiresAt, agent, state }: Proposal) {
  return { id, tool, input, message, createdAt, expiresAt, agent, state }
}
