/** Everything else is a page. A direct call of an api in a page counts as a person's and uses the page's ctx. */
import { withCurrent } from '#api/current.ts'
import type { ServerStage } from '../exchange.ts'
import { redirectReply } from '../reply.ts'

export const pageStage: ServerStage = async (request, exchange) => {
  const { path, query } = request
  // One address per page. The path is canonical, so `//other.example` cannot be made of it.
  if (path.length > 1 && path.endsWith('/'))
    return redirectReply(308, path.slice(0, -1) + (query === '' ? '' : `?${query}`))
  const ctx = await exchange.ctx()
  const { app } = exchange
  const { requestId } = exchange
  const onRoute = (pattern: string) => {
    exchange.route = pattern
  }
  return withCurrent({ ctx, origin: 'human', host: app.host, requestId, call: request }, () =>
    app.pages.render(request, ctx, { requestId, onRoute }),
  )
}
