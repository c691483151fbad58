/** Renders the page that a request asks for, for the caller of the exchange. */
import { ensureHeaders } from '#api/ctx.ts'
import { withCurrent } from '#api/current.ts'
import type { Ctx } from '#contract/api.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import type { RenderRequest } from '../page/pages.ts'
import { withLocale } from './current-locale.ts'
import type { Exchange } from './exchange.ts'
import { underPolicy } from './open-csp.ts'

/**
 * The page, made for this caller alone, or with `nonce` to be kept: then it is without a policy. A direct call of an api in
 * it has the origin of the request and uses the page's ctx. `ctxOf`: whose it is, by default the caller's.
 */
export function replyWithPage(
  request: FwRequest,
  exchange: Exchange,
  given: Pick<RenderRequest, 'refused' | 'headers' | 'nonce'> = {},
  ctxOf: () => Ctx | Promise<Ctx> = () => exchange.ctx(),
): FwReply | Promise<FwReply> {
  const { app, requestId, inspect } = exchange
  const onRoute = (pattern: string) => {
    exchange.route = pattern
  }
  const policy = given.nonce === undefined ? app.csp?.(request) : undefined
  const options = { requestId, onRoute, ...(inspect && { inspect }), ...(policy && { nonce: policy.nonce }), ...given }
  const answer = (ctx: Ctx, work: () => FwReply | Promise<FwReply>): FwReply | Promise<FwReply> => {
    const refusedForm = given.refused?.form
    const { causeOrigin: origin, tainted, renderHost: host } = exchange
    const current = { ctx, origin, tainted, host, requestId, call: request, refusedForm }
    const reply = withLocale(exchange.locale, () => withCurrent(current, work))
    if (policy === undefined) return reply
    return reply instanceof Promise ? reply.then((late) => underPolicy(late, policy)) : underPolicy(reply, policy)
  }
  const page = (ctx: Ctx) => answer(ctx, () => app.pages.render(request, ctx, options))
  // Whom the app does not let in, it may still show a page of its own, or send to another one.
  const renderRefusal = (error: unknown) => {
    const nobody = ensureHeaders(undefined)
    return answer(nobody, () => app.pages.renderFailure(error, request, nobody, options))
  }
  let ctx: Ctx | Promise<Ctx>
  try {
    ctx = ctxOf()
  } catch (error) {
    return renderRefusal(error)
  }
  return ctx instanceof Promise ? ctx.then(page, renderRefusal) : page(ctx)
}
