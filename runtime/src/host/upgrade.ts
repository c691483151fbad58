/**
 * Upgrades on Node's sockets: the pipeline accepts or refuses them, crossws implements the protocol. A refusal is written
 * to the socket, and the connection ends, so that bytes after a refused head are never parsed as a request.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { NodeAdapter } from 'crossws/adapters/node'
import { FwError } from '#contract/http/error.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { FwServer } from '../server/create-server.ts'
import { wantsWebSocket } from '../websocket/handshake.ts'
import { NodeFwRequest } from './node-request.ts'
import { createUpgradeResponse } from './upgrade-response.ts'
import { openAdapter } from './websocket-node.ts'
import { writeReply } from './write-reply.ts'

/** A listener for the event `upgrade` of a `node:http` server. */
export type UpgradeListener = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Creates a listener that upgrades the app's WebSocket path. `onRequest` handles requests for other protocols, such as
 * `h2c`: their clients expect an ordinary response, and Node calls only this listener once it is attached.
 */
export function createUpgradeListener(
  server: FwServer,
  onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): UpgradeListener {
  let open: Promise<NodeAdapter> | undefined
  let sockets = 0
  /** Returns the adapter, which exists, with its timers, while there are sockets. */
  const lease = (socket: Duplex): Promise<NodeAdapter> => {
    const adapter = open ?? openAdapter(server)
    open = adapter
    sockets += 1
    socket.once('close', () => {
      sockets -= 1
      if (sockets > 0) return
      open = undefined
      void adapter.then(({ close }) => close())
    })
    return adapter
  }
  return (incoming, socket, head) => {
    // A client that resets the connection must not crash the process.
    socket.on('error', () => socket.destroy())
    // Node stops handling the idle timeout of a socket once a request has an Upgrade header, whatever it names. The timer
    // still runs, until crossws takes the socket over.
    socket.on('timeout', () => socket.destroy())
    if (!wantsWebSocket({ header: (name) => toText(incoming.headers[name]) })) {
      respondWithoutUpgrade(incoming, socket as Socket, onRequest)
      return
    }
    void upgrade(server, incoming, socket, head, lease).catch(() => socket.destroy())
  }
}

/** Upgrades of a whole server, for `serve`. Tracks its connections until they have ended. */
interface Upgrades {
  /** Closes the sockets with 1001. Terminates upgraded and upgrading connections that are still open after `drainMs`. */
  close(drainMs: number): Promise<void>
}

/** Handles the upgrades of `node` if the app has a WebSocket endpoint. */
export function attachUpgrades(
  node: Server,
  server: FwServer,
  onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Upgrades {
  if (server.websocket === undefined) return { close: (drainMs) => server.closeSockets(drainMs) }
  const connections = new Set<Duplex>()
  const listener = createUpgradeListener(server, onRequest)
  node.on('upgrade', (incoming, socket, head) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    listener(incoming, socket, head)
  })
  return {
    async close(drainMs) {
      // Node no longer tracks upgraded connections, but waits for them when it closes.
      const timer = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, drainMs)
      timer.unref()
      await server.closeSockets(drainMs)
    },
  }
}

async function upgrade(
  server: FwServer,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  lease: (socket: Duplex) => Promise<NodeAdapter>,
): Promise<void> {
  const refuse = (reply: FwReply): void => {
    const outgoing = createUpgradeResponse(incoming, socket as Socket)
    void writeReply(incoming, outgoing, reply)
  }
  let request: NodeFwRequest
  try {
    if (incoming.httpVersion !== '1.1')
      throw new FwError('invalid_request', { message: 'A WebSocket handshake needs HTTP/1.1.' })
    request = new NodeFwRequest(incoming, socket, () => server.maxBodyBytes, server.proxyTrust)
  } catch (error) {
    return refuse(server.refuse(error))
  }
  const refusal = await server.upgrade(request, ({ data, headers }) => {
    if (socket.destroyed) return false
    // crossws calls its `upgrade` hook for the handshake headers; the context contains them already.
    const upgradeRequest = Object.assign(new Request('http://localhost'), { context: { data, headers, socket } })
    void lease(socket)
      .then((adapter) => adapter.handleUpgrade(incoming, socket, head, upgradeRequest))
      .catch(() => socket.destroy())
    return true
  })
  if (refusal !== undefined) refuse(refusal)
}

/** Handles a request with `Upgrade: h2c` as if the header were absent. A body, if it has one, wasn't parsed. */
function respondWithoutUpgrade(
  incoming: IncomingMessage,
  socket: Socket,
  onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): void {
  const outgoing = createUpgradeResponse(incoming, socket)
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (encoding !== undefined || (length !== undefined && Number(length) !== 0)) {
    const text = 'This server does not upgrade to another protocol. Send the request without the Upgrade header.'
    outgoing.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    return
  }
  incoming.push(null)
  onRequest(incoming, outgoing)
}

function toText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'object' ? header.join(', ') : header
}
