/** Everything else is a page. A direct call of an api in a page counts as a person's and uses the page's ctx. */
import { ensureHeaders } from '#api/ctx.ts'
import { withCurrent } from '#api/current.ts'
import type { Ctx } from '#contract/api.ts'
import type { FwReply } from '#contract/request.ts'
import type { ServerStage } from '../exchange.ts'
import { underPolicy } from '../open-csp.ts'
import { redirectReply } from '../reply.ts'

export const pageStage: ServerStage = async (request, exchange) => {
  const { path, query } = request
  // One address per page. The path is canonical, so `//other.example` cannot be made of it.
  if (path.length > 1 && path.endsWith('/'))
    return redirectReply(308, path.slice(0, -1) + (query === '' ? '' : `?${query}`))
  const { app, requestId } = exchange
  const onRoute = (pattern: string) => {
    exchange.route = pattern
  }
  const policy = app.csp?.(request)
  const options = { requestId, onRoute, ...(policy && { nonce: policy.nonce }) }
  const answer = async (ctx: Ctx, work: () => Promise<FwReply>) => {
    const reply = await withCurrent({ ctx, origin: 'human', host: app.host, requestId, call: request }, work)
    return policy === undefined ? reply : underPolicy(reply, policy)
  }
  let ctx: Ctx
  try {
    ctx = await exchange.ctx()
  } catch (error) {
    // Whom the app does not let in, it may still show a page of its own, or send to another one.
    const nobody = ensureHeaders(undefined)
    return answer(nobody, () => app.pages.renderFailure(error, request, nobody, options))
  }
  return answer(ctx, () => app.pages.render(request, ctx, options))
}
