/** The interface between a host and the server for sockets. Its types are those of `Bun.serve`. */

/** An open socket of the host, such as Bun's `ServerWebSocket`. */
export interface HostSocket {
  /** The `data` of `upgrade` for this socket. */
  readonly data: unknown
  /** Returns the number of sent bytes; -1 if they were queued, 0 if they were dropped. */
  send(message: string | Uint8Array): number
  close(code?: number, reason?: string): void
  /** Terminates the connection without a closing handshake. */
  terminate(): void
  /** Returns the number of queued bytes. */
  getBufferedAmount(): number
}

/** Handlers that the host calls: the option `websocket` of `Bun.serve`. */
export interface SocketHandlers {
  open(socket: HostSocket): void
  message(socket: HostSocket, message: string | Uint8Array): void
  close(socket: HostSocket, code: number, reason?: string): void
  drain(socket: HostSocket): void
  /** Maximum message size in bytes. The host closes with 1009 beyond it. */
  readonly maxPayloadLength: number
  /** Maximum number of queued bytes of a socket. The host terminates it beyond them. */
  readonly backpressureLimit: number
  readonly closeOnBackpressureLimit: true
  /** Seconds without a byte from the client, including pongs, after which the host closes a socket. */
  readonly idleTimeout: number
  readonly sendPings: true
  /** Compression of messages of at least 1 KB for clients that support it. */
  readonly perMessageDeflate: boolean
}

/**
 * Upgrades a request: responds with 101 and `headers` in addition to the handshake's own, and calls `open` with a socket
 * with this `data`. Returns false if the connection can't be upgraded any more.
 */
export type AcceptSocket = (options: { readonly data: unknown; readonly headers: Headers }) => boolean
