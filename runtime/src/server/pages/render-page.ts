/** Renders the requested page for the caller of the exchange. */
import { ensureHeaders } from '#api/ctx.ts'
import { withCurrent } from '#api/current.ts'
import type { Ctx } from '#contract/api.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { RenderRequest } from '#page/pages.ts'
import type { App } from '../app/app.ts'
import { underPolicy } from '../app/open-csp.ts'
import type { Exchange } from '../http/exchange.ts'
import { sealReads } from '../live/rendered-reads.ts'
import { withLocale } from './current-locale.ts'
import { createReadsFollower } from './follow-reads.ts'

interface GivenToPage extends Pick<RenderRequest, 'refused' | 'headers' | 'nonce'> {
  /** Receives the tags that a live page has read. */
  readonly onReads?: (tags: readonly string[]) => void
}

/**
 * Renders the page for this caller only. With `nonce`, the page is rendered for the cache, without a policy. Direct API
 * calls in it have the origin of the request and use the page's ctx. `ctxOf` returns the ctx, by default the caller's.
 */
export function replyWithPage(
  request: FwRequest,
  exchange: Exchange,
  { onReads, ...given }: GivenToPage = {},
  ctxOf: () => Ctx | Promise<Ctx> = () => exchange.ctx(),
): FwReply | Promise<FwReply> {
  const { app, requestId, inspect } = exchange
  const onRoute = (pattern: string) => {
    exchange.route = pattern
  }
  const policy = given.nonce === undefined ? app.policy.csp?.(request) : undefined
  const options = { requestId, onRoute, ...(inspect && { inspect }), ...(policy && { nonce: policy.nonce }), ...given }
  const respond = (ctx: Ctx, work: () => FwReply | Promise<FwReply>): FwReply | Promise<FwReply> => {
    const refusedForm = given.refused?.form
    const { causeOrigin: origin, tainted, renderHost: host } = exchange
    const render = {}
    sealReads(render, app.live, ctx)
    const current = { ctx, origin, tainted, host, requestId, call: request, refusedForm, render }
    const reply = withLocale(exchange.locale, () => withCurrent(current, work))
    if (policy === undefined) return reply
    return reply instanceof Promise ? reply.then((late) => underPolicy(late, policy)) : underPolicy(reply, policy)
  }
  const page = (ctx: Ctx) => {
    const followReads = createReadsFollower(app, ctx, request.path, onReads)
    return respond(ctx, () => app.pages.render(request, ctx, { ...options, followReads }))
  }
  // If `ctxFor` refuses the caller, the app can still show an error page or redirect.
  const renderRefusal = (error: unknown) => {
    const anonymous = ensureHeaders(undefined)
    return respond(anonymous, () => app.pages.renderFailure(error, request, anonymous, options))
  }
  let ctx: Ctx | Promise<Ctx>
  try {
    ctx = ctxOf()
  } catch (error) {
    return renderRefusal(error)
  }
  return ctx instanceof Promise ? ctx.then(page, renderRefusal) : page(ctx)
}

/** Renders `_404` for no request, such as the file of a static site. */
export function renderNotFound(
  { pages, renderHost: host }: App,
  given: Ctx | undefined,
  nonce: string | undefined,
): Promise<string | undefined> {
  const ctx = ensureHeaders(given)
  return withCurrent({ ctx, origin: 'agent', host }, () => pages.notFoundPage(ctx, nonce))
}
