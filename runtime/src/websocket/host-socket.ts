/** What a host and the server say to each other about sockets. The shapes are those of `Bun.serve`. */

/** An open socket, as the host has it. Bun's `ServerWebSocket` is one. */
export interface HostSocket {
  /** What `upgrade` was given for this socket. */
  readonly data: unknown
  /** Bytes taken; -1 when they had to be queued, 0 when they were dropped. */
  send(message: string | Uint8Array): number
  close(code?: number, reason?: string): void
  /** Cuts the connection without a closing handshake. */
  terminate(): void
  /** Bytes that wait to be sent. */
  getBufferedAmount(): number
}

/** What the host calls: the option `websocket` of `Bun.serve`. */
export interface SocketHandlers {
  open(socket: HostSocket): void
  message(socket: HostSocket, message: string | Uint8Array): void
  close(socket: HostSocket, code: number, reason?: string): void
  drain(socket: HostSocket): void
  /** Largest message in bytes: the host closes with 1009 beyond it. */
  readonly maxPayloadLength: number
  /** Bytes that may wait for one socket: the host cuts it off beyond them. */
  readonly backpressureLimit: number
  readonly closeOnBackpressureLimit: true
  /** Seconds without a byte from the caller, pongs included, after which the host gives a socket up. */
  readonly idleTimeout: number
  readonly sendPings: true
  readonly perMessageDeflate: false
}

/**
 * Switches a request over: answers 101 with `headers` beside the handshake's own, and calls `open` with a socket whose
 * `data` is the one given. False when the connection cannot be upgraded any more.
 */
export type AcceptSocket = (options: { readonly data: unknown; readonly headers: Headers }) => boolean
