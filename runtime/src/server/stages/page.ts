/** Everything else is a page. A direct call of an api in a page counts as a person's and uses the page's ctx. */
import { ensureHeaders } from '#api/ctx.ts'
import { withCurrent } from '#api/current.ts'
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/request.ts'
import type { ServerStage } from '../exchange.ts'
import { underPolicy } from '../open-csp.ts'
import { redirectReply } from '../reply.ts'

export const pageStage: ServerStage = (request, exchange) => {
  const { path, query } = request
  // One address per page. The path is canonical, so `//other.example` cannot be made of it.
  if (path.length > 1 && path.endsWith('/'))
    return redirectReply(308, path.slice(0, -1) + (query === '' ? '' : `?${query}`))
  const { app, requestId, inspect } = exchange
  const onRoute = (pattern: string) => {
    exchange.route = pattern
  }
  const policy = app.csp?.(request)
  const options = { requestId, onRoute, ...(inspect && { inspect }), ...(policy && { nonce: policy.nonce }) }
  const answer = (ctx: Ctx, work: () => FwReply | Promise<FwReply>): FwReply | Promise<FwReply> => {
    const reply = withCurrent({ ctx, origin: 'human', host: app.host, requestId, call: request }, work)
    if (policy === undefined) return reply
    return reply instanceof Promise ? reply.then((late) => underPolicy(late, policy)) : underPolicy(reply, policy)
  }
  const page = (ctx: Ctx) => answer(ctx, () => app.pages.render(request, ctx, options))
  // Whom the app does not let in, it may still show a page of its own, or send to another one.
  const refused = (error: unknown) => {
    const nobody = ensureHeaders(undefined)
    return answer(nobody, () => app.pages.renderFailure(error, request, nobody, options))
  }
  let ctx: Ctx | Promise<Ctx>
  try {
    ctx = exchange.ctx()
  } catch (error) {
    return refused(error)
  }
  return ctx instanceof Promise ? ctx.then(page, refused) : page(ctx)
}
