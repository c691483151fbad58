/** An api at its own address, such as `PUT /articles/[slug]`: the bare result, or the error envelope. */

import type { DispatchOutcome } from '#api/dispatch-outcome.ts'
import { getContract } from '#api/record.ts'
import { FwError } from '#contract/http/error.ts'
import { PROPOSAL_HEADER, PROPOSALS_PATH } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { Params } from '#contract/page/page.ts'
import type { RoutedApi } from '../app/api-routes.ts'
import { createPreflightHeaders } from '../http/cors.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { markSentByBrowser } from '../http/mark-sent-by-browser.ts'
import { readRouteInput } from '../http/read-route-input.ts'
import { createEmptyReply, createRedirect, jsonTextReply, withQuery } from '../http/reply.ts'
import { refuseStaleClient } from '../http/stale-client.ts'
import { inVisitorLocale } from '../pages/visitor-locale.ts'
import { startCall } from './api.ts'

export const apiRouteStage: ServerStage = (request, exchange) => {
  const found = exchange.apiRoute
  if (found === undefined) return undefined
  // Redirects, so that each api has only one URL.
  if (request.path.length > 1 && request.path.endsWith('/'))
    return createRedirect(308, withQuery(request.path.slice(0, -1), request.query))
  const { api } = found
  if (api !== undefined) return inVisitorLocale(request, exchange, () => callApi(request, exchange, api, found.params))
  const headers = { allow: found.allow }
  if (request.method !== 'OPTIONS') throw new FwError('method_not_allowed', { headers })
  const asked = request.header('access-control-request-method')
  const wanted = found.others.find(({ route }) => route.method === (asked === 'HEAD' ? 'GET' : asked))
  return createEmptyReply(204, { ...headers, ...createPreflightHeaders(request, wanted?.route.cors) })
}

/** Calls the api. Refusals that don't depend on the body happen before it is read. */
async function callApi(
  request: FwRequest,
  exchange: Exchange,
  { record, route }: RoutedApi,
  params: Params,
): Promise<FwReply> {
  exchange.route = route.pattern
  // Also without a guard: the apis that this one calls inherit its origin.
  markSentByBrowser(request, exchange, route.cors)
  const call = startCall(record, await exchange.ctx(), exchange)
  let input: unknown
  try {
    await refuseStaleClient(request, record)
    const { input: validator } = await getContract(record)
    input = await readRouteInput(request, route, params, validator.schema)
  } catch (error) {
    throw call.refuse(error)
  }
  return createOutcomeReply(await call.run(input), route.status)
}

/** The response to a call that needs approval names the page on which a user decides. */
function createOutcomeReply(outcome: DispatchOutcome, status: number | undefined): FwReply {
  if (outcome.kind === 'pending') {
    const { id } = outcome.wire
    return jsonTextReply(202, outcome.json, { [PROPOSAL_HEADER]: id, location: `${PROPOSALS_PATH}?id=${id}` })
  }
  const { json } = outcome
  return json === undefined || status === 204 ? createEmptyReply(status ?? 204) : jsonTextReply(status ?? 200, json)
}
