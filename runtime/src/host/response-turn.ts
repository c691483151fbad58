/**
 * The turns of the responses on a connection. Node handles pipelined requests at once, but gives each response the socket only
 * when the one before has ended, and emits `close` only for the response that has the socket.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The responses of each connection that wait for their turn. */
const waiting = new WeakMap<Socket, Set<ServerResponse>>()

/** Makes a response that waits for its turn emit `close` when its client disconnects. Call it before any listener is added. */
export function closeWithConnection({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (hasTurn(outgoing)) return
  const responses = waiting.get(socket) ?? watchConnection(socket)
  responses.add(outgoing)
  outgoing.once('socket', () => responses.delete(outgoing))
}

function watchConnection(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>()
  waiting.set(socket, responses)
  // One listener for all, because Node warns of more than ten.
  socket.once('close', () => {
    for (const response of responses) {
      response.destroy()
      response.emit('close')
    }
  })
  return responses
}

function hasTurn({ socket }: ServerResponse): boolean {
  return socket !== null
}

/**
 * Calls `send` when it is the response's turn, so that waiting responses hold no files and no streams. It isn't called if the
 * client disconnects before, or has disconnected.
 */
export function onTurn(outgoing: ServerResponse, send: () => void): void {
  if (hasLeft(outgoing)) return
  if (hasTurn(outgoing)) send()
  else outgoing.once('socket', () => !hasLeft(outgoing) && send())
}

/** Resolves when it is the response's turn, or its client has disconnected. */
export async function untilTurn(outgoing: ServerResponse): Promise<void> {
  if (hasTurn(outgoing) || hasLeft(outgoing)) return
  await new Promise<void>((resolve) => {
    for (const event of ['socket', 'close']) outgoing.once(event, () => resolve())
  })
}

/** Whether the client has disconnected. No `close` follows then. */
export function hasLeft(outgoing: ServerResponse): boolean {
  return outgoing.destroyed
}
