/** WebSocket upgrades for any host: the pipeline accepts the request, the host switches protocols. */
import { FwError } from '#contract/http/error.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import type { AcceptedSocket } from '#websocket/app-socket.ts'
import { wantsWebSocket } from '#websocket/handshake.ts'
import type { AcceptSocket } from '#websocket/host-socket.ts'
import { toHeaders } from '#wire/to-response.ts'
import type { App } from '../app/app.ts'
import { errorReply } from './reply.ts'

/** The upgrade function of a host with web requests, such as Bun's server. */
export interface UpgradeHost {
  /**
   * Responds with 101 and `headers` in addition to the handshake's own, and opens a socket with this `data`. Returns false
   * if the connection can't be upgraded.
   */
  upgrade(request: Request, options: { data: unknown; headers: Headers }): boolean
  /** Returns the client's IP address, if the host knows it. */
  requestIP?(request: Request): { readonly address: string } | null
}

/** Whether `request` passes the pipeline as an upgrade. */
export function isUpgrade(app: App, request: Pick<FwRequest, 'header'>): boolean {
  return app.sockets !== undefined && wantsWebSocket(request)
}

/** Returns undefined after the host took over the socket, otherwise the response that refuses it. */
export function switchProtocols(
  reply: FwReply,
  accepted: AcceptedSocket | undefined,
  accept: AcceptSocket,
): FwReply | undefined {
  if (accepted === undefined || reply.status !== 101) return reply
  const headers = toHeaders(reply)
  for (const name of OF_THE_HANDSHAKE) headers.delete(name)
  if (accepted.protocol !== '') headers.set('sec-websocket-protocol', accepted.protocol)
  if (accept({ data: accepted, headers })) return undefined
  return errorReply(new FwError('invalid_request', { message: 'This connection cannot be upgraded.' }))
}

/** Headers that the host writes. Values of an app would contradict them. */
const OF_THE_HANDSHAKE = [
  'upgrade',
  'sec-websocket-accept',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'sec-websocket-version',
]
