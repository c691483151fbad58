/** The response to a refused upgrade. */
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Creates a response on the socket of an upgrade. The connection ends with it. */
export function createUpgradeResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.end(() => socket.destroy()))
  return response
}
