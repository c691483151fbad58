/** crossws on Node as a host of sockets: adapts its peers to the interface of the server's handlers. */
import type { Duplex } from 'node:stream'
import type { Peer } from 'crossws'
import type { NodeAdapter } from 'crossws/adapters/node'
import type { FwServer } from '../server/create-server.ts'
import type { HostSocket, SocketHandlers } from '../websocket/host-socket.ts'

/** Data that an upgrade passes to its peer. */
interface PeerContext {
  readonly data: unknown
  readonly headers: Headers
  readonly socket: Duplex
  host?: HostSocket
}

/**
 * Without a context between messages, a socket holds no memory for compression. `maxPayload` limits the size of a received
 * message after decompression, so a small frame can't become a large one.
 */
const COMPRESSION = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  threshold: 1024,
  concurrencyLimit: 10,
  zlibDeflateOptions: { level: 4, memLevel: 7 },
}

/** Loads crossws, which only apps with a WebSocket endpoint need. */
export async function openAdapter(server: FwServer): Promise<NodeAdapter> {
  const { websocket } = server
  const { _nodeAdapter: nodeAdapter } = await import('./crossws.package.ts')
  return nodeAdapter({
    idleTimeout: websocket?.idleTimeout ?? 0,
    // A single namespace: the framework implements topics itself, so that a slow reader of a topic is terminated too.
    getNamespace: () => 'fw',
    hooks: websocket === undefined ? {} : hooksFor(websocket),
    serverOptions: {
      maxPayload: websocket?.maxPayloadLength ?? 0,
      perMessageDeflate: websocket?.perMessageDeflate ? COMPRESSION : false,
    },
  })
}

function hooksFor(
  handlers: SocketHandlers,
): NonNullable<Parameters<typeof import('crossws/adapters/node').default>[0]>['hooks'] {
  return {
    upgrade: (request) => ({ headers: getContext(request).headers }),
    open: (peer) => handlers.open(hostSocket(peer)),
    message: (peer, message) => {
      const { rawData } = message
      handlers.message(hostSocket(peer), typeof rawData === 'string' ? rawData : message.uint8Array())
    },
    drain: (peer) => handlers.drain(hostSocket(peer)),
    close: (peer, { code, reason }) => handlers.close(hostSocket(peer), code ?? 1006, reason),
    ping: (peer) => {
      // Each ping is acknowledged, so a client that pings and doesn't read must not fill the memory with pongs.
      if (peer.bufferedAmount > handlers.backpressureLimit) peer.terminate()
    },
  }
}

/** `createUpgradeListener` has set the context of the request. */
function getContext(owner: { readonly context?: unknown }): PeerContext {
  return owner.context as PeerContext
}

function hostSocket(peer: Peer): HostSocket {
  const context = getContext(peer)
  context.host ??= {
    data: context.data,
    send(message) {
      peer.send(message)
      // Only in this case does the socket emit `drain`.
      return needsDrain(context.socket) ? -1 : message.length
    },
    close: (code, reason) => peer.close(code, reason),
    terminate: () => peer.terminate(),
    getBufferedAmount: () => peer.bufferedAmount,
  }
  return context.host
}

function needsDrain(socket: Duplex): boolean {
  return socket.writableNeedDrain
}
