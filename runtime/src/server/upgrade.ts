/** Upgrades for any host: the pipeline decides, the host switches protocols. */
import { FwError } from '#contract/error.ts'
import type { FwReply, FwRequest } from '#contract/request.ts'
import type { AcceptedSocket } from '../websocket/app-socket.ts'
import { wantsWebSocket } from '../websocket/handshake.ts'
import type { AcceptSocket } from '../websocket/host-socket.ts'
import type { App } from './app.ts'
import { toHeaders } from './finish.ts'
import { errorReply } from './reply.ts'

/** What upgrades a request in a host with web requests. Bun's server is one. */
export interface UpgradeHost {
  /**
   * Answers 101 with `headers` beside the handshake's own, and opens a socket whose `data` is the one given. False when
   * the connection cannot be upgraded.
   */
  upgrade(request: Request, options: { data: unknown; headers: Headers }): boolean
  /** The caller's address, where the host knows it. */
  requestIP?(request: Request): { readonly address: string } | null
}

/** Whether `request` is to pass the pipeline as an upgrade. */
export function isUpgrade(app: App, request: Pick<FwRequest, 'header'>): boolean {
  return app.sockets !== undefined && wantsWebSocket(request)
}

/** Undefined once the host has the socket; otherwise the answer that refuses it. */
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

/** What an app set of these would contradict what the host writes. */
const OF_THE_HANDSHAKE = [
  'upgrade',
  'sec-websocket-accept',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'sec-websocket-version',
]
