/** `POST /_fw/channels/<name>`: messages of other platforms for the app's agent. */

import { dropHeaders } from '#api/ctx.ts'
import { channelOf, handleChannel } from '#channels/handle-channel.ts'
import { FwError } from '#contract/http/error.ts'
import { CHANNELS_PREFIX } from '#contract/http/path.ts'
import type { ServerStage } from '../http/exchange.ts'
import { getAgent, storedTurnDeps } from './agent.ts'

/** The channel itself authenticates callers. Its body may have any content type, within the server's size limit. */
export const channelStage: ServerStage = async (request, exchange) => {
  const { app } = exchange
  const name = channelOf(request.path)
  const channel =
    name === undefined || !Object.hasOwn(app.agents.channels ?? {}, name) ? undefined : app.agents.channels?.[name]
  if (name === undefined || channel === undefined) throw new FwError('not_found')
  exchange.route = CHANNELS_PREFIX + name
  const { url, headers } = exchange.web()
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.text()
  const received = new Request(url, { method: request.method, headers, ...(body !== null && { body }) })
  const agent = await getAgent(app)
  const response = await handleChannel(received, name, channel, agent, ({ subject }) => {
    if (subject !== undefined) exchange.actFor(subject)
    return storedTurnDeps(exchange)
  })
  if (exchange.made !== undefined) dropHeaders(exchange.made, `The channel "${name}"`, app.log)
  return response
}
