/** The WebSocket endpoint: the only place where upgrades are accepted. Plain requests receive 426. */

import { withCurrent } from '#api/current.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwReply } from '#contract/http/request.ts'
import { checkHandshake, chooseProtocol } from '#websocket/handshake.ts'
import type { Sockets } from '#websocket/sockets.ts'
import type { Upgrade } from '../http/entry.ts'
import type { Exchange, ServerStage } from '../http/exchange.ts'
import { errorReply } from '../http/reply.ts'

export const websocketStage: ServerStage = (request, exchange) => {
  const { sockets } = exchange.app
  const isHere = sockets !== undefined && request.path === sockets.config.path
  if (exchange.upgrade === undefined) return isHere ? refusePlainRequest() : undefined
  if (!isHere) throw new FwError('not_found')
  return accept(exchange, sockets, exchange.upgrade)
}

/** Not a constant: V8 parses a whole module again for the stack of an error that is created while it loads. */
function refusePlainRequest(): FwReply {
  return errorReply(new FwError('upgrade_required', { headers: { upgrade: 'websocket', connection: 'Upgrade' } }))
}

/** Accepts an upgrade with 101, the app's own headers and cookies; the host adds the headers of the handshake. */
async function accept(exchange: Exchange, sockets: Sockets, upgrade: Upgrade): Promise<FwReply> {
  const { app, request, origin, tainted, requestId } = exchange
  const { config } = sockets
  sockets.checkOpen()
  checkHandshake(request)
  const protocol = chooseProtocol(request, config.protocols ?? [])
  const ctx = await exchange.ctx()
  const agent = await exchange.agent()
  const run = <Result>(work: () => Result): Result =>
    withCurrent({ ctx, origin, tainted, host: app.host, requestId }, work)
  const session = exchange.session?.data as CtxSession
  const data = await run(() => config.data?.({ req: exchange.web(), ctx, session, agent }))
  sockets.checkOpen()
  upgrade.accepted = { data, ctx, protocol: protocol ?? '', endsInMs: exchange.session?.endsInMs, run }
  return { status: 101, headers: protocol === undefined ? {} : { 'sec-websocket-protocol': protocol }, body: null }
}

/** The payload type is the app's, because the session store is the app's. */
type CtxSession = Parameters<NonNullable<Sockets['config']['data']>>[0]['session']
