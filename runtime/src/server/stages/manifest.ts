/** `GET /_fw/manifest?path=`: the manifest of a page for the caller. */

import { FwError } from '#contract/http/error.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { ServerStage } from '../http/exchange.ts'
import { jsonReply } from '../http/reply.ts'
import { manifestForCaller } from '../pages/manifest.ts'

export const manifestStage: ServerStage = async (request, exchange) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  const path = parseQuery(request.query).get('path') ?? '/'
  if (!path.startsWith('/'))
    throw new FwError('invalid_input', { issues: [{ path: 'path', message: 'must begin with /' }] })
  return jsonReply(200, await manifestForCaller(exchange, path, await exchange.ctx(), exchange.origin))
}
